/** The text of a norm, with links, notes, marks and numbers of sentences. */
import type { Norm, Relationship } from '../corpus/corpus.ts'
import type { TextSpanKind } from '../corpus/norm-text.ts'
import { placeSubdivisions } from '../corpus/subdivisions.ts'
import { type Block, type Line, layOut, layOutCell, type Marked } from '../layout/blocks.ts'
import {
  cutLine,
  type Inlines,
  type NestedPiece,
  nestPieces,
  type StyledPieces,
  type TextPiece,
} from '../layout/pieces.ts'
import { bracketsOf, isRaised, ordinaryForm, RUN_ELEMENTS, styledRuns } from '../layout/runs.ts'
import type { Span } from '../layout/spans.ts'
import { isForm, type Table, type TableCell } from '../layout/text-tables.ts'
import { t } from '../texts/texts.ts'
import { type LinkedReference, linkReferences, pointsOf } from './inlines.ts'
import type { Links } from './links.ts'
import { type Child, element, type Markup, textOf } from './markup.ts'
import { sentencesOf, withSentenceNumbers } from './sentences.ts'

/**
 * @param cited relationships of type `cites`, drawn into the text as links
 * @param prefix of the ids of its parts, which are their paths: `#abs:2`. A page of several norms needs one for each.
 */
export function normText(norm: Norm, cited: readonly Relationship[], links: Links, prefix = ''): Markup {
  const attributes = { class: 'text', lang: norm.language }
  if (norm.text === '') return element('div', attributes, element('p', { class: 'quiet', lang: null }, emptyText(norm)))
  const placed = placeSubdivisions(norm.text, norm.subdivisions)
  const selected = norm.selection?.path ?? null
  const link = (path: string) => links.norm(norm.code, norm.norm, path)
  const sentences = sentencesOf(norm.text, placed)
  const inlines = {
    references: linkReferences(norm.text, cited, links),
    points: pointsOf(norm, sentences, link, prefix),
    runs: styledRuns(norm.text, withSentenceNumbers(norm.text, norm.spans, sentences, placed)),
    selection: placed.find(({ path }) => path === selected) ?? null,
  }
  const blocks = layOut(norm.text, placed, norm.tables)
  return element('div', attributes, drawBlocks(blocks, { text: norm.text, inlines, selected, link, prefix }))
}

const emptyText = ({ status }: Norm) =>
  status === 'repealed' ? t`This norm is repealed and has no text.` : t`This norm has no text of its own.`

interface Drawing {
  text: string
  inlines: Inlines<() => Child, LinkedReference>
  /** Path of the marked subdivision. */
  selected: string | null
  /** The address of a subdivision. */
  link(path: string): string
  /** Precedes the path of a subdivision in its id. */
  prefix: string
}

function drawBlocks(blocks: readonly Block[], drawing: Drawing): Markup[] {
  const drawn: Markup[] = []
  let items: Markup[] | undefined
  for (const block of blocks) {
    if (block.kind === 'item') {
      if (items === undefined) {
        items = []
        drawn.push(element('ol', { class: 'list', role: 'list' }, items))
      }
      items.push(drawMarked(block, 'li', 'item', drawing))
      continue
    }
    items = undefined
    if (block.kind === 'paragraph') drawn.push(drawMarked(block, 'div', 'paragraph', drawing))
    else if (block.kind === 'table') drawn.push(drawTable(block, drawing))
    else if (block.kind === 'line') drawn.push(...drawLine(block, drawing))
  }
  return drawn
}

function drawMarked(block: Marked, box: string, name: string, drawing: Drawing): Markup {
  const { path } = block
  const isSelected = path !== null && drawing.selected !== null && isWithin(path, drawing.selected)
  const inner = isSelected ? { ...drawing, selected: null, inlines: { ...drawing.inlines, selection: null } } : drawing
  const plain = { ...inner.inlines, points: [], references: [] }
  const wording = drawSpan(block.mark, block.mark.start, { ...inner, inlines: plain })
  const mark =
    path === null
      ? element('span', { class: 'mark' }, ...wording)
      : element('a', { class: 'mark', href: drawing.link(path) }, ...wording)
  const body = element('div', { class: 'body' }, ...drawBlocks(block.blocks, inner))
  const id = path === null ? null : drawing.prefix + path
  return element(box, { class: isSelected ? `${name} selected` : name, id }, mark, ' ', body)
}

