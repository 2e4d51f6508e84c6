/** Matches of a text that stand close together. */
import { firstIndex } from '../binary-search.ts'
import type { Match } from './highlighter.ts'

/** Matches that a snippet can show together: `[start, end)`, their different terms, and their number. */
export interface Cluster {
  start: number
  end: number
  terms: number
  count: number
}

/** The number of matches that a snippet shows, and of their terms. */
export interface Shown {
  terms: number
  count: number
}

/** Counts the matches that begin at `start` or later and end within `room`. */
export function shownFrom(matches: readonly Match[], start: number, room: number): Shown {
  const keys: string[] = []
  let index = firstIndex(matches.length, (index) => (matches[index] as Match).start >= start)
  for (; index < matches.length && (matches[index] as Match).end <= start + room; index += 1) {
    keys.push((matches[index] as Match).key)
  }
  return { terms: new Set(keys).size, count: keys.length }
}

/** Returns the cluster of at most `room` characters with the most terms, then with the most matches, then the first. */
export function densestCluster(matches: readonly Match[], room: number): Cluster | undefined {
  const inside = new Map<string, number>()
  let best: Cluster | undefined
  let first = 0
  for (const [last, match] of matches.entries()) {
    inside.set(match.key, (inside.get(match.key) ?? 0) + 1)
    let opening = matches[first] as Match
    while (match.end - opening.start > room) {
      const left = (inside.get(opening.key) as number) - 1
      if (left === 0) inside.delete(opening.key)
      else inside.set(opening.key, left)
      first += 1
      opening = matches[first] as Match
    }
    const count = last - first + 1
    const isBetter =
      best === undefined || inside.size > best.terms || (inside.size === best.terms && count > best.count)
    if (isBetter) best = { start: opening.start, end: match.end, terms: inside.size, count }
  }
  return best
}
