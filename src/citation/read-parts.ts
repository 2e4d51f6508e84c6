/** Reads what follows a norm's number: `Abs. 1 Satz 2 Nr. 3 Buchst. a`, `I 2`, and lists of such parts. */
import type { Qualifier } from './designation.ts'
import { ANNEX_PARTS, ORDINALS, PARTS, type PartKind } from './keywords.ts'
import { SUBDIVISION_KINDS } from './norm-path.ts'
import {
  readFollowing,
  readLetterSuffix,
  readNumber,
  readSeparator,
  romanNumber,
  type Separator,
  skipDot,
} from './read-values.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** Parts in their order in the text, outermost first; `to` is the end of a range of the innermost. */
export interface PartList {
  steps: Qualifier[]
  to?: string
}

interface Found<Value> {
  value: Value
  next: number
}

/** What the reader of parts must know about the norm whose parts they are. */
export interface PartContext {
  annex: boolean
  /** Whether the bare number at `index`, a member of a list behind the part `last`, is a norm rather than a part. */
  isNorm: (index: number, separator: Separator, last: Qualifier | undefined) => boolean
}

/** Reads the parts at `index`: one list of steps for each that is named, a single empty one where none is. */
export function readParts(tokens: Tokens, index: number, context: PartContext): Found<PartList[]> {
  const lists: PartList[] = [{ steps: [] }]
  let roman = false
  let next = index
  for (;;) {
    const current = lists.at(-1) as PartList
    const last = current.steps.at(-1)
    const step = last === undefined ? readFirst(tokens, next, context) : readDeeper(tokens, next, last)
    const part = step ?? readNamed(tokens, next, context.annex)
    if (part !== undefined && current.to === undefined && mayAdd(current.steps, part.value)) {
      if (last === undefined && romanNumber(tokens.value(next)) !== undefined) roman = true
      current.steps.push(part.value)
      next = part.next
      continue
    }
    const following = last === undefined ? undefined : readFollowing(tokens, next)
    if (following !== undefined) {
      next = following.next
      continue
    }
    const listed = readListed(tokens, next, current, roman, context)
    if (listed === undefined) return { value: lists, next }
    if (listed.value !== current) lists.push(listed.value)
    next = listed.next
  }
}

/** An Absatz or Satz occurs once among the steps; numbers and letters nest in their like. */
function mayAdd(steps: Qualifier[], step: Qualifier): boolean {
  return (step.kind !== 'abs' && step.kind !== 'satz') || steps.every(({ kind }) => kind !== step.kind)
}

/** The short forms directly behind the norm's number: `II`, `(1)`. */
function readFirst(tokens: Tokens, index: number, context: PartContext): Found<Qualifier> | undefined {
  if (context.annex) return undefined
  const roman = tokens.kind(index) === TokenKind.Word ? romanNumber(tokens.value(index)) : undefined
  if (roman !== undefined && !isOrdinal(tokens, index)) return { value: { kind: 'abs', value: roman }, next: index + 1 }
  const bracketed = readBracketed(tokens, index)
  return bracketed && { value: { kind: 'abs', value: bracketed.value }, next: bracketed.next }
}

/** The short forms behind another part: `I 2`, `Nr. 3 a)`, `Satz 1, 1. Alt.`, `a. F.` */
function readDeeper(tokens: Tokens, index: number, last: Qualifier): Found<Qualifier> | undefined {
  const ordinal = readOrdinal(tokens, tokens.is(index, ',') ? index + 1 : index)
  if (ordinal !== undefined) return ordinal
  if (last.kind === 'abs' && romanNumber(tokens.value(index - 1)) !== undefined) {
    const number = readNumber(tokens, index)
    if (number !== undefined && /^\d{1,2}[a-z]?$/.test(number.value) && !isOrdinal(tokens, index)) {
      return { value: { kind: 'satz', value: number.value }, next: index + 1 }
    }
  }
  if (last.kind !== 'abs' && last.kind !== 'nr' && last.kind !== 'buchst') return undefined
  const letter = readLetter(tokens, index)
  if (letter?.closed || (last.kind === 'nr' && readLetterSuffix(tokens, index) !== undefined)) {
    return letter && { value: { kind: 'buchst', value: letter.value }, next: letter.next }
  }
  return undefined
}

