/** Fetching expressions from a portal: its snapshot, its changes, and its faults. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { type Clock, Pace } from '../../../../src/download/http-client.ts'
import {
  type FetchOptions,
  fetchExpressions,
  openExpressionStore,
  portalClient,
} from '../../../../src/import/legaldocml/portal/fetch-expressions.ts'
import type { SiteStore } from '../../../../src/import/site/site-store.ts'
import { quickClient, serve } from '../../../download/server.ts'
import { document, eliOf, expression, type Fault, type PortalServer, startPortal } from './portal-server.ts'

let folder: string
let store: SiteStore | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
})
afterEach(() => {
  store?.close()
  store = undefined
  rmSync(folder, { recursive: true })
})

const fileOf = () => join(folder, 'portal.sqlite')

function opened(url: string): SiteStore {
  store ??= openExpressionStore(fileOf(), url, (text) => assert.fail(text))
  return store
}

/** Starts a fetch at a given time. */
function fetchAt(time: string, { url }: Pick<PortalServer, 'url'>, options: Partial<FetchOptions> = {}) {
  const now = () => new Date(time)
  return fetchExpressions({ baseUrl: url, file: fileOf(), store: opened(url), client: quickClient(), now, ...options })
}

const FIRST = '2026-05-01T12:00:00Z'
const NEXT = '2026-05-02T12:00:00Z'
const LATER = '2026-05-03T12:00:00Z'

const abbreviations = ['HafO', 'LotsG', 'NetzV', 'FaehrV']
const laws = (...names: string[]) => names.map((name) => expression(name))
const failures = () =>
  (store as SiteStore).failures().map(({ code, terminal_state, reason }) => `${code} ${terminal_state}: ${reason}`)
const reasons = () => ((store as SiteStore).asInput().limitations ?? []).map(({ reason }) => reason)
async function textOf(eli: string): Promise<string> {
  const file = (store as SiteStore).asInput().files.find(({ path }) => path.startsWith(`${eli}/`))
  return Buffer.from((await file?.read()) ?? []).toString()
}
const paths = () => (store as SiteStore).asInput().files.map(({ path }) => path)

test('the first run takes the snapshot, the next ones the changes', async (t) => {
  const portal = await startPortal(t, laws(...abbreviations))
  const steps: unknown[] = []
  const counts = await fetchAt(FIRST, portal, { onProgress: (...step) => steps.push(step) })
  assert.deepEqual(counts, { total: 4, failed: 0, kept: 4 })
  assert.deepEqual(portal.asked, ['bulk-zip-links', '/snapshots/legislation_2026-05-01T03:00:00Z.zip', 'changelog'])
  const [log] = portal.requests.slice(-1)
  assert.match(log?.url ?? '', /\?from=2026-05-01T02%3A00%3A00.000Z&to=2026-05-01T12%3A00%3A00.000Z$/)
  assert.deepEqual(steps.at(-1), [4, 4])
  assert((steps[0] as unknown[]).includes('bytes'))
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('.zip')),
    [],
    'the snapshot is removed',
  )
  const hash = store?.stateHash()

  portal.asked.length = 0
  assert.deepEqual(await fetchAt(NEXT, portal), { total: 4, failed: 0, kept: 4 })
  assert.deepEqual(portal.asked, ['changelog'], 'one request if nothing has changed')
  assert.equal(store?.stateHash(), hash)

  portal.asked.length = 0
  portal.change('2026-05-02T15:00:00Z', expression('HafO', { text: 'Der Hafen ist zu.' }))
  portal.change('2026-05-02T16:00:00Z', expression('KaiV'))
  portal.change('2026-05-02T16:00:00Z', expression('LotsG', { day: '2026-07-01' }))
  portal.expressions.delete(eliOf('NetzV'))
  portal.log.push({ at: '2026-05-02T17:00:00Z', deleted: [eliOf('NetzV')] })
  assert.deepEqual(await fetchAt(LATER, portal), { total: 4, failed: 0, kept: 4 })
  const zips = [eliOf('HafO'), eliOf('KaiV'), eliOf('LotsG', '2026-07-01')].map(
    (eli) => `${eli}/${eli.split('/')[5]}.zip`,
  )
  assert.deepEqual(portal.asked.sort(), ['changelog', eliOf('NetzV'), ...zips].sort())
  assert.match(await textOf(eliOf('HafO')), /Der Hafen ist zu/)
  assert.deepEqual(
    paths().filter((path) => path.startsWith(eliOf('NetzV'))),
    [],
  )
  assert(paths().includes('neuris-snapshot.txt'), 'the copy says that it has all laws')
  assert.notEqual(store?.stateHash(), hash)
})

