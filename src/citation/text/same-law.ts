/** Designations of the law that was named last: `Article 6 thereof`, `Art. 6 derselben Verordnung`, `§ 5 desselben Gesetzes`. */
import { Gap, type Tokens } from '../grammar/tokens.ts'
import { type NameCandidate, nameOf, readChunk } from '../laws/chunks.ts'
import { looksLikeAbbreviation } from '../laws/law-form.ts'
import { readUnionAct } from '../laws/union-act.ts'
import { readActNumber } from '../union/act-name.ts'
import { LEXICONS } from '../union/lexicon.ts'
import type { FoundDesignation } from './found-designation.ts'

/** After a designation. */
const SAME = /^\s(?:derselben|desselben)\s\p{Lu}[\p{L}-]*/u
const LONGEST_SAME = 80
/** Tokens before a designation among which a law may be named without a norm. */
const LONGEST_BEFORE = 40

/**
 * Gives each designation that only refers to the law named before it the candidates for that name. Without any it is left out, if
 * no German law would be cited so.
 * @param found in order
 */
export function withSameLaw(tokens: Tokens, found: readonly FoundDesignation[]): FoundDesignation[] {
  let last: readonly NameCandidate[] = []
  return found.flatMap((designation) => {
    const { start, end, namesAfter, namesBefore, ofSameLaw } = designation
    const names = [...namesAfter, ...namesBefore]
    if (names.length > 0) last = names
    const [words] = SAME.exec(tokens.text.slice(end, end + LONGEST_SAME)) ?? []
    if (names.length > 0 || (words === undefined && ofSameLaw === undefined)) return designation
    const place = { start: end, end: end + (words?.length ?? 0) }
    const named = [...namesIn(tokens, tokens.at(start)), ...last]
    if (named.length === 0) return ofSameLaw ? [] : [designation]
    return { ...designation, namesAfter: named.map(({ text }) => ({ text, ...place })), linkedToNext: false }
  })
}

/** The abbreviations and numbered acts of a sentence before a token, the last first. */
function namesIn(tokens: Tokens, end: number): NameCandidate[] {
  const names: NameCandidate[] = []
  for (let at = Math.max(0, end - LONGEST_BEFORE); at < end; at++) {
    if (tokens.is(at, '.') && tokens.gap(at + 1) !== Gap.None && /^\p{Lu}/u.test(tokens.value(at + 1))) names.length = 0
    const noun = LEXICONS.en.acts.has(tokens.word(at)) ? at + 1 : undefined
    const act = readUnionAct(tokens, at) ?? (noun && readActNumber(tokens, noun))
    const chunk = act === undefined ? readChunk(tokens, at)?.next : act
    if (chunk === undefined || chunk > end) continue
    const name = nameOf(tokens, at, chunk)
    if (act !== undefined || looksLikeAbbreviation(name.text)) names.unshift(name)
    at = chunk - 1
  }
  return names
}
