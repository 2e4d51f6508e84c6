import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { writeJson, writeLines, writePage } from '../../src/cli/output.ts'

/** Returns the text that a function writes to stdout. */
async function written(run: () => unknown, isTTY = false): Promise<string> {
  const texts: string[] = []
  const wasTTY = process.stdout.isTTY
  const original = process.stdout.write.bind(process.stdout)
  // The test runner writes there, too, but only binary data.
  const write = mock.method(process.stdout, 'write', (text: string | Uint8Array) =>
    typeof text === 'string' ? texts.push(text) > 0 : original(text),
  )
  process.stdout.isTTY = isTTY
  try {
    await run()
  } finally {
    write.mock.restore()
    process.stdout.isTTY = wasTTY
  }
  return texts.join('')
}

test('JSON is one document and a line feed', async () => {
  assert.equal(await written(() => writeJson({ a: ['ä', '\x9b'] })), '{"a":["ä","\x9b"]}\n')
})

test('on a terminal the control characters that JSON allows are escaped, and the document is the same', async () => {
  const text = await written(() => writeJson({ a: '\x1b\x7f\x9b' }), true)
  assert.equal(text, '{"a":"\\u001b\\u007f\\u009b"}\n')
  assert.deepEqual(JSON.parse(text), { a: '\x1b\x7f\x9b' })
})

test('a presenter sees no control characters', async () => {
  const text = await written(() => writePage({ title: 'a\x1b[2Jb' }, ({ title }) => title))
  assert.equal(text, 'a␛[2Jb\n')
})

test('many lines are written in parts, the next one when the last is taken', async () => {
  async function* lines() {
    for (let line = 0; line < 20_000; line++) yield `line ${line}`
  }
  const text = await written(() => writeLines(lines()))
  assert.equal(text.split('\n').length, 20_001)
  assert(text.endsWith('line 19999\n'))
})
