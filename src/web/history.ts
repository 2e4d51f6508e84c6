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
export function noteEntry(change: Partial<Entry>): void {
  history.replaceState({ ...currentEntry(), ...change }, '')
}

/** Gives the entry that is shown another address, as a search does while its words are typed. */
export function renameEntry(route: Route): void {
  history.replaceState(NEW, '', formatRoute(route))
}

export function addEntry(route: Route): void {
  history.pushState(NEW, '', formatRoute(route))
}

/** Has the scroll position noted when scrolling has come to rest. */
export function startHistory(): void {
  history.scrollRestoration = 'manual'
  let timer = 0
  const note = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => noteEntry({ scroll: scrollY }), 100)
  }
  addEventListener('scroll', note, { passive: true })
  addEventListener('popstate', () => clearTimeout(timer))
}
