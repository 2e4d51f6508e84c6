/** The customary German citation of a norm. */
import { formatDesignation, formatSubdivision } from './designation.ts'
import { citeRow } from './laws/schedules.ts'

/** The properties of a norm that its citation needs. */
interface Cited {
  /** Code of its law. */
  code: string
  /** Its path. */
  norm: string
  language: string
  label: string
  heading: string
  subdivisions: readonly { path: string }[]
}

/** The source of a norm. The dates are ISO 8601. */
interface Source {
  provenance: {
    html_url: string | null
    source_url: string | null
    fetch_timestamp: string | null
    consolidated_on?: string | null
  }
  /** The requested days. */
  as_of?: string | undefined
  in_force_on?: string | undefined
}

interface State {
  /** Day of the newest amendment in the text, if the source names it. */
  status_date: string | null
  /** Amendments missing from the text. */
  pending: readonly { note: string }[]
  endings: readonly { on: string | null; last_day: string | null; note: string }[]
  /** Days of effect of the cited text, if the source names them. */
  in_force_from?: string | null | undefined
  in_force_to?: string | null | undefined
}

/** `außer Kraft ab 21.04.2026`, `Änderung durch Art. 2 G v. 23.4.2026 I Nr. 111 mWv 12.6.2026 noch nicht berücksichtigt` */
function reservations({ pending, endings }: State): string[] {
  const [end] = endings
  const day = end?.on && `${end.on === end.last_day ? 'mit Ablauf des' : 'ab'} ${germanDate(end.on)}`
  return [...(end === undefined ? [] : [day ? `außer Kraft ${day}` : end.note]), ...pending.map(({ note }) => note)]
}

/** `in Kraft vom 01.03.2010 bis 31.12.2024`; empty if the source names no days. */
function inForce({ in_force_from: from, in_force_to: to }: State): string {
  if (from && to) return `in Kraft vom ${germanDate(from)} bis ${germanDate(to)}`
  return from ? `in Kraft ab ${germanDate(from)}` : to ? `in Kraft bis ${germanDate(to)}` : ''
}

/**
 * `§ 433 Abs. 1 Satz 2 BGB`, `Nr. 3104 VV RVG`
 * @param subdivision its path, `null` for the whole norm
 */
export function citationOf(norm: Cited, abbreviation: string, subdivision: string | null): string {
  const row = citeRow(norm, subdivision ?? '')
  if (row !== undefined) return row
  // In German even for other texts: `Art. 6 Abs. 1`, not `Article 6 Abs. 1`. Annexes of acts are called `Anhang`.
  const inGerman = () => formatDesignation(norm.norm).replace(/^Anlage\b/, 'Anhang')
  const written = norm.language === 'de' ? norm.label || norm.heading : inGerman()
  const designation = written.replace(/\bArt(?:ikel)?(?=\s)/g, 'Art.')
  return [designation, formatSubdivision(withoutOnlySentences(norm, subdivision ?? '')), abbreviation]
    .filter(Boolean)
    .join(' ')
}

/**
 * The citation with the day of its wording and the official page, as in a brief: `§ 433 Abs. 1 BGB (Stand: 29.03.2026), https://…`.
 * A past wording has the requested day: an amendment found only in a later wording may have applied on it. If the source names no
 * day of an amendment, the day is that of the consolidation or of the download.
 */
export function citationWithDay(citation: string, source: Source, law: State): string {
  const { html_url, source_url } = source.provenance
  const told = stateWords(source, law)
  const dated = told.length > 0 ? `${citation} (${told.join('; ')})` : citation
  return [dated, html_url ?? source_url].filter(Boolean).join(', ')
}

/** The day of a wording and its omissions, which {@link citationWithDay} puts in brackets: `Stand: 29.03.2026`. */
export function stateWords({ provenance, as_of, in_force_on }: Source, law: State): string[] {
  const { fetch_timestamp, consolidated_on: consolidated } = provenance
  const days = [
    ['wie veröffentlicht am ', as_of],
    ['Stand: ', law.status_date],
    ['konsolidierte Fassung vom ', consolidated],
    ['abgerufen am ', fetch_timestamp],
  ] as const
  const [words, day] = days.find(([, day]) => day !== null && day !== undefined) ?? []
  const { in_force_from: from, in_force_to: to } = law
  const holds = in_force_on !== undefined && !(from && from > in_force_on) && !(to && to < in_force_on)
  const effective = holds ? `in der am ${germanDate(in_force_on)} geltenden Fassung` : inForce(law)
  return [effective, day ? `${words}${germanDate(day)}` : '', ...reservations(law)].filter(Boolean)
}

/** The path without the only sentences of paragraphs. */
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
