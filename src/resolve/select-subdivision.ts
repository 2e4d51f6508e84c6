/** Selects the subdivisions of a norm that people name. */
import type { Designation } from '../citation/designation.ts'
import {
  compareValues,
  formatElements,
  type PathElement,
  type SubdivisionKind,
  withoutSentences,
} from '../citation/norm-path.ts'
import { valueIncludes } from '../citation/ranges.ts'
import type { Norm } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { shortList } from './resolve-law.ts'

/**
 * Finds a subdivision of a norm. Levels that people leave out when they cite (the sentence of a list: `Abs. 1 Nr. 2`) may
 * be missing if only one subdivision fits. `Nr. 1a` means letter a of number 1 if there is no number 1a.
 * @returns `null` if none is wanted
 * @throws LegalTextError `not_found` that says what there is, `ambiguous` with the candidates
 */
export function selectSubdivision(
  norm: Norm,
  wanted: readonly PathElement<SubdivisionKind>[],
): { path: string; text: string } | null {
  if (wanted.length === 0) return null
  const path = formatElements(wanted)
  const named = subdivisionsNamed(norm, path)
  const short = named.length > 0 ? named : subdivisionsNamed(norm, formatElements(withLettersApart(wanted)))
  const [found, ...others] = short
  const details = { code: norm.code, norm: `${norm.norm}/${path}` }
  if (others.length > 0) {
    const candidates = short.map((subdivision) => ({
      code: norm.code,
      norm: `${norm.norm}/${subdivision.path}`,
      label: `${norm.label} ${subdivision.label}`,
      title: norm.heading,
    }))
    const message = `${path} fits several subdivisions of ${norm.norm}: ${shortList(short.map((part) => part.path))}`
    throw new LegalTextError('ambiguous', message, { ...details, candidates })
  }
  if (found === undefined) {
    throw new LegalTextError(
      'not_found',
      `${norm.norm} of ${norm.code} has no ${path}; ${whatThereIs(norm, wanted)}`,
      details,
    )
  }
  return { path: found.path, text: found.text }
}

/**
 * The subdivisions of a range (`Abs. 1 bis 3`), as far as the norm has them; without a range, the one that is named.
 * @throws LegalTextError as {@link selectSubdivision}
 */
export function selectSubdivisions(
  norm: Norm,
  { subdivision, subdivisionTo }: Pick<Designation, 'subdivision' | 'subdivisionTo'>,
): ({ path: string; text: string } | null)[] {
  const first = selectSubdivision(norm, subdivision)
  if (first === null || subdivisionTo === undefined) return [first]
  const above = first.path.slice(0, first.path.lastIndexOf(':') + 1)
  const beside = norm.subdivisions.filter(
    ({ path }) => path.startsWith(above) && !path.slice(above.length).includes('/'),
  )
  const from = beside.findIndex(({ path }) => path === first.path)
  const inRange = beside.slice(from).filter(({ path }) => compareValues(path.slice(above.length), subdivisionTo) <= 0)
  return inRange.length > 0 ? inRange.map(({ path, text }) => ({ path, text })) : [first]
}

/**
 * The subdivision with exactly this path, else those that fit without what people leave out: the sentences of lists, `Nr. 1`
 * before `Nr. 1.2`, the other number of an item for two (`6. und 7.`).
 */
function subdivisionsNamed({ subdivisions }: Norm, path: string): Norm['subdivisions'] {
  const exact = subdivisions.find((subdivision) => subdivision.path === path)
  if (exact !== undefined) return [exact]
  const short = subdivisions.filter(({ path: own }) => withoutSentences(own) === path)
  if (short.length > 0) return short
  const [above = '', kind, value = ''] = /^(.*\/)?(\w+):([^/]+)$/.exec(path)?.slice(1) ?? []
  return subdivisions.filter(({ path: own }) => {
    const said = withoutSentences(own).replace(OUTER_NUMBER, '')
    if (said === path) return true
    const prefix = `${above}${kind}:`
    return (
      kind === 'nr' &&
      said.startsWith(prefix) &&
      !said.includes('/', prefix.length) &&
      valueIncludes(said.slice(prefix.length), value)
    )
  })
}

/** `nr:1/` in `nr:1/nr:1.2`. */
const OUTER_NUMBER = /nr:([\d.]+)\/(?=nr:\1\.)/g

/** `Nr. 1a` as `Nr. 1 Buchst. a`. */
function withLettersApart(elements: readonly PathElement<SubdivisionKind>[]): PathElement<SubdivisionKind>[] {
  return elements.flatMap((element) => {
    const [, number, letter] = (element.kind === 'nr' && /^(\d+)([a-z])$/.exec(element.value)) || []
    if (number === undefined || letter === undefined) return [element]
    return [{ kind: 'nr', value: number } as const, { kind: 'buchst', value: letter } as const]
  })
}

/** `it has abs:1 to abs:3`: the subdivisions at the deepest level of the wanted path that the norm has. */
function whatThereIs(norm: Norm, wanted: readonly PathElement[]): string {
  for (let depth = wanted.length - 1; depth >= 0; depth--) {
    const above = wanted
      .slice(0, depth)
      .map((element) => `${formatElements([element])}/`)
      .join('')
    const kind = (wanted[depth] as PathElement).kind
    const paths = norm.subdivisions
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`${above}${kind}:`) && !path.slice(above.length).includes('/'))
    const [first, last] = [paths[0], paths.at(-1)]
    if (first !== undefined) return first === last ? `it has only ${first}` : `it has ${first} to ${last}`
  }
  return norm.subdivisions.length > 0 ? `it has ${shortList(norm.subdivisions.map(({ path }) => path))}` : 'it has none'
}
