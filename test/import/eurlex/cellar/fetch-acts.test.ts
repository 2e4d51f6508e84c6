import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { ACT_COPY, type FetchOptions, fetchActs } from '../../../../src/import/eurlex/cellar/fetch-acts.ts'
import { SiteStore } from '../../../../src/import/site/site-store.ts'
import { deadAddress, quickClient } from '../../../download/server.ts'
import { consolidation, recitals } from '../acts.ts'
import {
  archiveOf,
  type Cellar,
  type CellarAct,
  type CellarVersion,
  cellarAct,
  type Fault,
  notice,
  startCellar,
} from './cellar.ts'

let folder: string
let store: SiteStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

async function start(t: TestContext, acts: [string, CellarAct][]): Promise<Cellar> {
  const cellar = await startCellar(t, acts)
  open(cellar.url)
  return cellar
}

function open(url: string): void {
  store = SiteStore.open(ACT_COPY, join(folder, 'cellar.sqlite'), url, (text) => assert.fail(text))
}

function fetchFrom({ url, acts }: Pick<Cellar, 'url' | 'acts'>, options: Partial<FetchOptions> = {}) {
  return fetchActs({ baseUrl: url, acts: [...acts.keys()], store, client: quickClient(), pause: 0, ...options })
}

const paths = () => store.asInput().files.map(({ path }) => path)
const reasons = () =>
  Object.fromEntries(
    store.failures().map(({ title, terminal_state, reason }) => [title, `${terminal_state}: ${reason}`]),
  )
const versionOf = (cellar: Cellar, celex: string, day: string) =>
  cellar.acts.get(celex)?.versions.get(day) as CellarVersion

async function textOf(path: string): Promise<string> {
  const file = store.asInput().files.find((each) => each.path === path)
  return Buffer.from((await file?.read()) ?? []).toString()
}

test('fetches the act as adopted and all consolidations up to today, each with the headers that Cellar wants', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01', '2025-03-01', '2999-01-01'])])
  const now = () => new Date('2026-04-29T06:00:00Z')
  assert.deepEqual(await fetchFrom(cellar, { now }), { total: 1, failed: 0, kept: 1 })
  assert.deepEqual(paths(), [
    '32025R9901/2025-02-01/de/CL2025R9901DE0010010.0001.doc.xml',
    '32025R9901/2025-02-01/de/CL2025R9901DE0010010.0001.xml',
    '32025R9901/2025-03-01/de/CL2025R9901DE0010010.0001.doc.xml',
    '32025R9901/2025-03-01/de/CL2025R9901DE0010010.0001.xml',
    '32025R9901/oj/de/L_2025001DE.01000101.doc.xml',
    '32025R9901/oj/de/L_2025001DE.01000101.xml',
  ])
  assert.match(await textOf(paths()[1] as string), /Text of 2025-02-01\./)
  assert.deepEqual(new Set(store.asInput().files.map(({ fetchedAt }) => fetchedAt)), new Set(['2026-04-29T06:00:00Z']))
  assert.deepEqual(cellar.asked, [
    '32025R9901 rdf',
    '32025R9901 deu',
    '02025R9901-20250201 deu',
    '02025R9901-20250301 deu',
  ])
  assert.deepEqual(
    cellar.requests.map(({ url, headers }) => [url, headers.accept, headers['accept-language']]).slice(0, 4),
    [
      ['/resource/celex/32025R9901', 'application/rdf+xml', undefined],
      ['/resource/cellar/32025R9901/rdf/object/full', 'application/rdf+xml', undefined],
      ['/resource/celex/32025R9901', 'application/zip;mtype=fmx4', 'deu'],
      ['/resource/cellar/32025R9901.oj.deu/zip', 'application/zip;mtype=fmx4', 'deu'],
    ],
  )
  assert.deepEqual(reasons(), {})
})

