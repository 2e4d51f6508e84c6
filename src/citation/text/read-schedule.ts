/** Reads numbers of fee schedules, which are cited by an abbreviation of their own: `Nr. 7000 VV RVG`. */
import type { Qualifier } from '../designation.ts'
import { PARTS } from '../grammar/lexicon.ts'
import type { ReadNorm } from '../grammar/read-norms.ts'
import { readNamed } from '../grammar/read-part.ts'
import { readSeparator, skipDot } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { type NameCandidate, nameOf, readChunk } from '../laws/chunks.ts'
import { ARTICLES, looksLikeAbbreviation } from '../laws/law-form.ts'

/** The numbers that are cited, and the law that has the schedule. Positions are tokens. */
export interface ReadSchedule {
  norms: ReadNorm[]
  name: NameCandidate
  /** Tokens of the numbers, `[first, next)`, and the one after numbers and law. */
  first: number
  next: number
  end: number
}

/** Schedules are the first annex of their law. */
const ANNEX = { kind: 'annex', value: '1' } as const
const SCHEDULE = /^(?:VV|KV|GV)$/
const SCHEDULE_WORD = /^(?:vergütungs|kosten|gebühren)verzeichnis(?:ses)?$/
const NUMBER = /^\d{3,6}[a-z]?$/
/** So many numbers are read in one list. */
const MOST = 30
/** So many parts are read after a number, or a text of nothing else would be read from each of them to its end. */
const MOST_PARTS = 10
/** Tokens of the longest schedule and law: an abbreviation has at most 30 characters. */
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

/** Reads the schedule at `index`: `Nrn. 3100 und 3104 VV RVG`, `Vorbem. 3 Abs. 4 VV RVG`, `VV RVG Nr. 7008`. */
export function readSchedule(tokens: Tokens, index: number): ReadSchedule | undefined {
  const isNumber = PARTS.get(tokens.word(index)) === 'nr'
  if (isNumber || /^vorbem(?:erkung)?$/.test(tokens.word(index))) {
    const norms = isNumber ? readNumbers(tokens, index) : readRemark(tokens, index)
    const next = norms?.at(-1)?.next ?? index
    const law = norms && readLaw(tokens, ARTICLES.has(tokens.word(next)) ? next + 1 : next)
    return norms && law && { norms, name: law.name, first: index, next, end: law.next }
  }
  if (tokens.kind(index) !== TokenKind.Word || !/^[A-Z]/.test(tokens.value(index))) return undefined
  const part = readPartOfAnnex(tokens, index)
  if (part !== undefined) return part
  const between = readBetween(tokens, index)
  if (between !== undefined) return between
  const law = readLaw(tokens, index)
  const at = tokens.is(law?.next ?? index, ',') ? (law?.next ?? 0) + 1 : law?.next
  const norms = law && at !== undefined && PARTS.get(tokens.word(at)) === 'nr' ? readNumbers(tokens, at) : undefined
  const next = norms?.at(-1)?.next ?? index
  return norms && law && { norms, name: law.name, first: norms[0]?.first ?? index, next, end: next }
}

/** Reads numbers between the schedule and its law: `VV 3100 RVG`, `KV Nr. 1210 GKG`. */
function readBetween(tokens: Tokens, index: number): ReadSchedule | undefined {
  if (!SCHEDULE.test(tokens.value(index))) return undefined
  const isNumber = PARTS.get(tokens.word(index + 1)) === 'nr'
  const norms = readNumbers(tokens, isNumber ? index + 1 : index)
  const next = norms?.at(-1)?.next ?? index
  const chunk = norms && readChunk(tokens, next)
  const name = chunk && nameOf(tokens, next, chunk.next)
  if (norms === undefined || name === undefined || !isLaw(name.text) || tokens.gap(next) > Gap.Line) return undefined
  return { norms, name, first: index, next, end: chunk?.next ?? next }
}

/** Reads the numbers after the word at `index`. */
function readNumbers(tokens: Tokens, index: number): ReadNorm[] | undefined {
  const norms: ReadNorm[] = []
  let first = index
  let at = skipDot(tokens, index + 1)
  while (norms.length < MOST) {
    const value = tokens.kind(at) === TokenKind.Number ? tokens.value(at) : ''
    if (!NUMBER.test(value) || tokens.gap(at) > Gap.Line) break
    const parts = readRest(tokens, at + 1)
    norms.push({ elements: [ANNEX], steps: [{ kind: 'nr', value }, ...parts.steps], first, next: parts.next })
    const separator = readSeparator(tokens, parts.next)
    if (separator === undefined || separator.kind === 'with') break
    const again = PARTS.get(tokens.word(separator.next)) === 'nr'
    first = separator.next
    at = again ? skipDot(tokens, separator.next + 1) : separator.next
  }
  return norms.length > 0 ? norms : undefined
}

/** Reads a preliminary remark of the schedule, which is none of its numbers: `Vorbem. 3 Abs. 4`. */
function readRemark(tokens: Tokens, index: number): ReadNorm[] | undefined {
  const at = skipDot(tokens, index + 1)
  if (tokens.kind(at) !== TokenKind.Number) return undefined
  const parts = readRest(tokens, at + 1)
  const remark: Qualifier = { kind: 'vorbemerkung', value: tokens.value(at) }
  return [{ elements: [ANNEX], steps: [remark, ...parts.steps], first: index, next: parts.next }]
}

/** Parts after a number: `Abs. 1 Satz 2`, `Anm. Abs. 1 Nr. 2`. */
function readRest(tokens: Tokens, index: number): { steps: Qualifier[]; next: number } {
  const steps: Qualifier[] = []
  const isNote = /^anm(?:erkung)?$/.test(tokens.word(index))
  let next = isNote ? skipDot(tokens, index + 1) : index
  while (steps.length < MOST_PARTS) {
    const part = readNamed(tokens, next, false)
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

/** True for abbreviations like those of the laws on fees: `RVG`, `GKG`, `GNotKG`. */
const isLaw = (text: string) => looksLikeAbbreviation(text) && /G$/.test(text)
