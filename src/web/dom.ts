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
  made.append(...children.filter(isThere))
  return made
}

export function button(attributes: Attributes, onClick: () => void, ...children: Child[]): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...children)
  made.addEventListener('click', onClick)
  return made
}

/** A link to an official page, marked as external; only the words if there is no address. */
export function outerLink(href: string | null, ...children: Child[]): HTMLElement {
  const isWeb = href !== null && /^https?:/.test(href)
  return isWeb
    ? element('a', { href, rel: 'noreferrer', class: 'outer' }, ...children)
    : element('span', {}, ...children)
}

/** An element of `index.html`. */
export function byId<Kind extends HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

const isThere = (child: Child): child is Node | string => child !== null && child !== undefined && child !== false

/** Tells screen readers what has changed on the page. */
export function announce(text: string): void {
  byId('live').textContent = text
}
