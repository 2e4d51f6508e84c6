/**
 * How parts of acts of the European Union are cited. Their paths have subparagraphs (`abs:1/uabs:2/satz:1`), which people
 * often leave out, or count the sentences across.
 */
import { formatElements, type PathElement, type SubdivisionKind } from '../citation/norm-path.ts'
import type { Norm } from '../corpus/corpus.ts'

type Parts = readonly PathElement<SubdivisionKind>[]

/** True for a norm of an act of the Union. */
export const isOfUnion = ({ provenance }: Norm) => provenance.celex !== undefined

/**
 * What a designation may mean besides its own path, the likeliest first:
 * - `Abs. 1 Satz 2` counts the sentences of all subparagraphs;
 * - `UAbs. 1` is all of a paragraph that is not divided;
 * - `UAbs. 2` of an article without numbered paragraphs is its second one;
 * - `(11)` of an article without paragraphs is its point 11.
 */
export function otherReadings(norm: Norm, wanted: Parts): Parts[] {
  const paths = new Set(norm.subdivisions.map(({ path }) => path))
  const [first, ...rest] = wanted
  const readings: Parts[] = []
  const counted = sentenceOfAll(norm, wanted)
  if (counted !== undefined) readings.push(counted)
  const place = wanted.findIndex(({ kind }) => kind === 'uabs')
  const above = wanted.slice(0, place)
  const isDivided = paths.has(formatElements([...above, { kind: 'uabs', value: '1' }]))
  if (place >= 0 && wanted[place]?.value === '1' && !isDivided) readings.push(wanted.toSpliced(place, 1))
  if (first?.kind === 'uabs') readings.push([{ kind: 'abs', value: first.value }, ...rest])
  const hasParagraphs = norm.subdivisions.some(({ path }) => path.startsWith('abs:'))
  if (first?.kind === 'abs' && !hasParagraphs) readings.push([{ kind: 'nr', value: first.value }, ...rest])
  return readings
}

/** The sentence of a divided paragraph, counted from its beginning. */
function sentenceOfAll({ subdivisions }: Norm, wanted: Parts): Parts | undefined {
  const [paragraph, sentence, ...rest] = wanted
  if (paragraph?.kind !== 'abs' || sentence?.kind !== 'satz' || !/^\d+$/.test(sentence.value)) return undefined
  const own = new RegExp(`^abs:${paragraph.value.replace(/[.-]/g, '\\$&')}/uabs:([^/]+)/satz:([^/]+)$`)
  const sentences = subdivisions.flatMap(({ path }) => {
    const [, uabs, satz] = own.exec(path) ?? []
    return uabs === undefined || satz === undefined ? [] : [{ uabs, satz }]
  })
  const found = sentences[Number(sentence.value) - 1]
  if (found === undefined) return undefined
  return [paragraph, { kind: 'uabs', value: found.uabs }, { kind: 'satz', value: found.satz }, ...rest]
}

/** The ways in which a path is written: without subparagraphs, and without sentences, too. */
export function shortForms(path: string): string[] {
  const withoutUabs = path.replace(/(^|\/)uabs:[^/]+/g, '').replace(/^\//, '')
  return [withoutUabs, withoutUabs.replace(/(^|\/)satz:[^/]+/g, '').replace(/^\//, '')]
}