test('a version that lacks the first language comes in the next one', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01'])])
  const consolidated = versionOf(cellar, '32025R9901', '2025-02-01')
  delete consolidated.archives.deu
  await fetchFrom(cellar)
  assert.deepEqual(
    paths().filter((path) => !path.endsWith('.doc.xml')),
    ['32025R9901/2025-02-01/en/CL2025R9901EN0010010.0001.xml', '32025R9901/oj/de/L_2025001DE.01000101.xml'],
  )
  consolidated.archives.deu = archiveOf('9901', 'deu', '2025-02-01')
  await fetchFrom(cellar)
  assert.equal(paths()[1], '32025R9901/2025-02-01/de/CL2025R9901DE0010010.0001.xml')
})

test('a consolidation that only its other name leads to is found by that', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01'])])
  versionOf(cellar, '32025R9901', '2025-02-01').only = 'consolidation'
  await fetchFrom(cellar)
  assert.equal(paths().length, 4)
  assert.deepEqual(cellar.asked.slice(-2), ['02025R9901-20250201 deu', '2025R9901/20250201 deu'])
})

test('fetches only what is new or has changed', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01', '2025-03-01']), cellarAct('9902', [])])
  const first = new Date('2026-01-01T00:00:00Z')
  await fetchFrom(cellar, { now: () => first })
  const hash = store.stateHash()
  cellar.asked = []
  await fetchFrom(cellar, { now: () => new Date('2026-01-02T00:00:00Z') })
  // Archives are packed anew on each request, and older versions are final.
  assert.deepEqual(cellar.asked.sort(), [
    '02025R9901-20250301 deu',
    '32025R9901 rdf',
    '32025R9902 deu',
    '32025R9902 rdf',
  ])
  assert.equal(store.stateHash(), hash)

  cellar.acts
    .get('32025R9901')
    ?.versions.set('2025-04-01', { archives: { deu: archiveOf('9901', 'deu', '2025-04-01') } })
  versionOf(cellar, '32025R9902', 'oj').archives.deu = archiveOf('9902', 'deu', undefined, 'Pilots shall sing.')
  await fetchFrom(cellar, { now: () => new Date('2026-01-03T00:00:00Z') })
  assert.notEqual(store.stateHash(), hash)
  const times = new Map(store.laws().map(({ code, fetchedAt }) => [code, fetchedAt.slice(0, 10)]))
  assert.deepEqual(
    [times.get('32025R9901/2025-03-01'), times.get('32025R9901/2025-04-01'), times.get('32025R9902/oj')],
    ['2026-01-01', '2026-01-03', '2026-01-03'],
  )
  assert.match(await textOf('32025R9902/oj/de/L_2025001DE.01000101.xml'), /Pilots shall sing/)
  cellar.asked = []
  await fetchFrom(cellar, { now: () => new Date('2026-03-01T00:00:00Z') })
  assert(cellar.asked.includes('02025R9901-20250201 deu'), 'settled for a month only')
})

test('asks with the validators of the last answer', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01'])])
  for (const day of ['oj', '2025-02-01']) versionOf(cellar, '32025R9901', day).etag = `"${day}"`
  await fetchFrom(cellar)
  const before = cellar.requests.length
  await fetchFrom(cellar)
  const sent = cellar.requests.slice(before).map(({ headers }) => headers['if-none-match'])
  assert.deepEqual(sent, [undefined, undefined, '"oj"', '"oj"', '"2025-02-01"', '"2025-02-01"'])
})

const FAULTS: [fault: Fault, expected: RegExp | undefined][] = [
  ['missing', /^source_unavailable: Cellar does not offer 02025R9901-20250201 in Formex 4 in de or en \(404\)$/],
  ['down', /^source_unavailable: answered 503, asked 5 times$/],
  ['busy', undefined],
  ['cut', undefined],
  ['cut always', /^source_unavailable: the connection was closed, asked 5 times$/],
  ['page', /^unsupported_format: an HTML page was sent instead of a zip archive$/],
  ['nothing', /^unsupported_format: nothing was sent instead of a zip archive$/],
  ['broken', /^parse_failed: broken zip archive/],
  ['choices', /^source_unavailable: answered 300$/],
  ['loop', /^excluded_by_policy: more than 5 redirects/],
  [
    'elsewhere',
    /^excluded_by_policy: redirect 1 leads to another host, http:\/\/elsewhere\.example\/zip: not followed$/,
  ],
  ['nowhere', /^excluded_by_policy: redirect 1 does not say where to$/],
]

