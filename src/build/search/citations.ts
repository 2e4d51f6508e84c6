/** What the citations of norms tell about them: how often they are cited, and in which words. */
import { firstAtLeast } from '../../search/ascending.ts'
import { CITATION_WORDS } from '../../search/fields.ts'
import type { CitationsMessage } from './citations-worker.ts'
import type { ReadNorms } from './read-norms.ts'
import { SortedRuns } from './sorted-runs.ts'
import { readWords } from './word-stream.ts'
import { messagesOf } from './worker-messages.ts'

export interface Citations {
  /** The words around citations, by the cited norm. */
  around: SortedRuns
  /** How many norms cite each norm, how many other laws each law. */
  citations: Uint32Array
  citingLaws: Uint32Array
}

/** Finds the citations in a thread of its own. @returns rows as the thread sends them, in the order of the citing norms */
export async function findCitations(file: string): Promise<CitationsMessage[]> {
  const messages: CitationsMessage[] = []
  for await (const message of messagesOf<CitationsMessage>('build/search/citations-worker', file)) {
    if (message.length === 0) break
    messages.push(message)
  }
  return messages
}

/**
 * Counts citations and collects the words around them.
 * @param found as `findCitations` returns them
 * @param folder for files, to be removed by the caller
 */
export function countCitations(norms: ReadNorms, found: readonly CitationsMessage[], folder: string): Citations {
  const around = new SortedRuns(`${folder}/around`, norms.count, 1)
  const citations = new Uint32Array(norms.count)
  const lastCiting = new Uint32Array(norms.count)
  const citingOf = norms.lawWords.map(() => new Set<number>())
  const rows = rowsOf(found)
  let row = rows.next()
  let norm = 0
  for (const { text, starts } of readWords(norms.words)) {
    for (; !row.done && row.value.citing === norm; row = rows.next()) {
      const { cited, start, end } = row.value
      if (lastCiting[cited] !== norm + 1) {
        lastCiting[cited] = norm + 1
        citations[cited] = (citations[cited] as number) + 1
      }
      citingOf[norms.laws[cited] as number]?.add(norms.laws[norm] as number)
      const before = firstAtLeast(starts, start)
      const after = firstAtLeast(starts, end)
      const last = Math.min(text.length, after + CITATION_WORDS)
      for (let word = Math.max(0, before - CITATION_WORDS); word < before; word += 1)
        around.add(cited, text[word] as number)
      for (let word = after; word < last; word += 1) around.add(cited, text[word] as number)
    }
    norm += 1
  }
  const citingLaws = Uint32Array.from(citingOf, (citing, law) => citing.size - (citing.has(law) ? 1 : 0))
  return { around, citations, citingLaws }
}

function* rowsOf(messages: readonly CitationsMessage[]) {
  for (const message of messages) {
    for (let place = 0; place < message.length; place += 4) {
      const [citing = 0, cited = 0, start = 0, end = 0] = message.subarray(place, place + 4)
      yield { citing, cited, start, end }
    }
  }
}
