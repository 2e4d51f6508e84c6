/** Reads the parts after a norm's number: `Abs. 1 Satz 2 Nr. 3 Buchst. a`, `I 2`, and lists of such parts. */

import type { Qualifier } from '../designation.ts'
import { SUBDIVISION_KINDS } from '../norm-path.ts'
import { ANNEX_PARTS, NAMED_ROWS, ORDINALS, PARTS, type PartKind, UNCOUNTED, UNNUMBERED_PARTS } from './lexicon.ts'
import {
  hasOwnBracket,
  isLawAt,
  isListMarker,
  isQuantity,
  isStuckF,
  leadsToLaw,
  readAddition,
  readFollowing,
  readLetterSuffix,
  readNumber,
  readSeparator,
  romanNumber,
  type Separator,
  skipDot,
} from './read-tokens.ts'
import { Gap, isInNextCell, TokenKind, type Tokens } from './tokens.ts'

/** Parts in the order of the text, outermost first; `to` is the end of a range of the innermost, `following` its `f.` */
export interface PartList {
  steps: Qualifier[]
  to?: string
  following?: 'f' | 'ff' | undefined
  /** True if this `f` has no full stop: it may be a letter (`Art. 6 I f DSGVO`). */
  orLetter?: boolean
  /** Steps that are bare numbers, which may be norms, by index, with their tokens. */
  bare?: { step: number; at: number }[]
  /** The token after it, if another part of the list follows. */
  next?: number
}

/** Short forms of an Absatz: `I`, `(1)`. */
type ShortForm = 'roman' | 'bracketed'

function shortForm(tokens: Tokens, last: number): ShortForm | undefined {
  if (tokens.is(last, ')')) return 'bracketed'
  return romanNumber(tokens.value(last)) === undefined ? undefined : 'roman'
}

/** Context of the parts of a norm. */
export interface PartContext {
  annex: boolean
  /** True if the bare number at `index`, a member of a list after the part `last`, is a norm rather than a part. */
  isNorm: (index: number, separator: Separator, last: Qualifier | undefined) => boolean
}

const NO_LIST: PartContext = { annex: false, isNorm: () => false }

/** Maximum number of parts read in one list. */
const MOST = 100

/** Reads the parts at `index`: a list of steps for each of them, or a single empty list. */
export function readParts(tokens: Tokens, index: number, context: PartContext = NO_LIST): Parsed<PartList[]> {
  const lists: PartList[] = [{ steps: [] }]
  let form: ShortForm | undefined
  let next = index
  for (;;) {
    const current = lists.at(-1) as PartList
    // An Absatz belongs to the preceding norm even after an empty line: files of decisions have such lines anywhere.
    const isApart = tokens.gap(next) >= Gap.Paragraph && PARTS.get(tokens.word(next)) !== 'abs'
    if (isApart || isNextItem(tokens, next, current)) return { value: lists, next }
    const raised = raisedSentence(tokens, next, current)
    if (raised !== undefined) add(current, [raised])
    const last = current.steps.at(-1)
    const step = last === undefined ? readFirst(tokens, next, context.annex) : readDeeper(tokens, next, last)
    const part = step ?? readNamed(tokens, next, context.annex || isSectionOfAbsatz(tokens, next, last))
    if (part !== undefined && current.to === undefined && mayAdd(current.steps, part.value)) {
      if (part.value.kind === 'abs') form = shortForm(tokens, part.next - 1) ?? form
      add(current, [part.value], part.following)
      next = part.next
      continue
    }
    const group =
      current.to === undefined ? (readGroup(tokens, next, current.steps) ?? readOutline(tokens, next, last)) : undefined
    if (group !== undefined) {
      add(current, group.value)
      next = group.next
      continue
    }
    const following = last === undefined ? undefined : readFollowing(tokens, next)
    if (following !== undefined) {
      if (current.to === undefined) {
        current.following = following.following
        current.orLetter = tokens.value(next) === 'f' && following.next === next + 1
      }
      next = following.next
      continue
    }
    const listed = readListed(tokens, next, current, form, context)
    if (listed === undefined) return { value: lists, next }
    if (listed.value !== current) {
      current.next = next
      if (lists.push(listed.value) === MOST) return { value: lists, next: listed.next }
    }
    next = listed.next
  }
}

