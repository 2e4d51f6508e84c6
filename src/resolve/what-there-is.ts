/** Says which parts a norm has in place of one that it lacks. */
import { formatSubdivision, nameOfNorm } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import {
  compareValues,
  formatElements,
  isListed,
  namesPath,
  type PathElement,
  type SubdivisionKind,
} from '../citation/norm-path.ts'
import type { Norm } from '../corpus/corpus.ts'
import { shortList } from './resolve-law.ts'

/** A text may name thousands of parts within each other. */
export const deepestLevel = ({ subdivisions }: Norm) =>
  subdivisions.reduce((most, { path }) => Math.max(most, path.split('/').length), 0)

/**
 * `§ 7 Abs. 2 AGG has only Satz 1`: the parts at the deepest level of the wanted ones that the norm has.
 * @param has tells whether the norm has a part
 */
export function whatThereIs(
  norm: Norm,
  wanted: readonly PathElement<SubdivisionKind>[],
  has: (part: readonly PathElement<SubdivisionKind>[]) => boolean,
): string {
  const nameOf = (elements: readonly PathElement[]) =>
    `${nameOfNorm(norm, formatElements(elements))} ${nameOfLaw(norm)}`
  for (let depth = Math.min(wanted.length - 1, deepestLevel(norm)); depth >= 0; depth--) {
    const { kind, value } = wanted[depth] as PathElement
    const above = wanted.slice(0, depth)
    const isUndivided = kind === 'satz' && isListed(above.at(-1)?.kind ?? '') && has(above)
    const below = valuesBelow(norm, above, kind)
    const values = below.length === 0 && isUndivided ? ['1'] : below
    if (values.length === 0) continue
    const missing = formatSubdivision(formatElements(wanted.slice(depth + 1)))
    if (values.includes(value) && missing !== '') return `${nameOf(wanted.slice(0, depth + 1))} has no ${missing}`
    // Numbers beside numbers, remarks beside remarks
    const word = NAME.exec(value)?.[0] ?? ''
    const like = values.filter((each) => (NAME.exec(each)?.[0] ?? '') === word).map((each) => each.slice(word.length))
    const part = formatSubdivision(`${kind}:${word.replace(/\.$/, '')}`).trimEnd()
    if (like.length > 0) return `${nameOf(wanted.slice(0, depth))} ${listed(part, like, value.slice(word.length))}`
    return `${nameOf(wanted.slice(0, depth))} has no ${formatSubdivision(`${kind}:${value}`)}`
  }
  const isRepealed = norm.status === 'repealed' ? 'is repealed and ' : ''
  const missing = `${nameOf([])} ${isRepealed}has no ${formatSubdivision(formatElements(wanted))}`
  const tops = norm.subdivisions.filter(({ path }) => !path.includes('/')).map(({ path }) => formatSubdivision(path))
  if (tops.length === 0) return isRepealed ? missing : `${missing}: it is not divided`
  return `${missing}, only ${shortList(tops)}`
}

/** The name before a number: `vorbem.` of `vorbem.3` */
const NAME = /^[a-z]{4,}(?:\.|$)/

/** The values of the parts of a kind directly below a part, whether or not the sentences of lists are named. */
export function valuesBelow({ subdivisions }: Norm, above: readonly PathElement[], kind: string): string[] {
  const place = formatElements(above)
  const isBelow = (path: string) => {
    const elements = path.split('/')
    return elements.pop()?.startsWith(`${kind}:`) === true && namesPath(place, elements.join('/'))
  }
  const paths = subdivisions.map(({ path }) => path)
  const exact = paths.filter((path) => path.startsWith(place === '' ? `${kind}:` : `${place}/${kind}:`))
  const found = exact.length > 0 ? exact : paths
  const values = found.filter(isBelow)
  return [...new Set(values.map((path) => path.slice(path.lastIndexOf(':') + 1)))]
}

/** More values are a range. */
const MOST_LISTED = 4

/** `has only Satz 1`, `has only Abs. 1, 1a and 2`, `has Nr. 1 to 9, but no Nr. 5`. */
function listed(part: string, values: readonly string[], missing: string): string {
  const [first = '', last = ''] = [values[0], values.at(-1)]
  if (values.length === 1) return `has only ${part} ${first}`
  if (values.length <= MOST_LISTED) return `has only ${part} ${values.slice(0, -1).join(', ')} and ${last}`
  const isBetween = compareValues(first, missing) < 0 && compareValues(missing, last) < 0
  return isBetween
    ? `has ${part} ${first} to ${last}, but no ${part} ${missing}`
    : `has only ${part} ${first} to ${last}`
}
