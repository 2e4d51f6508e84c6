/** Reads one designation of a norm from an argument or a path parameter. */
import { type Designation, splitSteps } from '../designation.ts'
import { type NormKind, type PathElement, parseNormPath } from '../norm-path.ts'
import { parseLabel } from './official-labels.ts'
import { type ReadNorm, readBareNorm, readNorms } from './read-norms.ts'
import { romanNumber } from './read-tokens.ts'
import { TokenKind, Tokens } from './tokens.ts'

/** Kinds of a bare number, the likeliest first. */
export const BARE_KINDS: readonly NormKind[] = ['par', 'art', 'item', 'annex']
/** `433`, `433a`, and numbers too large for any norm. Fast path: the grammar takes longer than a look-up. */
const BARE_NUMBER = /^(?:0|[1-9]\d{0,3}(?!ff)[a-z]{0,2}|\d{5,40})$/i
/** Sections have no Roman numbers. */
const BARE_ROMAN_KINDS: readonly NormKind[] = ['art', 'item', 'annex']

/** A comma copied along from a sentence. */
const COMMA = /\s?[,;]\s*$/

/** A designation without a copied comma. */
export const withoutComma = (words: string): string => words.replace(COMMA, '')

/** Maximum length; official designations have at most 47 characters. */
const LONGEST = 200

/**
 * Reads a whole text as one designation: `433`, `§ 433 Abs. 1 Satz 2`, `Art. 246a § 1`, `§ 433 I 2`, `Anlage 2`,
 * `Präambel`, `§§ 3 bis 6`, an official label (`Anlage I Kap II A II`), or a norm path.
 * @returns `undefined` if it is none, if it names several norms that are not one label, or if something is
 *   left over
 */
export function readDesignation(words: string): Designation | undefined {
  if (words.length > LONGEST) return undefined
  const text = withoutComma(words)
  const path = parseNormPath(text)
  if (path !== undefined) return { norm: [path.norm], subdivision: path.subdivision, qualifiers: [] }
  if (BARE_NUMBER.test(text))
    return { norm: BARE_KINDS.map((kind) => [{ kind, value: text.toLowerCase() }]), subdivision: [], qualifiers: [] }
  const [, article, section, parts] = BELOW_ARTICLE.exec(text.trim()) ?? []
  if (article !== undefined) return readDesignation(`Art. ${article} § ${section}${parts ?? ''}`)
  const typed = withWords(text)
  if (typed !== undefined) return readDesignation(typed)
  const tokens = new Tokens(text)
  const [norm, ...others] = readAll(tokens) ?? []
  if (norm === undefined || others.length > 0) return readLabel(text) ?? readBareRoman(tokens)
  if (norm.to !== undefined) return readLabel(text)
  const read = toDesignation(norm, tokens.kind(0) === TokenKind.Number)
  // Some annexes are labelled with a part (`Anlage 2 Teil 1`), which else names a part of the annex.
  const mayBeLabel = read.qualifiers.length === 1 && read.subdivision.length === 0
  const label = mayBeLabel ? readLabel(text) : undefined
  return label !== undefined ? { ...label, norm: [...label.norm, ...read.norm] } : read
}

/** Numbers with blanks between them, the first of the norm: `3 iii`, `823 1`. */
const TYPED = /^(\d+[a-z]?) +(?:(\d{1,2}[a-z]?)|([ivx]{2,5}|[IVX]{1,5}))(?: +(\d{1,2}))?$/

/** Writes numbers that are typed without words as a norm and its parts. Those that ascend are several norms: `433 434`. */
export function withWords(text: string): string | undefined {
  const [, norm = '', number, numeral = '', sentence] = TYPED.exec(text.trim()) ?? []
  const absatz = number ?? romanNumber(numeral.toUpperCase())
  if (absatz === undefined || (number !== undefined && Number.parseInt(number, 10) >= Number.parseInt(norm, 10)))
    return undefined
  return `${norm} Abs. ${absatz}${sentence === undefined ? '' : ` Satz ${sentence}`}`
}

/** Two numbers with a slash between them. No label has one, and without it `§ 43/3` would be § 433. */
export const SLASHED = /\d[a-z]{0,2} ?\/ ?\d/i

/** `246a/1`, as in a norm path, and what follows; a list has a comma, or a head for several: `§§ 433/434`. */
const BELOW_ARTICLE = /^(?:art(?:ikel\b|\b\.?) *)?(\d+[a-z]{0,2}) ?\/ ?(\d+[a-z]{0,2})( .*)?$/i

/** Bare numbers with slashes, which may mean anything: `246a/1/2`. */
const BARE_SLASHES = /^\s*\d+[a-z]{0,2} ?\//i

/** Reads an article and a section below it, with a slash between their numbers: `Art. 246a § 1`. */
export function readBelowArticle(text: string): PathElement<NormKind>[] | undefined {
  const [, article, section] = BELOW_ARTICLE.exec(text.trim())?.map((value) => value?.toLowerCase()) ?? []
  if (article === undefined || section === undefined) return undefined
  return [
    { kind: 'art', value: article },
    { kind: 'par', value: section },
  ]
}

/** One member of a list of norms. */
export interface ListedDesignation extends Designation {
  /** The last number of a range: `435` in `§§ 433 bis 435`. */
  to?: string
  /** Alternative meanings if the law lacks it. */
  otherwise?: ListedDesignation[]
}

