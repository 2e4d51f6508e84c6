/** The page without a query: the contents of the corpus, and how to search it. */
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { jurisdictionName } from '../../model/jurisdictions.ts'
import type { Links } from './links.ts'
import { html, type Markup } from './markup.ts'
import type { Page, PageContext } from './page.ts'
import { readableDate } from './words.ts'

/** Numbers of a corpus. */
export interface CorpusNumbers {
  laws: number
  norms: number
  /** The date of the newest amendment. */
  newest: string | null
  /** Jurisdictions with their numbers of laws, in their order. */
  places: readonly (readonly [place: string, laws: number])[]
}

/** @param numbers `undefined` while no corpus is open */
export function startPage(numbers: CorpusNumbers | undefined, { links }: PageContext): Page {
  const reference = html`<a href="${links.file('docs')}">${t`API reference`}</a>`
  const content = html`
    <div class="start">
      <h1 tabindex="-1">${t`The exact wording of laws`}</h1>
      <p class="lead">${numbers === undefined ? t`The corpus is not open yet.` : lead(numbers, links)}</p>
      ${numbers !== undefined && numbers.places.length > 1 && html`<p class="quiet">${placesOf(numbers)}</p>`}
      <dl>${waysToAsk(links)}</dl>
      <p class="quiet">${t`No legal advice; what counts is the official promulgation.`} ${t`For programs:`} ${reference}.</p>
    </div>`
  return { title: '', view: 'start', content, canonical: links.file('') }
}

function lead({ laws, norms, newest }: CorpusNumbers, links: Links): Markup {
  const amended = newest === null ? '' : t`, amended up to ${readableDate(newest)}`
  const all = html`<a href="${links.laws()}">${counted(laws, 'law')}</a>`
  return html`${counted(norms, 'norm')} · ${all}${amended}${t`, each with its source.`}`
}

const placesOf = ({ places }: CorpusNumbers) =>
  places.map(([place, laws]) => `${jurisdictionName(place)}: ${counted(laws, 'law')}`).join(' · ')

function waysToAsk(links: Links): Markup[] {
  const ways = [
    [t`A designation and Enter`, '§ 433 Abs. 1 BGB', t`opens the norm, with that part marked`],
    [t`Words of the text`, 'Kündigung Mietverhältnis', t`in any inflection, the best norms first`],
    [t`Words in a row`, '"Treu und Glauben"', t`as they stand`],
    [t`With and without`, '+Miete -Pacht Kündigung*', t`+ must be there, - must not, * for any ending`],
  ] as const
  return ways.map(([name, query, meaning]) => {
    const link = html`<a href="${links.search({ q: query })}" lang="de"><code>${query}</code></a>`
    return html`<dt>${name}</dt><dd>${link} ${meaning}</dd>`
  })
}
