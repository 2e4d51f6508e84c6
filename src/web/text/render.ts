/** Draws the laid out text of a norm. */

import { type Block, type Line, layOutCell, type Marked } from '../../layout/blocks.ts'
import type { Inlines } from '../../layout/pieces.ts'
import type { TableCell } from '../../layout/table.ts'
import { element } from '../dom.ts'
import { drawSpan } from './inline.ts'
import type { LinkedReference } from './references.ts'
import { drawTable } from './tables.ts'

export interface Drawing {
  text: string
  inlines: Inlines<() => Node, LinkedReference>
  /** Path of the subdivision that is marked, `null` where none is. */
  selected: string | null
  /** The address of a subdivision. */
  link(path: string): string
}

export function drawBlocks(blocks: readonly Block[], drawing: Drawing): Node[] {
  const drawn: Node[] = []
  let list: HTMLElement | undefined
  for (const block of blocks) {
    if (block.kind === 'item') {
      if (list === undefined) {
        list = element('ol', { class: 'list', role: 'list' })
        drawn.push(list)
      }
      list.append(drawMarked(block, element('li', { class: 'item' }), drawing))
      continue
    }
    list = undefined
    if (block.kind === 'paragraph') drawn.push(drawMarked(block, element('div', { class: 'paragraph' }), drawing))
    else if (block.kind === 'table') drawn.push(drawTable(block, (cell) => drawCell(cell, drawing)))
    else if (block.kind === 'line') drawn.push(...drawLine(block, drawing))
  }
  return drawn
}

function drawMarked(block: Marked, box: HTMLElement, drawing: Drawing): HTMLElement {
  const { path } = block
  const isSelected = path !== null && drawing.selected !== null && isWithin(path, drawing.selected)
  if (isSelected) box.classList.add('selected')
  const inner = isSelected ? { ...drawing, selected: null, inlines: { ...drawing.inlines, selection: null } } : drawing
  const plain = { ...inner.inlines, points: [], references: [] }
  const wording = drawSpan(block.mark, block.mark.start, { ...inner, inlines: plain })
  const mark =
    path === null
      ? element('span', { class: 'mark' }, ...wording)
      : element('a', { class: 'mark', href: drawing.link(path) }, ...wording)
  box.append(mark, ' ', element('div', { class: 'body' }, ...drawBlocks(block.blocks, inner)))
  return box
}

function drawCell(cell: TableCell, drawing: Drawing): Node[] {
  const lines = layOutCell(drawing.text, cell)
  return lines === undefined ? drawSpan(cell, cell.start, drawing) : drawBlocks(lines, drawing)
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`)

function drawLine(line: Line, drawing: Drawing): Node[] {
  const pieces = drawSpan(line, line.from, drawing)
  const isEmpty = pieces.every((piece) => piece instanceof Text && piece.data.trim() === '')
  return isEmpty ? [] : [element('p', { class: 'line' }, ...pieces)]
}
