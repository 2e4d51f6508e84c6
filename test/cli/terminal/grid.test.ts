import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GridCell, type GridTable, grid } from '../../../src/cli/terminal/grid.ts'
import { displayWidth } from '../../../src/cli/terminal/width.ts'

/** A table in which the last cell of a row spans the remaining columns. */
function tableOf(rows: string[][]): GridTable {
  const columns = Math.max(...rows.map(({ length }) => length))
  const cells = rows.map((row) =>
    row.map((text, column) => ({ text, column, columns: column === row.length - 1 ? columns - column : 1, rows: 1 })),
  )
  return { columns, rows: cells, headRows: 0 }
}

const draw = async (width: number, rows: string[][]) => (await grid({ width, colour: false }, tableOf(rows))).join('\n')

test('a table is as wide as its cells, between two lines', async () => {
  assert.equal(
    await draw(80, [
      ['Boot', '1,00'],
      ['Großes Schiff', '12,50'],
    ]),
    `
──────────────┬──────
Boot          │ 1,00
Großes Schiff │ 12,50
──────────────┴──────`.slice(1),
  )
})

test('rows that take several lines are parted from those beside them', async () => {
  assert.equal(
    await draw(40, [
      ['1', 'Boot'],
      ['2', 'Kahn'],
      ['3', 'Schiff, das mehr als fünfzig Meter lang ist'],
      ['4', 'Floß'],
    ]),
    `
──┬─────────────────────────────────────
1 │ Boot
2 │ Kahn
──┼─────────────────────────────────────
3 │ Schiff, das mehr als fünfzig Meter
  │ lang ist
──┼─────────────────────────────────────
4 │ Floß
──┴─────────────────────────────────────`.slice(1),
  )
})

test('the last cell of a short row takes the columns that are left; empty columns are none', async () => {
  assert.equal(
    await draw(40, [
      ['Gebühren für die Liegeplätze am Kai'],
      ['A', '', '10,00', '20,00'],
      ['B', '', 'nach Vereinbarung'],
    ]),
    `
───────────────────────────────────
Gebühren für die Liegeplätze am Kai
A │ 10,00 │ 20,00
B │ nach Vereinbarung
──┴────────────────────────────────`.slice(1),
  )
})

test('where the columns do not fit beside each other, rows are folded', async () => {
  const figures = (start: number) => Array.from({ length: 6 }, (_, index) => `${start + index} 000,00`)
  assert.equal(
    await draw(40, [
      ['A 1', ...figures(1)],
      ['A 2', ...figures(2)],
    ]),
    `
────┬──────────┬──────────┬─────────
A 1 │ 1 000,00 │ 2 000,00 │ 3 000,00
    │ 4 000,00 │ 5 000,00 │ 6 000,00
────┼──────────┼──────────┼─────────
A 2 │ 2 000,00 │ 3 000,00 │ 4 000,00
    │ 5 000,00 │ 6 000,00 │ 7 000,00
────┴──────────┴──────────┴─────────`.slice(1),
  )
})

test('whatever the table and the width: nothing is lost, and every line fits', async () => {
  const words = [
    '§',
    'Gebührenbescheid',
    'Rechtsanwaltsvergütungsverzeichnis',
    '法律',
    '1 000,00',
    '',
    'a',
    'und',
    '👍',
  ]
  let state = 11
  const next = (limit: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % limit
  }
  const text = () => Array.from({ length: next(6) }, () => words[next(words.length)]).join(' ')
  const visible = (drawn: string) => [...drawn.replace(/[\s─│┬┴┼]/g, '')].sort().join('')
  for (let round = 0; round < 200; round++) {
    const columns = 1 + next(14)
    const rows = Array.from({ length: 1 + next(6) }, () => {
      return Array.from({ length: next(4) ? columns : 1 + next(columns) }, text)
    })
    const width = 40 + next(211)
    const drawn = await draw(width, rows)
    assert.equal(visible(drawn), visible(rows.flat().join('')), JSON.stringify({ width, rows }))
    for (const line of drawn.split('\n')) assert(displayWidth(line) <= width, `${width}: ${line}`)
  }
})

test('colours and links do not move columns', async () => {
  const link = '\x1b]8;id=1;https://a.example\x07\x1b[4m§ 1 und noch viel mehr\x1b[24m\x1b]8;;\x07'
  const lines = await grid({ width: 40, colour: true }, tableOf([[link, 'Bestimmungen über das Liegen am Kai']]))
  for (const line of lines) {
    assert(displayWidth(line) <= 40)
    const underlined = line.split('\x1b[4m')[1]?.split('\x1b')[0] ?? ''
    assert.equal(underlined, underlined.trim())
  }
  assert.equal(lines.filter((line) => line.includes('\x1b]8;id=1;')).length, 2)
})

test('whatever is merged and however narrow the screen: every word is drawn once, and every line fits', async () => {
  let state = 7
  const next = (limit: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % limit
  }
  const visible = (drawn: string) => [...drawn.replace(/[\s─═│┬┴┼├┤┘┐└┌╪╧╤]/g, '')].sort().join('')
  for (let round = 0; round < 300; round++) {
    const [columns, height] = [1 + next(9), 1 + next(7)]
    const taken = new Set<number>()
    const headRows = next(height)
    const rows: GridCell[][] = Array.from({ length: height }, () => [])
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < columns; column++) {
        if (taken.has(row * columns + column)) continue
        let width = 1
        while (next(3) === 0 && column + width < columns && !taken.has(row * columns + column + width)) width++
        const end = row < headRows ? headRows : height
        const down = next(3) === 0 ? 1 + next(end - row) : 1
        for (let at = row; at < row + down; at++) {
          for (let beside = 0; beside < width; beside++) taken.add(at * columns + column + beside)
        }
        const text =
          next(5) === 0 ? '' : Array.from({ length: 1 + next(9) }, () => 'Gebühr'.slice(next(5))).join(' \n'[next(2)])
        rows[row]?.push({ text, column, columns: width, rows: down })
      }
    }
    const width = 40 + next(120)
    const drawn = await grid({ width, colour: false }, { columns, rows, headRows })
    const said = JSON.stringify({ width, rows })
    assert.equal(
      visible(drawn.join('')),
      visible(
        rows
          .flat()
          .map(({ text }) => text)
          .join(''),
      ),
      said,
    )
    for (const line of drawn) assert(displayWidth(line) <= width, `${line} in ${said}`)
  }
})
