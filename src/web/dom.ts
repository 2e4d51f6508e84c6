/** Elements of the page. Data only ever becomes text and attributes, never markup. */

type Child = Node | string | null | undefined | false
type Attributes = Record<string, string | number | boolean | null | undefined>

/** Makes an element. An attribute that is `true` is there without a value; `false`, `null` and `undefined` are not. */
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

/** A button with what it does. */
export function button(attributes: Attributes, onClick: () => void, ...children: Child[]): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...children)
  made.addEventListener('click', onClick)
  return made
}

/** A link to an official page: elsewhere, and told so; only words if there is no such page. */
export function outerLink(href: string | null, ...children: Child[]): HTMLElement {
  const isWeb = href !== null && /^https?:/.test(href)
  return isWeb
    ? element('a', { href, rel: 'noreferrer', class: 'outer' }, ...children)
    : element('span', {}, ...children)
}

/** An element of the page as it is delivered. */
export function byId<Kind extends HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

const isThere = (child: Child): child is Node | string => child !== null && child !== undefined && child !== false

/*FILEDOC Tells those who do not see the page what has changed on it. */

export function announce(text: string): void {
  byId('live').textContent = text
}
