/** Chooses the sentence of a text that a snippet shows. */
import { type Cluster, densestCluster, type Shown, shownFrom } from './clusters.ts'
import type { Match } from './highlighter.ts'
import { nextMark, type SentenceRules, sentencesIn } from './snippet-start.ts'

/**
 * Chooses the sentence with the most different terms; of several the one that is followed by the most terms, then by the most
 * matches, then the first.
 * @param matches at least one, none longer than `room`
 * @returns the densest cluster in that sentence
 */
export function chooseSentence(text: string, matches: readonly Match[], room: number, rules: SentenceRules): Cluster {
  const densest = densestCluster(matches, room) as Cluster
  // Mostly so, and much faster to find out.
  if (densest.terms === 1 || sentencesIn(text, densest.start, densest.end, rules).length === 0) return densest
  let best: { cluster: Cluster; shown: Shown } | undefined
  for (const [first, after] of sentencesOf(text, matches, room, rules)) {
    const cluster = densestCluster(matches.slice(first, after), room) as Cluster
    if (best !== undefined && cluster.terms < best.cluster.terms) continue
    const shown = shownFrom(matches, cluster.start, room)
    if (best === undefined || cluster.terms > best.cluster.terms || isMore(shown, best.shown)) best = { cluster, shown }
  }
  return (best as { cluster: Cluster }).cluster
}

/** The first match of each sentence, and the one after its last. Where no snippet reaches from a match to the next, another begins. */
function* sentencesOf(
  text: string,
  matches: readonly Match[],
  room: number,
  rules: SentenceRules,
): Generator<[first: number, after: number]> {
  let first = 0
  let mark = -1
  for (let index = 1; index < matches.length; index += 1) {
    const { end } = matches[index - 1] as Match
    const { start } = matches[index] as Match
    let isNew = start - end > room
    if (!isNew && mark < end) mark = nextMark(text, end)
    while (!isNew && mark < start) {
      isNew = (rules.sentenceAfter(text, mark) ?? start + 1) <= start
      mark = nextMark(text, mark + 1)
    }
    if (!isNew) continue
    yield [first, index]
    first = index
  }
  yield [first, matches.length]
}

const isMore = (a: Shown, b: Shown) => a.terms > b.terms || (a.terms === b.terms && a.count > b.count)
