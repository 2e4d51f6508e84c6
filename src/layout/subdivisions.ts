/** Where the subdivisions of a norm stand in its text. */
import type { Subdivision } from '../corpus/corpus.ts'
import type { Span } from './span.ts'

export interface PlacedSubdivision extends Span {
  /** `abs:1/satz:2` */
  path: string
  /** Its last element's kind: `satz`. */
  kind: string
}

/**
 * Finds each subdivision's text in that of the one that it is part of, behind the one before it.
 * @param subdivisions in the order of the text, outer ones before inner ones
 */
export function placeSubdivisions(text: string, subdivisions: readonly Subdivision[]): PlacedSubdivision[] {
  const placed = new Map<string, PlacedSubdivision>()
  /** Where the search for the next part of a subdivision begins. */
  const next = new Map<string, number>()
  for (const { path, text: wording } of subdivisions) {
    const [parent, span] = parentOf(path, placed) ?? ['', { start: 0, end: text.length }]
    const from = next.get(parent) ?? span.start
    const start = text.indexOf(wording, from)
    if (wording === '' || start < 0 || start + wording.length > span.end) continue
    const end = start + wording.length
    const kind = /([^/:]+):[^/]*$/.exec(path)?.[1] ?? ''
    placed.set(path, { path, kind, start, end })
    next.set(parent, end)
  }
  return [...placed.values()]
}

/** The closest subdivision around a path that has a place. */
function parentOf(path: string, placed: ReadonlyMap<string, Span>): [string, Span] | undefined {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const parent = path.slice(0, at)
    const span = placed.get(parent)
    if (span !== undefined) return [parent, span]
  }
  return undefined
}
