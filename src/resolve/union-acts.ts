/** Acts of the Union as a text names them. */
import type { Tokens } from '../citation/tokens.ts'
import { unionActsAlone } from '../citation/union-act.ts'
import { type Citation, unresolved } from './citation.ts'
import type { NamesOfText } from './named-laws.ts'

/** The acts of the Union that stand for themselves, not behind one of their articles. */
export async function unionActs(
  text: string,
  tokens: Tokens,
  citations: readonly Citation[],
  names: NamesOfText,
): Promise<Citation[]> {
  const acts = unionActsAlone(text, tokens, citations).map(async ({ text: name, start, end }): Promise<Citation> => {
    const [law, ...others] = (await names.meaningOf(name, start)).laws
    const outside = { class: 'outside', message: `${name.replace(/\s+/g, ' ')} is law of the European Union` } as const
    const citation = { ...unresolved(text, start, end), abbreviation: name, ...outside }
    if (!law || others.length > 0) return citation
    const found = { status: 'resolved', class: 'right', code: law.code, abbreviation: law.abbreviation } as const
    return { ...citation, ...found, message: null }
  })
  return Promise.all(acts)
}
