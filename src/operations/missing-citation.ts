/** Finds the law or norm that a query consists of, and the part of it that the corpus lacks. */
import type { Corpus } from '../model/corpus.ts'
import { corpusOf, type Days, dayOf } from '../resolve/as-of.ts'
import { corpusOfPlace } from '../resolve/corpus-of-place.ts'
import { MAY_DESIGNATE, readNamedNorm } from '../resolve/named-norm.ts'
import { chooseLaw, lawsNamed } from '../resolve/resolve-law.ts'
import { ignoreRefusal } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'

/** Signs of a norm in a query. */
const DESIGNATION = /§|\bart(?:\.|ikel|icle)?\s*\d/i

/** Explains why a norm, or a part of one, in a query is not among its results: the law lacks it. */
export async function missingCitation(
  corpus: Corpus,
  query: string,
  jurisdiction?: string,
): Promise<string | undefined> {
  if (!DESIGNATION.test(query)) return undefined
  // Lazy: loading takes a while, and few queries name a norm.
  const { cite } = await import('./cite.ts')
  const { citations } = await cite.run(await corpusOfPlace(corpus, jurisdiction), { q: query })
  const missing = citations.find(({ status }) => status === 'not_found' || status === 'out_of_range')
  return missing?.message ?? undefined
}

/** Returns the law or norm that a query consists of; `norm` is `null` for a law. */
export async function namedByQuery(
  corpus: Corpus,
  query: string,
  { jurisdiction, ...days }: Days & { jurisdiction?: string | undefined } = {},
): Promise<{ code: string; norm: string | null } | undefined> {
  try {
    const view = await corpusOfPlace(await corpusOf(corpus, days), jurisdiction)
    const { laws } = await chooseLaw(view, query, await lawsNamed(view, query), dayOf(days) ?? today())
    const [law, ...others] = laws
    if (law !== undefined) return others.length === 0 ? { code: law.code, norm: null } : undefined
    if (!MAY_DESIGNATE.test(query)) return undefined
    const { text, code, norm, note, edition } = await readNamedNorm(view, query)
    const isWhole = text.trim().length === query.trim().length
    return isWhole && note === undefined && edition === undefined ? { code, norm } : undefined
  } catch (error) {
    return ignoreRefusal(error)
  }
}
