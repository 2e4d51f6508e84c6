import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { Representation } from '../../src/http/representation.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import { listen } from './server.ts'

const corpus = await openCorpus({ dataset: 'starter' })
const other = await openCorpus({ dataset: 'starter' })
const answer = (text: string) => new Representation(text)

test('an answer is kept for its URL and its corpus', () => {
  const cache = new ResponseCache()
  assert.equal(cache.get(corpus, '/a'), undefined)
  const one = answer('1')
  cache.set(corpus, '/a', one)
  assert.equal(cache.get(corpus, '/a'), one)
  assert.equal(cache.get(corpus, '/b'), undefined)
  assert.equal(cache.get(other, '/a'), undefined, 'another corpus starts with nothing')
  cache.set(corpus, '/a', answer('1'))
  assert.equal(cache.get(other, '/a'), undefined, 'an answer that comes late, of a corpus no longer asked for')
})

test('an answer is kept for a day: it may say what is in force', () => {
  const cache = new ResponseCache()
  cache.get(corpus, '/a', '2033-06-30')
  cache.set(corpus, '/a', answer('1'))
  assert(cache.get(corpus, '/a', '2033-06-30'))
  assert.equal(cache.get(corpus, '/a', '2033-07-01'), undefined)
})

test('it is bounded: what was not asked for again goes first, a very large one is not kept', () => {
  const cache = new ResponseCache(10_000)
  cache.get(corpus, '/')
  for (let i = 0; i < 20; i++) {
    cache.set(corpus, `/${i}`, answer('x'.repeat(500)))
    assert(cache.get(corpus, '/0'), 'asked for again')
  }
  assert.equal(cache.get(corpus, '/1'), undefined)
  assert(cache.get(corpus, '/18'))
  cache.set(corpus, '/large', answer('x'.repeat(5000)))
  assert.equal(cache.get(corpus, '/large'), undefined)
  assert(cache.get(corpus, '/0'))
})

test('where all were asked for again, room is made all the same', () => {
  const cache = new ResponseCache(10_000)
  cache.get(corpus, '/')
  for (let i = 0; i < 30; i++) {
    cache.set(corpus, `/${i}`, answer('x'.repeat(500)))
    for (let asked = 0; asked <= i; asked++) cache.get(corpus, `/${asked}`)
  }
  const kept = Array.from({ length: 30 }, (_, i) => cache.get(corpus, `/${i}`)).filter((one) => one !== undefined)
  assert(kept.length >= 4 && kept.length <= 10, `${kept.length} are kept`)
})

test('a second request gets the same bytes, and a new corpus is asked anew', async (context) => {
  let current = corpus
  const server = await listen(createApp({ corpus: () => current }).handler)
  context.after(server.close)
  const first = await server.ask('/laws/msgb/norms/par:1')
  assert.deepEqual((await server.ask('/laws/msgb/norms/par:1')).text, first.text)
  assert.equal((await server.ask({ method: 'HEAD', path: '/laws/msgb/norms/par:1' })).text, '')
  current = other
  const asked = context.mock.method(other, 'norm')
  assert.deepEqual((await server.ask('/laws/msgb/norms/par:1')).text, first.text)
  assert.equal(asked.mock.callCount(), 1)
})

test.after(async () => {
  await corpus.close()
  await other.close()
})

test('what could not be encoded once is encoded for the next who asks', async () => {
  const one = answer('1')
  const { body } = one
  Object.assign(one, { body: 1 })
  await assert.rejects(one.encoded('gzip'))
  Object.assign(one, { body })
  assert.equal(String(gunzipSync(Buffer.from((await one.encoded('gzip')) as string, 'latin1'))), '1')
})
