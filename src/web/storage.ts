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
