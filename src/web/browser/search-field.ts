/** The search field: results while typing; on Enter the named norm or law, else results. */
import { debounced } from './browser.ts'
import { announce, byId, fetchPage, isAborted, root } from './dom.ts'
import { startLists } from './lists.ts'

/** Pause in typing after which results are shown, in milliseconds. */
const DEBOUNCE = 80

const field = () => byId<HTMLInputElement>('query')
let current = new AbortController()

export function startSearchField(): void {
  const afterPause = debounced(DEBOUNCE, () => void showResults(true))
  const form = byId<HTMLFormElement>('search-form')
  field().addEventListener('input', afterPause)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    afterPause.cancel()
    if (field().value.trim() !== '') void showResults(false)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveAmongResults(event)
  })
  // Replaced by typing: load the page again.
  addEventListener('popstate', () => location.reload())
}

/** The address of the results, with the days and the jurisdiction of the form. */
function addressOf(query: string): URL {
  const address = new URL('./', root())
  if (query !== '') address.searchParams.set('q', query)
  for (const { name, value } of byId('search-form').querySelectorAll<HTMLInputElement>('input[type=hidden]'))
    address.searchParams.set(name, value)
  return address
}

/**
 * Puts the results into the page. On Enter the server redirects a query that names one norm or law to its page, which is then
 * opened.
 * @param isTyping true if the last word may be incomplete
 */
async function showResults(isTyping: boolean): Promise<void> {
  current.abort()
  current = new AbortController()
  const { signal } = current
  const query = field().value.trim()
  const address = addressOf(query)
  const asked = new URL(address)
  if (isTyping) asked.searchParams.set('typing', String(/\S$/.test(field().value)))
  const page = await fetchPage(asked, signal).catch((error: unknown) => {
    if (isAborted(error)) return undefined
    location.href = address.href
    return undefined
  })
  if (page === undefined || signal.aborted) return
  if (['norm', 'law'].includes(page.body.dataset.view ?? '')) {
    location.href = address.href
    return
  }
  // The beginning of a phrase or an operator is not a query yet.
  if (isTyping && page.body.dataset.view === 'error') return
  makeLinksAbsolute()
  replaceOwnLinks(page)
  const isSearch = ['search', 'start'].includes(document.body.dataset.view ?? '')
  const shownAt = new URL(page.body.dataset.address ?? address, root())
  if (isSearch) history.replaceState(null, '', shownAt)
  else history.pushState(null, '', shownAt)
  document.title = page.title
  document.body.dataset.view = page.body.dataset.view ?? 'search'
  document.body.dataset.root = root().href
  byId('skip').setAttribute('href', '#main')
  byId('main').replaceChildren(...(page.querySelector('main')?.childNodes ?? []))
  announce(byId('main').querySelector('.total')?.textContent ?? '')
  startLists()
}

/** The links of the bar are relative to the previous address of the page. */
function makeLinksAbsolute(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a, #day a'))
    link.setAttribute('href', link.href)
  const form = byId<HTMLFormElement>('search-form')
  form.setAttribute('action', form.action)
}

/** Replaces the links of the bar to the page itself: in another language, of another day. */
function replaceOwnLinks(page: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header .language')) {
    link.href = page.querySelector<HTMLAnchorElement>(`header .language[lang=${link.lang}]`)?.href ?? link.href
  }
  document.getElementById('day')?.replaceChildren(...(page.getElementById('day')?.childNodes ?? []))
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
