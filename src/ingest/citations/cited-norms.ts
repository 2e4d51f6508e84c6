/** The norms of a law that a designation means, ranges and all. */
import type { FoundNorm } from '../../citation/find.ts'
import { formatElements, type NormPath, parseNormPath } from '../../citation/norm-path.ts'
import type { LawIndex } from './law-index.ts'

/** The norms that a designation means in a law. */
export function normsOf(cited: FoundNorm, law: number, index: LawIndex): readonly number[] {
  const { to, following } = cited
  const readings = [...chaptersOfAnnex(cited), ...cited.readings]
  const [first] = readings
  if (first !== undefined && (to !== undefined || following === 'f')) {
    const members = index.range(law, first as NormPath['norm'], to)
    if (members.length > 0) return members
  }
  const norm = index.norm(law, readings)
  return norm === undefined ? [] : [norm]
}

/** `Anlage I Kapitel X Sachgebiet H Abschnitt III` is a norm of its own where an annex has chapters: `annex:i_kap_x_h_iii`. */
function chaptersOfAnnex({ readings, qualifiers }: FoundNorm): FoundNorm['readings'] {
  const [annex] = readings[0] ?? []
  const part = (kind: string) => qualifiers.find((qualifier) => qualifier.kind === kind)?.value
  const chapter = part('kapitel')
  if (annex?.kind !== 'annex' || chapter === undefined) return []
  const value = [annex.value, 'kap', chapter, part('sachgebiet'), part('abschnitt')].filter(Boolean).join('_')
  return [[{ kind: 'annex', value }]]
}

/**
 * Norms of the law in which the text stands. `§ 2` in a section under an article is one under the same article, if
 * there is one (`art:246a/par:2`), and never one under another: without an article that is a section of another law.
 */
export function ownNorms(
  norm: FoundNorm,
  { law, path }: { law: number; path: string },
  index: LawIndex,
): readonly number[] {
  const isBelow = path.includes('/') && path.includes('art:')
  const above = isBelow ? (parseNormPath(path)?.norm ?? []).slice(0, -1).filter(({ kind }) => kind === 'art') : []
  if (above.length > 0) {
    const readings = norm.readings.map((elements) => [...above, ...elements] as typeof elements)
    const beside = normsOf({ ...norm, readings }, law, index)
    if (beside.length > 0) return beside
  }
  const found = normsOf(norm, law, index)
  // A path of one element is the norm's whole path, unless it had to be searched for.
  const [own] = norm.readings.map(formatElements)
  if (norm.readings[0]?.[0]?.kind !== 'par' || index.has(law, own ?? '')) return found
  return found.filter((each) => !index.isUnderArticle(law, each))
}
