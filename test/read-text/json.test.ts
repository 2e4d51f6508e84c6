import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonEnd, plainTextOfJson } from '../../src/read-text/json.ts'
import { LINE_END } from '../../src/read-text/plain-text.ts'

const linesOf = (source: string) =>
  plainTextOfJson(source)
    .text.split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '')

describe('the text of JSON', () => {
  const cases: [name: string, source: string, ...lines: string[]][] = [
    [
      'is its strings, but not their names',
      '{"§ 1": "§ 2", "a" : ["§ 3", {"b": "c"}], "d": "e"}',
      '§ 2',
      '§ 3',
      'c',
      'e',
    ],
    ['escapes are decoded', '"\\u00a7 1\\/\\"\\\\ \\u00C4\\ud83d\\ude00"', '§ 1/"\\ Ä😀'],
    ['line breaks are those of the text', '"nach § 1\\nAbs. 2\\tMSGB"', 'nach § 1\nAbs. 2\tMSGB'],
    [
      'HTML within a string',
      '{"a": "<p title=\\"x\\">&sect;&nbsp;1 <b>MSGB</b></p>\\n<p>b", "c": "3 < 5"}',
      '§\u00a01 MSGB',
      'b',
      '3 < 5',
    ],
    ['markup that is never closed ends with its string', '["<p>a<!--</p>", "b -->"]', 'a<!--', 'b -->'],
    ['numbers, words and empty strings are no text', '{"a": [1, -2.5e3, true, false, null, ""]}'],
    ['several documents', '{"a": "b"}\n{"a": "c"}\n', 'b', 'c'],
    ['what is not JSON is text as it stands', '{"a": "b", "c": "d\n§ 1", "e": 2}', 'b', '"d\n§ 1", "e": 2}'],
    ['so is an unknown escape', '["\\x §"]', '"\\x §"]'],
    ['so is a string without an end', '["a", "§ 1', 'a', '"§ 1'],
  ]
  for (const [name, source, ...lines] of cases) {
    it(name, () => assert.deepEqual(linesOf(source), lines))
  }

  it('knows where in the source its characters stand', () => {
    const source = '{"x": "a\\n<p>nach \\u00a7&nbsp;1\\u0020<b>MS\\u0047B</b></p>"}'
    const plain = plainTextOfJson(source)
    const spanOf = (words: string) => {
      const at = plain.text.indexOf(words)
      return source.slice(plain.sourceStart(at), plain.sourceEnd(at + words.length))
    }
    assert.equal(spanOf('§\u00a01 MSGB'), '\\u00a7&nbsp;1\\u0020<b>MS\\u0047B')
    assert.equal(spanOf('§'), '\\u00a7')
    assert.equal(spanOf('1'), '1')
    assert.equal(spanOf('G'), '\\u0047')
  })

  it('tells where the JSON ends', () => {
    assert.equal(jsonEnd('{"a": 1}'), 8)
    assert.equal(jsonEnd('{"a": "b\n"}'), 6)
    assert.equal(jsonEnd('{a: 1}'), 1)
  })
})
