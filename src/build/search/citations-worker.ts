/** Worker thread: finds what all norms of a bundle cite, while others do other things. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedText, unpackText } from '../../corpus/packed-text.ts'
import { CitedNorms } from './cited-norms.ts'

/** Rows of the citing norm, the cited norm, and where the citation begins and ends in the text. The last message is empty. */
export type CitationsMessage = Uint32Array

const ROWS_PER_MESSAGE = 10_000

// Promulgation formulas cite what empowers, not what a norm is about.
const NORMS = `
SELECT norm.id, norm.law, content.text FROM norm JOIN content ON content.norm = norm.id
WHERE norm.kind <> 'formula' ORDER BY norm.id`

const database = new DatabaseSync(workerData as string, { readOnly: true })
const citedNorms = new CitedNorms(database)
let rows: number[] = []

function post(): void {
  parentPort?.postMessage(Uint32Array.from(rows) satisfies CitationsMessage)
  rows = []
}

// The statement must be held as long as its rows are read.
const statement = database.prepare(NORMS)
for (const row of statement.iterate()) {
  const { id, law, text } = row as unknown as { id: number; law: number; text: PackedText }
  for (const { norm, start, end } of citedNorms.find(unpackText(text), law)) {
    if (norm !== id) rows.push(id, norm, start, end)
  }
  if (rows.length >= ROWS_PER_MESSAGE * 4) post()
}
database.close()
if (rows.length > 0) post()
post()
