/** Markup of pages: a tree that becomes HTML. Data becomes text and attributes, never markup. */

export type Child = Markup | string | number | null | undefined | false | readonly Child[]
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Markup {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly Child[]
}

/** Makes an element. `true` sets an attribute without a value; `false`, `null` and `undefined` leave it out. */
export const element = (name: string, attributes: Attributes = {}, ...children: Child[]): Markup => ({
  name,
  attributes,
  children,
})

/** A link to an official page, marked as external; only the words if there is no address. */
export function outerLink(href: string | null, ...children: Child[]): Markup {
  const isWeb = href !== null && /^https?:/.test(href)
  return isWeb
    ? element('a', { href, rel: 'noreferrer', class: 'outer' }, ...children)
    : element('span', {}, ...children)
}

/** Elements without an end tag (HTML, 13.1.2). */
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])

/** The HTML of markup. */
export function toHtml(child: Child): string {
  if (child === null || child === undefined || child === false) return ''
  if (typeof child === 'string') return unbroken(escapedText(child))
  if (typeof child === 'number') return String(child)
  if (!isMarkup(child)) return child.map(toHtml).join('')
  const { name, attributes, children } = child
  let html = `<${name}`
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) html += ` ${attribute}`
    else if (value !== false && value !== null && value !== undefined) {
      html += ` ${attribute}="${escapedAttribute(String(value))}"`
    }
  }
  if (VOID.has(name)) return `${html}>`
  return `${html}>${name === 'title' ? escapedText(textOf(children)) : children.map(toHtml).join('')}</${name}>`
}

/** Signs and words of designations with their numbers, and days with their months: a line does not break within them. */
const ABBREVIATED = 'Art|Abs|Unterabs|S|Nrn?|Halbs|Anl|Anh|Kap|Abschn|Bd|Bl|Rn|Ziff'
const WORDS =
  'Artikel|Absatz|Unterabsatz|Satz|Halbsatz|Nummer|Anlage|Anhang|Kapitel|Abschnitt|Teil|Seite|Annex|Article|Section'
const MONTHS =
  'January?|February?|März|March|April|Ma[iy]|Jun[ie]|Jul[iy]|August|September|O[kc]tober|November|De[zc]ember'
const UNBROKEN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:§§?|(?:${ABBREVIATED})\.|${WORDS}) (?:\d+[a-z]{0,2}|[IVX]+)|` +
    String.raw`Buchst(?:\.|abe) [a-z]{1,2}|\d{1,2}\.? (?:${MONTHS}))(?![\p{L}\p{N}])`,
  'gu',
)

/** Puts what belongs on one line into an element of its own: the text and its copies keep their spaces. */
const unbroken = (html: string) =>
  / [\da-zA-Z]/.test(html) ? html.replace(UNBROKEN, '<span class="unbroken">$&</span>') : html

/** The text of markup, without its elements. */
export function textOf(child: Child): string {
  if (child === null || child === undefined || child === false) return ''
  if (typeof child === 'string' || typeof child === 'number') return String(child)
  return (isMarkup(child) ? child.children : child).map(textOf).join('')
}

const isMarkup = (child: Markup | readonly Child[]): child is Markup => 'name' in child

const escapedText = (text: string) =>
  /[&<>]/.test(text) ? text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? '') : text
const escapedAttribute = (text: string) =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '') : text
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
