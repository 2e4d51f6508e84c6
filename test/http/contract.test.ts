/**
 * Sends requests generated from the schemas of the OpenAPI document: status, headers and body must always match the document. The
 * requests are the same in every run.
 */
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { assertDocumented, document, documentedPath } from './document.ts'
import { type Answer, ask } from './server.ts'
import { listenStarter, type StarterServer } from './starter-server.ts'

const SEED = 433
const REQUESTS = 6000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let server: StarterServer
before(async () => {
  server = await listenStarter()
})
after(async () => {
  agent.destroy()
  await server.close()
})

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Record<string, unknown>
}

interface GeneratedRequest {
  method: string
  path: string
  headers: Record<string, string>
}

/** Days of states, between, before and after them, and an invalid one. */
const DAYS = ['2024-06-01', '2025-06-01', '2025-02-01', '1.1.2026', '2020-01-01', '2030-01-01', '2025-02-30']

/** Values that exist in the starter dataset; random values alone would find nothing. */
const KNOWN: Record<string, string[]> = {
  code: [
    'msgb',
    'MSGB',
    'msgbeg',
    'msverf',
    'inselvtr',
    'BienHV',
    'hafeng_2021',
    'Möwensunder Stadtgesetzbuch',
    'msgbe',
    'sundlotso',
  ],
  norm: [
    'par:1',
    '§ 12',
    'par:12/abs:2/satz:1/nr:1',
    '4',
    'art:5/par:1',
    '§ 1',
    'Anlage 1',
    'par:99',
    'par:1/abs:9',
    'par:22a',
    '§ 24',
    'toc:1',
  ],
  q: [
    'Hafen',
    'Rücksicht und Redlichkeit',
    '§ 1 MSGB',
    'Kündigung MSGB',
    '"nach Tagen" -Frist',
    'kün*',
    '§§ 3 bis 6 MSGB',
    'msgb 12 Abs. 2',
  ],
  part: ['Buch 2 Abschnitt 1', 'Erster Teil', 'Titel 1', 'Buch 9'],
  query: ['hafen', 'bien', 'Ö', ''],
  codes: ['msgb', 'msgb,msverf', 'BienHV', 'nix', ',', 'MSGB,msgb', 'sundlotso'],
  as_of: DAYS,
  since: DAYS,
  until: DAYS,
  from: DAYS,
  to: DAYS,
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', '*', '"', '\0', '§', '../..', '%', 'null', '__proto__', 'x'.repeat(1001), 'ß'.repeat(301)),
)

/** Numbers near the bounds of a schema and far from them, as text; some are malformed. */
function numbers({ minimum, maximum }: Record<string, unknown>): fc.Arbitrary<string> {
  const bounds = [minimum, maximum].filter((bound) => typeof bound === 'number')
  const near = bounds.flatMap((bound) => [bound - 1, bound, bound + 1])
  return fc.oneof(
    fc.integer({ min: 0, max: 40 }).map(String),
    fc.constantFrom(...near, '-0', '1e3', '0x1', '1.5', '01', '', 'NaN', '9'.repeat(20)).map(String),
  )
}

function values({ name, schema }: Parameter): fc.Arbitrary<string> {
  const known = KNOWN[name]
  const fitting = Array.isArray(schema.enum)
    ? fc.constantFrom<string>(...schema.enum)
    : schema.type === 'integer'
      ? numbers(schema)
      : schema.type === 'boolean'
        ? fc.constantFrom('true', 'false')
        : text
  const usual = known === undefined ? fitting : fc.constantFrom(...known)
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: text })
}

/** A value as written in a URL: escaped, or almost. */
const written = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, fc.nat(40)).map(([plain, way]) => {
    const escaped = encodeURIComponent(plain.toWellFormed())
    if (way === 0) return `${escaped}%`
    if (way === 1) return `%C3${escaped}`
    if (way === 2) return escaped.replaceAll('%20', '+')
    return way === 3 ? escaped.toLowerCase() : escaped
  })

