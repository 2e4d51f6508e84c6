/** The law in front of a norm in brackets: `des Hafengesetzes (§ 5)`. */
import { type NameCandidate, namesAfter } from './law-mentions.ts'
import { Gap, type Tokens } from './tokens.ts'

/** The tokens of a name with its article. */
const LONGEST = 24

export interface BracketedLaw {
  name: NameCandidate
  /** Whether the norm is one of that law: `des Hafengesetzes (§ 5)`. After `nach dem Hafengesetz (§ 5)` it may be another's. */
  certain: boolean
}

/** Returns what may be the law in front of the bracket that opens before `position`, the longest name first. */
export function bracketedLaws(tokens: Tokens, position: number): BracketedLaw[] {
  const bracket = tokens.at(position) - 1
  if (!tokens.is(bracket, '(')) return []
  const end = tokens.end(bracket - 1)
  const found: BracketedLaw[] = []
  for (let at = bracket - 2; at >= 0 && at > bracket - LONGEST && tokens.gap(at + 1) < Gap.Line; at--) {
    const article = tokens.word(at)
    if (!/^(?:des|der|dem)$/.test(article)) continue
    const name = namesAfter(tokens, at).find((candidate) => candidate.end === end)
    if (name !== undefined) found.unshift({ name, certain: article === 'des' })
  }
  return found
}
