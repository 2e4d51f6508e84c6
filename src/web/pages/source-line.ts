/** The source of a norm or a law and its date, always visible, and the notes of the source. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { t } from '../../i18n/texts.ts'
import { sourceNotes } from '../../layout/footnotes.ts'
import { actLine } from '../../layout/notes.ts'
import type { Norm } from '../../model/corpus.ts'
import { attributes, html, type Markup, outerLink } from './markup.ts'
import { dayOfFile, hostOf, readableDate } from './words.ts'

type Sourced = Pick<Norm, 'code' | 'provenance' | 'status_date' | 'abbreviation' | 'language'>

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
  const origin = address === null ? t`no known address` : outerLink(address, hostOf(address))
  return html`
    <footer class="source" aria-label="${t`Source`}">
      <span class="state"><span lang="de">${nameOfLaw(of)}</span>: ${state}</span>
      <span class="origin">${t`Source: `}${origin}${facts.map((fact) => `, ${fact}`)}</span>
      ${act !== null && html`<span class="act">${act}</span>`}
      ${day !== null && html`<span class="as-of">${t`As published on ${readableDate(day)}`}</span>`}
      <span class="address" aria-hidden="true">${address}</span>
    </footer>`
}

/** Notes of a source, with its documentation separate from its words. */
export const drawNotes = (notes: string): Markup[] =>
  sourceNotes(notes).map(
    ({ text, isDocumentation }) =>
      html`<span${attributes({ class: isDocumentation ? 'documentation' : null })}>${text}</span>`,
  )
