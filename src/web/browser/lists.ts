/** Lists of pages: "More" adds the next page below, and filter forms apply while one types. */
import { debounced } from './browser.ts'
import { announce, byId, fetchPage, isAborted, words } from './dom.ts'

/** Pause in typing after which a filter applies, in milliseconds. */
const DEBOUNCE = 150

/** Starts the lists of the present content. */
export function startLists(): void {
  document.querySelector<HTMLAnchorElement>('a.more[rel=next]')?.addEventListener('click', showMore)
  const form = document.querySelector<HTMLFormElement>('form[data-live]')
  if (form === null || form.dataset.started !== undefined) return
  form.dataset.started = ''
  form.querySelector('button[type=submit]')?.setAttribute('hidden', '')
  const apply = debounced(DEBOUNCE, () => void filter(form))
  form.addEventListener('input', apply)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    apply()
  })
}

async function showMore(event: Event): Promise<void> {
  event.preventDefault()
  const link = event.currentTarget as HTMLAnchorElement
  if (link.ariaDisabled === 'true') return
  link.ariaDisabled = 'true'
  const page = await fetchPage(link.href, new AbortController().signal).catch(() => undefined)
  link.ariaDisabled = null
  const rows = [...(page?.getElementById('rows')?.children ?? [])]
  if (page === undefined || rows.length === 0) {
    link.textContent = words('failed')
    announce(words('failed'))
    return
  }
  const shown = byId('rows').querySelectorAll('a').length
  appendRows(rows)
  replaceMore(page)
  byId('rows').querySelectorAll('a')[shown]?.focus()
  announce(`${byId('rows').childElementCount}`)
}

/** Adds rows below the shown ones. A continued group already has its heading. */
function appendRows(rows: readonly Element[]): void {
  const [group, last] = [rows[0], byId('rows').lastElementChild]
  byId('rows').append(...rows)
  if (group === undefined || last === null || !isSameHeading(last.firstElementChild, group.firstElementChild)) return
  group.firstElementChild?.remove()
  const [lastLaw, law] = [[...last.querySelectorAll('h3')].at(-1), group.querySelector('h3')]
  if (isSameHeading(lastLaw, law)) law?.remove()
  last.append(...group.children)
  group.remove()
}

/** True for two equal headings. */
const isSameHeading = (one: Element | null | undefined, other: Element | null | undefined): boolean =>
  /^H\d$/.test(one?.tagName ?? '') && one?.textContent === other?.textContent

/** The link to the page after the shown ones. */
function replaceMore(page: Document): void {
  const next = page.querySelector('a.more[rel=next]')?.parentElement ?? null
  const present = document.querySelector('a.more[rel=next]')?.parentElement ?? null
  if (next === null) present?.remove()
  else if (present === null) byId('rows').after(next)
  else present.replaceWith(next)
  startLists()
}

let current = new AbortController()

async function filter(form: HTMLFormElement): Promise<void> {
  current.abort()
  current = new AbortController()
  const { signal } = current
  const address = new URL(form.action)
  for (const [name, value] of new FormData(form)) {
    if (String(value).trim() !== '') address.searchParams.set(name, String(value).trim())
  }
  const page = await fetchPage(address, signal).catch((error: unknown) => {
    if (!isAborted(error)) announce(words('failed'))
    return undefined
  })
  if (page === undefined || signal.aborted) return
  history.replaceState(null, '', address)
  const total = document.querySelector('main .total')
  const failure = page.querySelector('.failure p')?.textContent
  byId('rows').replaceChildren(...(page.getElementById('rows')?.children ?? []))
  if (total !== null) total.textContent = failure ?? page.querySelector('main .total')?.textContent ?? ''
  replaceMore(page)
}
