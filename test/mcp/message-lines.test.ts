import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageLines, type Rejection } from '../../src/mcp/stdio.ts'

async function read(...chunks: (string | Buffer)[]): Promise<{ passed: string[]; rejected: Rejection[] }> {
  const rejected: Rejection[] = []
  const lines = new MessageLines((rejection) => rejected.push(rejection))
  let text = ''
  lines.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  for (const chunk of chunks) lines.write(chunk)
  await new Promise((resolve) => lines.end(resolve).once('end', resolve))
  return { passed: text.split('\n').filter(Boolean), rejected }
}

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

test('messages pass, however they are cut into chunks', async () => {
  const umlaut = Buffer.from('{"jsonrpc":"2.0","id":"ä","method":"ping"}\r\n')
  const { passed, rejected } = await read(
    REQUEST.slice(0, 9),
    `${REQUEST.slice(9)}\n\n`,
    umlaut.subarray(0, 23),
    umlaut.subarray(23),
    REQUEST,
  )
  assert.deepEqual(passed, [REQUEST, umlaut.toString().trim(), REQUEST])
  assert.deepEqual(rejected, [])
  const answers = ['{"jsonrpc":"2.0","id":1,"result":{}}', '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}']
  assert.deepEqual((await read(answers.join('\n'))).passed, answers)
})

test('other lines are answered, with the id if there is one', async () => {
  const cases: [line: string, code: number, id: unknown, message: RegExp][] = [
    ['hello', -32700, undefined, /^a message must be JSON on one line: /],
    ['{"jsonrpc":', -32700, undefined, /JSON/],
    ['[1]', -32600, undefined, /one by one/],
    ['"x"', -32600, undefined, /must be an object/],
    ['{"id":7,"method":"ping"}', -32600, 7, /"jsonrpc": "2.0"/],
    ['{"jsonrpc":"2.0","id":"a"}', -32600, 'a', /"method"/],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, undefined, /"id"/],
    ['{"jsonrpc":"2.0","id":8,"method":"ping","params":[1]}', -32600, 8, /"params"/],
    ['{"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":{"progressToken":null}}}', -32600, 9, /schema/],
    ['{"jsonrpc":"2.0","id":10,"method":"ping","extra":1}', -32600, 10, /nothing else/],
  ]
  for (const [line, code, id, message] of cases) {
    const { passed, rejected } = await read(`${line}\n${REQUEST}\n`)
    assert.deepEqual(passed, [REQUEST], line)
    assert.equal(rejected.length, 1, line)
    assert.equal(rejected[0]?.error.code, code, line)
    assert.equal(rejected[0]?.id, id, line)
    assert.match(rejected[0]?.error.message ?? '', message)
  }
})

test('a line that is too long is dropped, and what follows is read', async () => {
  const { passed, rejected } = await read('x'.repeat(6e6), 'x'.repeat(6e6), `\n${REQUEST}\n`)
  assert.deepEqual(passed, [REQUEST])
  assert.match(rejected[0]?.error.message ?? '', /longer than 10485760 bytes/)
})
