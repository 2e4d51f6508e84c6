/** Draws the laid out text of a norm. */

import type { Block, Line, Marked, Table } from '../../layout/blocks.ts'
import { cutLine, type Inlines } from '../../layout/pieces.ts'
import type { Span } from '../../layout/span.ts'
import { element } from '../dom.ts'
import type { LinkedReference } from './references.ts'

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
    else if (block.kind === 'table') drawn.push(drawTable(block, drawing))
    else if (block.kind === 'line') drawn.push(...drawLine(block, drawing))
  }
  return drawn
}

function drawMarked(block: Marked, box: HTMLElement, drawing: Drawing): HTMLElement {
  const { path } = block
  const isSelected = path !== null && drawing.selected !== null && isWithin(path, drawing.selected)
  if (isSelected) box.classList.add('selected')
  const inner = isSelected ? { ...drawing, selected: null, inlines: { ...drawing.inlines, selection: null } } : drawing
  const wording = drawing.text.slice(block.mark.start, block.mark.end)
  const mark =
    path === null
      ? element('span', { class: 'mark' }, wording)
      : element('a', { class: 'mark', href: drawing.link(path) }, wording)
  box.append(mark, ' ', element('div', { class: 'body' }, ...drawBlocks(block.blocks, inner)))
  return box
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`)

function drawLine(line: Line, drawing: Drawing): Node[] {
  const pieces = drawPieces(line, line.from, drawing)
  const isEmpty = pieces.every((piece) => piece instanceof Text && piece.data.trim() === '')
  return isEmpty ? [] : [element('p', { class: 'line' }, ...pieces)]
}

function drawPieces(span: Span, from: number, { text, inlines }: Drawing): Node[] {
  return cutLine(span, from, inlines).map((piece) => {
    if (piece.kind === 'point') return piece.what()
    const { reference, selected, raised } = piece
    const words = text.slice(piece.start, piece.end)
    const wording = raised ? element('sup', { class: 'sentence-number' }, words) : document.createTextNode(words)
    const shown = selected ? element('mark', { class: 'selected' }, wording) : wording
    if (reference === null) return shown
    const { href, title } = reference
    if (href !== null)
      return element('a', { class: isShort(words) ? 'reference short' : 'reference', href, title }, shown)
    return element('span', { class: 'unresolved', title }, shown)
  })
}

/** A reference that can stay on one line: its sign is not parted from its number. */
const isShort = (words: string) => words.length <= 14

function drawTable({ columns, rows }: Table, drawing: Drawing): HTMLElement {
  const body = element('tbody')
  for (const cells of rows) {
    const row = element('tr')
    for (const [index, cell] of cells.entries()) {
      const rest = columns - index
      const spans = index === cells.length - 1 && rest > 1 ? rest : null
      row.append(element('td', { colspan: spans }, ...drawPieces(cell, cell.start, drawing)))
    }
    body.append(row)
  }
  const label = { role: 'region', 'aria-label': 'Table', tabindex: 0 }
  return element('div', { class: 'table', ...label }, element('table', {}, body))
}
