/** Turns the record of a norm into a norm of the bundle. */
import { formatElements, type NormPath } from '../../../citation/norm-path.ts'
import { valueMembers } from '../../../citation/value-range.ts'
import type { Origin, ParsedNorm } from '../../../corpus/parsed-law.ts'
import { normLabel } from './labels.ts'
import { originOf } from './origin.ts'
import type { NormRecord } from './schema.ts'
import { placeSubdivisions } from './subdivisions.ts'

/**
 * @param elements the norm's path
 * @param lawOrigin where the law comes from, and the norm too, unless its record says something else
 * @returns the norm, and the names of parts that its text does not have
 */
export function readNorm(
  record: NormRecord,
  elements: NormPath['norm'],
  lawId: string,
  lawOrigin: Origin,
): { norm: ParsedNorm; lost: string[] } {
  const text = record.text ?? ''
  const { placed, lost } = placeSubdivisions(text, record.subdivisions ?? [])
  const own = elements.findLast(({ kind }) => kind !== 'seq') as NormPath['norm'][number]
  const { kind } = own
  const path = formatElements(elements)
  const value = record.value === undefined || record.value === null ? undefined : String(record.value)
  const { origin } = originOf(record.source, lawOrigin)
  const isSame = JSON.stringify(origin) === JSON.stringify(lawOrigin)
  const norm: ParsedNorm = {
    path,
    kind: kind as ParsedNorm['kind'],
    label: normLabel(elements, value),
    heading: record.title ?? '',
    status: record.status === 'repealed' ? 'repealed' : 'in_force',
    text,
    footnotes: '',
    structure: [],
    subdivisions: placed,
    attachments: [],
    marks: [],
    spans: [],
    tables: [],
    ranges: rangesOf(own),
    container: undefined,
    documentId: record.canonical_id ?? `${lawId}/${path}`,
    htmlUrl: record.url || null,
    ...(!isSame && { origin }),
  }
  return { norm, lost }
}

/** The norms that one like `par:3-6` stands for. */
function rangesOf({ kind, value }: NormPath['norm'][number]): ParsedNorm['ranges'] {
  if (kind !== 'par' && kind !== 'art' && kind !== 'annex' && kind !== 'recital' && kind !== 'item') return []
  const members = /^\d/.test(value) ? valueMembers(value) : undefined
  return (members ?? []).map((member) => ({ kind, ...member }))
}
