/** Where the text of a norm comes from, and of when it is: always in sight. */
import type { Law, NormAnswer } from '../answers.ts'
import { readableDate } from '../dates.ts'
import { element, outerLink } from '../dom.ts'
import { hostOf } from '../words.ts'

export function sourceLine({ provenance }: NormAnswer, { status_date, abbreviation }: Law): HTMLElement {
  const { html_url, source_url, fetch_timestamp, source_version } = provenance
  const address: string | null = html_url ?? source_url
  const state =
    status_date === null ? 'The source gives no date of amendment' : `As amended up to ${readableDate(status_date)}`
  const fetched =
    fetch_timestamp === null ? 'fetched on a date not recorded' : `fetched ${readableDate(fetch_timestamp)}`
  const version = source_version === null ? '' : ` (version ${source_version})`
  return element(
    'footer',
    { class: 'source', 'aria-label': 'Source' },
    element(
      'span',
      { class: 'state' },
      element('span', { lang: 'de' }, abbreviation),
      ': ',
      state.replace(/^[A-Z]/, (a) => a.toLowerCase()),
    ),
    element(
      'span',
      { class: 'origin' },
      'Source: ',
      outerLink(address, address === null ? 'no known address' : hostOf(address)),
      `, ${fetched}`,
      version,
    ),
    element('span', { class: 'address', 'aria-hidden': 'true' }, address),
  )
}