test('of an expression the newest manifestation counts, and what is deleted is an older one only if the portal has it', async (t) => {
  const portal = await startPortal(t, laws('HafO', 'LotsG'))
  await fetchAt(FIRST, portal)
  // The portal replaces a manifestation: the log has the new one as changed, and the old one's expression as deleted.
  portal.change('2026-05-02T01:00:00Z', expression('HafO', { made: '2026-05-02', text: 'Der Hafen ist neu.' }))
  portal.log.push({
    at: '2026-05-02T01:00:01Z',
    changed: [`${eliOf('HafO')}/2026-01-01`],
    deleted: [eliOf('HafO'), eliOf('LotsG')],
  })
  assert.deepEqual(await fetchAt(NEXT, portal), { total: 2, failed: 0, kept: 2 })
  assert.match(await textOf(eliOf('HafO')), /Der Hafen ist neu/)
  assert.match(store?.law(eliOf('HafO'))?.url ?? '', /2026-05-02\.zip$/)
  assert.deepEqual(failures(), [])
})

test('every fault of an archive has its outcome', async (t) => {
  const expected: Record<Fault, string | undefined> = {
    missing: 'source_unavailable: the portal does not have E, and its change log does not list it as deleted',
    down: 'source_unavailable: answered 503, asked 3 times',
    busy: undefined,
    limited: undefined,
    cut: undefined,
    'cut always': 'source_unavailable: the connection was closed, asked 3 times',
    silent: 'source_unavailable: no answer within the time allowed, asked 3 times',
    slow: undefined,
    page: 'unsupported_format: an HTML page was sent instead of a zip archive',
    short: 'parse_failed: broken zip archive: ',
    empty: 'unsupported_format: nothing was sent instead of a zip archive',
    half: 'parse_failed: regelungstext-1.xml: ',
    'no xml': 'unsupported_format: only JPG in the archive, no XML',
    'other law': `parse_failed: regelungstext-1.xml is of ${eliOf('Fremd')}, not of E`,
    'annex alone': 'parse_failed: the archive has no text of the law, unlike the copy',
    moved: undefined,
    loop: 'excluded_by_policy: more than 5 redirects',
  }
  const faults = Object.keys(expected) as Fault[]
  const names = faults.map((fault) => `${fault.replaceAll(' ', '')}G`)
  const portal = await startPortal(t, laws(...names))
  await fetchAt(FIRST, portal)
  for (const [index, fault] of faults.entries()) {
    portal.change('2026-05-02T01:00:00Z', expression(names[index] as string, { fault, text: 'Es gilt Neues.' }))
  }
  const client = quickClient({ idleTimeout: 1500, retries: 2 })
  const wrong = faults.filter((fault) => expected[fault] !== undefined)
  assert.deepEqual(await fetchAt(NEXT, portal, { client }), {
    total: faults.length,
    failed: wrong.length,
    kept: faults.length,
  })
  const found = new Map(
    (store as SiteStore).failures().map((each) => [each.code, `${each.terminal_state}: ${each.reason}`]),
  )
  for (const [index, fault] of faults.entries()) {
    const eli = eliOf(names[index] as string)
    const told = found.get(eli)?.replaceAll(eli, 'E')
    if (expected[fault] === undefined) assert.equal(told, undefined, fault)
    else assert(told?.startsWith(expected[fault]), `${fault}: ${told}`)
    assert.match(await textOf(eli), expected[fault] === undefined ? /Es gilt Neues/ : /Es gilt, was gilt/, fault)
  }
  for (const reason of reasons()) assert.match(reason, /; the copy of 2026-05-01 is still used$/)

  // The next run requests them again, though the change log no longer names them.
  for (const each of portal.expressions.values()) each.fault = undefined
  portal.asked.length = 0
  assert.deepEqual(await fetchAt(LATER, portal), { total: faults.length, failed: 0, kept: faults.length })
  assert.equal(portal.asked.length, 1 + wrong.length)
  for (const name of names) assert.match(await textOf(eliOf(name)), /Es gilt Neues/)
})

