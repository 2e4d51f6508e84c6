/** Storage and timers of the browser. */

/** `local` keeps a value for good, `session` until the tab is closed. */
type Place = 'local' | 'session'

const storage = (place: Place) => (place === 'local' ? localStorage : sessionStorage)

export function remembered(name: string, place: Place = 'local'): string | null {
  try {
    return storage(place).getItem(name)
  } catch {
    return null
  }
}

/** @param value `null` forgets it */
export function remember(name: string, value: string | null, place: Place = 'local'): void {
  try {
    if (value === null) storage(place).removeItem(name)
    else storage(place).setItem(name, value)
  } catch {
    // Private windows may have no storage: then the choice lasts until the page is closed.
  }
}

export interface Debounced {
  (): void
  /** Cancels a pending call. */
  cancel(): void
}

/** Calls a function after a pause in the calls of its own. @param wait length of the pause in milliseconds */
export function debounced(wait: number, call: () => void): Debounced {
  let timer = 0
  const cancel = () => clearTimeout(timer)
  const ask = () => {
    cancel()
    timer = window.setTimeout(call, wait)
  }
  return Object.assign(ask, { cancel })
}
