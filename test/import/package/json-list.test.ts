import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonList } from '../../../src/import/package/package-files.ts'

function read(text: string | Uint8Array): unknown[] | undefined {
  const list = JsonList.of(typeof text === 'string' ? Buffer.from(text) : text)
  return list && Array.from({ length: list.length }, (_, index) => list.at(index))
}

test('a list is read as JSON is', () => {
  for (const list of [
    ...[
      [],
      [[]],
      [1],
      [null, true, -1.5e3],
      [{ a: [1, { b: ']' }] }, '}'],
      ['"', '\\', '\\"', 'ä\u0000\u{1f30a}', ','],
    ],
    ...[[[], {}, [[[]]], ''], Array.from({ length: 1000 }, (_, index) => ({ index, text: '\\'.repeat(index % 7) }))],
  ]) {
    for (const text of [
      JSON.stringify(list),
      JSON.stringify(list, null, 2),
      `\ufeff \n${JSON.stringify(list)}\t\r\n`,
    ]) {
      assert.deepEqual(read(text), list)
    }
  }
  assert.equal(JsonList.of(Buffer.from('[1]'))?.at(7), undefined)
})

test('what is no list, or no JSON, is told', () => {
  for (const text of ['', '{}', '7', '"[]"', ' ']) assert.equal(read(text), undefined)
  for (const text of [
    '[',
    '[1',
    '[1,',
    '["',
    '["]',
    '["\\"]',
    '[{]',
    '[}',
    '[1]]',
    '[1] x',
    '[1}',
    '[,',
    '[]]',
    '[[]',
  ]) {
    assert.throws(() => read(text), SyntaxError, text)
  }
  for (const text of ['[1,]', '[,1]', '[1,,2]', '[a]', '[1 2]', "['a']", '[{"a":1,}]', '[\ufeff1]']) {
    assert.throws(() => read(text), SyntaxError, text)
  }
  assert.throws(() => read(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])), TypeError)
})
