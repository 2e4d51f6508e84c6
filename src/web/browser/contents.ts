/** The contents of a law: beside each of its norms, and with a filter on its own page. */
import { announce, element, fetchPage } from './dom.ts'

export function startContents(): void {
  const contents = document.querySelector<HTMLElement>('.law-contents .contents')
  if (contents !== null) startTools(contents)
  addEventListener('hashchange', revealTarget)
  revealTarget()
  const reading = document.querySelector<HTMLElement>('.reading')
  if (reading !== null) void showBeside(reading)
}

/** Decodes a fragment; empty for a malformed one. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return ''
  }
}

/** Opens the headings above the norm in the address. */
function revealTarget(): void {
  const target = document.getElementById(decoded(location.hash.slice(1)))
  if (target === null || !target.matches('.entry, .contents details')) return
  openAbove(target)
  target.scrollIntoView({ block: 'center' })
}

function openAbove(entry: Element): void {
  for (let above = entry.closest('details'); above !== null; above = above.parentElement?.closest('details') ?? null) {
    above.open = true
  }
}

/** Shows the contents beside a norm if the page is wide enough. */
async function showBeside(reading: HTMLElement): Promise<void> {
  const beside = reading.querySelector<HTMLElement>('.beside')
  const { law, norm } = reading.dataset
  if (beside === null || law === undefined || getComputedStyle(beside).display === 'none') return
  const page = await fetchPage(new URL(law, location.href), new AbortController().signal).catch(() => undefined)
  const contents = page?.querySelector<HTMLElement>('.law-contents .contents')
  if (!contents) return
  beside.append(contents)
  startKeys(contents)
  const current = norm === undefined ? null : document.getElementById(norm)
  if (current === null) return
  current.setAttribute('aria-current', 'page')
  openAbove(current)
  beside.scrollTop = current.offsetTop - beside.clientHeight / 3
}

const MOST_FOUND = 200

function startTools(contents: HTMLElement): void {
  startKeys(contents)
  const tools = document.querySelector<HTMLElement>('.contents-tools')
  const filter = tools?.querySelector('input')
  const found = tools?.querySelector('.found')
  if (!tools || !filter || !found) return
  tools.hidden = false
  const setAll = (open: boolean) => {
    for (const each of contents.querySelectorAll('details')) each.open = open
  }
  tools.querySelector('.open-all')?.addEventListener('click', () => setAll(true))
  tools.querySelector('.close-all')?.addEventListener('click', () => setAll(false))
  const results = element('ul', { class: 'contents', role: 'list', hidden: true })
  contents.before(results)
  filter.addEventListener('input', () => {
    const wanted = fold(filter.value.trim())
    contents.hidden = wanted !== ''
    results.hidden = wanted === ''
    const entries = wanted === '' ? [] : [...contents.querySelectorAll('a.entry')]
    const matching = entries.filter((entry) => fold(entry.textContent ?? '').includes(wanted))
    results.replaceChildren(...matching.slice(0, MOST_FOUND).map((entry) => copyOf(entry)))
    found.textContent = wanted === '' ? '' : String(matching.length)
    if (wanted !== '') announce(String(matching.length))
  })
}

function copyOf(entry: Element): HTMLElement {
  const copy = entry.cloneNode(true) as HTMLElement
  copy.removeAttribute('id')
  return element('li', {}, copy)
}

const fold = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')

/** Arrow up and down go from entry to entry, left closes, right opens. */
function startKeys(contents: HTMLElement): void {
  contents.addEventListener('keydown', (event) => {
    const from = event.target as HTMLElement
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (from.localName === 'summary') (from.parentElement as HTMLDetailsElement).open = event.key === 'ArrowRight'
      return
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const stops = [...contents.querySelectorAll<HTMLElement>('a, summary')].filter((stop) => stop.checkVisibility())
    stops[stops.indexOf(from) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  })
}
