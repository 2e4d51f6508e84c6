/** Enhances the pages of the server: reading works without it. */
import { remember } from './browser.ts'
import { startContents } from './contents.ts'
import { startCopying } from './copying.ts'
import { byId, reveal, root } from './dom.ts'
import { startLists } from './lists.ts'
import { startPreviews } from './previews.ts'
import { startSearchField } from './search-field.ts'

/** Dark or light: the system's choice, until the reader chooses. */
function startTheme(): void {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const toggle = byId<HTMLButtonElement>('theme')
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  const show = () => toggle.setAttribute('aria-pressed', String(isDark()))
  toggle.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    remember('theme', root.dataset.theme)
    show()
  })
  system.addEventListener('change', show)
  reveal(toggle)
  show()
}

/** Keyboard shortcuts, and the dialog that lists them. */
function startKeys(): void {
  const dialog = byId<HTMLDialogElement>('keys-dialog')
  reveal(byId('keys'))
  byId('keys').addEventListener('click', () => dialog.showModal())
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return
    if (event.key === 'Escape') leave(event)
    else if (!isTyping(event.target)) act(event)
  })
}

/** The element that each key clicks. */
const CLICKS: Record<string, string> = {
  '?': '#keys',
  j: 'main a[rel=next]',
  k: 'main a[rel=prev]',
  e: 'main .earlier',
  l: 'main .later',
  d: 'main .what-changed',
  a: '#date',
  c: 'main .copy-citation',
}

function act(event: KeyboardEvent): void {
  if (event.key === '/') {
    event.preventDefault()
    const field = byId<HTMLInputElement>('query')
    field.focus()
    field.select()
    return
  }
  const selector = CLICKS[event.key]
  if (selector === undefined) return
  // The letter must not also be typed into a field that the click opens.
  event.preventDefault()
  document.querySelector<HTMLElement>(selector)?.click()
}

/** Moves the focus from a field to the content. */
function leave(event: KeyboardEvent): void {
  if (!isTyping(event.target)) return
  event.preventDefault()
  const heading = document.querySelector<HTMLElement>('main h1') ?? byId('main')
  heading.focus({ preventScroll: true })
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

/** Redirects addresses of earlier versions: `/#/bgb/par:433/abs:1?as_of=…`, `/#/?q=…`, `/#/laws`, `/#/changes`. */
function followOldAddress(): void {
  if (location.hash.startsWith('#/') && document.body.dataset.view === 'start') {
    location.replace(new URL(newAddress(location.hash), root()))
  }
}

/** @param hash the fragment with its `#` @returns the address relative to the root */
function newAddress(hash: string): string {
  const { pathname, searchParams: values } = new URL(hash.slice(1), 'http://localhost')
  const path = pathname.slice(1)
  const rename = (before: string, after: string) => {
    const value = values.get(before)
    values.delete(before)
    if (value !== null && after !== '') values.set(after, value)
  }
  rename('filter', 'query')
  rename('law', 'codes')
  rename('level', '')
  const at = values.get('at')
  values.delete('at')
  const isList = ['laws', 'changes'].includes(path)
  if (isList) values.set('view', path)
  else if (values.has('from') || values.has('to')) values.set('view', 'diff')
  const search = values.size > 0 ? `?${values}` : ''
  return `./${isList ? '' : path}${search}${at === null ? '' : `#${at}`}`
}

function startDayBar(): void {
  const [strip, toggle] = [document.getElementById('day'), document.getElementById('date')]
  if (strip === null || toggle === null) return
  reveal(toggle)
  reveal(strip.querySelector<HTMLElement>('.close-day'))
  const show = (open: boolean) => {
    strip.classList.toggle('open', open)
    toggle.ariaExpanded = String(open)
  }
  toggle.classList.toggle('set', strip.classList.contains('set'))
  const close = () => {
    if (strip.classList.contains('set')) return
    show(false)
    toggle.focus()
  }
  toggle.addEventListener('click', () => {
    const open = strip.classList.contains('set') || !strip.classList.contains('open')
    show(open)
    if (open) byId('day-field').focus()
  })
  strip.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.close-day') !== null) close()
  })
  strip.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  })
}

/** Retry interval for a service that is not ready, in milliseconds. */
const RETRY_INTERVAL = 1500

function startPage(): void {
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault()
    document.querySelector<HTMLElement>(byId('skip').getAttribute('href') ?? '')?.focus()
  })
  if (location.hash === '') document.querySelector('.text .selected')?.scrollIntoView({ block: 'center' })
  if (document.querySelector('[data-error=not_ready]') !== null) setTimeout(() => location.reload(), RETRY_INTERVAL)
  document.querySelector('.print')?.addEventListener('click', () => print())
  for (const control of document.querySelectorAll<HTMLElement>('.print')) control.hidden = false
  startChoice()
  startTables()
}

/** Keeps heads of tables visible: below the bar, or, if a table is wider than the page, in a scrolling box. */
function startTables(): void {
  const measure = () => {
    for (const box of document.querySelectorAll<HTMLElement>('.text .table:has(thead)')) {
      const head = box.querySelector('thead')?.offsetHeight ?? 0
      box.dataset.head = head > innerHeight / 3 ? 'high' : box.scrollWidth > box.clientWidth ? 'wide' : 'fits'
      box.style.setProperty('--head', `${head}px`)
    }
  }
  addEventListener('resize', measure)
  measure()
  document.querySelector('.table :target')?.scrollIntoView()
}

/** Compares versions as soon as they are chosen. */
function startChoice(): void {
  const form = document.querySelector<HTMLFormElement>('form.versions')
  if (form === null) return
  const [before, after] = [...form.querySelectorAll('select')]
  form.querySelector('button')?.setAttribute('hidden', '')
  form.addEventListener('change', () => {
    if (before && after && before.value !== '' && after.value !== '' && before.value > after.value) {
      ;[before.value, after.value] = [after.value, before.value]
    }
    form.requestSubmit()
  })
}

followOldAddress()
startTheme()
startKeys()
startDayBar()
startCopying()
startSearchField()
startLists()
startPreviews()
startContents()
startPage()