test('a collection that was made anew is taken from its snapshot, and nothing is lost while there is none', async (t) => {
  const portal = await startPortal(t, laws('HafO', 'LotsG'))
  await fetchAt(FIRST, portal)
  portal.change('2026-05-02T01:00:00Z', expression('KaiV'))
  await fetchAt('2026-05-02T02:00:00Z', portal)
  portal.log.push({ at: '2026-05-02T06:00:00Z', allChanged: true })
  portal.expressions.set(...expression('HafO', { text: 'Neu gefasst.' }))
  portal.expressions.delete(eliOf('LotsG'))
  assert.deepEqual(await fetchAt(NEXT, portal), { total: 4, failed: 1, kept: 3 })
  assert.match(
    failures().join(),
    /^changelog source_unavailable: the portal has rebuilt its collection and has no newer snapshot than /,
  )
  assert.match(await textOf(eliOf('HafO')), /Es gilt, was gilt/)

  portal.snapshot('2026-05-03T03:00:00Z')
  portal.asked.length = 0
  assert.deepEqual(await fetchAt(LATER, portal), { total: 2, failed: 0, kept: 2 })
  assert.deepEqual(portal.asked.toSorted(), [
    '/snapshots/legislation_2026-05-03T03:00:00Z.zip',
    'bulk-zip-links',
    'changelog',
    'changelog',
    'changelog',
  ])
  assert.match(await textOf(eliOf('HafO')), /Neu gefasst/)
  assert.deepEqual(failures(), [])
})

test('a run that was ended is resumed without asking again for what is there', async (t) => {
  const names = Array.from({ length: 40 }, (_, index) => `G${index + 100}`)
  const portal = await startPortal(t, laws(...names))
  const ended = (limit: number, unit?: 'bytes') => {
    const controller = new AbortController()
    const onProgress = (done: number, _total: number, of?: 'bytes') => {
      if (of === unit && done >= limit) controller.abort(new Error('enough'))
    }
    return { signal: controller.signal, onProgress }
  }
  await assert.rejects(fetchAt(FIRST, portal, ended(10)), { message: 'enough' })
  const had = store?.laws().length ?? 0
  assert(had >= 10 && had < 40, String(had))
  portal.asked.length = 0
  assert.deepEqual(await fetchAt(FIRST, portal), { total: 40, failed: 0, kept: 40 })
  assert.deepEqual(portal.asked, ['bulk-zip-links', 'changelog'], 'the snapshot is there already')

  for (const name of names) {
    portal.change('2026-05-02T01:00:00Z', expression(name, { fault: 'slow', text: 'Es gilt Neues.' }))
  }
  await assert.rejects(fetchAt(NEXT, portal, ended(15)), { message: 'enough' })
  const done = (store as SiteStore)
    .laws()
    .filter(({ fetchedAt }) => fetchedAt === NEXT)
    .map(({ code }) => code)
  assert(done.length >= 14 && done.length < 40, String(done.length))
  // A fetched expression changes once more before the run resumes.
  const [first = ''] = done
  const files = { 'regelungstext-1.xml': document(first, '2026-01-01', 'Gx', 'Noch neuer.') }
  portal.change('2026-05-02T18:00:00Z', [first, { made: '2026-01-01', files }])
  portal.asked.length = 0
  assert.deepEqual(await fetchAt('2026-05-02T20:00:00Z', portal), { total: 40, failed: 0, kept: 40 })
  const again = done.filter((code) => portal.asked.includes(`${code}/2026-01-01.zip`))
  assert.deepEqual(again, [first])
  assert.match(await textOf(first), /Noch neuer/)
})

