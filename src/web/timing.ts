/** Calls that wait. */

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
