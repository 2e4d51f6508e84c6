import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Place } from './place.ts'

const MESSAGE_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  connection: 'close',
}

/** Starts a server, sends requests, and ends it. */
export async function tryServer(place: Place, program: string, ...args: string[]): Promise<void> {
  const options = ['--host', '127.0.0.1', '--port', '0', '--dataset', 'starter', '--strict', '--mcp']
  const child = place.start(program, [...args, ...options])
  assert(child.stderr)
  try {
    const [said] = await once(child.stderr.setEncoding('utf8'), 'data')
    const url = /http:\S+/.exec(said)?.[0]
    assert(url, said)
    const answer = await fetch(`${url}/laws/msgb/norms/par%3A1`, { headers: { connection: 'close' } })
    const { heading } = (await answer.json()) as { heading: string }
    assert.equal(heading, 'Rücksicht und Redlichkeit')
    const told = await fetch(`${url}/mcp`, { method: 'POST', headers: MESSAGE_HEADERS, body: QUESTION })
    assert.match(await told.text(), /Rücksicht und Redlichkeit/)
  } finally {
    child.kill()
  }
  assert.deepEqual(await once(child, 'exit'), [0, null])
}

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'install-test', version: '1' },
}
const request = (id: number, method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const QUESTION = request(2, 'tools/call', { name: 'get_norm', arguments: { norm: '§ 1 MSGB' } })

/** Queries the MCP server on standard input, as a client does. */
export async function tryProtocol(place: Place): Promise<void> {
  const lines = [request(1, 'initialize', HELLO), '{"jsonrpc":"2.0","method":"notifications/initialized"}', QUESTION]
  const said = place.runWith(`${lines.join('\n')}\n`, place.program, ['mcp', '--dataset', 'starter'])
  const answers = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(answers.map(({ id }) => id).sort(), [1, 2])
  assert.match(JSON.stringify(answers), /Rücksicht und Redlichkeit/)
}
