/** Routes whose body is the input of an operation. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { postedOperations } from '../../src/operations/catalogue.ts'
import { check } from '../../src/operations/check.ts'
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
  for (const operation of postedOperations) {
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
