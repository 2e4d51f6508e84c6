/**
 * Norm paths: the canonical names of norms within a law, and of the subdivisions below them.
 *
 *   path        = norm [ "/" subdivision ]*
 *   norm        = element [ "/" element ]*
 *   element     = kind ":" value
 *   value       = ( letter | digit | "." | "-" | "_" )+        lower case
 *
 * `par:433`, `art:246a/par:1`, `book:2/par:1/seq:2`, `par:433/abs:1/satz:2`.
 */
import { SUPERSCRIPT_LETTERS, SUPERSCRIPTS } from '../util/superscripts.ts'

/** Kinds in the names of norms. */
export const NORM_KINDS = ['par', 'art', 'annex', 'recital', 'preamble', 'formula', 'toc', 'item', 'text'] as const
/** Kinds of the structure above norms, in a path only if it would otherwise name two norms. */
export const STRUCTURE_KINDS = ['book', 'part', 'chapter', 'section', 'title'] as const
/**
 * Kinds of the parts of a norm, in nesting order; `nr`, `buchst` and `indent` nest in each other, and may have their own
 * sentences.
 */
export const SUBDIVISION_KINDS = ['abs', 'uabs', 'satz', 'nr', 'buchst', 'indent'] as const

/** A kind of norm in a path: `par`, `art`, `annex`. */
export type NormKind = (typeof NORM_KINDS)[number]
/** A kind of heading in a path: `book`, `title`. */
export type StructureKind = (typeof STRUCTURE_KINDS)[number]
/** A kind of part of a norm in a path: `abs`, `satz`, `nr`. */
export type SubdivisionKind = (typeof SUBDIVISION_KINDS)[number]
/** `seq` counts norms that would otherwise share a path, in document order, from 2. */
export type ElementKind = NormKind | StructureKind | SubdivisionKind | 'seq'

/** One element of a norm path: `par:433`. */
export interface PathElement<Kind extends ElementKind = ElementKind> {
  kind: Kind
  value: string
}

/** A parsed norm path: the norm, and the subdivision below it (empty if none). */
export interface NormPath {
  norm: PathElement<NormKind | StructureKind | 'seq'>[]
  subdivision: PathElement<SubdivisionKind>[]
}

/** Nearly all values are ASCII. Fast path: compiling the expression with Unicode classes takes a millisecond. */
const isValue = (text: string) => /^[a-z\d._-]+$/.test(text) || VALUE.test(text)
const VALUE = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}._-]+$/u
const normKinds = new Set<string>([...NORM_KINDS, ...STRUCTURE_KINDS, 'seq'])
const subdivisionKinds = new Set<string>(SUBDIVISION_KINDS)

/**
 * Parses a norm path. Case is folded; anything else must be exact.
 * @returns the path, or `undefined` if the text is not one (a shorthand, a typing error).
 */
export function parseNormPath(text: string): NormPath | undefined {
  const norm: NormPath['norm'] = []
  const subdivision: NormPath['subdivision'] = []
  for (const part of withoutSuperscripts(text.normalize('NFC').toLowerCase()).split('/')) {
    const colon = part.indexOf(':')
    const kind = part.slice(0, colon)
    const value = part.slice(colon + 1)
    if (colon < 1 || !isValue(value)) return undefined
    if (subdivisionKinds.has(kind)) {
      if (norm.length === 0 || !mayFollow(subdivision.at(-1)?.kind, kind)) return undefined
      subdivision.push({ kind: kind as SubdivisionKind, value })
    } else if (normKinds.has(kind) && subdivision.length === 0) {
      if (norm.at(-1)?.kind === 'seq' || (kind === 'seq' && norm.length === 0)) return undefined
      norm.push({ kind: kind as NormKind, value })
    } else {
      return undefined
    }
  }
  return { norm, subdivision }
}

const LISTED: ReadonlySet<string> = new Set(['nr', 'buchst', 'indent'])

/** True for the kinds of list items. */
export const isListed = (kind: string) => LISTED.has(kind)

/**
 * True if a subdivision of `kind` may be below one of `above`: lists nest in each other, their items have sentences, and rows
 * of schedules have Absätze.
 */
export function mayFollow(above: string | undefined, kind: string): boolean {
  if (above === undefined || (above === 'nr' && kind === 'abs')) return true
  if (LISTED.has(above) && (LISTED.has(kind) || kind === 'satz')) return true
  const order = SUBDIVISION_KINDS as readonly string[]
  return order.indexOf(kind) > order.indexOf(above)
}

