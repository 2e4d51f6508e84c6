/** The search field: results while typing, Enter for the norm or law that is meant. */
import { getCitations, getLaws, getSearch } from './api.ts'
import { debounced } from './browser.ts'
import { addEntry, renameEntry } from './browser-history.ts'
import { byId } from './dom.ts'
import { currentRoute, show } from './reader.ts'
import { lawLink, normLink, type Route } from './route.ts'
import { LAWS_LIMIT, lawCalled } from './views/best-laws.ts'

/** Pause in typing after which results are shown, in milliseconds. */
const DEBOUNCE = 80

const field = () => byId<HTMLInputElement>('query')

export function startSearchField(): void {
  const afterPause = debounced(DEBOUNCE, showResults)
  field().addEventListener('input', afterPause)
  byId('search-form').addEventListener('submit', (event) => {
    event.preventDefault()
    afterPause.cancel()
    void openBest()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveAmongResults(event)
  })
}

/** Shows the query of the address in the field. */
export function fillSearchField(): void {
  const route = currentRoute()
  if (document.activeElement !== field()) field().value = route.view === 'search' ? route.query : ''
}

function showResults(): void {
  const route: Route = { view: 'search', query: field().value }
  const before = currentRoute()
  if (before.view === 'search' && before.query === route.query) return
  if (before.view === 'search') renameEntry(route)
  else addEntry(route)
  void show({ typing: true })
}

/** Opens the designated norm, else the law of that name, else the first hit, if there is one. */
async function openBest(): Promise<void> {
  const query = field().value.trim()
  if (query === '') return
  showResults()
  const href = await best(query).catch(() => undefined)
  if (href !== undefined && field().value.trim() === query) location.hash = href
}

async function best(query: string): Promise<string | undefined> {
  const { signal } = new AbortController()
  const [{ citations }, { laws }] = await Promise.all([
    getCitations(query, signal),
    getLaws(query, LAWS_LIMIT, 0, signal),
  ])
  const cited = citations.find(({ code, norm }) => code !== null && norm !== null)
  if (cited?.code && cited.norm && ['resolved', 'repealed'].includes(cited.status)) {
    return normLink(cited.code, cited.norm, cited.subdivision)
  }
  const law = lawCalled(laws, query)
  if (law !== undefined) return lawLink(law.code)
  const [hit] = (await getSearch(query, 20, 0, signal)).results
  return hit && normLink(hit.code, hit.norm)
}

/** Arrow keys move the focus between the field and the results. */
function moveAmongResults(event: KeyboardEvent): void {
  const results = [...document.querySelectorAll<HTMLElement>('.results .result')]
  const from = document.activeElement as HTMLElement
  const at = results.indexOf(from)
  if (at < 0 && from !== field()) return
  const to = at + (event.key === 'ArrowDown' ? 1 : -1)
  if (at < 0 && to < 0) return
  event.preventDefault()
  const next = to < 0 ? field() : results[to]
  next?.focus()
}
