import assert from 'node:assert/strict'
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Corpus } from '../../../src/corpus/corpus.ts'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { ServedFile } from '../../../src/dataset/served-file.ts'
import { LegalTextError } from '../../../src/errors.ts'
import type { PublishedBundle, SerializedError, ToPrimary } from '../../../src/http/workers/messages.ts'
import { WorkerCorpus } from '../../../src/http/workers/worker-corpus.ts'
import { bundleOf, temporaryFolder } from '../../dataset/starter-bundles.ts'

const folder = temporaryFolder()
const [one, two] = [await bundleOf(folder, 'one', ['msgb']), await bundleOf(folder, 'two', ['msverf'])]

let editions = 0
async function opened(bundle: string, file = bundle): Promise<PublishedBundle> {
  const corpus = await openEngine(bundle)
  await corpus.close()
  return { edition: ++editions, file, digest: corpus.bundle.digest, replacementFailure: null }
}

const MAKING: SerializedError = {
  kind: 'not_ready',
  message: 'in the making',
  details: { stage: 'seal', done: 1, total: 2 },
}
const GRACE = 10_000

function begin(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const told: ToPrimary[] = []
  const said: string[] = []
  const followed = new WorkerCorpus(
    MAKING,
    (message) => told.push(message),
    (text) => said.push(text),
  )
  context.after(() => followed.close())
  return { followed, told, said, tick: (time: number) => context.mock.timers.tick(time) }
}

function fileOf({ current }: WorkerCorpus): string {
  const corpus = current()
  return corpus instanceof LegalTextError ? corpus.message : corpus.bundle.file
}

test('says what the primary says, and opens what it has opened', async (context) => {
  const { followed, told, tick } = begin(context)
  const { kind, message, details } = followed.current() as LegalTextError
  assert.deepEqual({ kind, message, details }, MAKING)
  const [first, second] = [await opened(one), await opened(two)]
  followed.follow(first)
  const before = followed.current() as Corpus
  const failure = { failed_at: '2026-01-01T00:00:00.000Z', reason: 'damaged' }
  followed.follow({ ...first, replacementFailure: failure })
  assert.equal(followed.current(), before)
  assert.equal(before.replacementFailure, failure)

  followed.follow(second)
  assert.equal(fileOf(followed), two)
  assert.equal((await before.laws({})).total, 1, 'it stays open for requests that began with it')
  assert.deepEqual(told, [])
  tick(GRACE)
  await setImmediate()
  await assert.rejects(before.laws({}))
  assert.deepEqual(told, [{ type: 'released', edition: first.edition }])

  followed.follow({ kind: 'not_ready', message: 'gone', details: {} })
  assert.equal(fileOf(followed), 'gone')
  tick(GRACE)
  await setImmediate()
  assert.deepEqual(told[1], { type: 'released', edition: second.edition })
})

test('what cannot be opened is tried again while the old one is served, and released where it is replaced', async (context) => {
  const { followed, told, said, tick } = begin(context)
  const file = join(folder, 'late.sqlite')
  const [late, other] = [await opened(one, file), await opened(two, join(folder, 'never.sqlite'))]
  followed.follow(late)
  assert.match(fileOf(followed), /late\.sqlite/)
  tick(1000)
  assert.equal(said.length, 1)
  copyFileSync(one, file)
  tick(1000)
  assert.equal(fileOf(followed), file)
  followed.follow(other)
  assert.equal(fileOf(followed), file)
  const last = await opened(two)
  followed.follow(last)
  assert.equal(fileOf(followed), two)
  assert.deepEqual(told, [{ type: 'released', edition: other.edition }])
  assert.equal(said.length, 2)
})

test('another bundle at the place of the one that was verified is not opened', async (context) => {
  const { followed } = begin(context)
  const file = join(folder, 'exchanged.sqlite')
  const first = await opened(one, file)
  copyFileSync(two, file)
  followed.follow(first)
  assert.match(fileOf(followed), /exchanged\.sqlite: it was replaced after it had been verified/)
})

function identityOf(file: string): string {
  const watched = new ServedFile(file)
  watched.close()
  return watched.identity
}

test('a watched file is opened only as the primary has it, and served on when another one takes its place', async (context) => {
  const { followed, told } = begin(context)
  const file = join(folder, 'watched-whole.sqlite')
  copyFileSync(one, file)
  const first = await opened(one, file)
  followed.follow({ ...first, fileIdentity: 'another identity' })
  assert.match(fileOf(followed), /watched-whole\.sqlite was written to while it was served/)
  followed.follow({ ...first, edition: ++editions, fileIdentity: identityOf(file) })
  assert.equal(fileOf(followed), file)
  const before = followed.current()
  copyFileSync(two, `${file}.new`)
  renameSync(`${file}.new`, file)
  assert.equal(followed.current(), before)
  rmSync(file)
  assert.equal(followed.current(), before)
  assert.deepEqual(
    told.filter(({ type }) => type === 'written'),
    [],
  )
})

test('nothing is answered from a watched file that was written to, and the primary learns of it once', async (context) => {
  const { followed, told } = begin(context)
  const file = join(folder, 'watched.sqlite')
  copyFileSync(one, file)
  followed.follow({ ...(await opened(one, file)), fileIdentity: identityOf(file) })
  assert.equal(fileOf(followed), file)
  writeFileSync(file, 'something else')
  for (const _ of [1, 2]) assert.match(fileOf(followed), /watched\.sqlite was written to while it was served/)
  assert.deepEqual(told, [{ type: 'written' }])
  renameSync(file, `${file}.old`)
  rmSync(`${file}.old`)
})