/** True for a number in the line or cell after another: `Anlage 1 GKG Nr. 1210`, then `Nr. 1211 KV GKG`. */
export const isNextItem = (tokens: Tokens, index: number, { steps }: { steps: readonly { kind: string }[] }): boolean =>
  steps.at(-1)?.kind === 'nr' && PARTS.get(tokens.word(index)) === 'nr' && isInNextCell(tokens, index)

/** Adds parts below the others. Nothing follows the `f.` of `Abs. 1 f. Nr. 3`. */
function add(list: PartList, steps: readonly Qualifier[], following?: 'f' | 'ff'): void {
  list.steps.push(...steps)
  list.following = following
  list.orLetter = false
}

/** Returns the raised number of a sentence after an Absatz: `Abs. 1³`, `I²`. */
function raisedSentence(tokens: Tokens, next: number, { steps, to }: PartList): Qualifier | undefined {
  const value = steps.at(-1)?.kind === 'abs' && to === undefined ? tokens.raised(next - 1) : ''
  return value === '' ? undefined : { kind: 'satz', value, isApart: true }
}

/** Parts in brackets after others: `Abs. 2 (Satz 1)`, `§ 5 (Abs. 2 S. 1) Nr. 3`. */
function readGroup(tokens: Tokens, index: number, above: readonly Qualifier[]): Parsed<Qualifier[]> | undefined {
  if (!tokens.is(index, '(') || tokens.gap(index) > Gap.Space) return undefined
  const steps: Qualifier[] = []
  let next = index + 1
  for (;;) {
    const last = steps.at(-1)
    const part = (last && readDeeper(tokens, next, last)) ?? readNamed(tokens, next, false)
    if (part === undefined || !mayAdd([...above, ...steps], part.value)) break
    steps.push(part.value)
    next = part.next
  }
  return steps.length > 0 && tokens.is(next, ')') ? { value: steps, next: next + 1 } : undefined
}

/** True for a section of an Absatz: `§ 4 Absatz 2 Abschnitt II Nummer 1`. */
function isSectionOfAbsatz(tokens: Tokens, index: number, last: Qualifier | undefined): boolean {
  return last?.kind === 'abs' && PARTS.get(tokens.word(index)) === 'abschnitt'
}

/**
 * True if a step may follow others: an Absatz occurs once, a Satz once per level (`Satz 1 Nr. 2 Satz 2`); numbers and letters
 * nest.
 */
function mayAdd(steps: Qualifier[], step: Qualifier): boolean {
  if (step.kind === 'abs') return steps.every(({ kind }) => kind !== 'abs')
  if (step.kind !== 'satz') return true
  const list = steps.findLastIndex(({ kind }) => kind === 'nr' || kind === 'buchst')
  return steps.slice(list + 1).every(({ kind }) => kind !== 'satz')
}

/** Reads the next member of a list, or the end of a range, which is added to `current`. */
function readListed(
  tokens: Tokens,
  index: number,
  current: PartList,
  form: ShortForm | undefined,
  context: PartContext,
): Parsed<PartList> | undefined {
  const also = readAddition(tokens, index)
  const separator = also === undefined ? readSeparator(tokens, index) : ({ kind: 'with', next: also } as const)
  if (separator === undefined) return undefined
  const last = current.steps.at(-1)
  const named = readNamed(tokens, separator.next, context.annex)
  if (named !== undefined) return listNamed(current, separator, named)
  if (last === undefined || separator.kind === 'with') return undefined
  const bare = readBare(tokens, separator, current, form, context)
  if (bare === undefined) return undefined
  if (separator.kind === 'to') {
    current.to = bare.value.value
    return { value: current, next: bare.next }
  }
  const member = memberAfter(current, bare.value, bare.following)
  if (tokens.kind(separator.next) === TokenKind.Number)
    member.bare = [...(member.bare ?? []), { step: member.steps.length - 1, at: separator.next }]
  return { value: member, next: bare.next }
}

/** The next member of a list of parts. */
function memberAfter({ steps, bare = [] }: PartList, step: Qualifier, following?: 'f' | 'ff'): PartList {
  const above = stepsAbove(steps, step)
  const known = bare.filter((each) => each.step < above.length)
  return { steps: [...above, step], following, ...(known.length > 0 && { bare: known }) }
}

