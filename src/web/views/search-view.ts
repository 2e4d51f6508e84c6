/** Search results: laws of that name, and norms with the words. Without a query, the start page. */
import type { LawSummary } from '../../corpus/corpus.ts'
import { getCoverage, getLaws, getSearch, RequestError, type SearchAnswer } from '../api.ts'
import { currentEntry, updateEntry } from '../browser-history.ts'
import { announce, element } from '../dom.ts'
import { formatRoute, lawLink, normLink, type Route } from '../route.ts'
import { counted, designationOf, readableDate } from '../words.ts'
import { bestLaws, LAWS_LIMIT } from './best-laws.ts'
import { MoreButton, type View } from './view.ts'

const PAGE = 20
const MAX_PAGE = 100

export async function searchView({ query }: Route & { view: 'search' }, signal: AbortSignal): Promise<View> {
  if (query.trim() === '') return startView(signal)
  const shown = Math.min(Math.max(currentEntry().shown, PAGE), MAX_PAGE)
  const [answer, laws] = await Promise.all([searched(query, shown, signal), getLaws(query, LAWS_LIMIT, 0, signal)])
  const named = bestLaws(laws.laws, query)
  const heading = element('h1', { class: 'hidden', tabindex: -1 }, `Search results for ${query}`)
  const announcement = answer instanceof RequestError ? answer.message : totalOf(answer)
  const content = element(
    'div',
    { class: 'results' },
    heading,
    lawList(named),
    element('p', { class: 'quiet' }, announcement),
  )
  if (!(answer instanceof RequestError)) {
    if (answer.corrections.length > 0) content.append(corrected(query, answer.corrections))
    if (answer.total + answer.partial_total === 0) content.append(suggested(answer))
    content.append(...normResults(query, answer, signal))
  }
  return { title: query, content, heading, announcement }
}

/** A query without words is a result, not a failure of the page. */
async function searched(query: string, limit: number, signal: AbortSignal): Promise<SearchAnswer | RequestError> {
  try {
    return await getSearch(query, limit, 0, signal)
  } catch (error) {
    if (error instanceof RequestError && error.body.error === 'invalid_input') return error
    throw error
  }
}

/** What was searched instead of misspelt words, and a link to what was typed. */
function corrected(query: string, corrections: SearchAnswer['corrections']): HTMLElement {
  const instead = corrections.map(({ from, to }) => `“${to}” instead of “${from}”`).join(', ')
  const exact = corrections.reduce((text, { from }) => text.replaceAll(from, () => `"${from}"`), query)
  const link = element('a', { href: formatRoute({ view: 'search', query: exact }) }, `Search for ${exact}`)
  return element('p', { class: 'quiet' }, `Searched for ${instead}. `, link)
}

/** Links to queries that find norms, and to laws with a similar name; without any, what may be typed. */
function suggested({ suggestions, suggested_laws: laws }: SearchAnswer): HTMLElement {
  const links = [
    ...suggestions.map(({ q, total, partial_total }) => {
      const link = element('a', { href: formatRoute({ view: 'search', query: q }), lang: 'de' }, q)
      return element('li', {}, link, ` ${counted(total + partial_total, 'norm')}`)
    }),
    ...laws.map(({ code, abbreviation, title }) =>
      element('li', {}, element('a', { href: lawLink(code), lang: 'de' }, `${abbreviation} ${title}`)),
    ),
  ]
  if (links.length > 0) return element('ul', { class: 'suggestions', 'aria-label': 'Suggestions' }, ...links)
  const all = element('a', { href: formatRoute({ view: 'laws', filter: '' }) }, 'List all laws')
  return element('p', {}, 'Try fewer words, the designation of a norm (§ 433 BGB), or the name of a law. ', all)
}

function totalOf({ total, partial_total: partial, total_is_exact: isExact }: SearchAnswer): string {
  if (total + partial === 0) return 'No norm has these words.'
  if (partial === 0 && isExact) return counted(total, 'norm')
  const all =
    total === 0 ? 'No norm has all words' : `${counted(total, 'norm')} ${total === 1 ? 'has' : 'have'} all words`
  if (partial === 0) return `${all}, others some`
  return `${all}, ${isExact ? '' : 'at least '}${counted(partial, total === 0 ? 'norm' : 'more norm')} some`
}

