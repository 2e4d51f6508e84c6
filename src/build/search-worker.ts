/** Worker thread: learns the search index of a bundle that is being built, in a heap of its own. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedText, unpackText } from '../corpus/packed-text.ts'
import { createLearner } from '../search/learn.ts'

export interface SearchTerm {
  term: string
  documents: number
  postings: Uint8Array
}

export type SearchMessage =
  | { learned: number }
  | { terms: SearchTerm[] }
  | { index: { documents: number; scale: number } }

/** A message a norm or a term would cost more than the work itself. */
const NORMS_PER_MESSAGE = 500
const TERMS_PER_MESSAGE = 5000

const SEARCHABLE = `
SELECT norm.label || ' ' || norm.heading || ' ' || law.abbreviation AS heading, law.title, content.text
FROM norm JOIN law ON law.id = norm.law JOIN content ON content.norm = norm.id ORDER BY norm.id`

const post = (message: SearchMessage) => parentPort?.postMessage(message)

const learner = createLearner()
const database = new DatabaseSync(workerData as string, { readOnly: true })
let learned = 0
// The statement must be held as long as its rows are read.
const statement = database.prepare(SEARCHABLE)
for (const row of statement.iterate()) {
  const { heading, title, text } = row as unknown as { heading: string; title: string; text: PackedText }
  learner.add(learned++, { heading, title, text: unpackText(text) })
  if (learned % NORMS_PER_MESSAGE === 0) post({ learned })
}
database.close()

const { documents, scale, entries } = learner.finish()
let terms: SearchTerm[] = []
for (const { term, documents, postings } of entries) {
  terms.push({ term, documents, postings: postings.slice() })
  if (terms.length === TERMS_PER_MESSAGE) {
    post({ terms })
    terms = []
  }
}
post({ terms })
post({ index: { documents, scale } })