/** Returns the steps of a bare number that continues a list of parts; `undefined` if it does not resemble the last of them. */
export function continuedBy(steps: Qualifier[], value: string): Qualifier[] | undefined {
  const last = steps.at(-1)
  return last && isBarePart(last, value) ? memberAfter({ steps }, { kind: last.kind, value }).steps : undefined
}

/** @param isEnd true for the end of a range before a law, which may be any number */
const isBarePart = (last: Qualifier, value: string, isEnd = false) =>
  /^\d/.test(last.value) &&
  (isEnd ? /^\d+[a-z]*$/ : /^\d{1,3}[a-z]*$/).test(value) &&
  (isEnd || !isFar(last.value, value))

function listNamed(current: PartList, separator: Separator, named: Parsed<Qualifier>): Parsed<PartList> | undefined {
  const last = current.steps.at(-1)
  const { value: step, following, next } = named
  if (separator.kind === 'to') {
    if (last?.kind !== step.kind || current.to !== undefined) return undefined
    current.to = step.value
    return { value: current, next }
  }
  const known = current.steps.some(({ kind }) => kind === step.kind)
  const wider = last !== undefined && rank(step.kind) < rank(last.kind)
  if (known || wider) {
    return { value: memberAfter(current, step, following), next }
  }
  if (separator.kind !== 'comma') return undefined
  add(current, [step], following)
  return { value: current, next }
}

/**
 * Reads a bare number, letter, or numeral in the form of the preceding Absatz that continues a list: `Abs. 1 und 2`,
 * `Buchst. a, b`, `I, II`.
 */
function readBare(
  tokens: Tokens,
  separator: Separator,
  current: PartList,
  form: ShortForm | undefined,
  context: PartContext,
): Parsed<Qualifier> | undefined {
  // After a raised number, which may be a footnote's, the list continues with Absätze: `Abs. 1³, 3`.
  const last = current.steps.findLast(({ kind, isApart }) => kind !== 'satz' || !isApart) as Qualifier
  const index = separator.next
  if (isListMarker(tokens, index)) return undefined
  const first = form === undefined ? undefined : readFirst(tokens, index, context.annex)
  if (first !== undefined && shortForm(tokens, first.next - 1) === form) return first
  if (last.kind === 'buchst') {
    const letter = readLetter(tokens, index)
    const step = { kind: last.kind, value: letter?.value ?? '', ...(last.isApart && { isApart: true as const }) }
    return letter && { value: step, next: letter.next }
  }
  const number = readNumber(tokens, index)
  const isEnd = separator.kind === 'to' && (isLawAt(tokens, index + 1) || leadsToLaw(tokens, index + 1))
  if (number === undefined || !isBarePart(last, number.value, isEnd)) return undefined
  if (isQuantity(tokens, index) || context.isNorm(index, separator, last)) return undefined
  const { following } = number
  if (following !== undefined) {
    return { value: { kind: last.kind, value: number.value }, following, next: skipDot(tokens, index + 1) }
  }
  const ordinal = tokens.is(index + 1, '.') && tokens.gap(index + 1) === Gap.None && separator.kind === 'comma'
  if (ordinal && tokens.kind(index + 2) === TokenKind.Word) return undefined
  const letter = last.kind === 'abs' ? readLetterSuffix(tokens, index + 1) : undefined
  const value = number.value + (letter ?? '')
  return { value: { kind: last.kind, value }, next: letter === undefined ? index + 1 : index + 2 }
}

/** Maximum distance between numbers of a list: `Nr. 1 und 210 DM` is not a list. */
const FARTHEST = 40
const isFar = (last: string, next: string) => Number.parseInt(next, 10) > Number.parseInt(last, 10) + FARTHEST

/** Returns the steps that a new member of a list shares with the previous one: those above its own kind. */
function stepsAbove(steps: Qualifier[], step: Qualifier): Qualifier[] {
  const like = steps.findLastIndex(
    ({ kind, value }) => kind === step.kind && (kind !== 'buchst' || value.length === step.value.length),
  )
  if (like >= 0) return steps.slice(0, like)
  const wider = steps.findIndex(({ kind }) => rank(kind) > rank(step.kind))
  return wider >= 0 ? steps.slice(0, wider) : steps
}

