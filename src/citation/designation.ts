/** Designations: a user's words for a norm and its part, without the name of the law. */
import type { QualifierKind } from './grammar/lexicon.ts'
import {
  formatElements,
  mayFollow,
  type NormPath,
  type PathElement,
  parseNormPath,
  STRUCTURE_KINDS,
  SUBDIVISION_KINDS,
  type SubdivisionKind,
} from './norm-path.ts'
import { formatRoman, parseRoman } from './numerals.ts'
import { type ValueRange, valueIncludes, valueMembers } from './ranges.ts'

/** A part that the path cannot express: `Halbsatz 2`, or a sentence within a number (`Nr. 26 Satz 1`). */
export interface Qualifier {
  kind: QualifierKind | SubdivisionKind
  value: string
  /**
   * Set for a letter without a word or bracket after a number, to which it may belong (`Nr. 26 a`), and for a raised number,
   * which may be a footnote's (`Abs. 1²`).
   */
  isApart?: true
}

/** The parts of a norm that a designation names. */
export interface NamedParts {
  subdivision: PathElement<SubdivisionKind>[]
  /** The last value if the innermost subdivision is a range: `4` in `Abs. 2 bis 4`. */
  subdivisionTo?: string
  /** `f.` or `ff.` after the innermost subdivision: `Abs. 1 f.` */
  subdivisionFollowing?: 'f' | 'ff'
  /** In their order in the text. */
  qualifiers: Qualifier[]
}

export interface Designation extends NamedParts {
  /**
   * The norm; several readings if the wording leaves the kind open, the likeliest first (a bare `433` is a section, an
   * article, an item or an annex). A range is one element whose value is a range (`par:3-6`).
   */
  norm: NormPath['norm'][]
  /** The bounds if the wording is a range: `§§ 3 bis 6`. */
  range?: ValueRange
  /** `f.` (the next norm too) or `ff.` (some that follow). */
  following?: 'f' | 'ff'
  /** Set for `§ 433 f`, read as § 433f: if the law has no such norm, it means `§ 433 f.` */
  orFollowing?: true
  /** These parts in an act of the Union, where subparagraphs and indents are parts, too; absent if none is named. */
  inUnionAct?: NamedParts
}

/** Qualifiers that do not restart the count of parts: a path without them names the same part. */
const WITHOUT_PARTS: ReadonlySet<string> = new Set([
  'halbsatz',
  'teilsatz',
  'alternative',
  'variante',
  'gruppe',
  'fassung',
])

/** `letzter Satz` */
const isUnnumbered = ({ value }: Qualifier) => value.endsWith('letzter')

/**
 * Splits the parts of a designation into the subdivision that a path can express and qualifiers. A part counted within a
 * qualifier is a qualifier, too: `Nr. 26 Satz 1`, `Abschnitt 2 Nr. 3`, `Unterabs. 2 Buchst. a` (but not `Unterabs. 1`).
 * @param to the last value if the innermost part is a range
 * @param following `f` or `ff` after it
 * @param orLetter true if the `f` may be a letter, as in acts of the Union: `Art. 6 I f DSGVO`
 */
export function splitSteps(
  steps: readonly Qualifier[],
  to?: string,
  following?: 'f' | 'ff',
  orLetter = false,
): NamedParts & Pick<Designation, 'inUnionAct'> {
  const parts = split(steps, to, following)
  if (orLetter && steps.length > 0) {
    return { ...parts, inUnionAct: splitSteps([...steps, { kind: 'buchst', value: 'f' }]) }
  }
  if (!steps.some(({ kind }) => kind in UNION_KINDS)) return parts
  const inUnion = steps.map((step): Qualifier => ({ ...step, kind: UNION_KINDS[step.kind] ?? step.kind }))
  return { ...parts, inUnionAct: split(inUnion, to, following) }
}

/** Parts that are subdivisions only in acts of the Union. */
const UNION_KINDS: Partial<Record<string, SubdivisionKind>> = { unterabsatz: 'uabs', spiegelstrich: 'indent' }

/** Returns a designation, or a norm of one, as meant in its law. */
export function inLaw<Named extends NamedParts & NamedNorm & Pick<Designation, 'inUnionAct'>>(
  named: Named,
  { jurisdiction }: { jurisdiction: string },
): Named {
  if (jurisdiction !== UNION) return named
  if (named.inUnionAct === undefined) return withParagraph(named)
  const { subdivisionTo: _to, subdivisionFollowing: _following, ...rest } = named
  return withParagraph({ ...rest, ...named.inUnionAct } as Named)
}

