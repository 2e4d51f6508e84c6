/** The source of a norm or a law and its date, always visible, and the notes of the source. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { t } from '../../i18n/texts.ts'
import { sourceNotes } from '../../layout/footnotes.ts'
import { actLine } from '../../layout/notes.ts'
import type { Provenance } from '../../model/corpus.ts'
import { type Child, element, type Markup, outerLink } from './markup.ts'
import { dayOfFile, hostOf, readableDate } from './words.ts'

interface Sourced {
  code: string
  provenance: Provenance
  status_date: string | null
  abbreviation: string
  language: string
}

/** @param day as of which the page shows it */
export function sourceLine(of: Sourced, day: string | null): Markup {
  const { provenance, status_date } = of
  const { html_url, source_url, fetch_timestamp, source_version } = provenance
  const act = actLine(of)
  const madeOn = dayOfFile(source_version)
  const address: string | null = html_url ?? source_url
  const state =
    status_date === null ? t`the source gives no date of amendment` : t`as amended up to ${readableDate(status_date)}`
  const facts = [
    fetch_timestamp === null ? '' : t`fetched ${readableDate(fetch_timestamp)}`,
    madeOn ? t`file of ${readableDate(madeOn)}` : source_version === null ? '' : t`version ${source_version}`,
  ].filter(Boolean)
  return element(
    'footer',
    { class: 'source', 'aria-label': t`Source` },
    element('span', { class: 'state' }, element('span', { lang: 'de' }, nameOfLaw(of)), ': ', state),
    element(
      'span',
      { class: 'origin' },
      t`Source: `,
      address === null ? t`no known address` : outerLink(address, hostOf(address)),
      facts.map((fact) => `, ${fact}`),
    ),
    act !== null && element('span', { class: 'act' }, act),
    day !== null && element('span', { class: 'as-of' }, t`As published on ${readableDate(day)}`),
    element('span', { class: 'address', 'aria-hidden': 'true' }, address),
  )
}

/** Notes of a source: those of its documentation stand apart from its words. */
export const drawNotes = (notes: string): Child[] =>
  sourceNotes(notes).map(({ text, isDocumentation }) =>
    element('span', { class: isDocumentation ? 'documentation' : null }, text),
  )
