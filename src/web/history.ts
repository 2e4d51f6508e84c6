/** The browser's history: each entry remembers how far it was scrolled, and how many results it showed. */
import { formatRoute, type Route } from './route.ts'

interface Entry {
  /** `null` for an entry that is new. */
  scroll: number | null
  shown: number
}

const NEW: Entry = { scroll: null, shown: 0 }

export function currentEntry(): Entry {
  return { ...NEW, ...(history.state as Partial<Entry> | null) }
}

/** Remembers more of the entry that is shown. */
export function updateEntry(change: Partial<Entry>): void {
  history.replaceState({ ...currentEntry(), ...change }, '')
}

/** Gives the entry that is shown another address, as a search does while its words are typed. */
export function renameEntry(route: Route): void {
  history.replaceState(NEW, '', formatRoute(route))
}

/** Whether the page shows what the entry names. Until it does, it is another page that is scrolled. */
let isShown = false
let timer = 0

/** Called when the page is to show another entry. */
export function leaveEntry(): void {
  isShown = false
  clearTimeout(timer)
}

/** Called when the page shows the entry. */
export function enterEntry(): void {
  isShown = true
}

export function addEntry(route: Route): void {
  history.pushState(NEW, '', formatRoute(route))
}

/** Has the scroll position noted when scrolling has come to rest. */
export function startHistory(): void {
  history.scrollRestoration = 'manual'
  const note = () => {
    clearTimeout(timer)
    if (!isShown) return
    timer = window.setTimeout(() => updateEntry({ scroll: scrollY }), 100)
  }
  addEventListener('scroll', note, { passive: true })
}
