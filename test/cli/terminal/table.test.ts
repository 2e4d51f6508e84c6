import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitColumns, table, tableParts } from '../../../src/cli/terminal/table.ts'
import { displayWidth } from '../../../src/cli/terminal/width.ts'

const screen = (width: number) => ({ width, colour: false })
const columns = [{ title: 'Code' }, { title: 'Title', wraps: true }, { title: 'Norms', align: 'right' as const }]

test('a table that fits is as wide as its cells', async () => {
  assert.equal(
    await table(screen(80), columns, [
      ['msgb', 'Stadtgesetzbuch', '29'],
      ['x', 'Ü', '7'],
    ]),
    ['Code  Title            Norms', 'msgb  Stadtgesetzbuch     29', 'x     Ü                    7'].join('\n'),
  )
})

test('the column that wraps gives way, down to its longest word', async () => {
  const drawn = await table(screen(30), columns, [['msgb', 'Gesetz über den Betrieb des Hafens', '29']])
  assert.deepEqual(drawn.split('\n'), [
    'Code  Title              Norms',
    'msgb  Gesetz über den       29',
    '      Betrieb des',
    '      Hafens',
  ])
})

test('words are broken and fixed columns shrink only where nothing else helps', () => {
  const rows = [['x'.repeat(30), 'y'.repeat(50)]]
  const wrapping = [
    { title: 'A', wraps: true },
    { title: 'B', wraps: true },
  ]
  assert.deepEqual(fitColumns(wrapping, rows, 60), [29, 29])
  assert.deepEqual(fitColumns([{ title: 'A' }, { title: 'B', wraps: true }], rows, 40), [30, 8])
  assert.deepEqual(fitColumns([{ title: 'A' }, { title: 'B' }], rows, 40), [19, 19])
})

test('every line fits, whatever the width, and long tables keep all rows', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [`code_${index}`, 'Gesetz über den Betrieb', String(index)])
  for (const width of [40, 60, 80, 250]) {
    const drawn = await table(screen(width), columns, rows)
    for (const line of drawn.split('\n')) assert(displayWidth(line) <= width, line)
    for (const [code = ''] of rows) assert(drawn.includes(code))
  }
})

test('colours do not move columns', async () => {
  const styled = [{ title: 'Code', style: 'path' as const }, { title: 'Title' }]
  const drawn = await table({ width: 80, colour: true }, styled, [['msgb', 'Buch']])
  assert(drawn.includes('\x1b[36mmsgb\x1b[39m  Buch'))
})

test('a long table comes in parts, the first of which is a screen, and is the same as in one', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => [`code_${index}`, 'Gesetz über den Betrieb', String(index)])
  const parts: string[] = []
  for await (const part of tableParts(screen(80), columns, rows)) parts.push(part)
  assert(parts.length > 10)
  assert.match(parts[0] ?? '', /^Code .*\ncode_0 .*(\ncode_\d+ .*){10,50}$/)
  assert.equal(parts.join(''), await table(screen(80), columns, rows))
  assert.equal(parts.join('').split('\n').length, 501)
})

test('cells that are empty leave the others in their columns', async () => {
  const drawn = await table(screen(80), columns, [['', 'Buch', ''], ['', '', '7'], [], ['x', '', '1']])
  assert.deepEqual(drawn.split('\n'), [
    'Code  Title  Norms',
    '      Buch',
    '                 7',
    '',
    'x                1',
  ])
})

test('whatever the characters: none is cut, and every line fits', async () => {
  const characters = [
    ...'aä§ \u00a0\u00ad\u200b\u200d\u200e\u0301\u0483\u05b0\u0e31\u1100\u1161\u2028法ﬁ¹ᵇ⁴ⱽ–…☐✔❤\ufe0f👍🏽🇩🇪👩\u20dd\ufeff𐞁',
  ]
  let state = 3
  const next = (limit: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % limit
  }
  const text = () => Array.from({ length: next(40) }, () => characters[next(characters.length)]).join('')
  const visible = (drawn: string) => [...drawn.replace(/[\s\u00ad\u200b-]/g, '')].sort().join('')
  for (let round = 0; round < 300; round++) {
    const rows = Array.from({ length: 1 + next(4) }, () => [text(), text(), text()])
    const width = 40 + next(80)
    const drawn = await table(screen(width), columns, rows)
    assert.equal(visible(drawn), visible(`CodeTitleNorms${rows.flat().join('')}`), JSON.stringify({ width, rows }))
    for (const line of drawn.split('\n')) assert(displayWidth(line) <= width, `${width}: ${JSON.stringify(rows)}`)
  }
})
