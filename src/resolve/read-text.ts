/** Reads the designations of a text; the corpus identifies some of their names. */
import { Tokens } from '../citation/grammar/tokens.ts'
import { type FoundDesignation, findDesignations } from '../citation/text/find-designations.ts'
import { withLawElsewhere } from '../citation/text/law-elsewhere.ts'
import { withActDesignations } from '../citation/union/act-designations.ts'
import type { Corpus } from '../model/corpus.ts'
import { memoize } from './cited-law.ts'

/** The designations of a text, and its tokens. */
export interface TextRead {
  tokens: Tokens
  found: FoundDesignation[]
}

/** Finds the designations of a text: lower-case words are names if the corpus has such a law. */
export async function readText(corpus: Corpus, text: string): Promise<TextRead> {
  const tokens = new Tokens(text)
  const found = withLawElsewhere(tokens, withActDesignations(tokens, findDesignations(text, tokens)))
  const isLaw = memoize(String, async (name: string) => (await corpus.lawsCalled(name)).length > 0)
  for (const [index, designation] of found.entries()) {
    const name = designation.ifLaw?.namesAfter[0]?.text
    if (name === undefined) continue
    if (await isLaw(name)) found[index] = { ...designation, ...designation.ifLaw }
  }
  return { tokens, found }
}
