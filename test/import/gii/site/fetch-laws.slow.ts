import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../../../../src/import/gii/format.ts'
import {
  type FetchOptions,
  type FetchReport,
  fetchLaws,
  openLawStore,
} from '../../../../src/import/gii/site/fetch-laws.ts'
import type { SiteStore } from '../../../../src/import/site/site-store.ts'
import { deadAddress, quickClient } from '../../../download/server.ts'
import { until } from '../../../until.ts'
import { type Fault, law, manyLaws, type Site, type SiteLaw, startSite } from './site.ts'

let folder: string
let store: SiteStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

/** A site and an empty store for it. */
async function start(t: TestContext, laws: [string, SiteLaw][]): Promise<Site> {
  const site = await startSite(t, laws)
  openStore(site.url)
  return site
}

function openStore(baseUrl: string): void {
  store = openLawStore(join(folder, 'site.sqlite'), baseUrl, (text) => assert.fail(text))
}

function fetchFrom({ url }: Pick<Site, 'url'>, options: Partial<FetchOptions> = {}): Promise<FetchReport> {
  return fetchLaws({ baseUrl: url, store, client: quickClient(), ...options })
}

const NOTHING = { fetched: 0, unchanged: 0, failed: 0, failures: {}, removed: 0 }
const codesHad = () => store.laws().map(({ code }) => code)
const failures = () =>
  Object.fromEntries(store.failures().map(({ code, terminal_state, reason }) => [code, `${terminal_state}: ${reason}`]))
const textOf = async (code: string) => {
  const file = store.asInput().files.find(({ path }) => path.startsWith(`${code}/`))
  return Buffer.from((await file?.read()) ?? []).toString()
}

test('fetches all laws, and then only what has changed', async (t) => {
  const site = await start(t, manyLaws(20))
  const steps: [number, number][] = []
  const first = await fetchFrom(site, { onProgress: (done, total) => steps.push([done, total]) })
  assert.deepEqual(first, { ...NOTHING, total: 20, fetched: 20 })
  assert.deepEqual(
    steps,
    Array.from({ length: 21 }, (_, index) => [index, 20]),
  )
  assert.equal(await textOf('law_003'), site.laws.get('law_003')?.xml)
  const hash = store.stateHash()

  site.asked.length = 0
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 20, unchanged: 20 })
  assert.equal(site.asked.length, 20)
  assert.equal(store.stateHash(), hash)

  site.laws.set('law_003', law('law_003', 'Es gilt nichts mehr.'))
  site.laws.set('new', law('new'))
  site.laws.delete('law_004')
  const third = await fetchFrom(site)
  assert.deepEqual(third, { ...NOTHING, total: 20, fetched: 2, unchanged: 18, removed: 1 })
  assert.match(await textOf('law_003'), /Es gilt nichts mehr/)
  assert(!codesHad().includes('law_004'))
  assert.notEqual(store.stateHash(), hash)
})

test('asks eight at a time at most', async (t) => {
  const site = await start(
    t,
    manyLaws(40).map(([code, law]) => [code, { ...law, fault: 'silent' }]),
  )
  const controller = new AbortController()
  const fetching = assert.rejects(fetchFrom(site, { signal: controller.signal }), { message: 'enough' })
  await until('eight are asked for', () => site.asked.length >= 8)
  await sleep(200)
  assert.equal(site.asked.length, 8)
  controller.abort(new Error('enough'))
  await fetching
})

test('a new build date is no change', async (t) => {
  const site = await start(t, [['a', law('a')]])
  await fetchFrom(site, { now: () => new Date('2026-04-29T06:00:00Z') })
  const archive = await textOf('a')
  const hash = store.stateHash()
  site.laws.set('a', law('a', undefined, '20270101120000'))
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 1, unchanged: 1 })
  assert.equal(await textOf('a'), archive)
  assert.equal(store.stateHash(), hash)
  assert.equal(store.laws()[0]?.fetchedAt, '2026-04-29T06:00:00Z')
  await fetchFrom(site)
  assert.equal(site.requests.at(-1)?.headers['if-none-match'], store.law('a')?.etag, 'the new validator is known')
})

