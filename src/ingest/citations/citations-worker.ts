/** Worker thread: reads the citations of the norms of a bundle in batches. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ParsedCitation } from '../../corpus/parsed-law.ts'
import type { StoredSubdivision } from '../../sqlite/bundle-schema.ts'
import { type PackedText, unpackText } from '../../sqlite/packed-text.ts'
import { type CitingNorm, ownReferences } from './citing-norm.ts'
import { LawIndex } from './law-index.ts'
import { readCitations } from './read-citations.ts'

export interface CitationsTask {
  /** The bundle with all laws and norms, without writers. */
  file: string
  /** This worker reads the batch `first` and every `step`-th after it. */
  first: number
  step: number
  /** Norms per batch. */
  size: number
}

/** Citations of a batch, in the order of the norms and of their texts. */
export type CitationsMessage = { citing: number; citations: ParsedCitation[] }[]

type Row = Omit<CitingNorm, 'text' | 'subdivisions' | 'own'> &
  Record<'kind' | 'heading', string> &
  Record<'text' | 'subdivisions', PackedText>

// A table of contents names norms without citing them.
const NORMS = `
SELECT norm.id, norm.law, law.code, law.title, norm.kind, norm.path, norm.heading, content.text, content.subdivisions
FROM norm JOIN law ON law.id = norm.law JOIN content ON content.norm = norm.id
WHERE norm.id >= ? AND norm.id < ? AND norm.kind <> 'toc' ORDER BY norm.id`

const { file, first, step, size } = workerData as CitationsTask
const database = new DatabaseSync(file, { readOnly: true })
const index = new LawIndex(database)
const [{ count }] = database.prepare('SELECT count(*) AS count FROM norm').all() as [{ count: number }]
const norms = database.prepare(NORMS)
for (let batch = first; batch * size < count; batch += step) {
  const rows = norms.all(batch * size, (batch + 1) * size) as unknown as Row[]
  const message: CitationsMessage = rows.map((row) => ({ citing: row.id, citations: readCitations(read(row), index) }))
  parentPort?.postMessage(message)
}
database.close()

function read({ kind, heading, text: packed, subdivisions, ...norm }: Row): CitingNorm {
  const text = unpackText(packed)
  return {
    ...norm,
    text,
    subdivisions: () => JSON.parse(unpackText(subdivisions)) as StoredSubdivision[],
    own: ownReferences({ title: norm.title, kind, heading, text }),
  }
}
