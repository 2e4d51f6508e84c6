/** Acts of the Union as a text names them. */
import { noSuchLaw } from '../citation/notes.ts'
import type { Tokens } from '../citation/tokens.ts'
import { unionActsAlone } from '../citation/union-act.ts'
import { type Citation, unresolved } from './citation.ts'
import type { LawMatch } from './corpus.ts'

/** The acts of the Union that stand for themselves, not behind one of their articles. */
export async function unionActs(
  text: string,
  tokens: Tokens,
  citations: readonly Citation[],
  lookUp: (name: string) => Promise<LawMatch[]>,
): Promise<Citation[]> {
  const acts = unionActsAlone(text, tokens, citations).map(async ({ text: name, start, end }): Promise<Citation> => {
    const [law, ...others] = await lookUp(name)
    const citation = { ...unresolved(text, start, end), abbreviation: name, message: noSuchLaw(name) }
    if (!law || others.length > 0) return citation
    return { ...citation, status: 'resolved', code: law.code, abbreviation: law.abbreviation, message: null }
  })
  return Promise.all(acts)
}