test('every fault has its outcome', async (t) => {
  const expected: Record<Fault, string | undefined> = {
    missing: 'source_unavailable: answered 404',
    flaky: undefined,
    down: 'source_unavailable: answered 503, asked 3 times',
    cut: undefined,
    'cut always': 'source_unavailable: the connection was closed, asked 3 times',
    reset: undefined,
    'reset always': 'source_unavailable: the connection was closed, asked 3 times',
    silent: 'source_unavailable: no answer within the time allowed, asked 3 times',
    slow: undefined,
    notzip: 'unsupported_format: an HTML page was sent instead of a zip archive',
    badzip: 'parse_failed: broken zip archive: ',
    badxml: undefined,
    'no xml': 'unsupported_format: only PDF in the archive, no XML',
    bomb: `excluded_by_policy: BJNR900010001.xml has more than ${LIMITS.bytes} bytes`,
    endless: 'excluded_by_policy: has more than 33554432 bytes',
    'too short': 'parse_failed: broken zip archive: ',
    redirect: undefined,
    'redirect to itself': 'excluded_by_policy: more than 5 redirects, the last one from /xml.zip to /xml.zip',
    'redirect to a file': 'excluded_by_policy: redirect 1 leads to a file: address: only http and https are followed',
  }
  const faults = Object.keys(expected) as Fault[]
  const laws = faults.map((fault): [string, SiteLaw] => [fault.replaceAll(' ', '_'), { ...law(fault), fault }])
  const site = await start(t, [...manyLaws(30), ...laws])
  const client = quickClient({ idleTimeout: 2000, retries: 2 })
  const report = await fetchFrom(site, { client })
  const wrong = faults.filter((fault) => expected[fault] !== undefined)
  assert.equal(report.total, 30 + faults.length)
  assert.equal(report.fetched, report.total - wrong.length)
  assert.equal(report.failed, wrong.length)
  assert.deepEqual(report.failures, {
    excluded_by_policy: 4,
    parse_failed: 2,
    source_unavailable: 5,
    unsupported_format: 2,
  })
  const found = failures()
  for (const fault of faults) {
    const code = fault.replaceAll(' ', '_')
    assert.equal(codesHad().includes(code), expected[fault] === undefined, fault)
    if (expected[fault] === undefined) assert.equal(found[code], undefined, fault)
    else assert(withoutHost(found[code]).startsWith(expected[fault]), `${fault}: ${found[code]}`)
  }
})

const withoutHost = (text = '') => text.replaceAll(/http:\/\/[^/]*\/[^/]*/g, '')

test('a law that fails stays as it was, and that is told', async (t) => {
  const site = await start(t, manyLaws(3))
  await fetchFrom(site, { now: () => new Date('2026-04-29T06:00:00Z') })
  const before = await textOf('law_002')
  for (const fault of ['missing', 'notzip', 'badzip', 'no xml', 'bomb'] as const) {
    if (fault !== 'bomb') site.laws.set('law_002', { ...law('law_002'), fault, etag: '"other"' })
    const report = await fetchFrom(site)
    assert.equal(report.failed, 1)
    assert.equal(report.unchanged, 2)
    const { files, limitations } = store.asInput()
    assert.equal(files.length, 4)
    assert.match(limitations?.[0]?.reason ?? '', /; the copy of 2026-04-29 is still used$/)
    assert.equal(await textOf('law_002'), before)
  }
  site.laws.set('law_002', law('law_002', 'Es gilt wieder etwas.'))
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 3, fetched: 1, unchanged: 2 })
})