for (const [fault, expected] of FAULTS) {
  test(`a version whose answer is ${fault}, now and later`, async (t) => {
    const cellar = await start(t, [cellarAct('9901', ['2025-02-01', '2025-03-01'])])
    const version = versionOf(cellar, '32025R9901', '2025-02-01')
    version.fault = fault
    await fetchFrom(cellar)
    if (expected === undefined) assert.deepEqual(reasons(), {})
    else assert.match(reasons()['02025R9901-20250201'] ?? '', expected)
    assert.equal(paths().length, expected === undefined ? 6 : 4)

    const newest = versionOf(cellar, '32025R9901', '2025-03-01')
    newest.fault = fault
    const report = await fetchFrom(cellar)
    assert.equal(paths().length, expected === undefined ? 6 : 4, 'the copy stays')
    const [limitation] = store.asInput().limitations?.filter(({ title }) => title === '02025R9901-20250301') ?? []
    if (expected === undefined) return assert.equal(limitation, undefined)
    assert.match(limitation?.reason ?? '', /; the copy of \d{4}-\d\d-\d\d is still used$/)
    assert.equal(limitation?.sourceId, '32025r9901')
    assert.equal(report.failed, 1)
    newest.fault = undefined
    version.fault = undefined
    await fetchFrom(cellar, { now: () => new Date(Date.now() + 31 * 24 * 60 * 60 * 1000) })
    assert.deepEqual([reasons(), paths().length], [{}, 6])
  })
}

test('what Cellar does not have in any language is told, and is no failure of the site', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01'], ['fra']), cellarAct('9902', [])])
  assert.deepEqual(await fetchFrom(cellar), { total: 2, failed: 0, kept: 1 })
  assert.deepEqual(reasons(), {
    '32025R9901': 'unsupported_format: Cellar does not offer 32025R9901 in Formex 4 in de or en (406)',
    '02025R9901-20250201':
      'unsupported_format: Cellar does not offer 02025R9901-20250201 in Formex 4 in de or en (406)',
  })
  versionOf(cellar, '32025R9902', 'oj').archives = {}
  assert.deepEqual(await fetchFrom(cellar), { total: 2, failed: 1, kept: 1 })
  assert.match(reasons()['32025R9902'] ?? '', /Cellar no longer offers it in de$/)
})

test('an archive of another act, version or language is not taken', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01', '2025-03-01', '2025-04-01', '2025-05-01'])])
  const archives = (day: string) => versionOf(cellar, '32025R9901', day).archives
  archives('2025-02-01').deu = archiveOf('9902', 'deu', '2025-02-01')
  archives('2025-03-01').deu = archiveOf('9901', 'deu', '2025-02-01')
  archives('2025-04-01').deu = archiveOf('9901', 'eng', '2025-04-01')
  archives('2025-05-01').deu = [{ name: 'CL2025R9901DE0010010.0001.xml', content: '<GENERAL/>' }]
  await fetchFrom(cellar)
  assert.deepEqual(reasons(), {
    '02025R9901-20250201': 'parse_failed: the archive has 02025R9902-20250201',
    '02025R9901-20250301': 'parse_failed: the archive has 02025R9901-20250201',
    '02025R9901-20250501':
      'unsupported_format: there is no act in Formex 4 in the archive: 32025R9901/CL2025R9901DE0010010.0001.xml: ' +
      'it is XML with the document element <GENERAL>, no act in Formex',
  })
  assert(paths().includes('32025R9901/2025-04-01/en/CL2025R9901EN0010010.0001.xml'))
})