/** Writes path elements: `par:433`, `abs:1/satz:2`. The inverse of {@link parseNormPath} for each half of a path. */
export function formatElements(elements: readonly { kind: string; value: string }[]): string {
  return elements.map(({ kind, value }) => `${kind}:${value}`).join('/')
}

/** Writes a whole norm path. `formatNormPath(parseNormPath(p)) === p` for every canonical `p`. */
export function formatNormPath(path: NormPath): string {
  return formatElements([...path.norm, ...path.subdivision])
}

/** Returns a path without its sentences: `abs:1/nr:3` of `abs:1/satz:2/nr:3`, the customary form. */
export function withoutSentences(path: string): string {
  return path
    .split('/')
    .filter((element) => !element.startsWith('satz:'))
    .join('/')
}

/** Sections of an annex at the start of a path, in which numbers restart. */
const SECTIONS = /^(?:nr:(?:(?:haupt|unter)?abschnitt|teil|kapitel|liste|tabelle|vorbem(?=\/))[^/]*\/)+$/

/** A number that contains its parents' numbers: `11.3.5`. */
const DOTTED = /^nr:\d+\.\d/

/**
 * True if a path is that of a part below others which citations omit: `nr:3` of `nr:abschnitt.2/nr:3`, `nr:11.3.5` of
 * `buchst:c/nr:11.3.5`.
 */
export const isInSection = (path: string, part: string): boolean =>
  path.endsWith(`/${part}`) && (DOTTED.test(part) || SECTIONS.test(path.slice(0, -part.length)))

/** True if `name` is a path, or the path without some of its sentences: `abs:1/nr:3/satz:2` names `abs:1/satz:1/nr:3/satz:2`. */
export function namesPath(name: string, path: string): boolean {
  if (name === path) return true
  const said = name.split('/').filter(Boolean)
  let next = 0
  for (const element of path.split('/')) {
    if (element === said[next]) next++
    else if (!element.startsWith('satz:')) return false
  }
  return next === said.length
}

/** Returns the forms of a path: with and without each of its sentences, the full one first. */
export function shortForms(path: string): string[] {
  let forms = ['']
  for (const element of path.split('/')) {
    const longer = forms.map((form) => (form === '' ? element : `${form}/${element}`))
    forms = element.startsWith('satz:') ? [...longer, ...forms] : longer
  }
  return forms.filter(Boolean)
}

/**
 * Converts a number in a source's form into a value: `675AA` -> `675aa`, `II` -> `ii`, `I Kap II A` -> `i_kap_ii_a`, `6ᵇⁱˢ` ->
 * `6bis`. White space becomes `_`; other characters not allowed in a value are removed.
 * @returns the value, possibly empty
 */
export function pathValue(text: string): string {
  return withoutSuperscripts(text.normalize('NFC').toLowerCase())
    .trim()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}._\s-]+/gu, '')
    .replace(/\s+/g, '_')
    .replace(/^[._]+|[._]+$/g, '')
}

/** Turns superscript letters after a number into its suffix (`6bis`) and drops all other superscripts (`5` of `5²`). */
const withoutSuperscripts = (text: string) =>
  /^[\0-\x7f]*$/.test(text) ? text : text.replace(SUFFIX, (letters) => letters.normalize('NFKC')).replace(MARK, '')
const SUFFIX = new RegExp(`(?<=\\d)[${SUPERSCRIPT_LETTERS}]{1,12}`, 'gu')
const MARK = new RegExp(`[${SUPERSCRIPTS}]+\\)?`, 'gu')

/**
 * Compares two values in legal order, by number, then by letter: `9` < `10` < `10a` < `10aa` < `10b`. Roman numerals and words
 * compare as text. @returns negative, zero or positive.
 */
export function compareValues(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? []
  const right = b.match(/\d+|\D+/g) ?? []
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const x = left[i] as string
    const y = right[i] as string
    const byNumber = /^\d/.test(x) && /^\d/.test(y) ? compareDigits(x, y) : 0
    if (byNumber !== 0) return byNumber
    if (x !== y) return x < y ? -1 : 1
  }
  return left.length - right.length
}

/** Compares numbers of any length: the longer is larger, ignoring leading zeros. */
function compareDigits(a: string, b: string): number {
  const x = a.replace(/^0+/, '')
  const y = b.replace(/^0+/, '')
  if (x.length !== y.length) return x.length - y.length
  return x === y ? 0 : x < y ? -1 : 1
}
