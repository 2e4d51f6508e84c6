import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineText, synopsisRows, withContext } from '../../src/layout/synopsis.ts'
import type { TextPart } from '../../src/model/corpus.ts'

/** `equal [-deleted-]{+inserted+}` as parts. */
function parts(text: string): TextPart[] {
  const pieces = text.split(/(\[-.*?-\]|\{\+.*?\+\})/s).filter(Boolean)
  return pieces.map((piece): TextPart => {
    if (piece.startsWith('[-')) return { type: 'deleted', text: piece.slice(2, -2) }
    if (piece.startsWith('{+')) return { type: 'inserted', text: piece.slice(2, -2) }
    return { type: 'equal', text: piece }
  })
}

const drawn = (text: string) =>
  synopsisRows(parts(text)).map(({ before, after, isEqual }) => {
    const [left, right] = [before, after].map((line) => (line === null ? '-' : lineText(line)))
    return `${left} ${isEqual ? '=' : '|'} ${right}`
  })

test('equal lines and changed ones are next to each other', () => {
  assert.deepEqual(drawn('a\nb [-x-]{+y+} c\nd'), ['a = a', 'b x c | b y c', 'd = d'])
})

test('lines that only one text has are alone, and the next line is none of theirs', () => {
  assert.deepEqual(drawn('a\n{+b\n+}c'), ['a = a', '- | b', 'c = c'])
  assert.deepEqual(drawn('a\n[-b\n-]c'), ['a = a', 'b | -', 'c = c'])
  assert.deepEqual(drawn('a{+\nb+}'), ['a = a', '- | b'])
})

test('replaced lines are next to each other, and may be fewer or more', () => {
  assert.deepEqual(drawn('a\n[-b\n-]{+x\ny\n+}c'), ['a = a', 'b | x', '- | y', 'c = c'])
})

test('empty lines stay', () => {
  assert.deepEqual(drawn('a\n\nb[-x-]'), ['a = a', ' = ', 'bx | b'])
})

test('the lines of each side are those of its text', () => {
  const part = fc.record({
    type: fc.constantFrom<TextPart['type']>('equal', 'deleted', 'inserted'),
    text: fc.array(fc.constantFrom('a', 'b', '\n', ' '), { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
  })
  /** Between equal parts, deletions come before insertions, as in answers. */
  const inOrder = fc.array(part, { maxLength: 8 }).map((all) => {
    const ordered: TextPart[] = []
    for (const each of all) {
      const last = ordered.at(-1)
      if (each.type === 'deleted' && last?.type === 'inserted') continue
      if (last?.type === each.type) last.text += each.text
      else ordered.push({ ...each })
    }
    return ordered
  })
  const linesOf = (all: readonly TextPart[], without: TextPart['type']) =>
    lineText(all.filter(({ type }) => type !== without)).replace(/\n$/, '')
  fc.assert(
    fc.property(inOrder, (all) => {
      const rows = synopsisRows(all)
      const side = (lines: (TextPart[] | null)[]) =>
        lines.flatMap((line) => (line === null ? [] : [lineText(line)])).join('\n')
      assert.equal(side(rows.map(({ before }) => before)), linesOf(all, 'inserted'))
      assert.equal(side(rows.map(({ after }) => after)), linesOf(all, 'deleted'))
    }),
    { seed: 433, numRuns: 3000 },
  )
})

test('lines far from a change are counted', () => {
  const rows = synopsisRows(parts('a\nb\nc\n[-x-]{+y+}\nd\ne'))
  assert.deepEqual(
    withContext(rows, 1).map((row) => ('hidden' in row ? row.hidden : lineText(row.after ?? []))),
    [2, 'c', 'y', 'd', 1],
  )
})