test('a copy is not replaced by a document that cannot be read', async (t) => {
  const cellar = await start(t, [cellarAct('9901', [])])
  await fetchFrom(cellar)
  const version = versionOf(cellar, '32025R9901', 'oj')
  const [list, main] = version.archives.deu ?? []
  version.archives.deu = [list, { ...main, content: String(main?.content).replace('</ACT>', '') }] as never
  await fetchFrom(cellar)
  assert.match(reasons()['32025R9901'] ?? '', /^parse_failed: .*unclosed tag/)
  assert.match(await textOf('32025R9901/oj/de/L_2025001DE.01000101.xml'), /<\/ACT>/)
})

const NOTICES: [what: string, notice: Partial<CellarAct>, expected: RegExp][] = [
  ['missing', { fault: 'missing' }, /^source_unavailable: Cellar has no act 32025R9901 \(404\)$/],
  ['cut', { fault: 'broken' }, /^parse_failed: the notice is cut or broken: /],
  ['a page', { fault: 'page' }, /^unsupported_format: an HTML page was sent instead of a notice in RDF\/XML$/],
  ['empty', { fault: 'nothing' }, /^unsupported_format: nothing was sent/],
  ['JSON', { notice: '{}' }, /^unsupported_format: something else was sent/],
  ['other XML', { notice: '<NOTICE/>' }, /^unsupported_format: XML with the document element <NOTICE> was sent/],
  [
    'of another act',
    { notice: '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>' },
    /^parse_failed: the notice is not of 32025R9901$/,
  ],
  ['in a loop', { fault: 'loop' }, /^excluded_by_policy: more than 5 redirects/],
]

for (const [what, change, expected] of NOTICES) {
  test(`an act whose notice is ${what}, now and later`, async (t) => {
    const [celex, act] = cellarAct('9901', ['2025-02-01'])
    const cellar = await start(t, [[celex, { ...act, ...change }], cellarAct('9902', [])])
    await fetchFrom(cellar)
    assert.match(reasons()[celex] ?? '', expected)
    assert.deepEqual(paths().length, 2)
    assert(!cellar.asked.includes('32025R9901 deu'), 'without the list the newest version is not known')
    cellar.acts.set(celex, act)
    await fetchFrom(cellar)
    assert.deepEqual([reasons(), paths().length], [{}, 6])
    cellar.acts.set(celex, { ...act, ...change })
    await fetchFrom(cellar)
    assert.match(reasons()[celex] ?? '', expected)
    assert.equal(paths().length, 6, 'the copy stays')
  })
}

test('ends if the site is down, and goes on from there', async (t) => {
  const acts = Array.from({ length: 40 }, (_, index) => cellarAct(String(9900 + index), []))
  const cellar = await start(t, acts)
  for (const [, act] of acts.slice(10)) act.fault = 'down'
  const client = quickClient({ retries: 0 })
  await assert.rejects(fetchFrom(cellar, { client }), {
    kind: 'not_ready',
    message: /the site stopped giving laws, 24 in a row/,
  })
  for (const act of cellar.acts.values()) act.fault = undefined
  cellar.asked = []
  assert.deepEqual(await fetchFrom(cellar), { total: 40, failed: 0, kept: 40 })
  assert(!cellar.asked.includes('32025R9900 rdf'))
})

test('ends if nobody answers', async () => {
  const url = await deadAddress()
  open(url)
  const acts = new Map(Array.from({ length: 30 }, (_, index) => cellarAct(String(9900 + index), [])))
  const client = quickClient({ retries: 0 })
  await assert.rejects(fetchFrom({ url, acts }, { client }), {
    kind: 'not_ready',
    message: /8 in a row could not be fetched: .*connection is refused/,
  })
})

test('forgets acts that are no longer wanted', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01']), cellarAct('9902', [])])
  await fetchFrom(cellar)
  await fetchFrom(cellar, { acts: ['32025R9901'] })
  assert.deepEqual(
    store.laws().map(({ code }) => code),
    ['32025R9901', '32025R9901/2025-02-01', '32025R9901/oj'],
  )
})