test('a law whose new version is no law stays as it was', async (t) => {
  const site = await start(t, manyLaws(3))
  await fetchFrom(site, { now: () => new Date('2026-04-29T06:00:00Z') })
  const before = await textOf('law_002')
  const xmls: [SiteLaw, RegExp][] = [
    [
      { ...law('law_002'), fault: 'badxml', etag: '"half"' },
      /^parse_failed: BJNR900010001\.xml: .*\(line 1, column \d+\)/,
    ],
    [
      { ...law('law_002'), xml: '<dokumente></dokumente>' },
      /^parse_failed: BJNR900010001\.xml: the document has no norm/,
    ],
    [{ ...law('law_002'), xml: '<html></html>' }, /^parse_failed: .*the document element is <html>/],
  ]
  for (const [changed, reason] of xmls) {
    site.laws.set('law_002', changed)
    assert.deepEqual(await fetchFrom(site), {
      ...NOTHING,
      total: 3,
      unchanged: 2,
      failed: 1,
      failures: { parse_failed: 1 },
    })
    assert.equal(await textOf('law_002'), before)
    assert.match(failures().law_002 ?? '', reason)
    assert.match(store.asInput().limitations?.[0]?.reason ?? '', /; the copy of 2026-04-29 is still used$/)
  }
  site.laws.set('law_002', law('law_002', 'Es gilt wieder etwas.'))
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 3, fetched: 1, unchanged: 2 })
  assert.match(await textOf('law_002'), /Es gilt wieder etwas/)
})

test('a law beside a document in another format is taken', async (t) => {
  const site = await start(t, [['a', law('a')]])
  await fetchFrom(site)
  site.laws.set('a', { ...law('a', 'Es gilt etwas anderes.'), beside: '<ACT/>', etag: '"two"' })
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 1, fetched: 1 })
  assert.deepEqual(failures(), {})
})

test('what is no code is not fetched', async (t) => {
  const site = await start(t, [
    ['a', law('a')],
    ['b,c', law('b')],
    ['..', law('d')],
  ])
  const report = await fetchFrom(site)
  assert.deepEqual(report, { ...NOTHING, total: 3, fetched: 1, failed: 2, failures: { excluded_by_policy: 2 } })
  assert.deepEqual(site.asked, ['a'])
  assert.match(failures()['b,c'] ?? '', /"b,c" is not a code/)
})

test('a run that was ended is gone on with', async (t) => {
  const site = await start(t, manyLaws(60))
  for (const [, law] of site.laws) law.fault = 'slow'
  site.laws.set('law_001', { ...law('law_001'), fault: 'missing' })
  site.laws.set('law_002', { ...law('law_002'), fault: 'notzip' })
  const controller = new AbortController()
  const onProgress = (done: number) => {
    if (done === 20) controller.abort(new Error('enough'))
  }
  await assert.rejects(fetchFrom(site, { signal: controller.signal, onProgress }), { message: 'enough' })
  const had = codesHad()
  assert(had.length >= 18 && had.length < 40, String(had.length))

  store.close()
  openStore(site.url)
  site.asked.length = 0
  const steps: number[] = []
  const report = await fetchFrom(site, { onProgress: (done) => steps.push(done) })
  assert.equal(steps[0], had.length + 1)
  const failed = { failed: 2, failures: { source_unavailable: 1, unsupported_format: 1 } }
  assert.deepEqual(report, { ...NOTHING, total: 60, fetched: 58, ...failed })
  assert.deepEqual(
    site.asked.filter((code) => had.includes(code)),
    [],
  )
  assert(site.asked.includes('law_001'), 'what could not be reached is asked for again')
  assert(!site.asked.includes('law_002'))
})

test('a run that was killed is gone on with', async (t) => {
  const site = await start(
    t,
    manyLaws(400).map(([code, law]) => [code, { ...law, fault: 'slow' }]),
  )
  store.close()
  const program = join(import.meta.dirname, 'fetch.ts')
  const child = spawn(process.execPath, [...process.execArgv, program, site.url, join(folder, 'site.sqlite')], {
    stdio: 'inherit',
  })
  const exited = once(child, 'exit')
  while (site.asked.length < 200 && child.exitCode === null) await sleep(10)
  child.kill('SIGKILL')
  await exited
  openStore(site.url)
  const had = codesHad()
  assert(had.length >= 50, `of 200 laws ${had.length} are here`)
  site.asked.length = 0
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 400, fetched: 400 })
  assert.equal(site.asked.length, 400 - had.length)
})

