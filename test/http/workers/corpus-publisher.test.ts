import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Corpus } from '../../../src/corpus/corpus.ts'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { notReadyYet } from '../../../src/dataset/served-corpus.ts'
import { LegalTextError } from '../../../src/errors.ts'
import { CorpusPublisher } from '../../../src/http/workers/corpus-publisher.ts'
import type { PublishedCorpus } from '../../../src/http/workers/messages.ts'
import { bundleOf, temporaryFolder } from '../../dataset/starter-bundles.ts'

const folder = temporaryFolder()
const [one, two] = [await bundleOf(folder, 'one', ['msgb']), await bundleOf(folder, 'two', ['msverf'])]

/** A teller with two workers, and what they were told. */
function begin() {
  const told: PublishedCorpus[] = []
  const teller = new CorpusPublisher(() => {
    for (const worker of [1, 2]) told.push(teller.messageFor(worker))
  })
  const follow = (current: Corpus | LegalTextError) => teller.follow({ current, watched: undefined })
  return { teller, told, follow }
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false
  promise.then(() => {
    settled = true
  })
  await setImmediate()
  return settled
}

test('a replaced corpus is let go once every worker has released it or has ended', async () => {
  const { teller, told, follow } = begin()
  const [first, second] = [await openEngine(one), await openEngine(two)]
  assert(await isSettled(teller.letGo(first)), 'nobody was told of it')
  follow(first)
  assert.deepEqual(told[0], {
    ...{ edition: 1, file: one, digest: first.bundle.digest, replacementFailure: null, watched: undefined },
  })
  follow(second)
  const letGo = teller.letGo(first)
  teller.released(1, 1)
  teller.released(1, 1)
  assert.equal(await isSettled(letGo), false)
  assert.equal(teller.messageFor(3) !== undefined && (await isSettled(letGo)), false, 'a worker that comes later')
  teller.gone(2)
  assert(await isSettled(letGo))
  const last = teller.letGo(second)
  for (const worker of [1, 3]) {
    assert.equal(await isSettled(last), false)
    teller.released(worker, 2)
  }
  assert(await isSettled(last))
  await Promise.all([first.close(), second.close()])
})

test('what has not changed is not told again; a failed replacement is', async () => {
  const { told, follow } = begin()
  const corpus = await openEngine(one)
  follow(corpus)
  follow(corpus)
  assert.equal(told.length, 2)
  corpus.replacementFailure = { failed_at: '2026-01-01T00:00:00.000Z', reason: 'damaged' }
  follow(corpus)
  assert.equal(told.length, 4)
  assert.deepEqual((told[3] as { replacementFailure: unknown }).replacementFailure, corpus.replacementFailure)
  assert.equal((told[3] as { edition: unknown }).edition, 1)
  await corpus.close()
})

test('progress is told a few times a second, what comes of it at once', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 1000
  context.mock.method(performance, 'now', () => now)
  const { told, follow } = begin()
  const progress = (done: number) => follow(notReadyYet({ stage: 'downloading', done, total: 5000 }))
  for (let done = 0; done < 1000; done++) progress(done)
  assert.equal(told.length, 2)
  now += 250
  context.mock.timers.tick(250)
  assert.equal(told.length, 4)
  assert.equal((told[3] as { details: { done?: number } }).details.done, 999)
  progress(1000)
  follow(new LegalTextError('not_ready', 'the disk is full'))
  assert.equal(told.length, 6)
  assert.deepEqual(told[5], { kind: 'not_ready', message: 'the disk is full', details: {} })
  now += 1000
  context.mock.timers.tick(1000)
  assert.equal(told.length, 6)
})
