/**
 * Learning: wink-bm25-text-search counts the weighted words of documents, shard by shard. What it counted is taken out
 * before it weighs anything, because weights depend on the documents of all shards (see weigh.ts); so no shard is larger
 * than memory allows, and wink's limits are those of a shard.
 */
import createEngine, { type Engine } from 'wink-bm25-text-search'

/** The tokens of a document in each field, as numbers. */
export type LearnableDocument = Readonly<Record<string, readonly number[]>>

/** A token that a document holds, with the sum of the weights of its occurrences. */
export interface Count {
  token: number
  frequency: number
}

export interface ShardLearner {
  /** Counts a document. It must have all fields. */
  add(document: LearnableDocument): void
  /** What was counted, document by document in the order of adding; the learner is then empty. */
  take(): Generator<Count[]>
}

/** @param weights how many times a token counts in each field, more than 0 */
export function createShardLearner(weights: Readonly<Record<string, number>>): ShardLearner {
  let engine = start()
  let documents = 0

  function start(): Engine {
    const fresh = createEngine()
    fresh.defineConfig({ fldWeights: { ...weights } })
    fresh.definePrepTasks([])
    return fresh
  }

  return {
    add(document) {
      engine.addDoc(document, documents)
      documents += 1
    },
    *take() {
      const full = engine
      const count = documents
      engine = start()
      documents = 0
      const tokens: number[] = []
      const numbers = full.getTokens()
      for (const token in numbers) tokens[numbers[token] as number] = Number(token)
      const model = full.getDocs()
      for (let document = 0; document < count; document += 1) {
        const frequencies = model[document]?.freq ?? {}
        const counts: Count[] = []
        for (const number in frequencies) {
          counts.push({ token: tokens[Number(number)] as number, frequency: frequencies[number] as number })
        }
        yield counts
      }
    },
  }
}
