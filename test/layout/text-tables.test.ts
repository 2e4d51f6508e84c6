import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, layOut, layOutCell } from '../../src/layout/blocks.ts'
import { visiblePart } from '../../src/layout/subdivisions.ts'
import { describedTable, narrowColumns } from '../../src/layout/text-tables.ts'
import type { TextTable } from '../../src/model/corpus.ts'
import { placeSubdivisions } from '../../src/model/subdivisions.ts'
import { tableOf } from '../render/marked-norm.ts'

/** Blocks as lines, with `columns×rows` for merged cells. */
function outline(text: string, blocks: readonly Block[], indent = ''): string[] {
  return blocks.flatMap((block) => {
    const words = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
    if (block.kind === 'line') return [indent + words(block)]
    if (block.kind !== 'table') return [`${indent}${words(block.mark)}`, ...outline(text, block.blocks, `${indent}  `)]
    return block.rows.map((row) => {
      const cells = row.map((cell) => {
        const size = cell.columns > 1 || cell.rows > 1 ? `${cell.columns}×${cell.rows} ` : ''
        return size + words(cell)
      })
      return `${indent}| ${cells.join(' | ')} |`
    })
  })
}

const laidOut = (text: string, tables: TextTable[]) => outline(text, layOut(text, [], tables))

test('a described table ends where the source says, though lines around it have tabs, too', () => {
  const text = 'x\ty\na\tb\n1. c\td\nm\tn'
  assert.deepEqual(laidOut(text, [tableOf('a\tb\n1. c\td', text)]), [
    '| x | y |',
    '| a | b |',
    '| 1. c | d |',
    '| m | n |',
  ])
  assert.equal(layOut(text, [], [tableOf('a\tb\n1. c\td', text)]).length, 3)
})

test('a described table stands in the paragraph that it is part of', () => {
  const text = '(1) Es gilt:\na\tb\n(2) Sonst nichts.'
  const subdivisions = placeSubdivisions(text, [
    { path: 'abs:1', label: '', text: '(1) Es gilt:\na\tb' },
    { path: 'abs:2', label: '', text: '(2) Sonst nichts.' },
  ])
  const blocks = layOut(text, subdivisions, [tableOf('a\tb', text)])
  assert.deepEqual(outline(text, blocks), ['(1)', '  Es gilt:', '  | a | b |', '(2)', '  Sonst nichts.'])
})

test('a described table may begin and end within a line', () => {
  const text = '1. a\tb und'
  assert.deepEqual(laidOut(text, [tableOf('a\tb', text)]), ['1.', '  ', '| a | b |', ' und'])
})

test('a described table keeps a last row that is empty, as one of marks is', () => {
  const text = 'a\nb\n\nNach der Tabelle.'
  assert.deepEqual(laidOut(text, [tableOf('a\nb\n', text)]), ['| a |', '| b |', '|  |', 'Nach der Tabelle.'])
})

test('a line break at the end of a described table is no row', () => {
  const text = 'a\nb\nNach der Tabelle.'
  assert.deepEqual(laidOut(text, [tableOf('a\nb\n', text)]), ['| a |', '| b |', 'Nach der Tabelle.'])
})

test('merged cells leave out those that they cover', () => {
  const text = 'a\t\tb\nc\td\t'
  const merged = [
    { row: 0, column: 0, rows: 1, columns: 2 },
    { row: 0, column: 2, rows: 2, columns: 1 },
  ]
  assert.deepEqual(laidOut(text, [tableOf(text, text, { merged })]), ['| 2×1 a | 1×2 b |', '| c | d |'])
})

test('merged cells that reach beyond the table end with it', () => {
  const text = 'a\tb\nc\t'
  const merged = [{ row: 1, column: 0, rows: 9, columns: 9 }]
  assert.deepEqual(laidOut(text, [tableOf(text, text, { merged })]), ['| a | b |', '| 2×1 c |'])
})

test('without described tables, rows are found by their tabs', () => {
  assert.deepEqual(laidOut('Vorher\na\tb\nc', []), ['Vorher', '| a | b |', 'c'])
})

test('the lines of a cell are a list, those of others are none', () => {
  const text = 'x\tEs gilt:\u2028a) Brot,\u2028b) Salz'
  const [table] = layOut(text, [], [tableOf(text, text)])
  assert(table?.kind === 'table')
  const [[plain, list] = []] = table.rows
  assert(plain && list)
  assert.equal(layOutCell(text, plain), undefined)
  assert.deepEqual(outline(text, layOutCell(text, list) ?? []), ['Es gilt:', 'a)', '  Brot,', 'b)', '  Salz'])
})

test('columns of numbers and indents are narrow, those with words are not', () => {
  const text = 'Nr.\tFahrzeug\t\tTaler\n1\tein Ruderboot\t\t0,50\n1.1\t\tmit zwei Masten\t1,25'
  const merged = [0, 1].map((row) => ({ row, column: 1, rows: 1, columns: 2 }))
  const described = {
    start: 0,
    end: text.length,
    columns: 4,
    head_rows: 1,
    merged,
    frame: 'none',
    centred_rows: [],
  } as const
  const table = describedTable(text, { ...described, merged, centred_rows: [] })
  assert.deepEqual([...narrowColumns(table)], [0, 1, 3])
})

test('the rows of a part keep their alignments and lines', () => {
  const text = 'Kopf\tx\n1\tAnker\n2\tBoje'
  const look = {
    widths: [10, 90],
    alignment: ['cc', 'rl', 'rj'],
    vertical_alignment: ['mm', 'tt', 'tb'],
    lines: ['xb', 'r-', '--'],
  }
  const part = '2\tBoje'
  const selection = { path: 'nr:2', text: part, status: 'in_force', lead_in: null, tail: null } as const
  const all = [tableOf(text, text, { head_rows: 1, ...look })]
  const { tables } = visiblePart({ text, subdivisions: [], spans: [], tables: all, selection })
  const own = { alignment: ['rj'], vertical_alignment: ['tb'], lines: ['--'] }
  assert.deepEqual(tables, [{ ...tableOf(part, part), head_rows: 0, widths: [10, 90], ...own }])
})