const rank = (kind: string) => {
  const order = (SUBDIVISION_KINDS as readonly string[]).indexOf(kind)
  return order < 0 ? SUBDIVISION_KINDS.length : order
}

/** A value, and the token after it. */
export interface Parsed<Value> {
  value: Value
  /** `f` or `ff` directly after the number: `Abs. 1ff.` */
  following?: 'f' | 'ff'
  next: number
}

/** Returns the short forms directly after the norm's number: `II`, `(1)`, `a)`, `(a)`. */
export function readFirst(tokens: Tokens, index: number, annex: boolean): Parsed<Qualifier> | undefined {
  if (annex) return undefined
  const roman = tokens.kind(index) === TokenKind.Word ? romanNumber(tokens.value(index)) : undefined
  // `Art. 4 LV NRW`: no norm has fifty Absätze.
  if (roman !== undefined && !/^L/.test(tokens.value(index)) && !isOrdinal(tokens, index)) {
    // `Art. 4 I b Rom I`, not `I u II`
    const after = tokens.value(index + 2)
    const mayBeLetter = /\d$/.test(roman) && /^(?:\p{Lu}|$)/u.test(after) && romanNumber(after) === undefined
    const letter = mayBeLetter ? readLetterSuffix(tokens, index + 1) : undefined
    return { value: { kind: 'abs', value: roman + (letter ?? '') }, next: letter === undefined ? index + 1 : index + 2 }
  }
  const bracketed = readBracketed(tokens, index)
  if (bracketed !== undefined) return { value: { kind: 'abs', value: bracketed.value }, next: bracketed.next }
  return readListLetter(tokens, index)
}

/** `a)`, `(a)` as the letter of a part, if the words after it belong to the citation; else it may number a list. */
function readListLetter(tokens: Tokens, index: number): Parsed<Qualifier> | undefined {
  if (tokens.gap(index) > Gap.Space) return undefined
  const at = tokens.is(index, '(') ? index + 1 : index
  const letter = tokens.kind(at) === TokenKind.Word ? tokens.value(at) : ''
  if (!LETTER.test(letter) || !tokens.is(at + 1, ')') || tokens.gap(at + 1) !== Gap.None) return undefined
  if (at === index ? !hasOwnBracket(tokens, at) : tokens.gap(at) !== Gap.None) return undefined
  return goesOn(tokens, at + 2) ? { value: { kind: 'buchst', value: letter }, next: at + 2 } : undefined
}

const LETTER = /^(?:[a-z]|([a-z])\1{1,2}|i[iv]|vi{0,3})$/

/** True if a law, a further part or member of a list follows, or nothing on the line. */
function goesOn(tokens: Tokens, index: number): boolean {
  if (tokens.gap(index) >= Gap.Line || tokens.kind(index) === TokenKind.End) return true
  if (isLawAt(tokens, index) || isPartWord(tokens, index) || tokens.is(index, '(')) return true
  const separator = readSeparator(tokens, index)
  if (separator === undefined) return tokens.is(index, '.') || tokens.is(index, ')')
  const { next } = separator
  const isNumbered = tokens.kind(next) === TokenKind.Number || tokens.kind(next) === TokenKind.Section
  return isNumbered || isPartWord(tokens, next) || tokens.is(next, '(')
}

