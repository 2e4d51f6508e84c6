/** HTML templates of pages: values become text and attributes, never markup. */

export interface Markup {
  readonly html: string
}
export type Child = Markup | string | number | null | undefined | false | readonly Child[]

interface Template {
  parts: readonly string[]
  /** For each value: true within a tag. */
  areInTag: readonly boolean[]
}

const templates = new WeakMap<TemplateStringsArray, Template>()

/** A template of HTML; its lines and indentation are dropped. `null`, `undefined` and `false` are left out. */
export function html(strings: TemplateStringsArray, ...values: Child[]): Markup {
  let template = templates.get(strings)
  if (template === undefined) {
    template = readTemplate(strings)
    templates.set(strings, template)
  }
  let written = template.parts[0] as string
  for (const [index, value] of values.entries()) {
    const escaped = template.areInTag[index] && typeof value === 'string' ? escapedAttribute(value) : toHtml(value)
    written += escaped + template.parts[index + 1]
  }
  return { html: written }
}

function readTemplate(strings: TemplateStringsArray): Template {
  // A line that begins with an attribute continues a tag.
  const parts = strings.map((part) => part.replace(/\n *(?=[\w-]+=)/g, ' ').replace(/\n */g, ''))
  const begins = parts.map((part) => part.lastIndexOf('<') - part.lastIndexOf('>'))
  let isInTag = false
  const areInTag = begins.slice(0, -1).map((begin) => {
    if (begin !== 0) isInTag = begin > 0
    return isInTag
  })
  return { parts, areInTag }
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Attributes of a tag. `true` sets one without a value; `false`, `null` and `undefined` leave it out. */
export function attributes(given: Attributes): Markup {
  let written = ''
  for (const [name, value] of Object.entries(given)) {
    if (value === true) written += ` ${name}`
    else if (value !== false && value !== null && value !== undefined) {
      written += ` ${name}="${escapedAttribute(String(value))}"`
    }
  }
  return { html: written }
}

/** A link to an official page, marked as external; only the words without an address. */
export function outerLink(href: string | null, words: Child): Markup {
  const isWeb = href !== null && /^https?:/.test(href)
  return isWeb ? html`<a href="${href}" rel="noreferrer" class="outer">${words}</a>` : html`<span>${words}</span>`
}

/** The HTML of a value. */
export function toHtml(child: Child): string {
  if (child === null || child === undefined || child === false) return ''
  if (typeof child === 'string') return unbroken(escapedText(child))
  if (typeof child === 'number') return String(child)
  return 'html' in child ? child.html : child.map(toHtml).join('')
}

/** Abbreviations in designations with numbers, and days with months: lines do not break within them. */
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

/** Wraps unbreakable text in an element: the text and its copies keep their spaces. */
const unbroken = (text: string) =>
  / [\da-zA-Z]/.test(text) ? text.replace(UNBROKEN, '<span class="unbroken">$&</span>') : text

/** Text that may break anywhere, such as a title. */
export const plain = (text: string): Markup => ({ html: escapedText(text) })

const escapedText = (text: string) =>
  /[&<>]/.test(text) ? text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? '') : text
const escapedAttribute = (text: string) =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '') : text
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
