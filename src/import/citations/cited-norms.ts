/** Finds the norms that a designation means in a law, and the path that names them in every state of that law. */
import { formatElements, type NormPath, namesPath, type PathElement, parseNormPath } from '../../citation/norm-path.ts'
import { valueIncludes, valueMembers } from '../../citation/ranges.ts'
import type { FoundNorm } from '../../citation/text/find-designations.ts'
import type { LawIndex } from './law-index.ts'

/** Returns the norms that a designation means in a law. */
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

/**
 * Returns the meaning of a designation in a law. If the law lacks it, tries the other readings of its number in a list.
 * @param norms finds the norms that a reading means
 */
export function meantIn(
  cited: FoundNorm,
  norms: (reading: FoundNorm) => readonly number[],
  index: LawIndex,
): FoundNorm {
  if (cited.otherwise === undefined) return cited
  const isThere = (reading: FoundNorm) => {
    const part = formatElements(reading.subdivision)
    return norms(reading).some((norm) => part === '' || hasPart(index.parts(norm).paths, part))
  }
  return [cited, ...cited.otherwise].find(isThere) ?? cited
}

/** True if a norm has a part, with or without the sentences in its path. */
export function hasPart(parts: readonly string[], path: string): boolean {
  return parts.some((part) => namesPath(path, part))
}

/** Chapters of an annex are norms: `Anlage I Kapitel X Sachgebiet H Abschnitt III` is `annex:i_kap_x_h_iii`. */
function chaptersOfAnnex({ readings, qualifiers }: FoundNorm): FoundNorm['readings'] {
  const [annex] = readings[0] ?? []
  const part = (kind: string) => qualifiers.find((qualifier) => qualifier.kind === kind)?.value
  const chapter = part('kapitel')
  if (annex?.kind !== 'annex' || chapter === undefined) return []
  const value = [annex.value, 'kap', chapter, part('sachgebiet'), part('abschnitt')].filter(Boolean).join('_')
  return [[{ kind: 'annex', value }]]
}

/**
 * Returns the norms of the citing law that a designation means. In a section under an article, `§ 2` is under the same article if
 * that has it (`art:246a/par:2`). It is never under another article: otherwise it is a section of another law.
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
    const siblings = normsOf({ ...norm, readings }, law, index)
    if (siblings.length > 0) return siblings
  }
  const found = normsOf(norm, law, index)
  // An exact path of one element has no article.
  const [own] = norm.readings.map(formatElements)
  if (norm.readings[0]?.[0]?.kind !== 'par' || index.has(law, own ?? '')) return found
  return found.filter((each) => !index.isUnderArticle(law, each))
}

/**
 * Returns the path that a designation names if it differs from that of the cited norm: `par:4` if § 4 is within `§§ 3 bis 6`,
 * `par:3-6` for a range that means each of its norms. Other states of the law may have other norms there.
 * @param cited the norms that the designation means in the law
 */
export function namedPath({ readings, to }: FoundNorm, cited: readonly number[], index: LawIndex): string | undefined {
  const [first] = cited
  if (first === undefined) return to === undefined ? undefined : rangePath(readings[0] ?? [], to)
  const { path } = index.place(first)
  if (to === undefined && (cited.length > 1 || !/[-_]/.test(path))) return undefined
  const elements = parseNormPath(path)?.norm ?? []
  const place = elements.findLastIndex(({ kind }) => kind !== 'seq')
  const own = elements[place]
  const reading = readings.map((each) => each.at(-1)).find((each) => each?.kind === own?.kind)
  if (own === undefined || reading === undefined) return undefined
  const above = elements.slice(0, place)
  if (to !== undefined) return rangePath([...above, reading], to)
  return valueMembers(own.value) !== undefined && valueIncludes(own.value, reading.value)
    ? formatElements([...above, reading])
    : undefined
}

/** `par:3-6` */
function rangePath(from: readonly PathElement[], to: string): string {
  const first = from.at(-1)
  return first === undefined ? '' : formatElements([...from.slice(0, -1), { ...first, value: `${first.value}-${to}` }])
}
