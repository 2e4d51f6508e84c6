/** The net changes of the norms of a law from one day to another, whatever happened in between. */
import type { ChangeType, Norm } from '../model/corpus.ts'
import { differencesOf, withoutSpace } from './norms.ts'

/** A norm on the first and on the last day, if present. */
export interface NormPair {
  before: Norm | undefined
  after: Norm | undefined
}

export interface ChangedNorm extends NormPair {
  type: ChangeType
}

/** Minimum length of a moved text: shorter ones, such as `(weggefallen)`, are equal by chance. */
const MIN_MOVED_LENGTH = 40

/**
 * Returns the changed norms.
 * @param pairs of equal paths
 * @returns a renumbered norm as one pair of its old and its new path
 */
export function changedNorms(pairs: readonly NormPair[]): ChangedNorm[] {
  const changed = pairs.flatMap((pair): ChangedNorm[] => {
    const type = typeOf(pair)
    return type === undefined ? [] : [{ ...pair, type }]
  })
  const lost = uniqueTexts(changed, ({ before }) => before)
  const gained = uniqueTexts(changed, ({ after }) => after)
  const explained = new Set<ChangedNorm>()
  const moved: ChangedNorm[] = []
  for (const [text, from] of lost) {
    const to = gained.get(text)
    if (to === undefined || to === from) continue
    if (from.type === 'removed') explained.add(from)
    explained.add(to)
    moved.push({ type: 'moved', before: from.before, after: to.after })
  }
  return [...changed.filter((each) => !explained.has(each)), ...moved]
}

function typeOf({ before, after }: NormPair): ChangeType | undefined {
  if (before === undefined) return after && 'added'
  if (after === undefined) return 'removed'
  return differencesOf(before, after).length > 0 ? 'changed' : undefined
}

/** The changes by their texts, without texts that several changes share. */
function uniqueTexts(changes: readonly ChangedNorm[], normOf: (change: ChangedNorm) => Norm | undefined) {
  const found = new Map<string, ChangedNorm | undefined>()
  for (const change of changes) {
    const text = withoutSpace(normOf(change)?.text ?? '')
    if (text.length >= MIN_MOVED_LENGTH) found.set(text, found.has(text) ? undefined : change)
  }
  return new Map([...found].filter((entry): entry is [string, ChangedNorm] => entry[1] !== undefined))
}

/**
 * Orders changes as their norms in the law; removed norms come after their former predecessor.
 * @param before paths of all norms of the law on the first day, in document order; @param after on the last day
 */
export function inDocumentOrder(
  changes: readonly ChangedNorm[],
  before: readonly string[],
  after: readonly string[],
): ChangedNorm[] {
  const places = new Map(after.map((path, place) => [path, place]))
  let last = -1
  for (const [place, path] of before.entries()) {
    const known = places.get(path)
    if (known !== undefined) last = Math.floor(known)
    else places.set(path, last + (place + 1) / (before.length + 1))
  }
  const placeOf = (change: ChangedNorm) => places.get((change.after ?? change.before)?.norm ?? '') ?? 0
  return changes.toSorted((one, other) => placeOf(one) - placeOf(other))
}
