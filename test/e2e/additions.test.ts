/** A module with additions reaches all processes and threads of a server. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { assetPath, packageRoot } from '../../src/program/package.ts'
import { COMMAND, IS_EXECUTABLE, run } from './program.ts'
import { LISTENING, startServerProgram } from './server-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-additions-'))
after(() => rmSync(folder, { recursive: true }))

const ADDITIONS = join(folder, 'additions.mjs')
const modules = join(folder, 'node_modules')
mkdirSync(modules)
symlinkSync(packageRoot, join(modules, 'legal-text'))
symlinkSync(join(packageRoot, 'node_modules', 'zod'), join(modules, 'zod'))
writeFileSync(
  ADDITIONS,
  `
import { isMainThread } from 'node:worker_threads'
import { addFormat, addSourceFamily, defineOperation, defineTool, LegalTextError } from 'legal-text'
import * as z from 'zod'

addSourceFamily({
  name: 'notes', version: '1', form: 'notes', reads: (path) => path.endsWith('.note'),
  *read({ bytes }) {
    const text = new TextDecoder().decode(bytes)
    yield { law: { canonical_id: 'wells', display_code: 'WELLS', display_name: 'Wells' }, norms: [{ norm_id: 'par:1', text }] }
  },
})
addFormat('label', { mediaTypes: ['text/x-label'], meaning: 'its label', renders: { norm: ({ label }) => label } })

export const operations = [
  defineOperation({
    name: 'place', summary: 'Where it runs', description: 'Where it runs.', path: '/place', longWork: 'computing',
    input: z.strictObject({ fail: z.string().optional() }),
    output: () => z.object({ laws: z.int(), thread: z.boolean() }),
    example: {}, errors: {},
    async answer(corpus, { fail }) {
      if (fail) throw new LegalTextError('not_found', fail)
      return { laws: (await corpus.laws({})).total, thread: !isMainThread }
    },
  }),
]
export const tools = [
  defineTool({
    name: 'one', title: 'One', description: 'One.', operations: [], input: z.strictObject({}),
    output: () => z.object({ one: z.int() }),
    answer: async () => ({ text: 'one', facts: { one: 1 } }),
  }),
]
`,
)
const dataset = join(folder, 'village')
mkdirSync(dataset)
writeFileSync(join(dataset, 'wells.note'), 'Everyone may draw water.')

const FLAGS = ['--host', '127.0.0.1', '--port', '0', '--strict', '--mcp', '--dataset', dataset]

for (const [name, program, args] of [
  ['a server', [process.execPath, assetPath('server.js')], FLAGS],
  ['a worker', [process.execPath, assetPath('server.js')], [...FLAGS, '--workers', '2']],
  ['the command', COMMAND, ['http', ...FLAGS]],
] as const) {
  test(`${name} has the operations, tools, formats and source families of a module`, {
    skip: IS_EXECUTABLE,
  }, async () => {
    const server = startServerProgram(program, [...args], { ADDITIONS, XDG_CACHE_HOME: join(folder, name) })
    const url = `http://127.0.0.1:${await server.says(LISTENING)}`
    const ask = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text()
    assert.equal(JSON.parse(await ask('/laws/WELLS/norms/1')).text, 'Everyone may draw water.')
    assert.equal(await ask('/laws/WELLS/norms/1?format=label'), '§ 1')
    assert.deepEqual(JSON.parse(await ask('/place')), { laws: 1, thread: true })
    assert.deepEqual(JSON.parse(await ask('/place?fail=gone')), { error: 'not_found', message: 'gone' })
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'one', arguments: {} } }
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const called = await ask('/mcp', { method: 'POST', headers, body: JSON.stringify(message) })
    assert.deepEqual(JSON.parse(called).result.structuredContent, { one: 1 })
    server.child.kill('SIGTERM')
    assert.equal((await server.exit).code, 0)
  })
}

test('a module that cannot be loaded ends the start with its name', async () => {
  const { code, stderr } = await run(['http', ...FLAGS], { ADDITIONS: join(folder, 'missing.mjs') })
  assert.equal(code, 2)
  const reason = IS_EXECUTABLE
    ? /ADDITIONS: the single executable loads no modules/
    : /ADDITIONS: cannot load .*missing\.mjs: Cannot find module/
  assert.match(stderr.replace(/\s+/g, ' '), reason)
})