/** Readings of a norm. */
type NamedNorm = { [Key in 'norm' | 'readings']?: NormPath['norm'][] }

/** `Art. 6 § 1` of an act is its paragraph 1. */
function withParagraph<Named extends NamedParts & NamedNorm>(named: Named): Named {
  const key = named.readings === undefined ? 'norm' : 'readings'
  const [article, sign, ...below] = named[key]?.[0] ?? []
  if (article?.kind !== 'art' || sign?.kind !== 'par' || below.length > 0) return named
  const paragraph = { kind: 'abs', value: sign.value } as const
  return { ...named, [key]: [[article]], subdivision: [paragraph, ...named.subdivision] }
}

/** The jurisdiction of acts of the European Union. */
export const UNION = 'eu'

function split(steps: readonly Qualifier[], to: string | undefined, following: 'f' | 'ff' | undefined): NamedParts {
  const subdivision: PathElement<SubdivisionKind>[] = []
  const qualifiers: Qualifier[] = []
  let within = false
  for (const step of steps) {
    const kind = SUBDIVISION_KINDS.find((known) => known === step.kind)
    if (kind !== undefined && !within && !isUnnumbered(step) && mayFollow(subdivision.at(-1)?.kind, kind)) {
      subdivision.push({ kind, value: step.value })
      continue
    }
    qualifiers.push({ kind: step.kind, value: step.value })
    const first = step.kind === 'unterabsatz' && step.value === '1'
    if (!first && !WITHOUT_PARTS.has(step.kind)) within = true
  }
  if (qualifiers.length > 0) return { subdivision, qualifiers }
  return {
    subdivision,
    qualifiers,
    ...(to !== undefined && { subdivisionTo: to }),
    ...(following && { subdivisionFollowing: following }),
  }
}

/** `Anlage 1` for `Anlage I`, and the reverse; `undefined` if no annex is named, or it has neither number. */
export function inOtherFigures(elements: NormPath['norm']): NormPath['norm'] | undefined {
  const place = elements.findIndex(({ kind }) => kind === 'annex')
  const annex = elements[place]
  if (annex === undefined) return undefined
  const number = parseRoman(annex.value)
  const roman = /^[1-9]\d?$/.test(annex.value) ? formatRoman(Number(annex.value)).toLowerCase() : undefined
  const value = number === undefined ? roman : String(number)
  return value === undefined ? undefined : elements.with(place, { ...annex, value })
}

/**
 * How a designation matches a path: `exact`, it spells the path out; `suffix`, it omits the elements before the norm or the
 * counter after it (`§ 1` and `art:246a/par:1`, `book:2/par:1`, `par:1/seq:2`); `range`, it names one of the path's norms
 * (`§ 4` and `par:3-6`).
 */
export type DesignationMatch = 'exact' | 'suffix' | 'range'

/** Returns the strongest match of any reading of the designation; `undefined` if none matches. */
export function matchDesignation(designation: Designation, path: NormPath): DesignationMatch | undefined {
  const own = path.norm.filter(({ kind }) => kind !== 'seq')
  let best: DesignationMatch | undefined
  for (const elements of designation.norm) {
    const match = matchElements(elements, path.norm, own)
    if (match === 'exact') return match
    if (best !== 'suffix') best = match ?? best
  }
  return best
}

function matchElements(
  elements: PathElement[],
  whole: PathElement[],
  own: PathElement[],
): DesignationMatch | undefined {
  if (formatElements(elements) === formatElements(whole)) return 'exact'
  const last = elements.at(-1)
  const tail = own.slice(-elements.length)
  if (last === undefined || tail.length < elements.length) return undefined
  if (formatElements(elements.slice(0, -1)) !== formatElements(tail.slice(0, -1))) return undefined
  const norm = tail.at(-1) as PathElement
  if (norm.kind !== last.kind) return undefined
  if (norm.value === last.value) return 'suffix'
  return valueIncludes(norm.value, last.value) ? 'range' : undefined
}