/** `a`, `aa`, `a)`: the bracket belongs to the letter unless it closes one that is open before it. */
function readLetter(tokens: Tokens, index: number): (Found<string> & { closed: boolean }) | undefined {
  const value = tokens.kind(index) === TokenKind.Word ? tokens.value(index) : ''
  if (!/^(?:\p{L}|([a-z])\1{1,2})$/u.test(value)) return undefined
  const bracket = tokens.is(index + 1, ')') && tokens.gap(index + 1) === Gap.None
  const own = bracket && (tokens.depth(index + 1) === 0 || tokens.is(index + 2, ')'))
  return { value: value.toLowerCase(), next: own ? index + 2 : index + 1, closed: bracket }
}

/** `(1)` */
function readBracketed(tokens: Tokens, index: number): Found<string> | undefined {
  const number = tokens.is(index, '(') ? readNumber(tokens, index + 1) : undefined
  if (number === undefined || !/^\d{1,3}[a-z]*$/.test(number.value) || !tokens.is(index + 2, ')')) return undefined
  return tokens.gap(index) <= Gap.Space ? { value: number.value, next: index + 3 } : undefined
}

/** `Abs. 1`, `Satz 2`, `Nummer 3`, `Buchstabe a`, `Halbs. 2`, `zweiter Halbsatz` */
function readNamed(tokens: Tokens, index: number, annex: boolean): Found<Qualifier> | undefined {
  const ordinal = readOrdinal(tokens, index)
  if (ordinal !== undefined) return ordinal
  const edition = readEdition(tokens, index)
  if (edition !== undefined) return edition
  const kind = partKind(tokens, index, annex)
  if (kind === undefined) return undefined
  const at = skipDot(tokens, index + 1)
  const found = kind === 'buchst' ? readLetter(tokens, at) : readPartNumber(tokens, at, kind)
  return found && { value: { kind, value: found.value }, next: found.next }
}

function partKind(tokens: Tokens, index: number, annex: boolean): PartKind | undefined {
  const word = tokens.word(index)
  const kind = PARTS.get(word)
  if (kind === undefined || (ANNEX_PARTS.has(kind) && !annex)) return undefined
  const capital = tokens.value(index).charAt(0) !== word.charAt(0)
  const anyCase = (SUBDIVISION_KINDS as readonly string[]).includes(kind)
  return capital || anyCase ? kind : undefined
}

function readPartNumber(tokens: Tokens, index: number, kind: PartKind): Found<string> | undefined {
  const number = readNumber(tokens, index)
  if (number !== undefined) {
    const value = number.value
    if (!(kind === 'nr' ? /^\d{1,4}[a-z]*(?:\.\d{1,3}[a-z]*)*$/ : /^\d{1,4}[a-z]*$/).test(value)) return undefined
    const letter = kind === 'abs' ? readLetterSuffix(tokens, index + 1) : undefined
    return letter === undefined ? { value, next: index + 1 } : { value: value + letter, next: index + 2 }
  }
  const bracketed = readBracketed(tokens, index)
  if (bracketed !== undefined) return bracketed
  if (tokens.kind(index) !== TokenKind.Word) return undefined
  const word = tokens.value(index)
  const roman = romanNumber(word)
  if (roman !== undefined) return { value: kind === 'abs' ? roman : word.toLowerCase(), next: index + 1 }
  return ANNEX_PARTS.has(kind) && /^[A-Z]$/.test(word) ? { value: word.toLowerCase(), next: index + 1 } : undefined
}

/** `1. Alt.`, `zweiter Halbsatz` */
function readOrdinal(tokens: Tokens, index: number): Found<Qualifier> | undefined {
  const number = readNumber(tokens, index)
  const dotted = number !== undefined && tokens.is(index + 1, '.')
  const value = dotted ? number.value : ORDINALS.get(tokens.word(index))?.toString()
  const at = dotted ? index + 2 : index + 1
  const kind = partKind(tokens, at, false)
  if (value === undefined || kind === undefined || kind === 'abs' || kind === 'nr' || kind === 'buchst') {
    return undefined
  }
  return { value: { kind, value }, next: skipDot(tokens, at + 1) }
}

