/** Reads the parts after a norm's number: `Abs. 1 Satz 2 Nr. 3 Buchst. a`, `I 2`, and lists of such parts. */
import type { Qualifier } from '../designation.ts'
import { SUBDIVISION_KINDS } from '../norm-path.ts'
import { PARTS } from './lexicon.ts'
import { type Parsed, readDeeper, readFirst, readLetter, readNamed, readOutline } from './read-part.ts'
import {
  isLawAt,
  isListMarker,
  isQuantity,
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
  /** Those of its steps, by their place, that are bare numbers, which may be norms, and the tokens of these. */
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

/** Facts about the norm whose parts are read. */
export interface PartContext {
  annex: boolean
  /** True if the bare number at `index`, a member of a list after the part `last`, is a norm rather than a part. */
  isNorm: (index: number, separator: Separator, last: Qualifier | undefined) => boolean
}

const NO_LIST: PartContext = { annex: false, isNorm: () => false }

/** Most parts that are read in one list. */
const MOST = 100

/** Reads the parts at `index`: a list of steps for each of them, or a single empty list. */
export function readParts(tokens: Tokens, index: number, context: PartContext = NO_LIST): Parsed<PartList[]> {
  const lists: PartList[] = [{ steps: [] }]
  let form: ShortForm | undefined
  let next = index
  for (;;) {
    const current = lists.at(-1) as PartList
    // An Absatz is of the norm before it, even after an empty line: files of decisions have such lines anywhere.
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

/** Adds parts below the others. Of `Abs. 1 f. Nr. 3` nothing follows. */
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
 * True if a step may follow others: an Absatz occurs once, a Satz once at each level (`Satz 1 Nr. 2 Satz 2`); numbers
 * and letters nest.
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

/** Returns the steps of a bare number that continues a list of parts; `undefined` if it is unlike the last of them. */
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
 * Reads a bare number, letter, or numeral in the form of the Absatz before it, that continues a list: `Abs. 1 und 2`,
 * `Buchst. a, b`, `I, II`.
 */
function readBare(
  tokens: Tokens,
  separator: Separator,
  current: PartList,
  form: ShortForm | undefined,
  context: PartContext,
): Parsed<Qualifier> | undefined {
  // After a raised number, which may be that of a footnote, the list goes on with Absätze: `Abs. 1³, 3`.
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

/** Numbers of a list are close to each other: `Nr. 1 und 210 DM` is none. */
const FARTHEST = 40
const isFar = (last: string, next: string) => Number.parseInt(next, 10) > Number.parseInt(last, 10) + FARTHEST

/** Returns the steps that a new member of a list shares with the one before it: those above its own kind. */
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
