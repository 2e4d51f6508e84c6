/**
 * The layout of a norm's text: numbered paragraphs, nested lists, tables, other lines. The text has only line breaks, and
 * tabs between cells; the nesting comes from the subdivisions, or, as in annexes, from the style of the marks.
 */
import type { TextTable } from '../model/norm-text.ts'
import type { PlacedSubdivision, Span } from '../model/subdivisions.ts'
import { isBullet, isFirst, itemMark, paragraphMark } from './marks.ts'
import { type Segment, segmentsOf } from './spans.ts'
import { describedTable, isRow, readTable, splitAt, type Table, type TableCell } from './text-tables.ts'

export type Block = Line | Marked | Table

/** A line of running text, which may be empty. Insertions from `from` on belong to it. */
export interface Line extends Span {
  kind: 'line'
  from: number
}

/** A numbered paragraph or a list item: its mark and its blocks. */
export interface Marked {
  kind: 'paragraph' | 'item'
  mark: Span
  /** Path of its subdivision, `null` without one. */
  path: string | null
  blocks: Block[]
}

/** An open paragraph or item. Only subdivisions have a known `end`. */
interface Open {
  block: Marked
  style: string
  end: number | undefined
}

const LISTED = new Set(['nr', 'buchst'])

/** Separator of the lines within a cell: a row of a table is one line of the text. */
const LINE_SEPARATOR = '\u2028'

/** @param tables described by the source; other lines with tabs are tables, too */
export function layOut(
  text: string,
  subdivisions: readonly PlacedSubdivision[],
  tables: readonly TextTable[] = [],
): Block[] {
  return layOutSegments(text, segmentsOf(text, tables), subdivisions)
}

/**
 * The lines of a cell, which can be a list; `undefined` for a cell of one line.
 * @param subdivisions of the text: those within the cell are parts of its list
 */
export function layOutCell(
  text: string,
  cell: TableCell,
  subdivisions: readonly PlacedSubdivision[] = [],
): Block[] | undefined {
  const lines = splitAt(text, cell, LINE_SEPARATOR)
  const own = () => subdivisions.filter(({ start, end }) => start >= cell.start && end <= cell.end)
  return lines.length < 2 ? undefined : layOutSegments(text, lines, own())
}

function layOutSegments(text: string, lines: readonly Segment[], subdivisions: readonly PlacedSubdivision[]): Block[] {
  const blocks: Block[] = []
  const known = new Map(subdivisions.filter(({ kind }) => kind !== 'satz').map((part) => [part.start, part]))
  const hasParagraphs = subdivisions.some(({ kind }) => kind === 'abs')
  let open: Open[] = []
  for (let i = 0; i < lines.length; i++) {
    const { start, end, table: described } = lines[i] as Segment
    const line = text.slice(start, end)
    open = stillOpen(open, start)
    if (described !== undefined) {
      open = withoutUnknownItems(open)
      place(open, blocks, describedTable(text, { ...described, start, end }))
      continue
    }
    if (isRow(line)) {
      open = withoutUnknownItems(open)
      const { table, lines: count } = readTable(text, lines, i)
      place(open, blocks, table)
      i += count - 1
      continue
    }
    const begun = beginsMarked(line, known.get(start), hasParagraphs)
    if (begun === undefined) {
      const next = lines[i + 1]
      if (!continuesItem(line, next && text.slice(next.start, next.end), open)) open = withoutUnknownItems(open)
      place(open, blocks, { kind: 'line', start, end, from: start })
      continue
    }
    open = begun.kind === 'paragraph' ? [] : around(open, begun)
    const mark = { start, end: start + begun.mark.length }
    const block: Marked = { kind: begun.kind, mark, path: begun.part?.path ?? null, blocks: [] }
    place(open, blocks, block)
    open.push({ block, style: begun.style, end: begun.part?.end })
    const body = mark.end + (/^\s*/.exec(text.slice(mark.end, end))?.[0].length ?? 0)
    block.blocks.push({ kind: 'line', start: body, end, from: start })
  }
  return blocks
}

interface Begun {
  kind: Marked['kind']
  mark: string
  style: string
  part: PlacedSubdivision | undefined
}

/** The paragraph or item at the start of a line, by its mark and by the subdivision that begins there. */
function beginsMarked(line: string, part: PlacedSubdivision | undefined, hasParagraphs: boolean): Begun | undefined {
  const number = paragraphMark(line, part?.kind === 'abs')
  if (number !== undefined && (part?.kind === 'abs' || !hasParagraphs) && !LISTED.has(part?.kind ?? '')) {
    return { kind: 'paragraph', mark: number, style: '', part }
  }
  const item = itemMark(line)
  if (part !== undefined && LISTED.has(part.kind)) {
    const mark = item?.mark ?? /^\S+/.exec(line)?.[0] ?? ''
    return { kind: 'item', mark, style: item?.style ?? '', part }
  }
  return item && { kind: 'item', ...item, part: undefined }
}

/**
 * The paragraphs and items around a new item. It ends items that are not subdivisions, up to one with a mark of its style; without
 * such an item, it nests in the last one. Dashes and bullets contain only dashes and bullets.
 */
function around(open: readonly Open[], { style }: Begun): Open[] {
  const outer = open.findLastIndex(({ block, end }) => end !== undefined || block.kind === 'paragraph') + 1
  const same = open.findIndex((each, index) => index >= outer && each.style === style)
  if (same >= 0) return open.slice(0, same)
  if (isBullet(style)) return [...open]
  const inner = open.findLastIndex((each, index) => index < outer || !isBullet(each.style))
  return open.slice(0, inner + 1)
}

/** The paragraphs and items that do not end before an offset. */
function stillOpen(open: readonly Open[], at: number): Open[] {
  const ended = open.findIndex(({ end }) => end !== undefined && end <= at)
  return ended < 0 ? [...open] : open.slice(0, ended)
}

/** True if a line continues the last item: it begins in lower case, and an item of the list follows. */
function continuesItem(line: string, next: string | undefined, open: readonly Open[]): boolean {
  const item = next === undefined ? undefined : itemMark(next)
  if (item === undefined || isFirst(item.mark) || !/^\p{Ll}/u.test(line)) return false
  return open.some(({ style, end }) => end === undefined && style === item.style)
}

function withoutUnknownItems(open: readonly Open[]): Open[] {
  return open.filter(({ block, end }) => end !== undefined || block.kind === 'paragraph')
}

function place(open: readonly Open[], root: Block[], block: Block): void {
  const blocks = open.at(-1)?.block.blocks ?? root
  blocks.push(block)
}
