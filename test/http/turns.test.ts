/** Fairness of the server: which clients wait for which requests. */
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import type { Corpus, LawSummary } from '../../src/model/corpus.ts'
import { completeSettings } from '../../src/program/settings.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { ask } from './server.ts'

const SETTINGS = completeSettings({ trustedProxies: ['127.0.0.1'] })

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** A server whose law lists take long to compute; `computed` has the completed ones. */
async function serve(methods: Partial<Corpus> = {}) {
  const computed: number[] = []
  const busy: Pick<Corpus, 'laws'> = {
    async laws({ limit = 0 }) {
      const { items } = await corpus.laws({})
      for (const end = performance.now() + 20; performance.now() < end; );
      computed.push(limit)
      const laws: LawSummary[] = Array.from({ length: 300 }, (_, index) => items[index % items.length] as LawSummary)
      return { items: laws, total: laws.length }
    },
  }
  const opened = new Proxy(corpus, {
    get(target, name) {
      const own = { ...busy, ...methods }[name as 'laws']
      const value = own ?? Reflect.get(target, name, target)
      return typeof value === 'function' && own === undefined ? value.bind(target) : value
    },
  })
  const server = createHttpServer(createApp({ corpus: () => opened, settings: SETTINGS }), SETTINGS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert(typeof address === 'object' && address !== null)
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: address.port, computed, close }
}

describe('while many ask for what takes long', () => {
  it('an unknown path and a redirection take their turns, as they cost more than a ready answer', async (context) => {
    const { port, computed, close } = await serve()
    context.after(close)
    const lists = Array.from({ length: 20 }, (_, index) => ask(port, { path: `/laws?limit=${index + 1}` }))
    const done = Promise.allSettled(lists)
    while (computed.length === 0) await new Promise(setImmediate)
    const before = computed.length
    const answers = await Promise.all([ask(port, { path: '/x' }), ask(port, { path: '/laws/' })])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 308],
    )
    assert(computed.length > before, 'they waited')
    close()
    await done
  })

  it('a new connection, readiness, ready answers and 304 are answered before the second is computed', async (context) => {
    const { port, computed, close } = await serve()
    context.after(close)
    const norm = '/laws/msgb/norms/par:1'
    const kept = new Agent({ keepAlive: true })
    context.after(() => kept.destroy())
    const { headers } = await ask(port, { path: norm }, kept)
    const lists = Array.from({ length: 50 }, (_, index) => ask(port, { path: `/laws?limit=${index + 1}` }))
    const refused = Promise.allSettled(lists)
    while (computed.length === 0) await new Promise(setImmediate)
    const before = computed.length
    const answers = await Promise.all([
      ask(port, { path: '/health' }),
      ask(port, { path: '/ready' }),
      ask(port, { path: norm }, kept),
      ask(port, { path: norm, headers: { 'If-None-Match': String(headers.etag) } }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 304],
    )
    assert(computed.length - before <= 1, `${computed.length - before} lists were computed first`)
    // Abandoned requests are not computed.
    close()
    await refused
    await ask(port, { path: '/health' }).catch(() => undefined)
    assert(computed.length < 10, `${computed.length} lists were computed`)
  })

  it('another client is answered after a few turns', async (context) => {
    const { port, computed, close } = await serve()
    context.after(close)
    const lists = Array.from({ length: 20 }, (_, index) => ask(port, { path: `/laws?limit=${index + 1}` }))
    const refused = Promise.allSettled(lists)
    while (computed.length === 0) await new Promise(setImmediate)
    const before = computed.length
    const headers = { 'X-Forwarded-For': '192.0.2.7' }
    const answer = await ask(port, { path: '/laws/msgb/norms/par:2', headers })
    assert.equal(answer.status, 200)
    // Connecting takes some turns, and computing a list is not interrupted.
    assert(computed.length - before <= 4, `${computed.length - before} lists were computed first`)
    close()
    await refused
  })

  it('the same request of many is computed once', async (context) => {
    const { port, computed, close } = await serve()
    context.after(close)
    const first = ask(port, { path: '/laws?limit=1' })
    const same = Array.from({ length: 10 }, () => ask(port, { path: '/laws?limit=2' }))
    await Promise.all([first, ...same])
    assert(computed.length < 4, `${computed.length} computed`)
  })
})

describe('errors that follow from the corpus', () => {
  const PATHS: [string, number][] = [
    ['/laws/msgbe', 404],
    ['/laws/msgb/norms/par:99', 404],
    ['/laws/BienHV', 409],
    ['/laws/msgbeg/norms/%C2%A7%201', 409],
    ['/laws/msgb/norms/%3F', 422],
    ['/laws/msgb/norms/par:99?format=md', 404],
    ['/search?q=Hafen&codes=nowhere', 404],
  ]

  it('are computed once, and are the same to the byte', async (context) => {
    let looked = 0
    const findLaws: Corpus['findLaws'] = (name) => {
      looked++
      return corpus.findLaws(name)
    }
    const { port, close } = await serve({ findLaws })
    context.after(close)
    for (const [path, status] of PATHS) {
      const [first, again] = [await ask(port, { path }), looked]
      const second = await ask(port, { path })
      const { date: _first, ...headers } = first.headers
      const { date: _second, ...others } = second.headers
      assert.equal(first.status, status, path)
      assert.deepEqual([second.status, second.text, others], [first.status, first.text, headers], path)
      assert.equal(looked, again, `${path} is not computed again`)
      const head = await ask(port, { method: 'HEAD', path })
      assert.deepEqual(
        [head.status, head.text, head.headers['content-length']],
        [status, '', headers['content-length']],
      )
    }
  })

  it('go with their corpus', async (context) => {
    let unknown = true
    const other = new Proxy(corpus, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const first = {
      ...other,
      bundle: corpus.bundle,
      findLaws: async () => [],
      lawsCalled: async () => [],
      similarLaws: async () => [],
    }
    Object.assign(first, { laws: async () => ({ items: [], total: 0 }) })
    const server = createHttpServer(
      createApp({ corpus: () => (unknown ? (first as unknown as Corpus) : other) }),
      SETTINGS,
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    context.after(() => server.close().closeAllConnections())
    const address = server.address()
    assert(typeof address === 'object' && address !== null)
    const { port } = address
    assert.equal((await ask(port, { path: '/laws/msgb' })).status, 404)
    assert.equal((await ask(port, { path: '/laws/msgb' })).status, 404)
    unknown = false
    assert.equal((await ask(port, { path: '/laws/msgb' })).status, 200)
  })

  it('other errors are not kept', async (context) => {
    let fails = true
    const { port, close } = await serve({
      coverage: async () => {
        if (fails) throw new LegalTextError('not_ready', 'not yet')
        return corpus.coverage()
      },
    })
    context.after(close)
    assert.equal((await ask(port, { path: '/corpus/coverage' })).status, 503)
    fails = false
    assert.equal((await ask(port, { path: '/corpus/coverage' })).status, 200)
  })
})

it('a search with unknown codes looks up no further than the first', async (context) => {
  let looked = 0
  const { port, close } = await serve({
    similarLaws: async (name, limit) => {
      looked++
      return corpus.similarLaws(name, limit)
    },
  })
  context.after(close)
  const answer = await ask(port, { path: '/search?q=Hafen&codes=msgb,none,nix,nada' })
  assert.deepEqual([answer.status, answer.body.code, looked], [404, 'none', 1])
})