test('tells why there is no table of contents', async (t) => {
  const site = await start(t, manyLaws(1))
  const answers: [Site['toc'], RegExp][] = [
    [(_, response) => response.writeHead(404).end(), /gii-toc\.xml: answered 404$/],
    [(_, response) => response.writeHead(503).end(), /gii-toc\.xml: answered 503, asked 5 times$/],
    [(_, response) => response.end(), /gii-toc\.xml is empty$/],
    [(_, response) => response.end('<!doctype html><p>Wartungsarbeiten'), /gii-toc\.xml is an HTML page$/],
    [(_, response) => response.end('Wartungsarbeiten'), /gii-toc\.xml is not XML$/],
    [(_, response) => response.end('<items></items>'), /gii-toc\.xml has no law in it$/],
    [(_, response) => response.end('<items><item>'), /gii-toc\.xml is broken: /],
    [
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(2 ** 20)));
        }
        response.on('drain', more)
        more()
      },
      /gii-toc\.xml: has more than 33554432 bytes$/,
    ],
  ]
  for (const [toc, message] of answers) {
    site.toc = toc
    await assert.rejects(fetchFrom(site), { kind: 'not_ready', message })
  }
  const gone = {
    kind: 'not_ready',
    message: /^cannot get the table of contents: .*: the connection is refused, asked 5/,
  }
  await assert.rejects(fetchFrom({ url: await deadAddress() }), gone)
})

test('a table of contents that has not changed is not sent again', async (t) => {
  const site = await start(t, manyLaws(3))
  site.toc = (request, answer) => {
    if (request.headers['if-none-match'] === '"toc"') return answer.writeHead(304).end()
    return answer
      .writeHead(200, { etag: '"toc"' })
      .end(`<items><item><link>${site.url}/law_001/xml.zip</link></item></items>`)
  }
  await fetchFrom(site)
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 1, unchanged: 1 })
  assert.equal(site.requests.filter(({ url, headers }) => url === '/gii-toc.xml' && headers['if-none-match']).length, 1)
})

test('gives up where the site stops answering', async (t) => {
  const site = await start(
    t,
    manyLaws(200).map(([code, law]) => [code, { ...law, fault: 'reset always' }]),
  )
  const client = quickClient({ retries: 1 })
  await assert.rejects(fetchFrom(site, { client }), {
    kind: 'not_ready',
    message:
      /^the site stopped giving laws, 24 in a row could not be fetched: .*the connection was closed, asked 2 times$/,
  })
  assert(site.asked.length < 2 * 32, String(site.asked.length))
  for (const [, law] of site.laws) delete law.fault
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 200, fetched: 200 })
})

test('gives up where the site has no answer but that it cannot', async (t) => {
  const site = await start(
    t,
    manyLaws(100).map(([code, law]) => [code, { ...law, fault: 'down' }]),
  )
  const client = quickClient({ retries: 1 })
  const message = /^the site stopped giving laws, 24 in a row could not be fetched: .*answered 503, asked 2 times$/
  await assert.rejects(fetchFrom(site, { client }), { kind: 'not_ready', message })
  assert(site.asked.length < 2 * 32, String(site.asked.length))
  for (const [, law] of site.laws) law.fault = 'missing'
  const failed = { failed: 100, failures: { source_unavailable: 100 } }
  assert.deepEqual(
    await fetchFrom(site, { client }),
    { ...NOTHING, total: 100, ...failed },
    'what is not there is an answer',
  )
})

test('fetches from a mirror whose links name the official site', async (t) => {
  const site = await start(t, manyLaws(3))
  site.linkBase = 'http://www.gesetze-im-internet.de'
  assert.deepEqual(await fetchFrom(site), { ...NOTHING, total: 3, fetched: 3 })
})

test('user name and password reach every request, and no file', async (t) => {
  const site = await start(t, [...manyLaws(3), ['gone', { ...law('gone'), fault: 'missing' }]])
  const url = site.url.replace('://', '://user:geheim@')
  store.close()
  rmSync(join(folder, 'site.sqlite'))
  openStore(url)
  await fetchFrom({ url })
  assert.equal(site.requests.length, 5)
  for (const { headers } of site.requests) assert.match(headers.authorization ?? '', /^Basic /)
  assert.doesNotMatch(JSON.stringify(store.asInput().limitations), /geheim/)
  store.close()
  assert.equal(readFileSync(join(folder, 'site.sqlite')).indexOf('geheim'), -1)
  openStore(url)
})
