import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeText } from '../../src/read-text/decode.ts'
import { formatOf, plainTextOf } from '../../src/read-text/format.ts'
import { nextMatch, Positions } from '../../src/read-text/plain-text.ts'
import { random } from '../citation/random.ts'

describe('decodeText', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('reads UTF-8, without a byte order mark', () => {
    assert.deepEqual(decodeText(bytes('§ 1 😀\ufffd')), { text: '§ 1 😀\ufffd' })
    assert.deepEqual(decodeText(bytes('\ufeff§ 1')), { text: '§ 1' })
    assert.deepEqual(decodeText(bytes('')), { text: '' })
  })

  it('says where it cannot', () => {
    const wrong = Uint8Array.of(...bytes('ä\n§'), 0xe4, 0x20)
    assert.deepEqual(decodeText(wrong), { fault: 'it is not UTF-8 text: byte 5 (line 2, column 2) is 0xe4' })
    assert.match(decodeText(Uint8Array.of(0xff, 0xfe, 0x41)).fault ?? '', /^it is not UTF-16 text/)
    assert.match(decodeText(Uint8Array.of(0x61, 0xc3)).fault ?? '', /byte 1 \(line 1, column 2\) is 0xc3/)
    assert.deepEqual(decodeText(bytes('a\n\0')), { fault: 'it is not text: line 2, column 1 is NUL' })
  })
})

describe('Positions', () => {
  it('count lines and characters from 1', () => {
    const text = 'a😀b\r\n\u00e4c\n\nd'
    const positions = new Positions(text)
    const at = (offset: number) => Object.values(positions.at(offset)).join(':')
    assert.deepEqual([0, 1, 3, 6, 7, 9, 10].map(at), ['1:1', '1:2', '1:3', '2:1', '2:2', '3:1', '4:1'])
  })

  it('are the same in any order, over long texts', () => {
    const text = 'ab😀\n'.repeat(1000)
    const offsets = [4999, 0, 2048, 1023, 1024, 3077, 5000]
    const expected = (offset: number) => {
      const lines = text.slice(0, offset).split('\n')
      return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
    }
    const positions = new Positions(text)
    for (const offset of offsets) assert.deepEqual(positions.at(offset), expected(offset), String(offset))
  })
})

describe('the encoding that a text names', () => {
  for (const beginning of [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<html><meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
    '<meta charset=latin1>',
    '\\documentclass{letter}\\usepackage[latin1]{inputenc}',
  ]) {
    it(beginning, () => {
      assert.deepEqual(decodeText(Buffer.from(`${beginning}§`, 'latin1')), { text: `${beginning}§` })
      assert.deepEqual(decodeText(Buffer.from(`${beginning}§`)), { text: `${beginning}§` })
    })
  }

  it('must be known', () => {
    assert.match(decodeText(Buffer.from('<meta charset="x">§', 'latin1')).fault ?? '', /not UTF-8/)
  })
})

describe('formatOf', () => {
  it('goes by how the text begins, then by the name', () => {
    for (const [name, text, format] of [
      ['a.md', '<html>', 'html'],
      ['a.md', '# a\n<html>', 'markdown'],
      ['a.txt', '<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE html>', 'html'],
      ['a.txt', '% ein Brief\n\\documentclass{letter}', 'latex'],
      ['-', '\\RequirePackage{x}\n\\documentclass{letter}', 'latex'],
      ['a.txt', 'Man schreibt \\documentclass', 'plain'],
      ['a.tex', '§ 1', 'latex'],
      ['b/a.HTM', '', 'html'],
      ['a.xhtml', '', 'html'],
      ['a.txt', '§ 1', 'plain'],
      ['-', ' \n<!DOCTYPE html>', 'html'],
      ['-', '<html lang="de">', 'html'],
      ['-', '<htmlx>', 'plain'],
      ['-', '<?xml version="1.0" encoding="utf-8"?><dokument>', 'xml'],
      ['a.xml', '<dokument>', 'xml'],
      ['-', ' {\n "a" : 1}', 'json'],
      ['-', '[{"a\\"b": 1}]', 'json'],
      ['-', '["§ 1 MSGB", "b"]', 'json'],
      ['-', '["§ 1 MSGB" ist gemeint]', 'plain'],
      ['-', '[1] § 1 MSGB {"a"}', 'plain'],
      ['-', '{§ 1 MSGB}', 'plain'],
      ['a.ndjson', '', 'json'],
      ['folder.md/a', '# a', 'plain'],
    ] as const) {
      assert.equal(formatOf(name, text), format, name)
    }
  })
})

describe('plain text', () => {
  it('of any text: every character stands where it says, in order', async () => {
    const pick = random(7)
    const pieces = [
      '§ 1',
      ' ',
      '\n',
      '&sect;',
      '<b>',
      '</p>',
      '<!--',
      '-->',
      '[',
      '](',
      ')',
      '*',
      '`',
      '\\',
      '- ',
      '😀',
      'x"',
      "'>",
      '\\footnote{',
      '\\S',
      '{',
      '}',
      '%',
      '~',
      '"a',
      '--',
      '\\section{',
      '"',
      '": "',
      '\\u00a7',
      '\\n',
    ]
    for (let round = 0; round < 500; round++) {
      const source = Array.from({ length: pick(40) }, () => pick.of(pieces)).join('')
      for (const format of ['html', 'markdown', 'latex', 'json', 'xml', 'plain'] as const) {
        const plain = await plainTextOf(source, format)
        // LaTeX footnotes follow their paragraph.
        const isInOrder = format !== 'latex'
        let end = 0
        for (let at = 0; at < plain.text.length; at++) {
          const start = plain.sourceStart(at)
          assert(!isInOrder || start >= end, `${format} ${JSON.stringify(source)}`)
          end = plain.sourceEnd(at + 1)
          const length = end - start
          assert(end <= source.length && length >= 0)
          if (/[§\d]/.test(plain.text[at] ?? '') && length === 1) assert.equal(source[start], plain.text[at])
        }
      }
    }
  })
})

describe('nextMatch', () => {
  it('finds what a search from each offset finds', () => {
    const text = 'a.b..c.'
    const next = nextMatch(text, /\./g)
    const expected = [...text].map((_, offset) => text.indexOf('.', offset))
    assert.deepEqual(
      [...text].map((_, offset) => next(offset)),
      expected,
    )
    assert.equal(next(0), 1)
    assert.equal(next(text.length), -1)
  })
})
