/** Worker thread: reads the citations of the texts of a bundle in batches. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ParsedCitation } from '../../model/parsed-law.ts'
import type { StoredSubdivision } from '../../store/bundle-schema.ts'
import { unpackText } from '../../store/packed-text.ts'
import { type CitingNorm, ownReferences } from './citing-norm.ts'
import { LawIndex } from './law-index.ts'
import { StoredLaws } from './law-tables.ts'
import type { NamedCitations } from './named-citations.ts'
import { type CitingRow, PastCitations } from './past-citations.ts'
import { readCitations } from './read-citations.ts'

export interface CitationsTask {
  /** The bundle with all laws and norms, without writers. */
  file: string
  /** Day of the newest state; `undefined` in a bundle of one state. */
  newestDay: string | undefined
  /** This worker reads batch `first` and every `step`-th after it: first norms, then older texts. */
  first: number
  step: number
  /** Texts per batch. */
  size: number
  /** Number of all batches, and of those with norms. */
  batches: number
  batchesOfNorms: number
  /** Older texts with smaller numbers are skipped. */
  since: number
}

/** Citations of a batch. */
export interface CitationsMessage {
  /** In the order of the norms and of their texts; `named` if the citations of a text differ in older states. */
  norms: { citing: number; citations: ParsedCitation[]; named: NamedCitations | undefined }[]
  /** Citations of older texts. */
  past: { content: number; named: NamedCitations }[]
}

// A table of contents names norms without citing them.
const NORMS = `
SELECT norm.id, norm.law, law.code, law.title, norm.kind, norm.path, norm.heading, content.text, content.subdivisions,
       coalesce(norm.source ->> 'language', law.language) AS language
FROM norm JOIN law ON law.id = norm.law JOIN content ON content.id = norm.content
WHERE norm.id >= ? AND norm.id < ? AND norm.kind <> 'toc' ORDER BY norm.id`

const { file, newestDay, first, step, size, batches, batchesOfNorms, since } = workerData as CitationsTask
const database = new DatabaseSync(file, { readOnly: true })
const laws = new StoredLaws(database)
const index = new LawIndex(laws.on(undefined))
const past = newestDay === undefined ? undefined : new PastCitations(database, laws, newestDay, since)
const selectNorms = database.prepare(NORMS)
for (let batch = first; batch < batches; batch += step) {
  const ofPast = batch - batchesOfNorms
  const message: CitationsMessage = {
    norms: ofPast < 0 ? readNorms(batch * size, (batch + 1) * size) : [],
    past: ofPast < 0 ? [] : (past?.read(ofPast * size, (ofPast + 1) * size) ?? []),
  }
  parentPort?.postMessage(message)
}
database.close()

function readNorms(start: number, end: number): CitationsMessage['norms'] {
  return (selectNorms.all(start, end) as unknown as CitingRow[]).map((row) => {
    const norm = read(row)
    const citations = readCitations(norm, index)
    return { citing: norm.id, citations, named: past?.ofToday(norm, citations, index) }
  })
}

function read({ kind, heading, text: packed, subdivisions, ...norm }: CitingRow): CitingNorm {
  const text = unpackText(packed)
  return {
    ...norm,
    text,
    subdivisions: () => JSON.parse(unpackText(subdivisions)) as StoredSubdivision[],
    own: ownReferences({ title: norm.title, kind, heading, text }),
  }
}
