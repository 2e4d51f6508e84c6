/**
 * Imports old versions of laws and compares each with its file, read independently of the importer. `LEGAL_TEXT_HISTORY` names
 * the bare git repository of the files (`gesetze/<slug>/<slug>.xml`), `LEGAL_TEXT_HISTORY_STEP` the sampling interval: every 20th
 * file by default, 1 for all.
 */
import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { listBlobs } from './support/git-blobs.ts'
import type { Blob, HistorySummary } from './support/history-worker.ts'

const { LEGAL_TEXT_HISTORY: repository, LEGAL_TEXT_HISTORY_STEP: step = '20' } = process.env
/** Maximum number of differences printed. */
const MOST = 60

test('every old version of every law is imported, and 0 characters are lost or added', {
  skip: repository === undefined && 'set LEGAL_TEXT_HISTORY to the repository of old versions',
}, async () => {
  const blobs = (await listBlobs(repository as string))
    .map(({ id, path }): Blob => ({ id, code: path.split('/').at(-2) ?? '' }))
    .sort((a, b) => (a.code === b.code ? (a.id < b.id ? -1 : 1) : a.code < b.code ? -1 : 1))
    .filter((_, place) => place % Number(step) === 0)
  const threads = Math.min(availableParallelism(), 4)
  const parts = Array.from({ length: threads }, (_, part) => blobs.filter((_, place) => place % threads === part))
  const summaries = await Promise.all(parts.map((part) => inWorker(repository as string, part)))
  const sum = (of: (summary: HistorySummary) => number) => summaries.reduce((all, one) => all + of(one), 0)
  const limitations = summaries.flatMap((one) => one.limitations)
  const differences = summaries.flatMap((one) => one.differences)
  console.log(
    `${sum((one) => one.documents)} documents, ${limitations.length} not imported, ${sum((one) => one.elements)} elements, ` +
      `${sum((one) => one.headings)} headings, ${sum((one) => one.runs)} runs, ` +
      `${sum((one) => one.characters)} visible characters compared, ${differences.length} differences`,
  )
  for (const limitation of limitations) console.log(`not imported: ${limitation}`)
  for (const difference of differences.slice(0, MOST)) console.log(difference)
  assert.equal(
    sum((one) => one.documents),
    blobs.length,
  )
  assert.deepEqual([differences.length, limitations.length], [0, 0])
})

function inWorker(repository: string, blobs: Blob[]): Promise<HistorySummary> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./support/history-worker.ts', import.meta.url), {
      workerData: { repository, blobs },
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)))
  })
}
