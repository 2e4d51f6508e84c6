/** Routes that take the input of an operation as their body. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { catalogue } from '../../src/operations/catalogue.ts'
import { check } from '../../src/operations/check.ts'
import { postedOf } from '../../src/operations/operation.ts'
import { document } from './document.ts'
import { listen } from './server.ts'

const corpus = await openCorpus({ dataset: 'starter' })
const server = await listen(createApp({ corpus: () => corpus, settings: { maxRequestBodyBytes: 100_000 } }).handler)
after(async () => {
  await server.close()
  await corpus.close()
})

const TEXT = 'Nach § 1 Abs. 2 MSGB und § 99 MSGB.'
const JSON_TYPE = { 'content-type': 'application/json' }

function post(path: string, body: string, headers: Record<string, string> = JSON_TYPE) {
  return server.ask({ method: 'POST', path, headers, body })
}

test('each has the answer of its operation on its example, and is described with it', async () => {
  for (const operation of postedOf(catalogue)) {
    const { path } = operation.post
    const { status, body, headers } = await post(path, JSON.stringify(operation.example))
    assert.deepEqual([status, headers['content-type']], [200, 'application/json; charset=utf-8'], path)
    assert.deepEqual(body, JSON.parse(JSON.stringify(await operation.run(corpus, operation.example))))
    const described = document.paths[path].post
    assert.deepEqual(described.requestBody.content['application/json'].example, operation.example)
    assert.deepEqual(described.responses[200].content['application/json'].example, body)
  }
})

test('a body of plain text has the other inputs as parameters', async () => {
  const { body } = await post('/check?wording=true', TEXT, { 'content-type': 'text/plain; charset=utf-8' })
  assert.deepEqual(body, JSON.parse(JSON.stringify(await check.run(corpus, { text: TEXT, wording: true }))))
  const html = await post('/check?format=html', `<p>${TEXT}</p>`, { 'content-type': 'text/html' })
  assert.equal(html.body.count, 2)
})

test('a body that arrives a byte at a time has the same text', async () => {
  const text = '– „§ 1 MSGB“ 😀 § 2 MSGB \ud800 §'
  const headers = { 'content-type': 'text/plain' }
  const whole = await post('/check', text, headers)
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
  const head = 'POST /check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n'
  socket.write(`${head}Content-Type: text/plain\r\n\r\n`)
  for (const byte of Buffer.from(text)) socket.write(Buffer.from([...Buffer.from('1\r\n'), byte, 13, 10]))
  socket.write('0\r\n\r\n')
  const answer = (await socket.toArray()).join('')
  assert.equal(whole.body.count, 2)
  assert.equal(answer.slice(answer.indexOf('\r\n\r\n') + 4), whole.text)
})

test('the findings of a long text come as lines, too', async () => {
  const text = `${TEXT} `.repeat(500)
  const { status, text: lines } = await post('/check', JSON.stringify({ text }), {
    ...JSON_TYPE,
    accept: 'application/x-ndjson',
  })
  const classes = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).class)
  assert.deepEqual([status, classes.length, classes.slice(0, 2)], [200, 1000, ['right', 'wrong']])
})

test('many designations are answered in their order, each with its norm or its error', async () => {
  const q = [
    '§ 1 Abs. 2 MSGB',
    '§ 99 MSGB',
    '§§ 1, 2 MSGB',
    '§ 1 MSGBEG',
    'msgb 16',
    '',
    '§ 1 Nixgesetz',
    'Präambel MSVerf',
  ]
  const { status, body } = await post('/norms', JSON.stringify({ q }))
  assert.deepEqual([status, body.count], [200, q.length])
  for (const [index, { request, ...answer }] of body.norms.entries()) {
    assert.equal(request, q[index])
    const alone = await server.ask({ method: 'GET', path: `/norms?q=${encodeURIComponent(String(request))}` })
    assert.deepEqual(answer, alone.body, request)
    assert.equal(alone.status === 200, answer.error === undefined)
  }
  const kinds = body.norms.map(
    ({ error, norm, selection }: Record<string, unknown>) => error ?? [norm, selection !== null],
  )
  const notOne = ['not_found', 'ambiguous', 'ambiguous']
  assert.deepEqual(kinds, [
    ['par:1', true],
    ...notOne,
    ['par:16', false],
    'invalid_input',
    'not_found',
    ['preamble:1', false],
  ])
  const text = await post('/norms', `${q.filter(Boolean).join('\r\n')}\n\n`, {
    'content-type': 'text/plain; charset=utf-8',
    accept: 'application/x-ndjson',
  })
  const lines = text.text.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    body.norms.filter(({ request }: { request: string }) => request !== ''),
  )
})

test('many designations are answered as of a day, and at most three hundred', async () => {
  const { body } = await post('/norms', JSON.stringify({ q: ['§ 22a MSGB', '§ 1 MSGB'], as_of: '1.6.2024' }))
  const days = body.norms.map(({ as_of }: { as_of: string }) => as_of)
  assert.deepEqual([body.as_of, ...days], ['2024-06-01', '2024-06-01', '2024-06-01'])
  const alone = await server.ask({
    method: 'GET',
    path: `/norms?q=${encodeURIComponent('§ 22a MSGB')}&as_of=2024-06-01`,
  })
  assert.deepEqual(body.norms[0], { ...alone.body, request: '§ 22a MSGB' })
  for (const [q, message] of [
    [Array(301).fill('§ 1 MSGB'), /^q: must be at most 300 norms$/],
    [[], /^q: must name at least one norm$/],
    [[1], /^q: must be a norm with its law/],
    [{}, /^q: must be a list/],
  ] as const) {
    const refused = await post('/norms', JSON.stringify({ q }))
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, message)
  }
})

test('a path may have a route for GET and one for POST', async () => {
  const put = await server.ask({ method: 'PUT', path: '/norms' })
  assert.deepEqual([put.status, put.headers.allow], [405, 'GET, HEAD, OPTIONS, POST'])
  const options = await server.ask({ method: 'OPTIONS', path: '/norms' })
  assert.deepEqual([options.status, options.headers.allow], [204, 'GET, HEAD, OPTIONS, POST'])
  const markdown = await server.ask({ method: 'GET', path: `/norms?q=${encodeURIComponent('§ 1 MSGB')}&format=md` })
  assert.match(markdown.text, /^# § 1/m)
  assert.deepEqual(Object.keys(document.paths['/norms']).toSorted(), ['get', 'post'])
})

test('wrong bodies are refused with what is expected', async () => {
  for (const [body, message] of [
    ['{', /^body: must be JSON/],
    ['[]', /^input: /],
    ['{}', /^text: must be the text to check/],
    ['{"text":"§ 1 MSGB","x":1}', /^x: unknown parameter/],
    ['{"text":"§ 1 MSGB","format":"pdf"}', /^format: must be plain/],
  ] as const) {
    const answer = await post('/check', body)
    assert.deepEqual([answer.status, answer.body.error], [422, 'invalid_input'], body)
    assert.match(answer.body.message, message)
  }
  const query = await post('/check?x=1', '{"text":""}')
  assert.equal(query.status, 422)
  assert.equal((await post('/check', JSON.stringify({ text: 'x'.repeat(100_001) }))).status, 413)
  const read = await server.ask({ method: 'GET', path: '/check' })
  assert.deepEqual([read.status, read.headers.allow], [405, 'POST, OPTIONS'])
})

test('POST /norms has limits of size: of its body, announced or in chunks, and of its designations', async () => {
  const { path } = postedOf(catalogue).find(({ name }) => name !== check.name)?.post ?? assert.fail()
  assert.equal(path, '/norms')
  const designations = (count: number) => JSON.stringify({ q: Array(count).fill('§ 1 MSGB') })
  assert.equal((await post(path, designations(300))).status, 200)
  assert.equal((await post(path, designations(301))).status, 422)
  const tooLong = JSON.stringify({ q: ['§ 1 MSGB'.padEnd(100_000)] })
  for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }]) {
    const { status, body } = await post(path, tooLong, headers)
    assert.deepEqual([status, body.error], [413, 'payload_too_large'])
  }
  assert.equal((await post(path, designations(1))).status, 200)
})