/** Returns the short forms after another part: `I 2`, `Nr. 3 a)`, `Satz 1, 1. Alt.`, `a. F.` */
export function readDeeper(tokens: Tokens, index: number, last: Qualifier): Parsed<Qualifier> | undefined {
  const ordinal = readOrdinal(tokens, tokens.is(index, ',') ? index + 1 : index)
  if (ordinal !== undefined) return ordinal
  if (last.kind === 'abs' && romanNumber(tokens.value(index - 1)) !== undefined) {
    const number = readNumber(tokens, index)
    if (number !== undefined && /^\d{1,2}[a-z]?$/.test(number.value) && !isOrdinal(tokens, index)) {
      return { value: { kind: 'satz', value: number.value }, next: index + 1 }
    }
  }
  if (last.kind === 'buchst' && SMALL_ROMAN.test(tokens.value(index)) && isLawAt(tokens, index + 1)) {
    return { value: { kind: 'nr', value: tokens.value(index) }, next: index + 1 }
  }
  if (last.kind !== 'abs' && last.kind !== 'nr' && last.kind !== 'buchst') return undefined
  if (last.kind !== 'nr' || tokens.is(index, '(')) {
    const listed = readListLetter(tokens, index)
    if (listed !== undefined) return listed
  }
  // `§ 19 Absatz 1`, and on the next line `a) Nummer 1 …`
  const letter = isListMarker(tokens, index) ? undefined : readLetter(tokens, index)
  if (letter?.closed || (last.kind === 'buchst' && isDoubled(tokens, index, last.value))) {
    return letter && { value: { kind: 'buchst', value: letter.value }, next: letter.next }
  }
  const suffix = last.kind === 'nr' ? readLetterSuffix(tokens, index) : undefined
  if (suffix === undefined) return undefined
  return { value: { kind: 'buchst', value: suffix, isApart: true }, next: index + 1 }
}

/** `lit. b aa` */
const isDoubled = (tokens: Tokens, index: number, letter: string) =>
  /^[a-z]$/.test(letter) && /^([a-eg-z])\1$/.test(tokens.value(index)) && tokens.gap(index) === Gap.Space

/** `a`, `aa`, `a)`: the bracket belongs to the letter unless it closes an earlier one. */
function readLetter(tokens: Tokens, index: number): (Parsed<string> & { closed: boolean }) | undefined {
  const value = tokens.kind(index) === TokenKind.Word ? tokens.value(index) : ''
  if (!/^(?:\p{L}|([a-z])\1{1,2})$/u.test(value)) return undefined
  const bracket = tokens.is(index + 1, ')') && tokens.gap(index + 1) === Gap.None
  const own = bracket && hasOwnBracket(tokens, index)
  return { value: value.toLowerCase(), next: own ? index + 2 : index + 1, closed: bracket }
}

/** `(1)` */
function readBracketed(tokens: Tokens, index: number): Parsed<string> | undefined {
  const number = tokens.is(index, '(') ? readNumber(tokens, index + 1) : undefined
  if (number === undefined || !/^\d{1,3}[a-z]*$/.test(number.value) || !tokens.is(index + 2, ')')) return undefined
  return tokens.gap(index) <= Gap.Space ? { value: number.value, next: index + 3 } : undefined
}

/** `Abs. 1`, `Satz 2`, `Nummer 3`, `lfd. Nr. 3`, `Buchstabe a`, `Halbs. 2`, `zweiter Halbsatz` */
export function readNamed(tokens: Tokens, index: number, annex: boolean): Parsed<Qualifier> | undefined {
  // `Satz 1 im zweiten Halbsatz`
  const ordinal = readOrdinal(tokens, tokens.word(index) === 'im' ? index + 1 : index)
  if (ordinal !== undefined) return ordinal
  const edition = readEdition(tokens, index)
  if (edition !== undefined) return edition
  const alone = readUnnumbered(tokens, index)
  if (alone !== undefined) return alone
  const from = annex && tokens.word(index) === 'lfd' ? skipDot(tokens, index + 1) : index
  const kind = partKind(tokens, from, annex)
  if (kind === undefined) return undefined
  const at = skipPartWord(tokens, from)
  if (NAMED_ROWS.has(kind)) {
    const number = readPartNumber(tokens, at, 'nr')
    if (number === undefined && kind === 'zeichen') return undefined
    const value = number === undefined ? kind : `${kind}.${number.value}`
    return { value: { kind: 'nr', value }, next: number?.next ?? at }
  }
  const found = kind === 'buchst' ? readLetter(tokens, at) : readPartNumber(tokens, at, kind)
  return found && { ...found, value: { kind, value: found.value } }
}

/** Returns the index after the word of a part: `Abs.`, `S(atz)`. */
function skipPartWord(tokens: Tokens, index: number): number {
  const isSpelled = tokens.is(index + 1, '(') && tokens.word(index + 2) === 'atz' && tokens.is(index + 3, ')')
  return skipDot(tokens, isSpelled ? index + 4 : index + 1)
}