function drawCell(cell: TableCell, drawing: Drawing): Child[] {
  const lines = layOutCell(drawing.text, cell)
  return lines === undefined ? drawSpan(cell, cell.start, drawing) : drawBlocks(lines, drawing)
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`)

function drawLine(line: Line, drawing: Drawing): Markup[] {
  const pieces = drawSpan(line, line.from, drawing)
  const isEmpty = pieces.every((piece) => typeof piece === 'string' && piece.trim() === '')
  return isEmpty ? [] : [element('p', { class: 'line' }, ...pieces)]
}

type Pieces = readonly NestedPiece<() => Child, LinkedReference>[]
type Styled = StyledPieces<() => Child, LinkedReference>

const CLASSES: Partial<Record<TextSpanKind, string>> = { sentence: 'sentence-number', spaced: 'spaced' }

/** Draws a span of the text, with the points in it from `from` on. */
function drawSpan(span: Span, from: number, { text, inlines }: Drawing): Child[] {
  return drawPieces(nestPieces(cutLine(span, from, inlines)), text, false)
}

/** @param isFormed true within an element that raises or lowers: Unicode's own forms would do so twice */
function drawPieces(pieces: Pieces, text: string, isFormed: boolean): Child[] {
  return pieces.map((piece) => {
    if (piece.kind === 'point') return piece.what()
    if (piece.kind === 'text') return drawWords(piece, text, isFormed)
    const { kind, isUnicode } = piece.span
    const written = kind === 'lowered' || isRaised(kind) ? writtenForm(piece, text) : null
    const attributes = { class: CLASSES[kind], 'data-written': written }
    return element(RUN_ELEMENTS[kind], attributes, ...drawPieces(piece.pieces, text, isFormed || isUnicode))
  })
}

function drawWords({ start, end, reference, selected }: TextPiece<LinkedReference>, text: string, isFormed: boolean) {
  const words = text.slice(start, end)
  const wording = isFormed ? ordinaryForm(words) : words
  const shown = selected ? element('mark', { class: 'selected' }, wording) : wording
  if (reference === null) return shown
  const { href, title } = reference
  if (href !== null)
    return element('a', { class: isShort(words) ? 'reference short' : 'reference', href, title }, shown)
  return element('span', { class: 'unresolved', title }, shown)
}

/** A short reference stays on one line, so that its sign is not separated from its number. */
const isShort = (words: string) => words.length <= 14

/** A raised or lowered run in plain text: `¹²`, `^(-0,038*T)`. */
function writtenForm({ span, pieces }: Styled, text: string): string {
  const [before, after] = bracketsOf(span.kind, span.isUnicode)
  return before + wordsOf(pieces, text) + after
}

function wordsOf(pieces: Pieces, text: string): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'point') return ''
      return piece.kind === 'text' ? text.slice(piece.start, piece.end) : writtenForm(piece, text)
    })
    .join('')
}

function drawTable(table: Table, drawing: Drawing): Markup {
  const { rows, headRows, frame } = table
  const drawn = rows.map((cells, index) =>
    element('tr', {}, ...cells.map((cell) => drawnCell(cell, index < headRows, drawCell(cell, drawing)))),
  )
  const form = isForm(table)
  const names = [form && 'form', frame !== null && frame !== 'none' && `frame-${frame}`].filter(Boolean)
  const shown = element(
    'table',
    // A form is laid out as a table but read as text.
    { class: names.join(' ') || null, role: form ? 'presentation' : null },
    headRows > 0 && element('thead', {}, ...drawn.slice(0, headRows)),
    headRows < rows.length && element('tbody', {}, ...drawn.slice(headRows)),
  )
  const label = form ? {} : { role: 'group', 'aria-label': t`Table`, tabindex: 0 }
  return element('div', { class: 'table', ...label }, shown)
}

/** An empty cell of the head is not a heading. */
function drawnCell({ columns, rows, centred }: TableCell, isHead: boolean, words: readonly Child[]): Markup {
  const attributes = {
    colspan: columns > 1 ? columns : null,
    rowspan: rows > 1 ? rows : null,
    class: centred ? 'centred' : null,
  }
  const isHeading = isHead && textOf(words).trim() !== ''
  return isHeading ? element('th', { scope: 'col', ...attributes }, ...words) : element('td', attributes, ...words)
}
