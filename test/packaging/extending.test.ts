/** Extensions of the package by programs: the examples of docs/extending.md, and rejected ones. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as z from 'zod'
import { openCorpus } from '../../src/dataset/open.ts'
import { addFormat, addSourceFamily, createApp, defineOperation, defineTool, norm } from '../../src/index.ts'
import { runExamples } from '../../src/packaging/examples.ts'
import { packageRoot } from '../../src/program/package.ts'
import { compile } from './compiler.ts'

const PAGE = join('docs', 'extending.md')
const programs = [...readFileSync(join(packageRoot, PAGE), 'utf8').matchAll(/^```js\n(.*?)^```$/gms)]

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

test('the examples compile with the types of the package', () => {
  assert.equal(programs.length, 3)
  for (const [, program = ''] of programs) assert.deepEqual(compile(program, 'mjs'), [])
})

test('the examples of operations, tools, formats and source families give what the page says', async () => {
  for (const { command, expected, actual, fits } of await runExamples(PAGE)) {
    if (!fits) assert.equal(actual, expected, `$ ${command}`)
  }
})

let asked = 0
const counter = defineOperation({
  name: 'counter',
  summary: 'Count requests',
  description: 'The number of requests.',
  path: '/counter/{name}',
  transient: true,
  input: z.strictObject({ name: z.string() }),
  output: () => z.object({ count: z.int() }),
  example: { name: 'one' },
  errors: {},
  answer: async () => ({ count: ++asked }),
})

test('an operation whose answers change is cached neither as route nor as tool, and its errors are JSON for browsers', async () => {
  const { fetch } = createApp({ corpus: () => corpus, operations: [counter], settings: { mcp: true } })
  const ask = (path: string, init?: RequestInit) => fetch(new Request(`http://localhost${path}`, init))
  const counts = [1, 2].map(async () => (await ask('/counter/one')).json())
  assert.deepEqual(await Promise.all(counts), [{ count: 1 }, { count: 2 }])
  const params = { name: 'counter', arguments: { name: 'one' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  for (const count of [3, 4]) {
    const answer = (await (await ask('/mcp', { method: 'POST', headers, body })).json()) as { result: object }
    assert.deepEqual((answer.result as { structuredContent: object }).structuredContent, { count })
  }
  const refused = await ask('/counter/one?limit=1', { headers: { accept: 'text/html' } })
  assert.deepEqual([refused.status, refused.headers.get('content-type')], [422, 'application/json; charset=utf-8'])
})

test('an addition whose name is taken is refused by what it is', () => {
  const tool = defineTool({
    name: 'get_norm',
    title: '',
    description: '',
    operations: [],
    input: z.strictObject({}),
    output: () => z.object({}),
    answer: async () => ({ text: '', facts: {} }),
  })
  const app = (additions: object) => createApp({ corpus: () => corpus, ...additions })
  const family = { version: '1', form: '', reads: () => false, read: () => [] }
  const format = { mediaTypes: ['text/x-own'], meaning: '', renders: {} }
  for (const [add, message] of [
    [() => app({ operations: [norm] }), 'operations: there is already one with the name norm'],
    [() => app({ operations: [counter, counter] }), 'operations: there is already one with the name counter'],
    [() => app({ tools: [tool] }), 'tools: there is already one with the name get_norm'],
    [() => addFormat('csv', format), 'name: there is already a format csv'],
    [() => addSourceFamily({ name: 'json-package', ...family }), 'name: there is already a source family json-package'],
  ] as const) {
    assert.throws(add, { kind: 'invalid_input', message })
  }
})
