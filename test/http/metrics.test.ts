import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { aggregate, createMetrics } from '../../src/http/metrics.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { version } from '../../src/program/package.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { until } from '../until.ts'
import { document } from './document.ts'
import { listen, wrapped } from './server.ts'

const notReady = new LegalTextError('not_ready', 'No corpus here.')

let corpus: Corpus
before(async () => {
  corpus = wrapped(await openCorpus({ dataset: 'starter' }))
})
after(() => corpus.close())

/** Serves a corpus with its metrics. */
async function measured(context: TestContext, current: () => Corpus | LegalTextError = () => corpus, settings = {}) {
  const metrics = createMetrics(current)
  const { observer, text } = metrics
  const app = createApp({ corpus: current, settings, observers: [observer], metrics: text })
  const server = await listen(app.handler)
  context.after(server.close)
  return { server, metrics }
}

/** The samples of a metrics text: `name{labels}` and value. */
function samples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, series, value] = /^([a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="[^"]*",?)*\})?) (\S+)$/.exec(line) ?? []
      assert(series !== undefined, line)
      return [series, Number(value)]
    }),
  )
}

const ownSeries = (found: Map<string, number>, name: string) => [...found.keys()].filter((key) => key.startsWith(name))

test('requests are counted by route, method and status', async (context) => {
  const { server } = await measured(context)
  const norm = await server.ask('/laws/msgb/norms/par:1')
  await server.ask('/laws/msgb/norms/par:2')
  await server.ask({ method: 'HEAD', path: '/laws/msgb/norms/par:1' })
  await server.ask('/laws/nix')
  const found = samples((await server.ask('/metrics')).text)
  const route = 'route="/laws/{code}/norms/{norm}"'
  assert.equal(found.get(`legal_text_http_requests_total{${route},method="GET",status="200"}`), 2)
  assert.equal(found.get(`legal_text_http_requests_total{${route},method="HEAD",status="200"}`), 1)
  assert.equal(found.get('legal_text_http_requests_total{route="/laws/{code}",method="GET",status="404"}'), 1)
  assert.equal(found.get(`legal_text_http_request_duration_seconds_count{${route},method="GET"}`), 2)
  assert.equal(found.get(`legal_text_http_request_duration_seconds_bucket{le="10",${route},method="GET"}`), 2)
  assert((found.get(`legal_text_http_request_duration_seconds_sum{${route},method="GET"}`) ?? 9) < 5)
  assert((found.get(`legal_text_http_response_bytes_total{${route}}`) ?? 0) > 2 * norm.text.length)
  assert.equal(found.get('legal_text_http_requests_in_flight'), 1)
})

test('there are as many series as routes, whatever clients send', async (context) => {
  const { server } = await measured(context)
  for (let count = 0; count < 30; count++) {
    await server.ask(`/nowhere/${count}`)
    await server.ask(`/laws/nix-${count}?x${count}=1`)
  }
  for (const method of ['PROPFIND', 'M-SEARCH', 'TRACE', 'PURGE']) await server.ask({ method, path: '/laws' })
  const found = samples((await server.ask('/metrics')).text)
  assert.deepEqual(
    new Set(ownSeries(found, 'legal_text_http_requests_total')),
    new Set([
      'legal_text_http_requests_total{route="/{law}/{norm}",method="GET",status="404"}',
      'legal_text_http_requests_total{route="/laws/{code}",method="GET",status="422"}',
      'legal_text_http_requests_total{route="/laws",method="other",status="405"}',
    ]),
  )
  assert.equal(found.get('legal_text_http_requests_total{route="/{law}/{norm}",method="GET",status="404"}'), 30)
})

test('a request that nobody waits for any more has ended, too', async (context) => {
  const { server, metrics } = await measured(context)
  context.mock.method(corpus, 'search', () => new Promise(() => undefined))
  const inFlight = (wanted: number) =>
    until(`${wanted} are under way`, async () => {
      return samples(await metrics.text()).get('legal_text_http_requests_in_flight') === wanted
    })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /search?q=x HTTP/1.1\r\nHost: x\r\n\r\n')
  await inFlight(1)
  socket.destroy()
  await inFlight(0)
  const found = samples(await metrics.text())
  assert.equal(found.get('legal_text_http_requests_total{route="/search",method="GET",status="none"}'), 1)
})

