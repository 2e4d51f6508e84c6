/** Pages of the server that are put into the present one. */

/** The root of the service, as the page tells it. */
export const root = (): URL => new URL(document.body.dataset.root ?? './', location.href)

/** Fetches a page, of an error too. Its links are made absolute, as they are relative to its own address. */
export async function fetchPage(url: string | URL, signal: AbortSignal): Promise<Document> {
  const response = await fetch(url, { signal, headers: { Accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const name of ['href', 'src', 'action'] as const) {
    for (const each of page.querySelectorAll(`[${name}]`)) {
      const target = each.getAttribute(name) ?? ''
      if (!target.startsWith('#')) each.setAttribute(name, new URL(target, response.url).href)
    }
  }
  return page
}

export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
