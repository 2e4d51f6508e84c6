/** The text of a norm: paragraphs set apart, lists with hanging indents, tables, forms. */
import { type Block, type Line, layOut, type Marked } from '../../../layout/blocks.ts'
import { isForm, type Table, type TableCell } from '../../../layout/text-tables.ts'
import type { Span } from '../../../model/subdivisions.ts'
import { grid, wrapCell } from '../grid.ts'
import { sanitizeText } from '../sanitize.ts'
import { proseScreen, type Screen, styled } from '../screen.ts'
import { displayWidth, padEnd } from '../width.ts'
import { wrapText } from '../wrap.ts'

/** Maximum width of the column of marks. */
const LONGEST_MARK = 6

/** A text that is laid out, and the drawing of its words. */
export interface Wording {
  text: string
  blocks: readonly Block[]
  /** The words of a span, with the insertions from `from` on. @param isHead true in the head of a table */
  words(span: Span, from: number, isHead?: boolean): string
  /** The mark of a paragraph or an item. */
  mark(span: Span): string
}

/** Lines for a text without known subdivisions, sanitized. */
export async function normTextLines(screen: Screen, text: string): Promise<string[]> {
  const words = ({ start, end }: Span) => sanitizeText(text.slice(start, end))
  return wordingLines(screen, { text, blocks: layOut(text, []), words, mark: words })
}

export async function wordingLines(screen: Screen, wording: Wording): Promise<string[]> {
  return withoutDoubleBlanks(await new Drawing(screen, wording).blocks(wording.blocks, ''))
}

class Drawing {
  readonly #screen: Screen
  readonly #wording: Wording
  readonly #width: number

  constructor(screen: Screen, wording: Wording) {
    this.#screen = screen
    this.#wording = wording
    this.#width = proseScreen(screen).width
  }

  async blocks(blocks: readonly Block[], indent: string): Promise<string[]> {
    const lines: string[] = []
    const add = (more: readonly string[]) => {
      for (const line of more) lines.push(line)
    }
    let markWidth = 0
    for (const [index, block] of blocks.entries()) {
      if (block.kind === 'line') add(this.#line(block, indent, blocks[index - 1], blocks[index + 1]))
      else if (block.kind === 'table') add(['', ...(await this.#table(block, indent)), ''])
      else {
        if (block.kind === 'paragraph') lines.push('')
        if (blocks[index - 1]?.kind !== block.kind) markWidth = this.#markWidth(blocks.slice(index), block.kind)
        add(await this.#marked(block, indent, markWidth))
      }
    }
    return lines
  }

  /**
   * A wrapped line is set apart with empty lines, except from the list that it introduces or ends, and within a paragraph or an
   * item. Lines of a list without marks, which continue a sentence, get a hanging indent.
   */
  #line({ start, end, from }: Line, indent: string, before: Block | undefined, after: Block | undefined): string[] {
    const isInside = /^\p{Ll}/u.test(this.#wording.text.slice(start, end))
    const isListed = isInside && (before?.kind === 'line' || after?.kind === 'line')
    const hanging = isListed && indent !== '' ? this.#hanging(indent, 2) : indent
    const lines = wrapText(this.#wording.words({ start, end }, from), this.#width, indent, hanging)
    if (lines.length < 2 || indent !== '') return lines
    const goesOn = before?.kind === 'item' && isInside
    return [...(goesOn ? [] : ['']), ...lines, ...(after?.kind === 'line' ? [''] : [])]
  }

  /** The mark, and its text next to it. */
  async #marked({ mark, blocks }: Marked, indent: string, markWidth: number): Promise<string[]> {
    const lead = `${indent}${padEnd(this.#wording.mark(mark), markWidth)} `
    const hanging = this.#hanging(indent, markWidth + 1)
    const [first, ...rest] = blocks
    if (first?.kind !== 'line') return [lead.trimEnd(), ...(await this.blocks(blocks, hanging))]
    const wrapped = this.#wording
      .words(first, first.from)
      .split('\n')
      .flatMap((words, index) => wrapText(words, this.#width, index === 0 ? lead : hanging, hanging))
    return [...wrapped, ...(await this.blocks(rest, hanging))]
  }

  /** Indents take at most half of the screen. */
  #hanging(indent: string, more: number): string {
    return indent.length + more > this.#width / 2 ? indent : indent + ' '.repeat(more)
  }

  /** Width of the marks of consecutive paragraphs or items. */
  #markWidth(blocks: readonly Block[], kind: Marked['kind']): number {
    let widest = 0
    for (const block of blocks) {
      if (block.kind !== kind) break
      const width = displayWidth(this.#wording.mark(block.mark))
      if (width <= LONGEST_MARK) widest = Math.max(widest, width)
    }
    return widest
  }

  async #table(table: Table, indent: string): Promise<string[]> {
    const { columns, headRows } = table
    const rows = table.rows.map((cells, index) =>
      cells.map((cell) => ({ ...cell, text: this.#wording.words(cell, cell.start, index < headRows) })),
    )
    const [screen, width] = [this.#screen, (isForm(table) ? this.#width : this.#screen.width) - indent.length]
    const drawn = isForm(table)
      ? formLines({ ...screen, width }, rows.flat(), table.frame)
      : await grid({ ...screen, width }, { columns, rows, headRows })
    return drawn.map((line) => indent + line)
  }
}

function withoutDoubleBlanks(lines: string[]): string[] {
  const kept = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
  while (kept.at(-1) === '') kept.pop()
  return kept
}

/** Draws a form, such as a notice of withdrawal: paragraphs, some of them centred, in the frame of the source. */
function formLines(
  screen: Screen,
  rows: readonly { text: string; align: TableCell['align'] }[],
  frame: Table['frame'],
): string[] {
  const hasSides = frame === 'all' || frame === 'sides'
  const room = screen.width - (hasSides ? 4 : 0)
  const wrapped = rows.map(({ text }) => wrapCell(text, room))
  const width = Math.max(...wrapped.flat().map(displayWidth))
  const lines = wrapped.flatMap((row, index) => {
    const isApart = row.length > 1 || (wrapped[index - 1]?.length ?? 1) > 1
    const placed = rows[index]?.align === 'centred' ? row.map((line) => centred(line, width)) : row
    return index > 0 && isApart ? ['', ...placed] : placed
  })
  const quiet = (text: string) => styled(screen, 'quiet', text)
  const edge = (left: string, right: string) =>
    quiet(hasSides ? `${left}${'─'.repeat(width + 2)}${right}` : '─'.repeat(width))
  const side = quiet('│')
  return [
    ...(frame === 'all' || frame === 'top' || frame === 'topbot' ? [edge('┌', '┐')] : []),
    ...lines.map((line) => (hasSides ? `${side} ${padEnd(line, width)} ${side}` : line)),
    ...(frame === 'all' || frame === 'bottom' || frame === 'topbot' ? [edge('└', '┘')] : []),
  ]
}

const centred = (line: string, width: number) => ' '.repeat(Math.floor((width - displayWidth(line)) / 2)) + line
