/** What the reader remembers in the browser, where the browser lets it. */

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
    // Private windows may refuse: then it holds until the page is closed.
  }
}

/*FILEDOC Calls that wait. */

export interface Debounced {
  (): void
  /** Takes back a call that is still waiting. */
  cancel(): void
}

/** Calls once it has not been asked to for a while. @param wait in milliseconds */
export function debounced(wait: number, call: () => void): Debounced {
  let timer = 0
  const cancel = () => clearTimeout(timer)
  const ask = () => {
    cancel()
    timer = window.setTimeout(call, wait)
  }
  return Object.assign(ask, { cancel })
}