const NAMES: Readonly<Record<string, string>> = {
  par: '§',
  art: 'Art.',
  annex: 'Anlage',
  recital: 'Erwägungsgrund',
  item: 'Nr.',
  text: 'Text',
  book: 'Buch',
  part: 'Teil',
  chapter: 'Kapitel',
  section: 'Abschnitt',
  title: 'Titel',
  abs: 'Abs.',
  uabs: 'UAbs.',
  satz: 'Satz',
  nr: 'Nr.',
  indent: 'Spiegelstrich',
}
/** Names of norms without a number. */
const UNNUMBERED: Readonly<Record<string, string>> = {
  'preamble:1': 'Präambel',
  'formula:entry': 'Eingangsformel',
  'formula:closing': 'Schlussformel',
  'toc:1': 'Inhaltsübersicht',
  'toc:anlagen': 'Anlagenverzeichnis',
}
/** Letters within letters: `Buchst. a Doppelbuchst. bb`. */
const LETTERS = ['Buchst.', 'Doppelbuchst.', 'Dreifachbuchst.']
/** Words of values that are themselves names: `muster_3`. */
const HEAD_IN_VALUE = /^(unterartikel|muster|formblatt|tabelle)_/
/** Remarks, signs and sections of schedules: `nr:vorbem.3`, `nr:zeichen.250`, `nr:abschnitt.2`. */
const WORD_IN_VALUE = /^([a-z]{4,})(?:\.(.+))?$/
const ROW_WORDS: Readonly<Record<string, string>> = { vorbem: 'Vorbem.' }
const ORDINALS = ['2nd', '3rd']

/**
 * Writes a norm path in the customary form: `par:433/abs:1/satz:2` as `§ 433 Abs. 1 Satz 2`, `art:246a/par:1` as
 * `Art. 246a § 1`. Returns other texts unchanged.
 */
export function formatDesignation(path: string): string {
  const parsed = parseNormPath(path)
  return parsed === undefined ? path : wordsOf([...parsed.norm, ...parsed.subdivision])
}

/** Writes the path of a subdivision in the customary form: `abs:1/satz:2` as `Abs. 1 Satz 2`. */
export function formatSubdivision(path: string): string {
  const elements = path
    .split('/')
    .filter(Boolean)
    .map((element) => {
      const [kind = '', value = ''] = element.split(':')
      return { kind, value } as PathElement
    })
  return wordsOf(elements)
}

/**
 * Names a norm of a law in the customary form: by its label, with a distinction from others of that label (`Teil 1 § 1`,
 * `§ 4 (2nd)`).
 * @param subdivision path of a part of it
 */
export function nameOfNorm({ norm, label }: { norm: string; label: string }, subdivision = ''): string {
  const elements = parseNormPath(norm)?.norm ?? []
  const isLabelled = /[\p{L}\d]/u.test(label)
  const own = isLabelled ? [label.replace(/^\s*\(?XXXX\)?\s*/, '').replace(/\bArt(?=\s)/g, 'Art.')] : []
  const above = elements.filter(({ kind }) => STRUCTURE_KINDS.some((known) => known === kind))
  const counter = elements.filter(({ kind }) => kind === 'seq')
  const words = isLabelled ? [wordsOf(above), ...own, wordsOf(counter)] : [formatDesignation(norm)]
  return [...words, subdivision === '' ? '' : formatSubdivision(subdivision)].filter(Boolean).join(' ')
}

function wordsOf(elements: readonly PathElement[]): string {
  let depth = 0
  const words = elements.map(({ kind, value }) => {
    depth = kind === 'buchst' ? depth + 1 : 0
    if (kind === 'buchst') return `${LETTERS[Math.min(depth, LETTERS.length) - 1]} ${value}`
    if (kind === 'seq') return `(${ORDINALS[Number(value) - 2] ?? `${value}th`})`
    const [named, word = '', number = ''] = (kind === 'nr' && WORD_IN_VALUE.exec(value)) || []
    if (named !== undefined)
      return `${ROW_WORDS[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`} ${number.length === 1 ? number.toUpperCase() : number}`.trim()
    const head = HEAD_IN_VALUE.exec(value)?.[1]
    if (head !== undefined) return `${head.charAt(0).toUpperCase()}${head.slice(1)} ${value.slice(head.length + 1)}`
    const name = kind === 'par' && valueMembers(value) !== undefined ? '§§' : (NAMES[kind] ?? kind)
    return UNNUMBERED[`${kind}:${value}`] ?? `${name} ${writtenValue(kind, value)}`
  })
  return words.join(' ')
}

/** `3-6`, `103, 103a-104`; Roman numerals and the letters of annexes in capitals. */
function writtenValue(kind: string, value: string): string {
  if (valueMembers(value) !== undefined) return value.replaceAll('_', ', ')
  if (kind === 'par' || SUBDIVISION_KINDS.some((known) => known === kind)) return value
  const words = value.split('_').map((word) => {
    const isLetter = /^[a-z]$/.test(word) || parseRoman(word) !== undefined
    return isLetter ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
  })
  return words.join(' ')
}
