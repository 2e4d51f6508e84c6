/** Elements of the page. Data becomes text and attributes, never markup. */

type Child = Node | string | null | undefined | false
type Attributes = Record<string, string | number | boolean | null | undefined>

/** Makes an element. `true` sets an attribute without a value; `false`, `null` and `undefined` leave it out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(attribute, '')
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(attribute, String(value))
  }
  made.append(...children.filter((child): child is Node | string => Boolean(child)))
  return made
}

/** An element of every page. */
export const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind

/** Announces a change of the page to screen readers. */
export function announce(text: string): void {
  byId('live').textContent = text
}

/** Shows a control of the script, which pages hide until it runs. */
export function reveal(control: HTMLElement | null): void {
  if (control !== null) control.hidden = false
}

/** The words of the script in the language of the page. */
export function words(name: string): string {
  return (JSON.parse(document.body.dataset.words ?? '{}') as Record<string, string>)[name] ?? name
}

/** The root of the service, from the page. */
export const root = (): URL => new URL(document.body.dataset.root ?? './', location.href)

/** Fetches a page, also of an error. Its links, relative to its own address, are made absolute. */
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
