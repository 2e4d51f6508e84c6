/**
 * The layout of a norm's text: numbered paragraphs, nested lists, tables, other lines. The text itself only has line
 * breaks, and tabs between the cells of a row; what nests in what is known from the subdivisions, and from the style of
 * the marks where there are none (in annexes).
 */
import type { TextTable } from '../corpus/norm-text.ts'
import { isBullet, isFirst, itemMark, paragraphMark } from './marks.ts'
import { type Segment, type Span, segmentsOf } from './spans.ts'
import type { PlacedSubdivision } from './subdivisions.ts'
import { describedTable, isRow, readTable, splitAt, type Table, type TableCell } from './text-tables.ts'

export type Block = Line | Marked | Table

/** A line of running text, which may be empty. What stands at a place from `from` on belongs to it. */
export interface Line extends Span {
  kind: 'line'
  from: number
}

/** A numbered paragraph or a list item: its mark, and what stands beside it. */
export interface Marked {
  kind: 'paragraph' | 'item'
  mark: Span
  /** Path of the subdivision that it is, where it is one. */
  path: string | null
  blocks: Block[]
}

/** A paragraph or an item that is open. `end` is not known of one that is no subdivision. */
interface Open {
  block: Marked
  style: string
  end: number | undefined
}

const LISTED = new Set(['nr', 'buchst'])

/** What parts the lines within a cell: a row of a table is one line of the text. */
const LINE_SEPARATOR = '\u2028'

/** @param tables those that the source describes; other lines with tabs are tables, too */
export function layOut(
  text: string,
  subdivisions: readonly PlacedSubdivision[],
  tables: readonly TextTable[] = [],
): Block[] {
  return layOutSegments(text, segmentsOf(text, tables), subdivisions)
}

/** The lines of a cell, which can be a list; `undefined` of a cell of one line. */
export function layOutCell(text: string, cell: TableCell): Block[] | undefined {
  const lines = splitAt(text, cell, LINE_SEPARATOR)
  return lines.length < 2 ? undefined : layOutSegments(text, lines, [])
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
      if (!goesOn(line, next && text.slice(next.start, next.end), open)) open = withoutUnknownItems(open)
      place(open, blocks, { kind: 'line', start, end, from: start })
      continue
    }
    open = begun.kind === 'paragraph' ? [] : above(open, begun)
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

/** What a line begins, by its mark and by the subdivision that begins there. */
function beginsMarked(line: string, part: PlacedSubdivision | undefined, hasParagraphs: boolean): Begun | undefined {
  const number = paragraphMark(line)
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
 * What stays open above a new item: it ends what is no subdivision down to an item with a mark of its style, and stands
 * within the last one where there is none; only strokes and dots have nothing within them but their like.
 */
function above(open: readonly Open[], { style }: Begun): Open[] {
  const outer = open.findLastIndex(({ block, end }) => end !== undefined || block.kind === 'paragraph') + 1
  const same = open.findIndex((each, index) => index >= outer && each.style === style)
  if (same >= 0) return open.slice(0, same)
  if (isBullet(style)) return [...open]
  const inner = open.findLastIndex((each, index) => index < outer || !isBullet(each.style))
  return open.slice(0, inner + 1)
}

/** Without what ends before a place, and all within it. */
function stillOpen(open: readonly Open[], at: number): Open[] {
  const ended = open.findIndex(({ end }) => end !== undefined && end <= at)
  return ended < 0 ? [...open] : open.slice(0, ended)
}

/** Whether a line goes on in the last item: it begins in lower case, and the list with its next item behind it. */
function goesOn(line: string, next: string | undefined, open: readonly Open[]): boolean {
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
