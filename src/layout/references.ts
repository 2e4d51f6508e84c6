/** The references in a norm's text, with their offsets. */
import type { Relationship } from '../model/corpus.ts'
import type { Span } from '../model/subdivisions.ts'

export interface Reference extends Span {
  /** The cited norm, in the corpus if it is `resolved`. */
  cited: Relationship
}

type Placed = Relationship & Span

/**
 * @param relationships those of type `cites`
 * @returns references in the order of the text; they do not overlap
 */
export function placeReferences(text: string, relationships: readonly Relationship[]): Reference[] {
  const groups = Map.groupBy(relationships.filter(isPlaced), ({ start, end }) => `${start}-${end}`)
  const references = [...groups.values()].flatMap((group) => referencesOf(text, group))
  references.sort((a, b) => a.start - b.start || b.end - a.end)
  let end = 0
  return references.filter((reference) => {
    if (reference.start < end) return false
    end = reference.end
    return true
  })
}

const isPlaced = (relationship: Relationship): relationship is Placed =>
  relationship.start !== null && relationship.end !== null && relationship.end > relationship.start

/** In words that cite several norms (`506 bis 513`), each number is the reference to its norm. */
function referencesOf(text: string, group: readonly Placed[]): Reference[] {
  const [first] = group
  if (first === undefined) return []
  if (group.some(({ code, norm }) => code !== first.code || norm !== first.norm)) {
    const numbers = group.flatMap((each) => numberReference(text, each))
    if (numbers.length > 0) return numbers
  }
  return [{ start: first.start, end: first.end, cited: group.find(({ resolved }) => resolved) ?? first }]
}

function numberReference(text: string, cited: Placed): Reference[] {
  const number = /\S+$/.exec(cited.label ?? '')?.[0]
  if (number === undefined || !cited.resolved) return []
  const words = text.slice(cited.start, cited.end)
  const at = words.search(new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(number)}(?![\\p{L}\\p{N}])`, 'u'))
  if (at < 0) return []
  const start = cited.start + at
  return [{ start, end: start + number.length, cited }]
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