function lawList(laws: readonly LawSummary[]): HTMLElement | null {
  if (laws.length === 0) return null
  const rows = laws.map(({ code, abbreviation, title }) => {
    const words = [element('span', { class: 'designation' }, abbreviation), ' ', title]
    return element('li', {}, element('a', { href: lawLink(code), lang: 'de', class: 'result' }, ...words))
  })
  return element('ul', { class: 'named-laws', role: 'list', 'aria-label': 'Laws' }, ...rows)
}

function normResults(query: string, first: SearchAnswer, signal: AbortSignal): HTMLElement[] {
  const list = element('ol', { class: 'norms', role: 'list', 'aria-label': 'Norms' }, ...first.results.map(resultRow))
  let next = first.next
  const add = async () => {
    if (next === null) return
    const answer = await getSearch(query, PAGE, next, signal)
    const rows = answer.results.map(resultRow)
    list.append(...rows)
    next = answer.next
    more.element.hidden = next === null
    updateEntry({ shown: list.childElementCount })
    announce(`${list.childElementCount} shown. ${totalOf(answer)}`)
    rows[0]?.querySelector('a')?.focus()
  }
  const more = new MoreButton('More results', add)
  more.element.hidden = next === null
  return [list, more.element]
}

function resultRow(hit: SearchAnswer['results'][number]) {
  const { code, abbreviation, norm, label, heading, language, snippet, highlights } = hit
  const designation = element('span', { class: 'designation' }, `${designationOf({ norm, label })} ${abbreviation}`)
  const link = element('a', { href: normLink(code, norm), class: 'result' }, designation, heading && ` ${heading}`)
  return element('li', { lang: language }, link, element('p', {}, ...highlighted(snippet, highlights)))
}

function highlighted(text: string, highlights: readonly (readonly [number, number])[]): Node[] {
  const parts: Node[] = []
  let at = 0
  for (const [start, end] of highlights) {
    parts.push(document.createTextNode(text.slice(at, start)), element('mark', {}, text.slice(start, end)))
    at = end
  }
  return [...parts, document.createTextNode(text.slice(at))]
}

/** The page without a query: what the corpus contains, and how to search it. */
async function startView(signal: AbortSignal): Promise<View> {
  const { laws, norms, status_dates } = await getCoverage(signal)
  const heading = element('h1', { tabindex: -1 }, 'The exact wording of laws')
  const newest = status_dates.latest === null ? '' : `, amended up to ${readableDate(status_dates.latest)}`
  const counts = element(
    'p',
    { class: 'lead' },
    `${counted(norms, 'norm')} of `,
    element('a', { href: formatRoute({ view: 'laws', filter: '' }) }, counted(laws, 'law')),
    `${newest}, each with its source.`,
  )
  const content = element('div', { class: 'start' }, heading, counts, element('dl', {}, ...waysToAsk()), disclaimer())
  return { title: '', content, heading }
}

function waysToAsk(): HTMLElement[] {
  const ways = [
    ['A designation and Enter', '§ 433 Abs. 1 BGB', 'opens the norm, with that part marked'],
    ['Words of the text', 'Kündigung Mietverhältnis', 'in any inflection, the best norms first'],
    ['Words in a row', '"Treu und Glauben"', 'as they stand'],
    ['With and without', '+Miete -Pacht Kündigung*', '+ must be there, - must not, * for any ending'],
  ] as const
  return ways.flatMap(([name, query, meaning]) => [
    element('dt', {}, name),
    element(
      'dd',
      {},
      element('a', { href: formatRoute({ view: 'search', query }), lang: 'de' }, element('code', {}, query)),
      ` ${meaning}`,
    ),
  ])
}

function disclaimer(): HTMLElement {
  return element(
    'p',
    { class: 'quiet' },
    'No legal advice; what counts is the official promulgation. ',
    'For programs: ',
    element('a', { href: 'docs' }, 'API reference'),
    '.',
  )
}