test('a snapshot that was downloaded in part is resumed', async (t) => {
  const portal = await startPortal(t, laws(...abbreviations))
  const path = '/snapshots/legislation_2026-05-01T03:00:00Z.zip'
  const body = portal.snapshots.get(path) as Buffer
  portal.answers.set(path, (_, response) => {
    response.writeHead(200, { 'content-length': body.length })
    response.write(body.subarray(0, 1000), () => response.destroy())
  })
  await assert.rejects(fetchAt(FIRST, portal, { client: quickClient({ retries: 0 }) }), {
    kind: 'not_ready',
    message: /^cannot get the snapshot: .*the connection was closed$/,
  })
  portal.answers.clear()
  portal.requests.length = 0
  assert.deepEqual(await fetchAt(FIRST, portal), { total: 4, failed: 0, kept: 4 })
  const [, download] = portal.requests
  assert.equal(download?.headers.range, 'bytes=1000-')
})

test('without a snapshot or a change log the run says what is wrong, and the copy stays', async (t) => {
  const portal = await startPortal(t, laws(...abbreviations))
  const path = '/snapshots/legislation_2026-05-01T03:00:00Z.zip'
  const page = '<!doctype html><p>Wartung'
  const whole = portal.snapshots.get(path) as Buffer
  const cases: [string, (response: import('node:http').ServerResponse) => unknown, RegExp][] = [
    [
      'bulk-zip-links',
      (answer) => answer.writeHead(404).end(),
      /^cannot get the catalogue of snapshots: .*answered 404/,
    ],
    [
      'bulk-zip-links',
      (answer) => answer.end(page),
      /^cannot get the catalogue .*: an HTML page was sent instead of JSON$/,
    ],
    ['bulk-zip-links', (answer) => answer.end('{"dataSet":1}'), /not as the OpenAPI document says: dataSet /],
    [
      'bulk-zip-links',
      (answer) => answer.end('{"dataSet":[],"name":""}'),
      /^cannot get a snapshot: .* lists none of legislation$/,
    ],
    [path, (answer) => answer.writeHead(404).end(), /^cannot get the snapshot: .*answered 404/],
    [path, (answer) => answer.end(page), /^cannot get the snapshot: an HTML page was sent instead of a zip archive$/],
    [
      path,
      (answer) => answer.end(whole.subarray(0, whole.length - 50)),
      /^cannot get the snapshot: broken zip archive/,
    ],
    ['changelog', (answer) => answer.writeHead(500).end(), /^cannot get the change log: .*answered 500, asked 5 times/],
    ['changelog', (answer) => answer.end(page), /^cannot get the change log: .*changelog: an HTML page was sent/],
    ['changelog', (answer) => answer.end('{"changed":[]}'), /not as the OpenAPI document says: deleted /],
    ['changelog', (answer) => answer.end('{"changed":['), /not as the OpenAPI document says/],
  ]
  for (const [route, answer, message] of cases) {
    portal.answers.set(route, (_, response) => answer(response))
    await assert.rejects(fetchAt(FIRST, portal), { kind: 'not_ready', message })
    portal.answers.clear()
  }
  assert.deepEqual(await fetchAt(FIRST, portal), { total: 4, failed: 0, kept: 4 })
  portal.answers.set('changelog', (_, response) => response.writeHead(500).end())
  await assert.rejects(fetchAt(NEXT, portal), { kind: 'not_ready' })
  assert.equal(store?.laws().length, 4)
})