/**
 * Reads a whole text as a list or range of norms: `§§ 433, 434 Abs. 1`, `§§ 433 bis 435`, `433-435`, `§ 433 f.`
 * @returns empty for a path, a single number, or anything else
 */
export function readDesignations(words: string): ListedDesignation[] {
  if (words.length > LONGEST) return []
  const text = withoutComma(words)
  if (BARE_NUMBER.test(text) || parseNormPath(text) !== undefined) return []
  if (readBelowArticle(text) !== undefined || BARE_SLASHES.test(text)) return []
  const apart = text.split(BETWEEN_SIGNS)
  if (apart.length > 1) {
    const read = apart.map((each) => listOrOne(each))
    return read.some((list) => list.length === 0) ? [] : read.flat()
  }
  const isBare = /^\d/.test(text)
  const plural = inPlural(text)
  const norms =
    readAll(new Tokens(text)) ?? readAll(new Tokens(plural)) ?? readAll(new Tokens(plural + LAW), LAW_TOKENS) ?? []
  return norms.map((norm) => toListed(norm, isBare))
}

function toListed(norm: ReadNorm, isBare: boolean): ListedDesignation {
  const { to, otherwise } = norm
  return {
    ...toDesignation(norm, isBare),
    ...(to && { to: to.value }),
    ...(otherwise && { otherwise: otherwise.map((each) => toListed(each, isBare)) }),
  }
}

/** Between designations with their own signs: `§ 433, § 434`, `§ 1 und Anlage 2`. */
const BETWEEN_SIGNS = /\s*(?:[,;]|\b(?:und|sowie|oder)\b|\bu\.)\s*(?=§|art(?:ikel)?\b|anlage\b|anhang\b)/i

function listOrOne(text: string): ListedDesignation[] {
  const list = readDesignations(text)
  const one = list.length === 0 ? readDesignation(text) : undefined
  return one === undefined ? list : [one]
}

/** Appended law: lists accept a number that no norm has (`0`, `10000`) only before a law, which a request names separately. */
const LAW = ' BGB'
const LAW_TOKENS = 1

const PLURALS: readonly [head: RegExp, plural: string][] = [
  [/^(?=\d)|^§(?!§)/, '§§ '],
  [/^art(?:ikel\b|\b\.?)/i, 'Artikeln '],
  [/^(?:anlage|anhang)\b/i, 'Anlagen '],
]

/** The text under a head for several norms: in running text `Art. 1, 2` names one unless a law follows. */
function inPlural(text: string): string {
  const [head, plural] = PLURALS.find(([singular]) => singular.test(text)) ?? []
  return head === undefined || plural === undefined ? text : text.replace(head, plural)
}

/** @param rest number of tokens that may remain at the end */
function readAll(tokens: Tokens, rest = 0): ReadNorm[] | undefined {
  const read = tokens.kind(0) === TokenKind.Number ? readBareNorm(tokens, 0) : readNorms(tokens, 0)
  return read?.next === tokens.count - rest ? read.norms : undefined
}

function toDesignation(read: ReadNorm, bare: boolean): Designation {
  const { elements, following, orFollowing, steps, stepsTo, stepsFollowing, orLetter } = read
  const value = elements[0]?.value ?? ''
  const norm = bare ? BARE_KINDS.map((kind) => [{ kind, value }]) : [elements]
  return {
    norm,
    ...(following && { following }),
    ...(orFollowing && { orFollowing }),
    ...splitSteps(steps, stepsTo, stepsFollowing, orLetter),
  }
}

/** Words of labels' values. Other words are a sentence, or unreadable parts. */
const LABEL =
  /^(?:\d+[a-z]*(?:\.\d+[a-z]?)?|[ivxl]+[a-z]?|[a-z]\d*[a-z]?|ev|kap|besbest|inhaltsverzeichnis|teil|zum?|den|bis|anlagen?|anhang)$/
const HEAD_LABEL = /^(?:unterartikel|muster|formblatt|tabelle)(?:_|$)/

/** Reads a label in the source's form: `Präambel`, `I.`, `Regel 3`, `§§ 30 und 31`. */
function readLabel(text: string): Designation | undefined {
  if (SLASHED.test(text)) return undefined
  const { kind, value, members } = parseLabel(text)
  if (value === undefined || parseNormPath(`${kind}:${value}`) === undefined) return undefined
  const numbered = kind === 'par' || kind === 'art' || kind === 'item' || kind === 'annex'
  const words = value.replace(HEAD_LABEL, '').split(/[_-]/)
  if (numbered && value.replace(HEAD_LABEL, '') !== '' && !words.every((word) => LABEL.test(word))) return undefined
  if (kind !== 'annex' && /[()]/.test(text.replace(/^\s*\(XXXX\)/, ''))) return undefined
  if (kind !== 'annex' && members.length === 0 && words.length > 1) return undefined
  const [only, ...more] = members
  const range = only !== undefined && more.length === 0 ? { range: only } : {}
  return { norm: [[{ kind, value }]], ...range, subdivision: [], qualifiers: [] }
}

/** `III` */
function readBareRoman(tokens: Tokens): Designation | undefined {
  const value = tokens.value(0)
  if (tokens.count !== 1 || romanNumber(value) === undefined) return undefined
  const norm = BARE_ROMAN_KINDS.map((kind) => [{ kind, value: value.toLowerCase() }])
  return { norm, subdivision: [], qualifiers: [] }
}
