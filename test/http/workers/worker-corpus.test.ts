import assert from 'node:assert/strict'
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { ServedFile } from '../../../src/dataset/served-file.ts'
import type { PublishedBundle, ToPrimary } from '../../../src/http/workers/messages.ts'
import { WorkerCorpus } from '../../../src/http/workers/worker-corpus.ts'
import type { Corpus } from '../../../src/model/corpus.ts'
import { LegalTextError, type SentError } from '../../../src/util/errors.ts'
import { bundleOf, temporaryFolder } from '../../dataset/starter-bundles.ts'

const folder = temporaryFolder()
const [one, two] = [await bundleOf(folder, 'one', ['msgb']), await bundleOf(folder, 'two', ['msverf'])]

let generations = 0
async function opened(bundle: string, file = bundle): Promise<PublishedBundle> {
  const corpus = await openEngine(bundle)
  await corpus.close()
  return { generation: ++generations, file, digest: corpus.bundle.digest, replacementFailure: null }
}

const MAKING: SentError = {
  kind: 'not_ready',
  message: 'in the making',
  details: { stage: 'seal', done: 1, total: 2 },
}
const GRACE = 10_000

function begin(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const sent: ToPrimary[] = []
  const logged: string[] = []
  const worker = new WorkerCorpus(
    MAKING,
    (message) => sent.push(message),
    (text) => logged.push(text),
  )
  context.after(() => worker.close())
  return { worker, sent, logged, tick: (time: number) => context.mock.timers.tick(time) }
}

function fileOf({ current }: WorkerCorpus): string {
  const corpus = current()
  return corpus instanceof LegalTextError ? corpus.message : corpus.bundle.file
}

test('says what the primary says, and opens what it has opened', async (context) => {
  const { worker, sent, tick } = begin(context)
  const { kind, message, details } = worker.current() as LegalTextError
  assert.deepEqual({ kind, message, details }, MAKING)
  const [first, second] = [await opened(one), await opened(two)]
  worker.update(first)
  const before = worker.current() as Corpus
  const failure = { failed_at: '2026-01-01T00:00:00.000Z', reason: 'damaged' }
  worker.update({ ...first, replacementFailure: failure })
  assert.equal(worker.current(), before)
  assert.equal(before.replacementFailure, failure)

  worker.update(second)
  assert.equal(fileOf(worker), two)
  assert.equal((await before.laws({})).total, 1, 'it stays open for requests that began with it')
  assert.deepEqual(sent, [])
  tick(GRACE)
  await setImmediate()
  await assert.rejects(before.laws({}))
  assert.deepEqual(sent, [{ type: 'released', generation: first.generation }])

  worker.update({ kind: 'not_ready', message: 'gone', details: {} })
  assert.equal(fileOf(worker), 'gone')
  tick(GRACE)
  await setImmediate()
  assert.deepEqual(sent[1], { type: 'released', generation: second.generation })
})

test('what cannot be opened is tried again while the old one is served, and released where it is replaced', async (context) => {
  const { worker, sent, logged, tick } = begin(context)
  const file = join(folder, 'late.sqlite')
  const [late, other] = [await opened(one, file), await opened(two, join(folder, 'never.sqlite'))]
  worker.update(late)
  assert.match(fileOf(worker), /late\.sqlite/)
  tick(1000)
  assert.equal(logged.length, 1)
  copyFileSync(one, file)
  tick(1000)
  assert.equal(fileOf(worker), file)
  worker.update(other)
  assert.equal(fileOf(worker), file)
  const last = await opened(two)
  worker.update(last)
  assert.equal(fileOf(worker), two)
  assert.deepEqual(sent, [{ type: 'released', generation: other.generation }])
  assert.equal(logged.length, 2)
})

test('another bundle at the place of the one that was verified is not opened', async (context) => {
  const { worker } = begin(context)
  const file = join(folder, 'exchanged.sqlite')
  const first = await opened(one, file)
  copyFileSync(two, file)
  worker.update(first)
  assert.match(fileOf(worker), /exchanged\.sqlite: it was replaced after it had been verified/)
})

function identityOf(file: string): string {
  const watched = new ServedFile(file, false)
  watched.close()
  return watched.identity
}

test('a watched file is opened only as the primary has it, and served on when another one takes its place', async (context) => {
  const { worker, sent } = begin(context)
  const file = join(folder, 'watched-whole.sqlite')
  copyFileSync(one, file)
  const first = await opened(one, file)
  worker.update({ ...first, served: { identity: 'another identity', isCopy: false } })
  assert.match(fileOf(worker), /watched-whole\.sqlite was written to while it was served/)
  worker.update({ ...first, generation: ++generations, served: { identity: identityOf(file), isCopy: false } })
  assert.equal(fileOf(worker), file)
  const before = worker.current()
  copyFileSync(two, `${file}.new`)
  renameSync(`${file}.new`, file)
  assert.equal(worker.current(), before)
  rmSync(file)
  assert.equal(worker.current(), before)
  assert.deepEqual(
    sent.filter(({ type }) => type === 'changed'),
    [],
  )
})

test('nothing is answered from a watched file that was written to, and the primary learns of it once', async (context) => {
  const { worker, sent } = begin(context)
  const file = join(folder, 'watched.sqlite')
  copyFileSync(one, file)
  worker.update({ ...(await opened(one, file)), served: { identity: identityOf(file), isCopy: false } })
  assert.equal(fileOf(worker), file)
  writeFileSync(file, 'something else')
  for (const _ of [1, 2]) assert.match(fileOf(worker), /watched\.sqlite was written to while it was served/)
  assert.deepEqual(sent, [{ type: 'changed' }])
  renameSync(file, `${file}.old`)
  rmSync(`${file}.old`)
})

test('a copy that has changed is reported when a request to it fails, and closed at once when the primary says so', async (context) => {
  const { worker, sent } = begin(context)
  const file = join(folder, 'copy.sqlite')
  copyFileSync(one, file)
  const published = { ...(await opened(one, file)), served: { identity: identityOf(file), isCopy: true } }
  worker.update(published)
  const corpus = worker.current() as Corpus
  assert.equal(worker.current(true), corpus)
  writeFileSync(file, 'something else')
  assert.equal(worker.current(), corpus)
  assert.equal((worker.current(true) as LegalTextError).kind, 'not_ready')
  assert.deepEqual(sent, [{ type: 'changed' }])
  worker.update({ kind: 'not_ready', message: 'damaged', details: {} })
  await setImmediate()
  await assert.rejects(corpus.laws({}), { kind: 'not_ready' })
  assert.deepEqual(sent[1], { type: 'released', generation: published.generation })
})
