import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import type { Corpus, Norm } from '../../src/model/corpus.ts'
import { until } from '../until.ts'
import { listen, type TestServer } from './server.ts'

const WHOLE = '/laws/msgb/norms'

let corpus: Corpus
let server: TestServer
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
  server = await listen(createApp({ corpus: () => corpus, settings: { maxStreams: 2 } }).handler)
})
after(async () => {
  await server.close()
  await corpus.close()
})

/** An answer of which only the head was read. */
function begin(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  localAddress = '127.0.0.1',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers, localAddress, agent: false }, resolve).on('error', reject)
  })
}

/** A law with large parts that continues as long as `more` returns true. */
function endless(more: () => boolean): Corpus {
  async function* norms(code: string): AsyncGenerator<Norm[]> {
    for await (const [first] of corpus.norms(code)) {
      while (more()) yield [{ ...(first as Norm), text: 'x'.repeat(100_000) }]
      return
    }
  }
  return new Proxy(corpus, {
    get(target, name) {
      const value = name === 'norms' ? norms : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('a whole law is what its norms are, one by one, as JSON and line by line', async () => {
  const { norms: outline } = (await server.ask('/laws/msgb')).body
  const single = outline.map(async ({ norm }: Norm) => {
    const { resolution, previous_norm, next_norm, citation_counts, ...answer } = (
      await server.ask(`${WHOLE}/${encodeURIComponent(norm)}`)
    ).body
    assert.equal(resolution, null)
    assert(citation_counts)
    assert.deepEqual([previous_norm?.norm ?? null, next_norm?.norm ?? null], [answer.previous, answer.next])
    return answer
  })
  const expected = await Promise.all(single)
  const json = await server.ask(`${WHOLE}?format=json`)
  assert.deepEqual(json.body, { code: 'msgb', count: expected.length, norms: expected })
  const { text, headers } = await server.ask({ path: '/laws/MSGB/norms', headers: { Accept: 'application/x-ndjson' } })
  assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
  assert.match(text, /}\n$/)
  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    expected,
  )
})

test('it is encoded as the client likes best, each with a tag of its own', async () => {
  const plain = await begin(server.port, WHOLE)
  const bytes = await buffer(plain)
  const tags = new Set([plain.headers.etag])
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
  for (const [encoding, decode] of Object.entries(decoders)) {
    const answer = await begin(server.port, WHOLE, { 'Accept-Encoding': encoding })
    assert.equal(answer.headers['content-encoding'], encoding)
    assert(decode(await buffer(answer)).equals(bytes), encoding)
    const known = { 'Accept-Encoding': encoding, 'If-None-Match': String(answer.headers.etag) }
    assert.equal((await begin(server.port, WHOLE, known)).statusCode, 304)
    tags.add(answer.headers.etag)
  }
  assert.equal(tags.size, 4)
})

test('so many are sent at a time, and one that is broken off makes room', async (context) => {
  let more = true
  const slow = endless(() => more)
  const target = await listen(createApp({ corpus: () => slow, settings: { maxStreams: 2 } }).handler)
  context.after(target.close)
  const [first, second] = [await begin(target.port, WHOLE), await begin(target.port, WHOLE)]
  assert.deepEqual([first.statusCode, second.statusCode], [200, 200])
  const refused = await target.ask(WHOLE)
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1'])
  assert.equal((await target.ask({ method: 'HEAD', path: WHOLE })).status, 200)
  assert.equal((await target.ask(`${WHOLE}/par:1`)).status, 200)
  first.destroy()
  more = false
  second.resume()
  await until('there is room', async () => (await target.ask(WHOLE)).status === 200)
})

test('unread streams of one client leave room for others, by address and by what a trusted proxy forwards', async (context) => {
  const slow = endless(() => true)
  const settings = { maxStreams: 8, trustedProxies: ['127.0.0.3'] }
  const target = await listen(createApp({ corpus: () => slow, settings }).handler)
  context.after(target.close)
  const opened = async (count: number, address: string, headers: Record<string, string> = {}) => {
    const answers = Array.from({ length: count }, () => begin(target.port, WHOLE, headers, address))
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    return statuses.filter((status) => status === 200).length
  }
  const by = (client: string) => ({ 'X-Forwarded-For': client })
  assert.equal(await opened(10, '127.0.0.1'), 8)
  assert.equal(await opened(10, '127.0.0.2'), 4)
  assert.equal(await opened(10, '127.0.0.3', by('192.0.2.1')), 2)
  assert.equal(await opened(10, '127.0.0.3', by('192.0.2.2')), 1)
  assert.equal(await opened(10, '127.0.0.1', by('192.0.2.3')), 0, 'not a trusted proxy')
})

test('no more is made than the client reads', async (context) => {
  let parts = 0
  const counted = endless(() => ++parts < 1000)
  const target = await listen(createApp({ corpus: () => counted }).handler)
  context.after(target.close)
  const answer = await begin(target.port, WHOLE)
  await until('it is waited for the client', async () => {
    const before = parts
    await setTimeout(200)
    return parts === before
  })
  assert(parts < 200, `${parts} parts of 100 KB were made for nobody`)
  assert((await buffer(answer)).length > 99_000_000)
})

test('a corpus is closed once it has been read', async () => {
  const read = await openCorpus({ dataset: 'starter' })
  const parts = read.norms('msgb')[Symbol.asyncIterator]()
  const count = (await parts.next()).value.length
  let isClosed = false
  const closing = read.close().then(() => {
    isClosed = true
  })
  await setTimeout(20)
  assert(!isClosed)
  let norms = count
  for (let part = await parts.next(); !part.done; part = await parts.next()) norms += part.value.length
  await closing
  assert.equal(norms, 29)
})
