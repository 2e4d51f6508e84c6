/** A norm as it is cited in German writing. */
import { formatSubdivision } from '../citation/designation.ts'
import type { Law, Norm } from '../corpus/corpus.ts'

type Cited = Pick<Norm, 'label' | 'heading' | 'subdivisions'>

/**
 * `§ 433 Abs. 1 Satz 2 BGB`
 * @param subdivision its path, `null` for the whole norm
 */
export function citationOf(norm: Cited, abbreviation: string, subdivision: string | null): string {
  const designation = (norm.label || norm.heading).replace(/\bArt(?=\s)/g, 'Art.')
  return [designation, formatSubdivision(withoutOnlySentences(norm, subdivision ?? '')), abbreviation]
    .filter(Boolean)
    .join(' ')
}

/** The citation with the date of the law's state, the day that was asked for, the official page and the date of fetching. */
export function citationWithSource(
  citation: string,
  { provenance, as_of }: Pick<Norm, 'provenance'> & { as_of?: string },
  { status_date }: Pick<Law, 'status_date'>,
): string {
  const state = status_date === null ? '' : ` (Stand: ${germanDate(status_date)})`
  const { html_url, source_url, fetch_timestamp } = provenance
  const fetched = fetch_timestamp === null ? '' : `abgerufen am ${germanDate(fetch_timestamp)}`
  const published = as_of === undefined ? '' : `wie veröffentlicht am ${germanDate(as_of)}`
  return [citation + state, published, html_url ?? source_url, fetched].filter(Boolean).join(', ')
}

/** The path without sentences that are the only ones of a paragraph. */
function withoutOnlySentences({ subdivisions }: Cited, path: string): string {
  const elements = path.split('/')
  const named = elements.filter((element, index) => {
    const second = [...elements.slice(0, index), 'satz:2'].join('/')
    return element !== 'satz:1' || subdivisions.some((other) => other.path === second)
  })
  return named.join('/')
}

/** `2026-03-29` or a longer timestamp -> `29.03.2026` */
function germanDate(iso: string): string {
  return /^\d{4}-\d\d-\d\d/.test(iso) ? iso.slice(0, 10).split('-').reverse().join('.') : iso
}