/** Returns the index after `a. E.`, `aE`, `am Ende`. */
function skipEnd(tokens: Tokens, index: number): number | undefined {
  if (tokens.value(index) === 'aE') return index + 1
  if (tokens.word(index) === 'am' && tokens.value(index + 1) === 'Ende') return index + 2
  const next = skipDot(tokens, index + 1)
  const isShort = tokens.value(index) === 'a' && next > index + 1 && tokens.value(next) === 'E'
  return isShort ? skipDot(tokens, next + 1) : undefined
}

/** `Eingangshalbs.`, `Satzteil vor Nr. 1`: unnumbered parts. */
function readUnnumbered(tokens: Tokens, index: number): Parsed<Qualifier> | undefined {
  const word = tokens.word(index)
  const [, kind, value] = UNNUMBERED_PARTS.find(([words]) => words.test(word)) ?? []
  if (kind !== undefined && value !== undefined) return { value: { kind, value }, next: skipDot(tokens, index + 1) }
  const end = skipEnd(tokens, index)
  if (end !== undefined) return { value: { kind: 'teilsatz', value: 'ende' }, next: end }
  const preposition = tokens.word(index + 1)
  if (PARTS.get(word) !== 'teilsatz' || !/^(?:vor|nach)$/.test(preposition)) return undefined
  const list = PARTS.get(tokens.word(index + 2))
  const part = list === 'nr' || list === 'buchst' ? readNamed(tokens, index + 2, false) : undefined
  return part && { value: { kind: 'teilsatz', value: `${preposition} ${part.value.value}` }, next: part.next }
}

/** True if a word announces a part: `Abs.`, `Satz`, `Nr.`, `lit.`; a lone `S` only with its dot. */
export function isPartWord(tokens: Tokens, index: number): boolean {
  const word = tokens.word(index)
  const kind = PARTS.get(word)
  if (kind !== 'abs' && kind !== 'satz' && kind !== 'nr' && kind !== 'buchst') return false
  const capital = tokens.value(index).charAt(0) !== word.charAt(0)
  const abbreviated = skipDot(tokens, index + 1) > index + 1
  return word === 's' ? false : capital || abbreviated
}

/** True if a word announces a part of an annex: `Abschnitt`, `Teil`. */
export function isAnnexPart(tokens: Tokens, index: number): boolean {
  const kind = partKind(tokens, index, true)
  return kind !== undefined && ANNEX_PARTS.has(kind)
}

function partKind(tokens: Tokens, index: number, annex: boolean): PartKind | undefined {
  const word = tokens.word(index)
  // `des Teils 1` of an annex, `Satz 1 Teils. 1` of a norm.
  const kind = annex && word === 'teils' ? 'teil' : PARTS.get(word)
  if (kind === undefined || (ANNEX_PARTS.has(kind) && !annex)) return undefined
  const capital = tokens.value(index).charAt(0) !== word.charAt(0)
  const anyCase = (SUBDIVISION_KINDS as readonly string[]).includes(kind)
  return capital || anyCase ? kind : undefined
}

/** Reads the number of a part: `1`, `1a`, `(1)`, `II`, `1ff.` */
export function readPartNumber(tokens: Tokens, index: number, kind: PartKind): Parsed<string> | undefined {
  const number = readNumber(tokens, index)
  if (number !== undefined) {
    const stuck = number.following !== undefined || isStuckF(tokens, index)
    const value = number.following === undefined && stuck ? number.value.slice(0, -1) : number.value
    if (stuck && /^\d+$/.test(value))
      return { value, following: number.following ?? 'f', next: skipDot(tokens, index + 1) }
    if (!(kind === 'nr' ? /^\d{1,6}[a-z]*(?:\.\d{1,3}[a-z]*)*$/ : /^\d{1,4}[a-z]*$/).test(value)) return undefined
    const letter = kind === 'abs' ? readLetterSuffix(tokens, index + 1) : undefined
    return letter === undefined ? { value, next: index + 1 } : { value: value + letter, next: index + 2 }
  }
  const bracketed = readBracketed(tokens, index)
  if (bracketed !== undefined) return bracketed
  if (tokens.kind(index) !== TokenKind.Word) return undefined
  const word = tokens.value(index)
  const roman = romanNumber(word)
  if (roman !== undefined) return { value: kind === 'abs' ? roman : word.toLowerCase(), next: index + 1 }
  // `Buchst. h Ziff. ii` in acts of the Union; not `Nr. i. V. m.`
  if (kind === 'nr' && SMALL_ROMAN.test(word) && !(tokens.is(index + 1, '.') && tokens.value(index + 2) === 'V')) {
    return { value: word, next: index + 1 }
  }
  return ANNEX_PARTS.has(kind) && /^[A-Z]$/.test(word) ? { value: word.toLowerCase(), next: index + 1 } : undefined
}

