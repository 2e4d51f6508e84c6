/** Reads numbers of fee schedules, which are cited by their own abbreviation: `Nr. 7000 VV RVG`. */
import type { Qualifier } from '../designation.ts'
import { HEADS, PARTS } from '../grammar/lexicon.ts'
import type { ReadNorm } from '../grammar/read-norms.ts'
import { type Parsed, readDeeper, readFirst, readNamed, readPartNumber } from '../grammar/read-parts.ts'
import { isQuantity, readFollowing, readSeparator, skipDot } from '../grammar/read-tokens.ts'
import { Gap, isInNextCell, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { type NameCandidate, nameOf, readChunk } from '../laws/chunks.ts'
import { ARTICLES, looksLikeAbbreviation } from '../laws/law-form.ts'
import { annexOfSign, isLawOfSigns, numberedLaw } from '../laws/schedules.ts'

/** The cited numbers, and the law with the schedule. Positions are tokens. */
export interface ReadSchedule {
  norms: ReadNorm[]
  name: NameCandidate
  /** Tokens of the numbers, `[first, next)`, and the one after numbers and law. */
  first: number
  next: number
  end: number
}

/** Schedules are the first annex of their law, except for road signs. */
const ANNEX = { kind: 'annex', value: '1' } as const
const SCHEDULE = /^(?:VV|KV|GV)$/
const SCHEDULE_WORD = /^(?:vergütungs|kosten|gebühren)verzeichnis(?:ses)?$/
/** The schedule that only one law has, and that law. */
const LONE_SCHEDULE = ['VV', 'RVG'] as const
/** Numbers without a word before them. */
const NUMBER = /^\d{3,6}[a-z]?$/
const REMARK = /^vorb(?:em(?:erkung(?:en)?)?)?$/
const NOTE = /^anm(?:erkung(?:en)?)?$/
const SIGN = /^(?:verkehrs|zusatz)?zeichens?$/
/** Maximum number of numbers read in one list. */
const MOST = 30
/** Maximum number of parts read after a number, or a text of only parts would be read from each of them to its end. */
const MOST_PARTS = 10
/** Maximum length of schedule and law, in tokens: an abbreviation has at most 30 characters. */
const LONGEST_LAW = 33

/** Reads a lettered part of a law that consists of one annex: `Teil D, Nr 1 f VMG`. */
function readPartOfAnnex(tokens: Tokens, index: number): ReadSchedule | undefined {
  const letter = tokens.value(index + 1)
  if (tokens.word(index) !== 'teil' || !/^[A-Z]$/.test(letter) || tokens.gap(index + 1) > Gap.Line) return undefined
  const at = tokens.is(index + 2, ',') ? index + 3 : index + 2
  const parts = readRest(tokens, at)
  const next = /^ff?$/.test(tokens.value(parts.next)) ? skipDot(tokens, parts.next + 1) : parts.next
  const chunk = parts.steps[0]?.kind === 'nr' ? readChunk(tokens, next) : undefined
  if (chunk === undefined || !looksLikeAbbreviation(nameOf(tokens, next, chunk.next).text)) return undefined
  const steps: Qualifier[] = [{ kind: 'teil', value: letter.toLowerCase() }, ...parts.steps]
  const norms = [{ elements: [ANNEX], steps, first: index, next }]
  return { norms, name: nameOf(tokens, next, chunk.next), first: index, next, end: chunk.next }
}

/**
 * Reads rows of a schedule at `index`: `Nrn. 3100 und 3104 VV RVG`, `3104 VV RVG`, `Vorbem. 3 Abs. 4 VV RVG`, `VV RVG Nr. 7008`,
 * `Anm. Abs. 1 zu Nr. 3104 VV RVG`, `GOÄ-Nr. 2001`, `Anhang Nr. 11 UWG`, `Zeichen 250 StVO`.
 */
export function readSchedule(tokens: Tokens, index: number): ReadSchedule | undefined {
  if (tokens.kind(index) === TokenKind.Number) return readRowsAndLaw(tokens, index, index, [])
  const word = tokens.word(index)
  if (word === '') return undefined
  if (SIGN.test(word)) return readSigns(tokens, index)
  if (isRowWord(tokens, index))
    return isPartOfPart(tokens, index) ? undefined : readRowsAndLaw(tokens, index, index, [])
  const note = readNoteBefore(tokens, index)
  if (note !== undefined) return readRowsAndLaw(tokens, index, note.next, note.steps)
  if (!/^\p{Lu}/u.test(tokens.value(index))) return undefined
  return readPartOfAnnex(tokens, index) ?? readBetween(tokens, index) ?? readLawAndRows(tokens, index)
}

/** True for `Nr.`, `lfd. Nr.`, `Vorbem.` */
function isRowWord(tokens: Tokens, index: number): boolean {
  const word = tokens.word(index)
  return PARTS.get(word) === 'nr' || REMARK.test(word) || (word === 'lfd' && PARTS.get(tokens.word(index + 2)) === 'nr')
}

/** True for `Abs. 2 Nr. 3`: a part within another, not a row. */
function isPartOfPart(tokens: Tokens, index: number): boolean {
  const isAfterPart = [index - 2, index - 3].some((at) => PARTS.has(tokens.word(at)))
  return isAfterPart && tokens.kind(index - 1) === TokenKind.Number && !isInNextCell(tokens, index)
}

/** Reads the parts of a note before its row: `Anm. Abs. 1 zu`, `Absatz 1 der Anmerkung zu`. */
function readNoteBefore(tokens: Tokens, index: number): { steps: Qualifier[]; next: number } | undefined {
  const isFirst = NOTE.test(tokens.word(index))
  if (!isFirst && !/^(?:abs|satz)$/.test(PARTS.get(tokens.word(index)) ?? '')) return undefined
  const parts = readRest(tokens, index)
  const at =
    !isFirst && tokens.word(parts.next) === 'der' && NOTE.test(tokens.word(parts.next + 1))
      ? skipDot(tokens, parts.next + 2)
      : parts.next
  const isNote = isFirst || at > parts.next
  return isNote && tokens.word(at) === 'zu' && isRowWord(tokens, at + 1)
    ? { steps: parts.steps, next: at + 1 }
    : undefined
}

/**
 * Reads rows, then their law.
 * @param first token of the citation
 * @param index of the rows
 * @param note parts of the note to the last of them
 */
function readRowsAndLaw(tokens: Tokens, first: number, index: number, note: Qualifier[]): ReadSchedule | undefined {
  const norms = readRows(tokens, index)
  const last = norms?.at(-1)
  if (norms === undefined || last === undefined) return undefined
  const next = last.next
  const isBare = tokens.kind(index) === TokenKind.Number
  const law = readLaw(tokens, skipArticle(tokens, next)) ?? (isBare ? undefined : readNumbered(tokens, next))
  if (law === undefined) return undefined
  last.steps.push(...note)
  last.next =
    tokens.at(law.name.start) > next && HEADS.has(tokens.word(skipArticle(tokens, next)))
      ? skipArticle(tokens, next) + 1
      : next
  norms[0] = { ...(norms[0] as ReadNorm), first }
  return { norms, name: law.name, first, next: last.next, end: law.next }
}

/** Reads `VV RVG Nr. 7008`, `VV RVG 2300`, `GOÄ Nr. 5`, `GOÄ-Nr. 2001`, `BK 2108`. */
function readLawAndRows(tokens: Tokens, index: number): ReadSchedule | undefined {
  const law = readLaw(tokens, index) ?? readJoined(tokens, index)
  if (law === undefined) return undefined
  const at = tokens.is(law.next, ',') ? law.next + 1 : law.next
  const norms = tokens.gap(at) > Gap.Line || isQuantity(tokens, at) ? undefined : readRows(tokens, at, true)
  const next = norms?.at(-1)?.next ?? index
  return norms && { norms, name: law.name, first: norms[0]?.first ?? index, next, end: next }
}

/** Reads the name of a law before its rows, perhaps with a hyphen: `GOÄ`, `BK`. */
function readJoined(tokens: Tokens, index: number): { name: NameCandidate; next: number } | undefined {
  const text = numberedLaw(tokens.value(index))
  if (text === undefined) return undefined
  const next = tokens.is(index + 1, '-') ? index + 2 : index + 1
  const isBare = tokens.value(index) === 'BK' && /^\d{4}$/.test(tokens.value(next))
  return isBare || isRowWord(tokens, next) ? { name: { ...nameOf(tokens, index, index + 1), text }, next } : undefined
}

/** Reads numbers between the schedule and its law, or after a schedule of one law only: `VV 3100 RVG`, `KV Nr. 1210 GKG`, `VV 2300`. */
function readBetween(tokens: Tokens, index: number): ReadSchedule | undefined {
  if (!SCHEDULE.test(tokens.value(index))) return undefined
  const norms = readRows(tokens, index + 1, true)
  const next = norms?.at(-1)?.next ?? index
  const chunk = norms && readChunk(tokens, next)
  const name = chunk && tokens.gap(next) <= Gap.Line ? nameOf(tokens, next, chunk.next) : undefined
  if (norms === undefined) return undefined
  norms[0] = { ...(norms[0] as ReadNorm), first: index }
  if (name !== undefined && isLaw(name.text)) return { norms, name, first: index, next, end: chunk?.next ?? next }
  const [lone, text] = LONE_SCHEDULE
  const isLone =
    tokens.value(index) === lone && norms.every(({ steps }) => /^\d{4}$|^vorbem/.test(steps[0]?.value ?? ''))
  return isLone
    ? { norms, name: { ...nameOf(tokens, index, index + 1), text }, first: index, next, end: next }
    : undefined
}

/**
 * Reads the rows at `index`: `Nrn. 3100 und 3104`, `3100 bis 3104`, `3104`, `Vorbem. 3 Abs. 4`.
 * @param isAfterLaw true if their law precedes: a number with its own law is another citation
 */
function readRows(tokens: Tokens, index: number, isAfterLaw = false): ReadNorm[] | undefined {
  if (REMARK.test(tokens.word(index))) return readRemark(tokens, index, isAfterLaw)
  const isSign = SIGN.test(tokens.word(index))
  const isNamed = isSign || isRowWord(tokens, index)
  const norms: ReadNorm[] = []
  let first = index
  while (norms.length < MOST && (norms.length === 0 || !isAfterLaw || !hasOwnLaw(tokens, first))) {
    const number = readRowNumber(tokens, first, isNamed)
    if (number === undefined) break
    const norm = isSign ? readSign(tokens, first, number) : readRow(tokens, first, number, isNamed, isAfterLaw)
    norms.push(norm)
    const separator = readSeparator(tokens, norm.next)
    if (separator === undefined || separator.kind === 'with') break
    first = separator.next
  }
  return norms.length > 0 ? norms : undefined
}

const hasOwnLaw = (tokens: Tokens, index: number) =>
  isRowWord(tokens, index) && readRowsAndLaw(tokens, index, index, []) !== undefined

/** Reads a row with its named parts, or a range of rows: `3104`, `Nr. 3100 bis 3104`, `Nr. 7003 f.` */
function readRow(
  tokens: Tokens,
  first: number,
  number: Parsed<string>,
  isNamed: boolean,
  isAfterLaw: boolean,
): ReadNorm {
  const { value, next } = number
  const following = number.following === undefined ? readFollowing(tokens, next) : { following: number.following, next }
  const row: ReadNorm = { elements: [ANNEX], steps: [{ kind: 'nr', value }], first, next }
  if (following !== undefined) return { ...row, stepsFollowing: following.following, next: following.next }
  const separator = readSeparator(tokens, next)
  const to = separator?.kind === 'to' ? readRowNumber(tokens, separator.next, isNamed) : undefined
  if (to !== undefined) return { ...row, stepsTo: to.value, next: to.next }
  const parts = readRest(tokens, next, isAfterLaw)
  return { ...row, steps: [...row.steps, ...parts.steps], next: parts.next }
}

function readRowNumber(tokens: Tokens, index: number, isNamed: boolean): Parsed<string> | undefined {
  const isSign = SIGN.test(tokens.word(index))
  const at = isSign ? index + 1 : isRowWord(tokens, index) ? skipRowWord(tokens, index) : index
  if (tokens.kind(at) !== TokenKind.Number || tokens.gap(at) > Gap.Line || (at === index && isQuantity(tokens, at)))
    return undefined
  const stuck = skipDot(tokens, at + 1) > at + 1 ? /^(\d+)f$/.exec(tokens.value(at))?.[1] : undefined
  const number: Parsed<string> | undefined =
    stuck === undefined ? readPartNumber(tokens, at, 'nr') : { value: stuck, following: 'f', next: at + 2 }
  return number && (isNamed || NUMBER.test(number.value)) ? number : undefined
}

/** Returns the index after `Nr.`, `lfd. Nr.` */
const skipRowWord = (tokens: Tokens, index: number) =>
  skipDot(tokens, (tokens.word(index) === 'lfd' ? skipDot(tokens, index + 1) : index) + 1)

/** Reads a preliminary remark of the schedule: `Vorbem. 3 Abs. 4`, `Vorbemerkung 3.2.1`. */
function readRemark(tokens: Tokens, index: number, isAfterLaw: boolean): ReadNorm[] | undefined {
  const at = skipDot(tokens, index + 1)
  if (tokens.kind(at) !== TokenKind.Number) return undefined
  const { steps, next } = readRest(tokens, at + 1, isAfterLaw)
  const remark: Qualifier = { kind: 'nr', value: `vorbem.${tokens.value(at)}` }
  return [{ elements: [ANNEX], steps: [remark, ...steps], first: index, next }]
}

/** Reads road signs: `Zeichen 274 und 274.1 StVO`. */
function readSigns(tokens: Tokens, index: number): ReadSchedule | undefined {
  const norms = readRows(tokens, index)
  const next = norms?.at(-1)?.next ?? index
  const from = skipArticle(tokens, next)
  const chunk = norms && readChunk(tokens, from)
  const name = chunk && nameOf(tokens, from, chunk.next)
  if (norms === undefined || name === undefined || !isLawOfSigns(name.text) || tokens.gap(from) > Gap.Line)
    return undefined
  return { norms, name, first: index, next, end: chunk?.next ?? next }
}

/** A road sign, perhaps with its variant in the catalogue of signs: `274-50`. */
function readSign(tokens: Tokens, first: number, { value, next: at }: Parsed<string>): ReadNorm {
  const variant = /^-(\d\d)(?!\d)/.exec(tokens.slice(at, at + 2))?.[1]
  const isVariant = variant !== undefined && tokens.gap(at) + tokens.gap(at + 1) === Gap.None
  const parts = readRest(tokens, isVariant ? at + 2 : at)
  const steps: Qualifier[] = [{ kind: 'nr', value: `zeichen.${value}` }]
  if (isVariant) steps.push({ kind: 'vzkat', value: variant })
  const elements = [{ kind: 'annex', value: annexOfSign(value) } as const]
  return { elements, steps: [...steps, ...parts.steps], first, next: parts.next }
}

const skipArticle = (tokens: Tokens, index: number) => (ARTICLES.has(tokens.word(index)) ? index + 1 : index)

/**
 * Parts after a number: `Abs. 1 Satz 2`, `Anm. Abs. 1 Nr. 2`. A number in the next line or cell is a row's.
 * @param isAfterLaw true if a number with its own law is another citation
 */
function readRest(tokens: Tokens, index: number, isAfterLaw = false): { steps: Qualifier[]; next: number } {
  const steps: Qualifier[] = []
  const isNote = NOTE.test(tokens.word(index))
  let next = isNote ? skipDot(tokens, index + 1) : index
  while (steps.length < MOST_PARTS) {
    const last = steps.at(-1)
    const isApart = (last === undefined && isInNextCell(tokens, next)) || (isAfterLaw && hasOwnLaw(tokens, next))
    if (tokens.gap(next) >= Gap.Paragraph || (isApart && isRowWord(tokens, next))) break
    const part =
      (last && readDeeper(tokens, next, last)) ??
      readNamed(tokens, next, false) ??
      readFirst(tokens, next, steps.length > 0)
    if (part === undefined) break
    steps.push(part.value)
    next = part.next
  }
  return { steps, next }
}

/** Reads schedule and law, in any order: `VV RVG`, `VV-RVG`, `RVG-VV`, `Vergütungsverzeichnis zum RVG`. */
function readLaw(tokens: Tokens, index: number): { name: NameCandidate; next: number } | undefined {
  const chunk = readChunk(tokens, index)
  if (chunk === undefined || chunk.next - index > LONGEST_LAW) return undefined
  const spanTo = (next: number) => ({ start: tokens.start(index), end: tokens.end(next - 1) })
  const [first = '', second = '', ...more] = nameOf(tokens, index, chunk.next).text.split('-', 3)
  const joined = SCHEDULE.test(first) ? second : SCHEDULE.test(second) ? first : ''
  if (more.length === 0 && isLaw(joined)) return { name: { text: joined, ...spanTo(chunk.next) }, next: chunk.next }
  const isSchedule = SCHEDULE.test(first) || SCHEDULE_WORD.test(first.toLowerCase())
  if (second !== '' || (!isSchedule && !isLaw(first))) return undefined
  const at = isSchedule && /^(?:zu[mr]|des|der)$/.test(tokens.word(chunk.next)) ? chunk.next + 1 : chunk.next
  const other = readChunk(tokens, at)
  if (other === undefined || tokens.gap(at) > Gap.Line) return undefined
  const { text } = nameOf(tokens, at, other.next)
  const law = isSchedule ? text : SCHEDULE.test(text) ? first : ''
  return isLaw(law) ? { name: { text: law, ...spanTo(other.next) }, next: other.next } : undefined
}

/** Reads a law cited by row alone: `GOÄ`, `VV`; before `Anlage zur` any law. */
function readNumbered(tokens: Tokens, index: number): { name: NameCandidate; next: number } | undefined {
  const word = HEADS.get(tokens.word(skipArticle(tokens, index)))
  const isBefore = word?.kind === 'annex'
  const after = isBefore ? skipDot(tokens, skipArticle(tokens, index) + 1) : index
  const at = /^(?:zu[mr]|des|der)$/.test(tokens.word(after)) ? after + 1 : after
  const chunk = readChunk(tokens, at)
  if (chunk === undefined || tokens.gap(at) > Gap.Line) return undefined
  const name = nameOf(tokens, at, chunk.next)
  const [lone, law] = LONE_SCHEDULE
  const isLone = name.text === lone && /^\d{4}$/.test(tokens.value(index - 1))
  const text = numberedLaw(name.text) ?? (isLone ? law : undefined)
  if (text !== undefined) return { name: { ...name, text }, next: chunk.next }
  return isBefore && looksLikeAbbreviation(name.text) ? { name, next: chunk.next } : undefined
}

/** True for abbreviations like those of laws on fees: `RVG`, `GKG`, `GNotKG`. */
const isLaw = (text: string) => looksLikeAbbreviation(text) && /G$/.test(text)
