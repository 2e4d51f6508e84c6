/** The program on standard input and output: its output, how it ends, and how it handles difficult clients. */
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { COMMAND, cleanEnvironment, spawnCommand } from '../e2e/program.ts'
import { until } from '../until.ts'

const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

type Message = ReturnType<typeof JSON.parse>

interface Talk {
  send(...messages: (object | string)[]): void
  /** All server messages so far. */
  said: Message[]
  answer(id: number | string): Promise<Message>
  stderr: () => string
  end(): Promise<{ code: number | null; signal: string | null }>
  child: ChildProcess
}

function talk(settings: Record<string, string> = { DATASET_PATH: 'starter' }): Talk {
  const child = spawnCommand([...COMMAND, 'mcp'], { env: cleanEnvironment(settings), stdio: 'pipe' })
  children.add(child)
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve({ code, signal })
    }),
  )
  const said: Message[] = []
  let rest = ''
  let stderr = ''
  child.stdin.on('error', () => undefined)
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    // Every line is a message.
    for (const line of lines) said.push(JSON.parse(line))
  })
  const find = (id: number | string) => said.find((message) => message.id === id)
  return {
    child,
    said,
    stderr: () => stderr,
    send: (...messages) => {
      for (const message of messages) {
        child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      }
    },
    async answer(id) {
      await until(`${id} is answered`, () => find(id) !== undefined)
      return find(id)
    },
    end() {
      child.stdin.end()
      return ended
    },
  }
}

const get = (id: number, norm: string) => ({
  id,
  method: 'tools/call',
  params: { name: 'get_norm', arguments: { norm } },
})

test('what was asked before the end of the input is answered, and then the program ends', async () => {
  const { child, said, send, end } = talk()
  send(get(1, '§ 16 MSGB'), 'no message')
  child.stdin?.write(JSON.stringify({ jsonrpc: '2.0', ...get(2, '§ 1 MSGB') }))
  assert.deepEqual(await end(), { code: 0, signal: null })
  const text = (id: number) => said.find((message) => message.id === id)?.result.content[0].text
  assert.match(text(1), /Ordentliche Kündigung/)
  assert.match(text(2), /Rücksicht und Redlichkeit/)
  assert.equal(said.find(({ error }) => error !== undefined).error.code, -32700)
  assert.equal(said.length, 3)
})

test('malformed messages, unknown methods and wrong types are errors, and the server goes on', async () => {
  const { send, answer, end } = talk()
  send(
    { id: 1, method: 'nothing/here' },
    { id: 2, method: 'tools/call' },
    { id: 3, method: 'tools/call', params: { name: 7 } },
    { id: 4, method: 'tools/call', params: { name: 'get_norm', arguments: 'x' } },
    { id: 5, method: 'resources/read', params: {} },
    { id: 6, method: 'tools/call', params: { name: 'get_norm', arguments: { norm: { toString: 'x' } } } },
    { id: 7, method: 'tools/call', params: { name: '__proto__', arguments: { constructor: 1 } } },
    { method: 'notifications/unknown' },
  )
  assert.equal((await answer(1)).error.code, -32601)
  for (const id of [2, 3, 4, 5]) assert.equal((await answer(id)).error.code, -32602, `${id}`)
  assert.equal((await answer(6)).result.isError, true)
  assert.equal((await answer(7)).error.code, -32602)
  send(get(8, '§ 16 MSGB'))
  assert.match((await answer(8)).result.content[0].text, /Ordentliche Kündigung/)
  assert.equal((await end()).code, 0)
})

test('a thousand requests at once are all answered', async () => {
  const { send, said, end } = talk()
  send(...Array.from({ length: 1000 }, (_, id) => get(id, `§ ${(id % 32) + 1} MSGB`)))
  assert.equal((await end()).code, 0)
  assert.deepEqual(
    said.map(({ id }) => id).sort((a, b) => a - b),
    Array.from({ length: 1000 }, (_, id) => id),
  )
})

test('a cancelled check stops, and another request is answered meanwhile', async () => {
  const { send, said, answer, end } = talk()
  const text = 'Nach § 16 Abs. 1 MSGB und § 99 MSGB gilt § 1 MSGB. '.repeat(60_000)
  send({
    id: 1,
    method: 'tools/call',
    params: { name: 'check_text', arguments: { text }, _meta: { progressToken: 'p' } },
  })
  send(get(2, '§ 16 MSGB'))
  await answer(2)
  assert.equal(
    said.some(({ id }) => id === 1),
    false,
    'the short request did not wait for the long one',
  )
  await until('progress is told', () => said.some(({ method }) => method === 'notifications/progress'))
  send({ method: 'notifications/cancelled', params: { requestId: 1 } })
  const before = performance.now()
  send(get(3, '§ 1 MSGB'))
  await answer(3)
  assert.equal((await end()).code, 0)
  assert(performance.now() - before < 5000, 'the check did not go on')
  assert(!said.some(({ id, result }) => id === 1 && result !== undefined))
})

test('a client that leaves in the middle ends the program', async () => {
  const { child, send, answer } = talk()
  const text = '§ 16 MSGB, § 99 MSGB. '.repeat(60_000)
  send(get(1, '§ 1 MSGB'))
  await answer(1)
  send({ id: 2, method: 'tools/call', params: { name: 'check_text', arguments: { text } } })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdout?.destroy()
  child.stdin?.end()
  await ended
})

test('Ctrl-C ends the program', async () => {
  const { child, send, answer } = talk()
  send(get(1, '§ 1 MSGB'))
  await answer(1)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  assert.equal(await ended, 130)
})

test('without a corpus the answers say so, and why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-mcp-'))
  after(() => rmSync(folder, { recursive: true }))
  const { send, answer, stderr, end } = talk({ XDG_CACHE_HOME: folder, DATASET_PATH: join(folder, 'missing.sqlite') })
  send(
    get(1, '§ 1 MSGB'),
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'resources/read', params: { uri: 'legal://laws' } },
  )
  const { result } = await answer(1)
  assert.equal(result.isError, true)
  assert.match(result.content[0].text, /^Error \(not_ready\): .*missing\.sqlite/)
  assert.equal((await answer(2)).result.tools.length, 10, 'without those of a corpus with several states')
  assert.equal((await answer(3)).error.code, -32603)
  assert.match(stderr(), /missing\.sqlite/)
  assert.equal((await end()).code, 0)
})

test('a wrong setting is an error before anything is served', async () => {
  const { end, said, stderr } = talk({ MAX_FAILED_PERCENT: 'many' })
  assert.equal((await end()).code, 2)
  assert.match(stderr(), /MAX_FAILED_PERCENT/)
  assert.deepEqual(said, [])
})