test('the corpus, the program, the process and the event loop are described', async (context) => {
  const { server } = await measured(context)
  const found = samples((await server.ask('/metrics')).text)
  const coverage = await corpus.coverage()
  for (const fact of ['laws', 'norms', 'limitations'] as const) {
    assert.equal(found.get(`legal_text_corpus_${fact}`), coverage[fact])
  }
  assert.equal(found.get('legal_text_corpus_ready'), 1)
  assert.equal(found.get('legal_text_corpus_built_timestamp_seconds'), Date.parse(coverage.built_at) / 1000)
  const { bundle_id, schema_version } = coverage
  const info = `legal_text_corpus_info{bundle_id="${bundle_id}",schema_version="${schema_version}"}`
  assert.equal(found.get(info), 1)
  assert.equal(found.get(`legal_text_info{version="${version}"}`), 1)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total', 'nodejs_heap_size_used_bytes']) {
    assert.notEqual(found.get(name), undefined, name)
  }
})

test('without a corpus it says that, and nothing of one that there was', async (context) => {
  let current: Corpus | LegalTextError = corpus
  const { server } = await measured(context, () => current)
  await server.ask('/metrics')
  current = notReady
  const answer = await server.ask('/metrics')
  assert.equal(answer.status, 200)
  const found = samples(answer.text)
  assert.deepEqual(ownSeries(found, 'legal_text_corpus'), ['legal_text_corpus_ready'])
  assert.equal(found.get('legal_text_corpus_ready'), 0)
})

test('the route is like others: type, caching, methods, no parameters; and only there where asked for', async (context) => {
  const { server } = await measured(context)
  const answer = await server.ask('/metrics')
  assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  const head = await server.ask({ method: 'HEAD', path: '/metrics' })
  assert.deepEqual([head.status, head.text], [200, ''])
  assert.equal((await server.ask({ method: 'OPTIONS', path: '/metrics' })).headers.allow, 'GET, HEAD, OPTIONS')
  assert.equal((await server.ask({ method: 'POST', path: '/metrics' })).status, 405)
  assert.equal((await server.ask('/metrics?name=x')).body.error, 'invalid_input')
  assert.equal(document.paths['/metrics'], undefined)
  const without = await listen(createApp({ corpus: () => corpus }).handler)
  context.after(without.close)
  assert.equal((await without.ask('/metrics')).status, 404)
})

test('it asks for the token that everything asks for', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-metrics-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const authTokenFile = join(folder, 'tokens')
  const token = 'a-token-that-is-long-enough-for-this'
  writeFileSync(authTokenFile, `${token}\n`, { mode: 0o600 })
  const { server } = await measured(context, () => corpus, { authTokenFile })
  assert.equal((await server.ask('/metrics')).status, 401)
  const headers = { Authorization: `Bearer ${token}` }
  assert.equal((await server.ask({ path: '/metrics', headers })).status, 200)
})

test('several in one process do not know of each other', async (context) => {
  const [one, other] = [await measured(context), await measured(context)]
  await one.server.ask('/laws')
  const series = 'legal_text_http_requests_total{route="/laws",method="GET",status="200"}'
  assert.equal(samples(await one.metrics.text()).get(series), 1)
  assert.equal(samples(await other.metrics.text()).get(series), undefined)
})

test('the figures of several processes are added up', async (context) => {
  const [one, other, empty] = [
    await measured(context),
    await measured(context),
    await measured(context, () => notReady),
  ]
  for (const { server } of [one, other, other]) await server.ask('/laws')
  const sent = async ({ metrics }: typeof one) => JSON.parse(JSON.stringify(await metrics.snapshot()))
  const both = samples(await aggregate([await sent(one), await sent(other)]))
  const labels = 'route="/laws",method="GET"'
  assert.equal(both.get(`legal_text_http_requests_total{${labels},status="200"}`), 3)
  assert.equal(both.get(`legal_text_http_request_duration_seconds_count{${labels}}`), 3)
  assert.equal(both.get(`legal_text_http_request_duration_seconds_bucket{le="+Inf",${labels}}`), 3)
  assert.equal(both.get('legal_text_corpus_ready'), 1)
  const { laws } = await corpus.coverage()
  assert.equal(both.get('legal_text_corpus_laws'), laws)
  assert.equal(both.get(`legal_text_info{version="${version}"}`), 1)
  const all = samples(await aggregate([await sent(empty), await sent(one)]))
  assert.deepEqual([all.get('legal_text_corpus_ready'), all.get('legal_text_corpus_laws')], [0, laws])
})