/** Points below a letter. */
const SMALL_ROMAN = /^(?:i{1,3}|iv|vi{0,3}|ix|xi{0,3}|xiv|xv)$/

/** `1. Alt.`, `zweiter Halbsatz`, `letzter Halbs.` */
function readOrdinal(tokens: Tokens, index: number): Parsed<Qualifier> | undefined {
  const number = readNumber(tokens, index)
  const dotted = number !== undefined && tokens.is(index + 1, '.')
  const word = tokens.word(index)
  const value = dotted ? number.value : (ORDINALS.get(word)?.toString() ?? UNCOUNTED.get(word))
  const at = dotted ? index + 2 : index + 1
  const kind = partKind(tokens, at, false)
  if (value === undefined || kind === undefined || kind === 'abs' || kind === 'nr' || kind === 'buchst') {
    return undefined
  }
  return { value: { kind, value }, next: skipDot(tokens, at + 1) }
}

/** `a. F.`, `nF` */
function readEdition(tokens: Tokens, index: number): Parsed<Qualifier> | undefined {
  const word = tokens.word(index)
  const next = skipDot(tokens, index + 1)
  const spaced = (word === 'a' || word === 'n') && next > index + 1 && tokens.value(next) === 'F'
  if (!spaced && word !== 'af' && word !== 'nf') return undefined
  const value = word.startsWith('a') ? 'alt' : 'neu'
  return { value: { kind: 'fassung', value }, next: spaced ? skipDot(tokens, next + 1) : next }
}

/** True if the numeral at `index` is an ordinal before a name or a noun: `1. BImSchV`, `II. BV`. */
function isOrdinal(tokens: Tokens, index: number): boolean {
  return (
    tokens.is(index + 1, '.') &&
    tokens.gap(index + 1) === Gap.None &&
    tokens.kind(index + 2) === TokenKind.Word &&
    /^\p{Lu}.*\p{Lu}/u.test(tokens.value(index + 2))
  )
}

/**
 * Returns a capital letter after an Absatz, a Roman numeral and a number below it, each with or without a full stop.
 * @returns `undefined` if neither the law nor a further part follows, as in `Abs. 2 A. Müller`
 */
function readOutline(
  tokens: Tokens,
  index: number,
  last: Qualifier | undefined,
): { value: Qualifier[]; next: number } | undefined {
  const value: Qualifier[] = []
  let next = index
  if (last?.kind === 'abs') {
    const letter = tokens.kind(next) === TokenKind.Word ? tokens.value(next) : ''
    if (!/^[A-H]$/.test(letter) || tokens.gap(next) > Gap.Space) return undefined
    value.push({ kind: 'buchst', value: letter.toLowerCase() })
    next = skipDot(tokens, next + 1)
  } else if (last?.kind !== 'buchst' || !/^[A-H]$/.test(tokens.value(index - 1))) return undefined
  const roman = tokens.kind(next) === TokenKind.Word && romanNumber(tokens.value(next)) !== undefined
  if (roman && tokens.gap(next) <= Gap.Space) {
    value.push({ kind: 'nr', value: tokens.value(next).toLowerCase() })
    next = skipDot(tokens, next + 1)
  }
  if (value.length > 0 && /^\d{1,2}$/.test(tokens.value(next)) && tokens.gap(next) <= Gap.Space) {
    value.push({ kind: 'nr', value: tokens.value(next) })
    next = skipDot(tokens, next + 1)
  }
  const goesOn = isLawAt(tokens, next) || PARTS.get(tokens.word(next)) === 'nr' || listGoesOn(tokens, next)
  return value.length > 0 && goesOn ? { value, next } : undefined
}

function listGoesOn(tokens: Tokens, index: number): boolean {
  const separator = readSeparator(tokens, index)
  return separator !== undefined && tokens.kind(separator.next) === TokenKind.Section
}