test('keeps consolidations that are no longer listed, and says so until they are again', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01', '2025-03-01'])])
  const versions = cellar.acts.get('32025R9901')?.versions
  const newest = versionOf(cellar, '32025R9901', '2025-03-01')
  await fetchFrom(cellar)
  versions?.delete('2025-03-01')
  for (const _ of [1, 2]) {
    assert.deepEqual(await fetchFrom(cellar), { total: 1, failed: 0, kept: 1 })
    assert.deepEqual(reasons(), {
      '02025R9901-20250301': 'source_unavailable: Cellar no longer lists this consolidation',
    })
    assert.equal(paths().length, 6)
  }
  versions?.set('2025-03-01', newest)
  await fetchFrom(cellar)
  assert.deepEqual([reasons(), paths().length], [{}, 6])
})

test('asks for the consolidation of the replaced corpus, listed or not', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01'])])
  const [celex, { versions }] = cellarAct('9901', ['2025-02-01'])
  const replaced = new Map([['32025R9901', '2025-03-01']])
  await fetchFrom(cellar, { replaced })
  assert.match(reasons()['02025R9901-20250301'] ?? '', /^source_unavailable: Cellar does not offer .* \(404\)$/)
  cellar.acts.set(celex, {
    versions: new Map([...versions, ['2025-03-01', { archives: { deu: archiveOf('9901', 'deu', '2025-03-01') } }]]),
    notice: notice(celex, ['2025-02-01']),
  })
  await fetchFrom(cellar)
  assert.equal(paths().filter((path) => path.includes('/2025-03-01/')).length, 2, 'what failed is asked for again')
})

test('a copy is not replaced by an archive without articles, unless it has none either', async (t) => {
  const cellar = await start(t, [cellarAct('9901', ['2025-02-01'])])
  const version = versionOf(cellar, '32025R9901', '2025-02-01')
  const whole = version.archives.deu ?? []
  const hollow = (text: string) =>
    whole.map(({ name, content }) => ({
      name,
      content: name.endsWith('1.xml') ? consolidation(recitals(text), '20250201', { language: 'DE' }) : content,
    }))
  await fetchFrom(cellar)
  version.archives.deu = hollow('One.')
  assert.deepEqual(await fetchFrom(cellar), { total: 1, failed: 1, kept: 1 })
  assert.match(reasons()['02025R9901-20250201'] ?? '', /^parse_failed: the archive has no articles, unlike the copy$/)
  assert.match(await textOf(paths()[1] as string), /Text of 2025-02-01\./)

  store.close()
  rmSync(join(folder, 'cellar.sqlite'))
  open(cellar.url)
  await fetchFrom(cellar)
  version.archives.deu = hollow('Two.')
  await fetchFrom(cellar)
  assert.match(await textOf(paths()[1] as string), /Two\./)
})

test('the addresses of treaties and of numbers with brackets are encoded', async (t) => {
  const cellar = await start(t, [])
  await fetchFrom(cellar, { acts: ['12016E/TXT', '32025R9901(01)'] })
  const asked = cellar.requests.map(({ url }) => url).sort()
  assert.deepEqual(asked, ['/resource/celex/12016E%2FTXT', '/resource/celex/32025R9901%2801%29'])
})

test('requests begin one after the other, with a pause', async (t) => {
  const acts = Array.from({ length: 4 }, (_, index) => cellarAct(String(9900 + index), []))
  const cellar = await start(t, acts)
  const begun = performance.now()
  await fetchFrom(cellar, { pause: 30 })
  assert(performance.now() - begun >= 7 * 30 - 5)
})

test('refuses a language that Cellar does not have', async (t) => {
  const cellar = await start(t, [])
  await assert.rejects(fetchFrom(cellar, { languages: ['tr'] }), { kind: 'invalid_input', message: /no texts in tr/ })
})
