/** The references in a norm's text, as links with their places. */
import type { Relationship } from '../../corpus/corpus.ts'
import type { Span } from '../../layout/span.ts'
import { normLink } from '../route.ts'

export interface Reference extends Span {
  /** `null` where the corpus does not have what is cited. */
  href: string | null
  title: string
}

type Placed = Relationship & Span

/**
 * @param relationships those of type `cites`
 * @returns references in the order of the text, none over another
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

/** Words that cite several norms (`506 bis 513`) link each number in them to its norm. */
function referencesOf(text: string, group: readonly Placed[]): Reference[] {
  const [first] = group
  if (first === undefined) return []
  if (group.some(({ code, norm }) => code !== first.code || norm !== first.norm)) {
    const numbers = group.flatMap((each) => numberReference(text, each))
    if (numbers.length > 0) return numbers
  }
  const whole = { start: first.start, end: first.end }
  const target = group.find(({ resolved }) => resolved)
  return [{ ...whole, ...(target === undefined ? unresolved(first) : resolved(target)) }]
}

function numberReference(text: string, relationship: Placed): Reference[] {
  const number = /\S+$/.exec(relationship.label ?? '')?.[0]
  if (number === undefined || !relationship.resolved) return []
  const words = text.slice(relationship.start, relationship.end)
  const at = words.search(new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(number)}(?![\\p{L}\\p{N}])`, 'u'))
  if (at < 0) return []
  const start = relationship.start + at
  return [{ start, end: start + number.length, ...resolved(relationship) }]
}

function resolved({ code, norm, label, heading, subdivision }: Relationship): Pick<Reference, 'href' | 'title'> {
  const title = [label, heading].filter(Boolean).join(' ')
  return { href: normLink(code ?? '', norm ?? '', subdivision), title: `${title} (${code})` }
}

function unresolved({ code, norm, law }: Relationship): Pick<Reference, 'href' | 'title'> {
  if (code !== null && norm !== null) return { href: null, title: `Not in this corpus: ${norm} of ${code}` }
  return { href: null, title: law === null ? 'Which law is meant is not known' : `Not in this corpus: ${law}` }
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