test('a snapshot at an address without a time is taken for one of the day before', async (t) => {
  const portal = await startPortal(t, laws(...abbreviations))
  portal.snapshots.set(
    '/legislation.zip',
    portal.snapshots.get('/snapshots/legislation_2026-05-01T03:00:00Z.zip') as Buffer,
  )
  portal.change('2026-04-30T13:00:00Z', expression('HafO', { text: 'Der Hafen ist zu.' }))
  portal.answers.set(`${eliOf('HafO')}/2026-01-01.zip`, (request, response) => {
    portal.answers.clear()
    response.writeHead(302, { location: request.url }).end()
  })
  assert.deepEqual(await fetchAt(FIRST, portal), { total: 4, failed: 0, kept: 4 })
  assert.match(await textOf(eliOf('HafO')), /Der Hafen ist zu/)
  portal.log.push({ at: '2026-05-02T18:00:00Z', allChanged: true })
  portal.expressions.delete(eliOf('LotsG'))
  portal.snapshots.set('/legislation.zip', portal.snapshots.get(portal.snapshot('x')) as Buffer)
  portal.snapshots.delete('/snapshots/legislation_x.zip')
  assert.deepEqual(await fetchAt('2026-05-04T12:00:00Z', portal), { total: 3, failed: 0, kept: 3 })
  portal.log.push({ at: '2026-05-06T11:00:00Z', allChanged: true })
  portal.asked.length = 0
  assert.deepEqual(
    await fetchAt('2026-05-06T12:00:00Z', portal, {
      now: () => new Date(Date.parse('2026-05-06T12:00:00Z') + portal.asked.length),
    }),
    { total: 4, failed: 1, kept: 3 },
  )
  assert(portal.asked.length < 8, 'one snapshot a run')
})

test('files of a snapshot that are damaged are asked for alone; those elsewhere in it are laws, too', async (t) => {
  const portal = await startPortal(t, laws('HafO', 'LotsG'))
  const elsewhere = document(eliOf('KaiV'), '2026-01-01', 'KaiV', 'Der Kai ist frei.')
  const path = portal.snapshot('2026-05-01T04:00:00Z', { 'sonst/kai.xml': elsewhere, 'liesmich.txt': 'Hallo' })
  const body = portal.snapshots.get(path) as Buffer
  // Damages the content of the first member.
  body.fill(0, 200, 260)
  assert.deepEqual(await fetchAt(FIRST, portal), { total: 3, failed: 0, kept: 3 })
  assert(portal.asked.includes(`${eliOf('HafO')}/2026-01-01.zip`))
  assert.match(await textOf('sonst'), /Der Kai ist frei/)
})

test('names of the change log that are no expressions are told once', async (t) => {
  const portal = await startPortal(t, laws('HafO'))
  await fetchAt(FIRST, portal)
  portal.log.push({ at: '2026-05-02T01:00:00Z', changed: ['etwas/anderes'], deleted: ['nichts'] })
  assert.deepEqual(await fetchAt(NEXT, portal), { total: 3, failed: 2, kept: 1 })
  assert.match(
    failures().join(),
    /the change log names \/v1\/legislation\/etwas\/anderes\/zip, which is not an expression/,
  )
  assert.deepEqual(await fetchAt(LATER, portal), { total: 1, failed: 0, kept: 1 })
})

test('a deletion that cannot be confirmed is told, and tried again', async (t) => {
  const portal = await startPortal(t, laws('HafO', 'LotsG'))
  await fetchAt(FIRST, portal)
  portal.expressions.delete(eliOf('HafO'))
  portal.log.push({ at: '2026-05-02T01:00:00Z', deleted: [eliOf('HafO')] })
  portal.answers.set(eliOf('HafO'), (_, response) => response.writeHead(500).end())
  assert.deepEqual(await fetchAt(NEXT, portal), { total: 2, failed: 1, kept: 2 })
  portal.answers.clear()
  assert.deepEqual(await fetchAt(LATER, portal), { total: 1, failed: 0, kept: 1 })
  assert.deepEqual(failures(), [])
})

