/** The norms of a law, ready to be matched with designations. */
import { formatElements, type NormPath, type PathElement, parseNormPath } from '../citation/norm-path.ts'
import { type Numbered, singleNumber } from '../citation/norm-range.ts'
import type { Corpus, LawSummary, NormSummary } from '../corpus/corpus.ts'

/** One norm of a law. */
export interface LawNorm extends Numbered {
  norm: NormSummary
  path: NormPath
  /** The last element of the path, counters aside: what the norm itself is called. */
  own: PathElement
  /** Its place in the law. */
  place: number
}

export interface LawNorms {
  law: LawSummary
  norms: readonly LawNorm[]
  byPath: ReadonlyMap<string, NormSummary>
  /** Those that are called the same, by that. */
  byName: ReadonlyMap<string, LawNorm[]>
  /** Those of a kind in the order of their numbers; made for the first designation that misses one. */
  inOrder: Map<string, LawNorm[]>
}

/** How many norms are kept of each corpus, those of the laws that were asked for last. */
const MOST_KEPT = 20_000

/** The laws that were read of each corpus, the one asked for last at the end. */
const kept = new WeakMap<Corpus, Map<string, LawNorms>>()

/** What {@link import('./resolve-norm.ts').matchNorm} needs of a law. Reading 2,500 norms takes as long as resolving 100. */
export async function readLawNorms(corpus: Corpus, law: LawSummary): Promise<LawNorms> {
  const laws = kept.get(corpus) ?? new Map<string, LawNorms>()
  kept.set(corpus, laws)
  const known = laws.get(law.code) ?? lawNormsOf(law, await corpus.outline(law.code))
  laws.delete(law.code)
  laws.set(law.code, known)
  let count = [...laws.values()].reduce((sum, { norms }) => sum + norms.length, 0)
  for (const [code, { norms }] of laws) {
    if (count <= MOST_KEPT || code === law.code) break
    laws.delete(code)
    count -= norms.length
  }
  return known
}

function lawNormsOf(law: LawSummary, outline: readonly NormSummary[]): LawNorms {
  const norms = outline.map((norm, place): LawNorm => {
    const path = parseNormPath(norm.norm) as NormPath
    const own = path.norm.findLast(({ kind }) => kind !== 'seq') as PathElement
    return { norm, path, own, place, number: singleNumber(own.value) }
  })
  return {
    law,
    norms,
    byPath: new Map(outline.map((norm) => [norm.norm, norm])),
    byName: Map.groupBy(norms, ({ own }) => formatElements([own])),
    inOrder: new Map(),
  }
}
