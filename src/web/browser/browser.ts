/** Storage and timers of the browser. */

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Private windows may lack storage: then the choice lasts until the page is closed.
  }
}

export interface Debounced {
  (): void
  /** Cancels a pending call. */
  cancel(): void
}

/** Calls a function after a pause in its calls. @param wait length of the pause in milliseconds */
export function debounced(wait: number, call: () => void): Debounced {
  let timer = 0
  const cancel = () => clearTimeout(timer)
  const ask = () => {
    cancel()
    timer = window.setTimeout(call, wait)
  }
  return Object.assign(ask, { cancel })
}
