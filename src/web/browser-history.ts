/** The browser's history. Each entry stores its scroll position and the number of results it showed. */
import { formatRoute, type Route } from './route.ts'

interface Entry {
  /** `null` for a new entry. */
  scroll: number | null
  shown: number
}

const NEW: Entry = { scroll: null, shown: 0 }

export function currentEntry(): Entry {
  return { ...NEW, ...(history.state as Partial<Entry> | null) }
}

export function updateEntry(change: Partial<Entry>): void {
  history.replaceState({ ...currentEntry(), ...change }, '')
}

/** Changes the address of the current entry, as the search does during typing. */
export function renameEntry(route: Route): void {
  history.replaceState(NEW, '', formatRoute(route))
}

/** False while the page still shows another entry, whose scrolling must not be stored. */
let isShown = false
let timer = 0

/** Called before the page shows another entry. */
export function leaveEntry(): void {
  isShown = false
  clearTimeout(timer)
}

/** Called after the page shows the entry. */
export function enterEntry(): void {
  isShown = true
}

export function addEntry(route: Route): void {
  history.pushState(NEW, '', formatRoute(route))
}

/** Stores the scroll position after each scrolling. */
export function startHistory(): void {
  history.scrollRestoration = 'manual'
  const store = () => {
    clearTimeout(timer)
    if (!isShown) return
    timer = window.setTimeout(() => updateEntry({ scroll: scrollY }), 100)
  }
  addEventListener('scroll', store, { passive: true })
}
