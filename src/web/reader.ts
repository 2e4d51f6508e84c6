/** Shows the view that the address names. */

import { currentEntry, enterEntry, leaveEntry } from './browser-history.ts'
import { currentDay, takeDay } from './day.ts'
import { showDay } from './day-bar.ts'
import { announce, byId } from './dom.ts'
import { dayOf, formatRoute, parseRoute, type Route } from './route.ts'
import { changesView } from './views/changes-view.ts'
import { errorView } from './views/error-view.ts'
import { lawView } from './views/law-view.ts'
import { lawsView } from './views/laws-view.ts'
import { normView } from './views/norm-view.ts'
import { searchView } from './views/search-view.ts'
import { synopsisView } from './views/synopsis-view.ts'
import type { View } from './views/view.ts'
import { readableDate } from './words.ts'

const NAME = 'legal-text'
/** The links of the bar. */
const PLACES: { id: string; to: Route }[] = [
  { id: 'home', to: { view: 'search', query: '' } },
  { id: 'to-laws', to: { view: 'laws', filter: '' } },
  { id: 'to-changes', to: { view: 'changes', since: '', until: '', law: '' } },
]
/** Delay after which the page shows that it is waiting, in milliseconds. */
const BUSY_DELAY = 250

/** Aborts the pending requests of the current view. */
let current = new AbortController()

export const currentRoute = () => parseRoute(location.hash)

/** @param options with `typing`, the focus stays in the search field */
export async function show({ typing = false } = {}): Promise<void> {
  current.abort()
  const controller = new AbortController()
  current = controller
  leaveEntry()
  const { signal } = controller
  const main = byId('main')
  const route = currentRoute()
  enterDay(route)
  const focusedBefore = document.activeElement
  const waiting = setTimeout(() => main.setAttribute('aria-busy', 'true'), BUSY_DELAY)
  const view = await viewOf(route, signal).catch((error) =>
    errorView(error, route, signal, () => void show({ typing })),
  )
  clearTimeout(waiting)
  if (signal.aborted) return
  main.removeAttribute('aria-busy')
  main.replaceChildren(view.content)
  present(view, route)
  const { scroll } = currentEntry()
  view.attached?.()
  if (scroll !== null) scrollTo({ top: scroll, behavior: 'instant' })
  else {
    scrollTo({ top: 0, behavior: 'instant' })
    view.scroll?.()
  }
  enterEntry()
  // Do not take the focus from a reader who has begun to type meanwhile.
  const hasMoved = document.activeElement !== focusedBefore && document.activeElement instanceof HTMLInputElement
  if (!typing && !hasMoved) view.heading.focus({ preventScroll: true })
}

/** Takes the day of the address. One of the session stands in every address, so that it is shared with a link. */
function enterDay(route: Route): void {
  const asked = dayOf(location.hash)
  takeDay(asked)
  if (asked !== currentDay()) history.replaceState(history.state, '', formatRoute(route))
  showDay()
}

function viewOf(route: Route, signal: AbortSignal): Promise<View> {
  switch (route.view) {
    case 'search':
      return searchView(route, signal)
    case 'laws':
      return lawsView(route, signal)
    case 'law':
      return lawView(route, signal)
    case 'norm':
      return normView(route, signal)
    case 'diff':
      return synopsisView(route, signal)
    case 'changes':
      return changesView(route, signal)
  }
}

function present({ title, announcement }: View, route: Route): void {
  const day = currentDay()
  const as = day === null ? '' : `, as published on ${readableDate(day)}`
  document.title = title === '' ? NAME : `${title}${as} – ${NAME}`
  document.body.dataset.view = route.view
  for (const { id, to } of PLACES) {
    const link = byId<HTMLAnchorElement>(id)
    link.href = formatRoute(to)
    link.ariaCurrent = route.view === to.view && route.view !== 'search' ? 'page' : null
  }
  announce(`${announcement ?? (title === '' ? NAME : title)}${as}`)
}
