/** Reads lines of laws and bare numbers only, as people type them: `bgb 433`, `15 sgb v`, `bgb 433 I 2`. */
import type { ReadNorm } from '../grammar/read-norm.ts'
import { readBareNorm } from '../grammar/read-norms.ts'
import { readSeparator } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import type { NameCandidate } from '../laws/chunks.ts'
import { nameFrom } from './name-candidates.ts'
import { readSchedule } from './read-schedule.ts'

/** A law and a bare number, of which neither is sure before the law is known. Positions are tokens. */
export interface QueryItem {
  norms: ReadNorm[]
  name: NameCandidate
  /** The tokens of the number and its parts, `[first, next)`. */
  first: number
  next: number
  /** The token after number and name. */
  end: number
}

/** Longer lines are sentences. */
const LONGEST_LINE = 30
/** The words of a name: `sgb v`, `12. bimschv`, `ao 1977`. */
const LONGEST_NAME = 4

/** Returns the items of the line that begins at `index`; `undefined` if anything else is on it. */
export function readQueryLine(tokens: Tokens, index: number): QueryItem[] | undefined {
  const end = lineEnd(tokens, index)
  if (end === undefined) return undefined
  const items: QueryItem[] = []
  for (let next = index; ; ) {
    const item = readItem(tokens, next, end)
    if (item === undefined) return undefined
    items.push(item)
    if (item.end === end) return isSchedule(tokens, index, end) ? undefined : items
    next = skipSeparator(tokens, item.end) as number
  }
}

/** True if a schedule is named within the line: `Auslagen VV RVG 7002`. */
function isSchedule(tokens: Tokens, index: number, end: number): boolean {
  for (let at = index + 1; at < end; at++) if (readSchedule(tokens, at) !== undefined) return true
  return false
}

/** Returns the index after the line's last token, `undefined` for a long line. */
function lineEnd(tokens: Tokens, index: number): number | undefined {
  for (let next = index; next < index + LONGEST_LINE; next++) {
    if (tokens.kind(next) === TokenKind.End || (next > index && tokens.gap(next) >= Gap.Line)) return next
  }
  return undefined
}

function skipSeparator(tokens: Tokens, index: number): number | undefined {
  if (tokens.is(index, ';')) return index + 1
  const separator = readSeparator(tokens, index)
  return separator?.kind === 'comma' || separator?.kind === 'and' ? separator.next : undefined
}

function readItem(tokens: Tokens, index: number, end: number): QueryItem | undefined {
  const isLast = (next: number) => next === end || (next < end && skipSeparator(tokens, next) !== undefined)
  if (tokens.kind(index) === TokenKind.Number) {
    const read = readBareNorm(tokens, index)
    if (read === undefined || read.next >= end) return undefined
    for (let words = 1; words <= LONGEST_NAME; words++) {
      const name = nameFrom(tokens, read.next, words)
      if (name !== undefined && isLast(name.next)) {
        return { ...read, name: name.candidate, first: index, end: name.next }
      }
    }
    return undefined
  }
  for (let words = 1; words <= LONGEST_NAME; words++) {
    const name = nameFrom(tokens, index, words)
    const read = name && name.next < end ? readBareNorm(tokens, name.next) : undefined
    if (name !== undefined && read !== undefined && isLast(read.next)) {
      return { ...read, name: name.candidate, first: name.next, end: read.next }
    }
  }
  return undefined
}
