/** Norms that a search query designates: `§ 433 BGB`, `bgb 242`, `Art. 5 GG`. */
import { findDesignations } from '../../citation/find.ts'
import type { Corpus } from '../corpus.ts'
import { resolveCitations } from '../resolve-citations.ts'
import type { DesignatedNorm } from './bundle-search.ts'

/** What stands in quotation marks is looked for as it is written. */
const QUOTED = /"[^"]*"|„[^“”"]*[“”"]|»[^«]*«/gu

/** The norms that a query designates, in its order. Of a designation that fits several norms, none. */
export async function designatedNorms(corpus: Corpus, query: string): Promise<DesignatedNorm[]> {
  const text = query.replace(QUOTED, ' ')
  if (findDesignations(text).length === 0) return []
  const citations = await resolveCitations(corpus, text)
  return citations.flatMap(({ code, norm }) => (code === null || norm === null ? [] : [{ code, norm }]))
}