/**
 * Parses the Prometheus text format strictly: each series once, and all series of a metric together after its help and type.
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 */
function families(text: string): Map<string, { type: string; series: string[] }> {
  const found = new Map<string, { type: string; series: string[] }>()
  const seen = new Set<string>()
  let name = ''
  assert(text.endsWith('\n'))
  for (const line of text.split('\n').filter(Boolean)) {
    const [, helped] = /^# HELP ([a-z_][\w:]*) \S.*$/i.exec(line) ?? []
    const [, typed, type = ''] = /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line) ?? []
    if (helped !== undefined) {
      assert(!found.has(helped), `${helped} is described twice`)
      name = helped
    } else if (typed !== undefined) {
      assert.equal(typed, name)
      found.set(name, { type, series: [] })
    } else {
      const [series = ''] = samples(line).keys()
      const family = found.get(name)
      const isPart = family?.type === 'histogram' ? /^_(?:bucket|sum|count)(?:\{|$)/ : /^(?:\{|$)/
      assert(family !== undefined && series.startsWith(name) && isPart.test(series.slice(name.length)), line)
      assert(!seen.has(series), `${series} is there twice`)
      assert.match(line, / (?:[+-]?\d[\d.e+-]*|[+-]?Inf|NaN)$/i)
      seen.add(series)
      family.series.push(series)
    }
  }
  return found
}

test('the text is what Prometheus reads: every series once, after help and type, of one process and of several', async (context) => {
  const [one, other] = [await measured(context), await measured(context, () => notReady)]
  for (const { server } of [one, other]) for (const path of ['/laws', '/nix', '/search?q=a']) await server.ask(path)
  const texts = [
    await one.metrics.text(),
    await aggregate([await one.metrics.snapshot(), await other.metrics.snapshot()]),
  ]
  for (const text of texts) {
    const found = families(text)
    for (const [name, { type }] of found)
      if (name.startsWith('legal_text_')) assert.equal(type === 'counter', name.endsWith('_total'), name)
    assert.equal(found.get('legal_text_http_request_duration_seconds')?.type, 'histogram')
  }
})

test('what waits, what is held and what is refused is counted, by reason', async (context) => {
  const { server, metrics } = await measured(context, () => corpus, { rateLimit: 2, maxUrlBytes: 200 })
  const value = async (series: string) => samples(await metrics.text()).get(`legal_text_${series}`) ?? 0
  const [refused, malformed] = [
    'refused_total{reason="rate_limit"}',
    'malformed_requests_total{reason="payload_too_large"}',
  ]
  const before = [await value(refused), await value(malformed)]
  // A request of another test never ends.
  const running = await value('queue_requests{state="running"}')
  const { promise, resolve } = Promise.withResolvers<never>()
  context.mock.method(corpus, 'search', () => promise)
  const [asked] = [server.ask('/search?q=x'), await server.ask(`/${'x'.repeat(300)}`)]
  await until('it is computed', async () => (await value('queue_requests{state="running"}')) === running + 1)
  await server.ask('/laws')
  assert.equal((await server.ask('/laws')).status, 429)
  assert.deepEqual([await value(refused), await value(malformed)], [(before[0] ?? 0) + 1, (before[1] ?? 0) + 1])
  resolve(undefined as never)
  await asked
  assert.equal(await value('queue_requests{state="running"}'), running)
  assert.equal(await value('queue_requests{state="waiting"}'), 0)
})

test('the memory of the bodies of requests is counted while they are held', async (context) => {
  const { server, metrics } = await measured(context)
  const value = async (series: string) => samples(await metrics.text()).get(`legal_text_${series}`) ?? 0
  const body = JSON.stringify({ text: 'x'.repeat(1000) })
  const before = await value('request_bodies_bytes{state="held"}')
  const posting = connect(server.port, '127.0.0.1')
  posting.write(`POST /check HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(1)}`)
  await until('the body is held', async () => {
    return (await value('request_bodies_bytes{state="held"}')) === before + body.length - 1
  })
  posting.destroy()
  await until('it is released', async () => (await value('request_bodies_bytes{state="held"}')) === before)
})
