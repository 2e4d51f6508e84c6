/** Worker thread: reads what the norms of a bundle cite, stretch by stretch. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ParsedCitation } from '../../corpus/parsed-law.ts'
import type { StoredSubdivision } from '../../sqlite/bundle-schema.ts'
import { type PackedText, unpackText } from '../../sqlite/packed-text.ts'
import { ownReferences } from './citing-norm.ts'
import { LawIndex } from './law-index.ts'
import { readCitations } from './read-citations.ts'

export interface CitationsTask {
  /** The bundle with all laws and norms, to which nobody writes meanwhile. */
  file: string
  /** Which stretches are this thread's: `first`, and every `step`-th behind it. */
  first: number
  step: number
  /** How many norms a stretch has. */
  size: number
}

/** What the norms of a stretch cite, in the order of the norms and of their texts. */
export type CitationsMessage = { citing: number; citations: ParsedCitation[] }[]

interface Row {
  id: number
  law: number
  code: string
  title: string
  kind: string
  path: string
  heading: string
  text: PackedText
  subdivisions: PackedText
}

// A table of contents names norms, it does not cite them.
const NORMS = `
SELECT norm.id, norm.law, law.code, law.title, norm.kind, norm.path, norm.heading, content.text, content.subdivisions
FROM norm JOIN law ON law.id = norm.law JOIN content ON content.norm = norm.id
WHERE norm.id >= ? AND norm.id < ? AND norm.kind <> 'toc' ORDER BY norm.id`

const { file, first, step, size } = workerData as CitationsTask
const database = new DatabaseSync(file, { readOnly: true })
const index = new LawIndex(database)
const [{ count }] = database.prepare('SELECT count(*) AS count FROM norm').all() as [{ count: number }]
const norms = database.prepare(NORMS)
for (let stretch = first; stretch * size < count; stretch += step) {
  const rows = norms.all(stretch * size, (stretch + 1) * size) as unknown as Row[]
  const message: CitationsMessage = rows.map((row) => ({ citing: row.id, citations: readCitations(read(row), index) }))
  parentPort?.postMessage(message)
}
database.close()

function read({ id, law, code, title, kind, path, heading, text, subdivisions }: Row) {
  const unpacked = unpackText(text)
  return {
    id,
    law,
    code,
    path,
    text: unpacked,
    subdivisions: () => JSON.parse(unpackText(subdivisions)) as StoredSubdivision[],
    own: ownReferences({ title, kind, heading, text: unpacked }),
    title,
  }
}
