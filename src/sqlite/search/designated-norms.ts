/** Norms that a search query designates: `§ 433 BGB`, `bgb 242`, `Art. 5 GG`. */
import type { Corpus } from '../../corpus/corpus.ts'
import { resolveCitations } from '../../resolve/resolve-citations.ts'
import type { DesignatedNorm } from './bundle-search.ts'

/** What stands in quotation marks is looked for as it is written. */
const QUOTED = /"[^"]*"|„[^“”"]*[“”"]|»[^«]*«/gu

/** The norms that a query designates, in its order; of a designation that fits several norms, all of them. */
export async function designatedNorms(corpus: Corpus, query: string): Promise<DesignatedNorm[]> {
  const citations = await resolveCitations(corpus, query.replace(QUOTED, ' '), { wording: false, suggestions: false })
  return citations.flatMap(({ code, norm, candidates = [] }) => {
    if (code !== null && norm !== null) return [{ code, norm }]
    return candidates.flatMap((candidate) => {
      const [law, path] = [candidate.code ?? code, candidate.norm]
      return law === null || law === undefined || path === undefined ? [] : [{ code: law, norm: path }]
    })
  })
}
