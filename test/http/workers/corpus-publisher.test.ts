import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { notReadyYet } from '../../../src/dataset/served-corpus.ts'
import type { PublishedCorpus } from '../../../src/http/workers/messages.ts'
import { CorpusPublisher } from '../../../src/http/workers/primary.ts'
import type { Corpus } from '../../../src/model/corpus.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { bundleOf, temporaryFolder } from '../../dataset/starter-bundles.ts'

const folder = temporaryFolder()
const [one, two] = [await bundleOf(folder, 'one', ['msgb']), await bundleOf(folder, 'two', ['msverf'])]

/** A publisher with two workers, and the messages sent to them. */
function begin() {
  const sent: PublishedCorpus[] = []
  const publisher = new CorpusPublisher(() => {
    for (const worker of [1, 2]) sent.push(publisher.messageFor(worker))
  })
  const change = (current: Corpus | LegalTextError) => publisher.onChange({ current, file: undefined })
  return { publisher, sent, change }
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false
  promise.then(() => {
    settled = true
  })
  await setImmediate()
  return settled
}

test('a replaced corpus is released once every worker has released it or has exited', async () => {
  const { publisher, sent, change } = begin()
  const [first, second] = [await openEngine(one), await openEngine(two)]
  assert(await isSettled(publisher.whenReleased(first)), 'no worker has received it')
  change(first)
  assert.deepEqual(sent[0], {
    ...{ generation: 1, file: one, digest: first.bundle.digest, replacementFailure: null, served: undefined },
  })
  change(second)
  const released = publisher.whenReleased(first)
  publisher.released(1, 1)
  publisher.released(1, 1)
  assert.equal(await isSettled(released), false)
  assert.equal(publisher.messageFor(3) !== undefined && (await isSettled(released)), false, 'a worker that comes later')
  publisher.exited(2)
  assert(await isSettled(released))
  const last = publisher.whenReleased(second)
  for (const worker of [1, 3]) {
    assert.equal(await isSettled(last), false)
    publisher.released(worker, 2)
  }
  assert(await isSettled(last))
  await Promise.all([first.close(), second.close()])
})

test('an unchanged corpus is not sent again; a failed replacement is', async () => {
  const { sent, change } = begin()
  const corpus = await openEngine(one)
  change(corpus)
  change(corpus)
  assert.equal(sent.length, 2)
  corpus.replacementFailure = { failed_at: '2026-01-01T00:00:00.000Z', reason: 'damaged' }
  change(corpus)
  assert.equal(sent.length, 4)
  assert.deepEqual((sent[3] as { replacementFailure: unknown }).replacementFailure, corpus.replacementFailure)
  assert.equal((sent[3] as { generation: unknown }).generation, 1)
  await corpus.close()
})

test('progress is sent a few times a second, the result at once', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 1000
  context.mock.method(performance, 'now', () => now)
  const { sent, change } = begin()
  const progress = (done: number) => change(notReadyYet({ stage: 'downloading', done, total: 5000 }))
  for (let done = 0; done < 1000; done++) progress(done)
  assert.equal(sent.length, 2)
  now += 250
  context.mock.timers.tick(250)
  assert.equal(sent.length, 4)
  assert.equal((sent[3] as { details: { done?: number } }).details.done, 999)
  progress(1000)
  change(new LegalTextError('not_ready', 'the disk is full'))
  assert.equal(sent.length, 6)
  assert.deepEqual(sent[5], { kind: 'not_ready', message: 'the disk is full', details: {} })
  now += 1000
  context.mock.timers.tick(1000)
  assert.equal(sent.length, 6)
})