function requestsOf(template: string, parameters: readonly Parameter[]): fc.Arbitrary<GeneratedRequest> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const segments = fc.tuple(...inPath.map((parameter) => written(values(parameter).filter((value) => value !== ''))))
  const given = inQuery.map((parameter) =>
    fc
      .array(written(values(parameter)), { maxLength: 2, size: 'max' })
      .map((all) => (parameter.required && all.length === 0 ? [] : all))
      .map((all) => all.slice(0, 2).map((value) => `${parameter.name}=${value}`)),
  )
  const unknown = fc.oneof({ weight: 20, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constant(['x=1']) })
  const pairs = fc.tuple(...given.map((each) => fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, each)), unknown)
  const required = fc.tuple(
    ...inQuery
      .filter((each) => each.required)
      .map((each) => written(values(each)).map((value) => `${each.name}=${value}`)),
  )
  return fc.record({ segments, pairs, required, method, headers }).map(({ segments, pairs, required, ...request }) => {
    const names = inPath.map(({ name }) => `{${name}}`)
    const path = names.reduce((made, name, index) => made.replace(name, () => String(segments[index])), template)
    const others = pairs
      .flat()
      .filter((pair) => !required.some((each) => each.split('=')[0] === String(pair).split('=')[0]))
    const query = [...required, ...others].join('&')
    return { ...request, path: query === '' ? path : `${path}?${query}` }
  })
}

const method = fc.oneof(
  { weight: 30, arbitrary: fc.constant('GET') },
  { weight: 3, arbitrary: fc.constant('HEAD') },
  { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE', 'QUERY') },
)

const maybe = (values: string[], without = 4) =>
  fc.oneof({ weight: without, arbitrary: fc.constant(undefined) }, fc.constantFrom(...values))

const headers = fc
  .record({
    Accept: maybe(
      [
        '*/*',
        'text/html',
        'text/csv',
        'text/markdown',
        'text/markdown;q=0.5, text/plain',
        'application/x-ndjson',
        'image/png',
        ';q=',
        '',
      ],
      1,
    ),
    'If-None-Match': maybe(['*', '"x"', 'W/"a", "b"', '"', '']),
    'Content-Length': maybe(['0', '1048577']),
    'X-Forwarded-For': maybe(['1.2.3.4', 'x']),
    Authorization: maybe(['Bearer x', 'Basic eDp4']),
  })
  .map(
    (all) =>
      Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<string, string>,
  )

const routes = Object.entries<{ get?: { parameters: Parameter[] } }>(document.paths)

const anywhere = fc.record({
  path: fc.oneof(
    fc.webPath({ size: 'small' }).map((path) => `/${path.replace(/^\/+/, '')}`),
    fc.array(written(text), { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
  ),
  method,
  headers,
})

const requests = fc.oneof(
  ...routes.map(([template, { get: { parameters = [] } = {} }]) => ({
    weight: parameters.length + 1,
    arbitrary: requestsOf(template, parameters),
  })),
  { weight: 2, arbitrary: anywhere },
)

const send = (request: GeneratedRequest) => ask(server.port, request, agent)

async function assertPromised(request: GeneratedRequest, answer: Answer): Promise<void> {
  const { method, path } = request
  const what = `${answer.status} ${method} ${path}`
  if (method === 'HEAD') {
    const got = await send({ ...request, method: 'GET' })
    assert.deepEqual([answer.status, answer.text], [got.status, ''], what)
    assert.equal(answer.headers['content-type'], got.headers['content-type'], what)
    assert.equal(answer.headers.etag, got.headers.etag, what)
  } else if (answer.status === 204) {
    const { get, post } = document.paths[documentedPath(path) ?? ''] ?? { get: {} }
    const allow = [...(get ? ['GET', 'HEAD', 'OPTIONS'] : []), ...(post ? ['POST', 'OPTIONS'] : [])]
    assert.deepEqual([method, answer.text, answer.headers.allow], ['OPTIONS', '', [...new Set(allow)].join(', ')], what)
  } else if (isPage(path)) {
    assert([200, 304, 404, 405, 413].includes(answer.status), what)
  } else {
    assertDocumented(path, answer)
    if (method !== 'GET') assert([404, 405, 413, 422].includes(answer.status), what)
    if (documentedPath(path) === undefined) assert([308, 404, 413, 422].includes(answer.status), what)
  }
}

/** Pages are not described in the document. */
const isPage = (path: string) => /^\/(?:docs\/?[^/]*|assets\/[^/]*)?\/?(?:\?.*)?$/i.test(path)

test(`${REQUESTS} requests get what the document promises`, { timeout: 120_000 }, async () => {
  const statuses = new Map<number, number>()
  const types = new Set<string | undefined>()
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const answer = await send(request)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      types.add(answer.headers['content-type'])
      await assertPromised(request, answer)
    }),
    { seed: SEED, numRuns: REQUESTS },
  )
  for (const status of [200, 204, 304, 404, 405, 409, 413, 422]) {
    assert((statuses.get(status) ?? 0) >= 5, `the requests lead to ${status} too seldom: ${[...statuses]}`)
  }
  for (const type of [
    'application/x-ndjson',
    'text/csv',
    'text/markdown',
    'text/plain',
    'text/html',
    'application/json',
  ]) {
    assert(types.has(`${type}; charset=utf-8`), type)
  }
})