/** `a. F.`, `nF` */
function readEdition(tokens: Tokens, index: number): Found<Qualifier> | undefined {
  const word = tokens.word(index)
  const next = skipDot(tokens, index + 1)
  const spaced = (word === 'a' || word === 'n') && next > index + 1 && tokens.value(next) === 'F'
  if (!spaced && word !== 'af' && word !== 'nf') return undefined
  const value = word.startsWith('a') ? 'alt' : 'neu'
  return { value: { kind: 'fassung', value }, next: spaced ? skipDot(tokens, next + 1) : next }
}

/** Whether the numeral at `index` is an ordinal before a name or a noun: `1. BImSchV`, `II. BV`. */
function isOrdinal(tokens: Tokens, index: number): boolean {
  return (
    tokens.is(index + 1, '.') &&
    tokens.gap(index + 1) === Gap.None &&
    tokens.kind(index + 2) === TokenKind.Word &&
    /^\p{Lu}.*\p{Lu}/u.test(tokens.value(index + 2))
  )
}

/** The next member of a list, or the end of a range (then it is `current` that is returned). */
function readListed(
  tokens: Tokens,
  index: number,
  current: PartList,
  roman: boolean,
  context: PartContext,
): Found<PartList> | undefined {
  const separator = readSeparator(tokens, index)
  if (separator === undefined) return undefined
  const last = current.steps.at(-1)
  const named = readNamed(tokens, separator.next, context.annex)
  if (named !== undefined) return listNamed(current, separator, named)
  if (last === undefined || separator.kind === 'with') return undefined
  const bare = readBare(tokens, separator, current, roman, context)
  if (bare === undefined) return undefined
  if (separator.kind === 'to') {
    current.to = bare.value.value
    return { value: current, next: bare.next }
  }
  return { value: { steps: [...stepsAbove(current.steps, bare.value), bare.value] }, next: bare.next }
}

function listNamed(current: PartList, separator: Separator, named: Found<Qualifier>): Found<PartList> | undefined {
  const last = current.steps.at(-1)
  const { value: step, next } = named
  if (separator.kind === 'to') {
    if (last?.kind !== step.kind || current.to !== undefined) return undefined
    current.to = step.value
    return { value: current, next }
  }
  const known = current.steps.some(({ kind }) => kind === step.kind)
  const wider = last !== undefined && rank(step.kind) < rank(last.kind)
  if (known || wider) return { value: { steps: [...stepsAbove(current.steps, step), step] }, next }
  if (separator.kind !== 'comma') return undefined
  current.steps.push(step)
  return { value: current, next }
}

/** A number, Roman numeral or letter that continues the list by itself: `Abs. 1 und 2`, `Buchst. a, b`, `I, II`. */
function readBare(
  tokens: Tokens,
  separator: Separator,
  current: PartList,
  roman: boolean,
  context: PartContext,
): Found<Qualifier> | undefined {
  const last = current.steps.at(-1) as Qualifier
  const index = separator.next
  if (last.kind === 'buchst') {
    const letter = readLetter(tokens, index)
    return letter && { value: { kind: 'buchst', value: letter.value }, next: letter.next }
  }
  const numeral = roman && tokens.kind(index) === TokenKind.Word ? romanNumber(tokens.value(index)) : undefined
  if (numeral !== undefined) return { value: { kind: 'abs', value: numeral }, next: index + 1 }
  const number = readNumber(tokens, index)
  if (number === undefined || !/^\d{1,3}[a-z]*$/.test(number.value) || !/^\d/.test(last.value)) return undefined
  if (context.isNorm(index, separator, last)) return undefined
  const ordinal = tokens.is(index + 1, '.') && tokens.gap(index + 1) === Gap.None && separator.kind === 'comma'
  if (ordinal && tokens.kind(index + 2) === TokenKind.Word) return undefined
  const letter = last.kind === 'abs' ? readLetterSuffix(tokens, index + 1) : undefined
  const value = number.value + (letter ?? '')
  return { value: { kind: last.kind, value }, next: letter === undefined ? index + 1 : index + 2 }
}

/** The steps that a new member of a list shares with the one before it: those above its own kind. */
function stepsAbove(steps: Qualifier[], step: Qualifier): Qualifier[] {
  const like = steps.findIndex(
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
