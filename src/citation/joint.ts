/** What joins two designations, so that the law of the second is that of the first, too. */
import { looksLikeLaw } from './law-like.ts'
import { isPrivateNoun } from './no-citation.ts'
import { readSeparator, type Separator } from './read-values.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** The separator at `index`; a semicolon parts designations, too. */
function readJoint(tokens: Tokens, index: number): Separator | undefined {
  if (tokens.is(index, ';')) return { kind: 'comma', next: index + 1 }
  return tokens.word(index) === 'noch' ? { kind: 'and', next: index + 1 } : readSeparator(tokens, index)
}

/** Words that may stand in front of the second: `und gemäß § 5`, `noch gegen Art. 3`, `sowie insbesondere des § 7`. */
const SMALL = new Set(
  (
    'an auch auf aufgrund aus bei das dem den der des die durch entsprechend etwa ferner für gegen gem gemäß hinsichtlich im in ' +
    'insb insbesondere jeweils mit nach namentlich nicht nur sinne unter vom von vor wegen wie zu zum zur'
  ).split(' '),
)
const LONGEST_SMALL = 6
/** How much may stand between the two where the same word leads to both: `des § 30 (Laufbahn) und des § 34`. */
const LONGEST_BETWEEN = 16

/**
 * Whether a conjunction joins the designation that begins at `first` and ends in front of `end` with the one at `later`:
 * with small words behind it (`weder gegen § 5 noch gegen § 7`), or with any words in front of it if the same small word
 * leads to both (`des § 30 über die Ernennung und des § 34`).
 */
export function isJoined(tokens: Tokens, first: number, end: number, later: number): boolean {
  if (later - end > LONGEST_BETWEEN) return false
  const lead = tokens.word(first - 1)
  for (let at = end; at < later; at++) {
    if (tokens.gap(at) >= Gap.Paragraph || tokens.kind(at) === TokenKind.Section) return false
    const joint = readJoint(tokens, at)
    const joins = joint?.kind === 'and' || tokens.is(at, ';') || (joint?.kind === 'comma' && at === end)
    if (joint !== undefined && joins && areSmall(tokens, joint.next, later)) {
      const isAlike = SMALL.has(lead) && tokens.word(later - 1) === lead
      const isComma = joint.kind === 'comma' && !tokens.is(at, ';')
      return isComma || at > end ? isAlike : true
    }
    if (/^[.:!?]$/.test(tokens.value(at)) || looksLikeLaw(tokens.value(at)) || isPrivateNoun(tokens.word(at)))
      return false
  }
  return false
}

function areSmall(tokens: Tokens, from: number, to: number): boolean {
  if (to - from > LONGEST_SMALL || from > to) return false
  for (let at = from; at < to; at++) if (!SMALL.has(tokens.word(at))) return false
  return true
}
