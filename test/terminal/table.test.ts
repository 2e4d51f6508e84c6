import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitColumns, table } from '../../src/terminal/table.ts'
import { displayWidth } from '../../src/terminal/wrap.ts'

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