test('requests keep their distance, and all wait as long as one answer asks for', async (t) => {
  const names = Array.from({ length: 24 }, (_, index) => `G${index + 100}`)
  const portal = await startPortal(t, laws(...names))
  const options = { client: quickClient({ pace: new Pace(20), maxWait: 5000 }) }
  await fetchAt(FIRST, portal, options)
  for (const [index, name] of names.entries()) {
    portal.change(
      '2026-05-02T01:00:00Z',
      expression(name, { fault: index === 4 ? 'busy' : index === 12 ? 'limited' : undefined }),
    )
  }
  portal.times.length = 0
  assert.deepEqual(await fetchAt(NEXT, portal, options), { total: 24, failed: 0, kept: 24 })
  const gaps = portal.times.slice(1).map((time, index) => time - (portal.times[index] as number))
  assert.equal(portal.times.length, 27)
  const length = (portal.times.at(-1) as number) - (portal.times[0] as number)
  assert(length >= 26 * 20 + 2 * 900, `${length} ms`)
  assert.equal(gaps.filter((gap) => gap >= 900).length, 2, 'both waits stop all requests')
})

test('the client of the portal waits as long as that asks, but at most five minutes, and never sends more than 600 a minute', async (t) => {
  const times: number[] = []
  const waits: number[] = []
  let time = 0
  const clock: Clock = {
    now: () => time,
    wait: async (length) => {
      waits.push(length)
      time += length
    },
  }
  const asked = ['240', '3600', new Date(Date.now() + 86_400_000).toUTCString()]
  const { url } = await serve(t, (request, response) => {
    if (request.url !== '/busy') return response.end()
    times.push(time)
    const retryAfter = asked.shift()
    if (retryAfter === undefined) return response.end()
    return response.writeHead(503, { 'retry-after': retryAfter }).end()
  })
  const client = portalClient(undefined, clock)
  await client.get(`${url}/busy`)
  assert.deepEqual(
    times.map((each) => each / 1000),
    [0, 240, 540, 840],
  )
  const [start, first] = [time, waits.length]
  for (let count = 0; count < 30; count++) await client.get(url)
  assert(time - start >= 29 * 100, `${time - start} ms`)
  assert(waits.slice(first).every((length) => length <= 100))
})

test('the run ends if the portal stops answering, and says so', async (t) => {
  const names = Array.from({ length: 60 }, (_, index) => `G${index + 100}`)
  const portal = await startPortal(t, laws(...names))
  await fetchAt(FIRST, portal)
  for (const name of names) portal.change('2026-05-02T01:00:00Z', expression(name, { fault: 'down' }))
  await assert.rejects(fetchAt(NEXT, portal, { client: quickClient({ retries: 0 }) }), {
    kind: 'not_ready',
    message: /^the site stopped giving laws, 24 in a row could not be fetched: .*answered 503$/,
  })
  for (const each of portal.expressions.values()) each.fault = undefined
  assert.deepEqual(await fetchAt(LATER, portal), { total: 60, failed: 0, kept: 60 })
})

test('credentials reach every request of the portal, and no file', async (t) => {
  const portal = await startPortal(t, laws(...abbreviations))
  const url = portal.url.replace('://', '://user:geheim@')
  await fetchAt(FIRST, { url })
  portal.change('2026-05-02T01:00:00Z', expression('HafO', { fault: 'page', text: 'Neu.' }))
  await fetchAt(NEXT, { url })
  portal.change('2026-05-02T13:00:00Z', expression('LotsG', { text: 'Neu.' }))
  await fetchAt(LATER, { url })
  for (const { headers } of portal.requests) assert.match(headers.authorization ?? '', /^Basic /)
  assert.doesNotMatch(JSON.stringify([store?.asInput().limitations, store?.failures()]), /geheim/)
})

test('the text of the promulgation and the text in force are one law', async (t) => {
  const [eli, { files }] = expression('HafO', { day: '2020-01-01' })
  const promulgated = { 'regelungstext-verkuendung-1.xml': files['regelungstext-1.xml'] as string }
  const portal = await startPortal(t, [[eli, { made: '2020-01-01', files: promulgated }], expression('HafO')])
  assert.deepEqual(await fetchAt(FIRST, portal), { total: 2, failed: 0, kept: 1 })
})
