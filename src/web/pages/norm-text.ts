/** The text of a norm, with links, notes, marks and numbers of sentences. */

import { formatDesignation } from '../../citation/designation.ts'
import { t } from '../../i18n/texts.ts'
import { type Block, type Line, layOut, layOutCell, type Marked } from '../../layout/blocks.ts'
import {
  cutLine,
  type Inlines,
  type NestedPiece,
  nestPieces,
  type Point,
  type StyledPieces,
  type TextPiece,
} from '../../layout/pieces.ts'
import { placeReferences } from '../../layout/references.ts'
import { bracketsOf, isRaised, ordinaryForm, RUN_ELEMENTS, styledRuns } from '../../layout/runs.ts'
import {
  classesOf,
  isForm,
  narrowColumns,
  type Table,
  type TableCell,
  type TableRow,
} from '../../layout/text-tables.ts'
import type { Attachment, Mark, Norm, Relationship } from '../../model/corpus.ts'
import type { TextSpanKind } from '../../model/norm-text.ts'
import { type PlacedSubdivision, placeSubdivisions, type Span } from '../../model/subdivisions.ts'
import type { Links } from './links.ts'
import { attributes, type Child, html, type Markup, outerLink, toHtml } from './markup.ts'
import { type Sentence, sentencesOf, withSentenceNumbers } from './sentences.ts'

/**
 * @param cited relationships of type `cites`, drawn into the text as links
 * @param prefix of the ids of its parts, which are their paths: `#abs:2`. A page of several norms needs one for each.
 * @param more attributes of the whole
 */
export function normText(norm: Norm, cited: readonly Relationship[], links: Links, prefix = '', more = {}): Markup {
  const box = (content: Child) => html`<div class="text" lang="${norm.language}"${attributes(more)}>${content}</div>`
  if (norm.text === '' && norm.attachments.length === 0) return box(html`<p class="quiet">${emptyText(norm)}</p>`)
  const placed = placeSubdivisions(norm.text, norm.subdivisions)
  const selected = norm.selection?.path ?? null
  const link = (path: string) => links.norm(norm.code, norm.norm, path)
  const sentences = sentencesOf(norm.text, placed)
  const inlines = {
    references: linkReferences(norm.text, cited, links),
    points: pointsOf(norm, sentences, link, prefix, links),
    runs: styledRuns(norm.text, withSentenceNumbers(norm.text, norm.spans, sentences, placed)),
    selection: placed.find(({ path }) => path === selected) ?? null,
  }
  if (norm.text === '') return box(html`<p class="line">${inlines.points.map(({ what }) => what())}</p>`)
  const blocks = layOut(norm.text, placed, norm.tables)
  const drawing = { text: norm.text, inlines, selected, link, prefix, parts: placed, rows: { drawn: 0 } }
  return box(drawBlocks(blocks, drawing))
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
  parts: readonly PlacedSubdivision[]
  /** Counter of the rows of all tables. */
  rows: { drawn: number }
}

function drawBlocks(blocks: readonly Block[], drawing: Drawing): Child[] {
  return blocks.map((block, index) => {
    if (block.kind === 'paragraph') return drawMarked(block, 'div', 'paragraph', drawing)
    if (block.kind === 'table') return drawTable(block, drawing)
    if (block.kind === 'line') return drawLine(block, drawing)
    const isFirst = blocks[index - 1]?.kind !== 'item'
    const isLast = blocks[index + 1]?.kind !== 'item'
    const item = drawMarked(block, 'li', 'item', drawing)
    return html`${isFirst && LIST}${item}${isLast && LIST_END}`
  })
}

const LIST = html`<ol class="list" role="list">`
const LIST_END = html`</ol>`

function drawMarked(block: Marked, box: string, name: string, drawing: Drawing): Markup {
  const { path } = block
  const isSelected = path !== null && drawing.selected !== null && isWithin(path, drawing.selected)
  const inner = isSelected ? { ...drawing, selected: null, inlines: { ...drawing.inlines, selection: null } } : drawing
  const mark = drawMark(block.mark, path, inner)
  const body = html`<div class="body">${drawBlocks(block.blocks, inner)}</div>`
  const id = path === null ? null : drawing.prefix + path
  const given = attributes({ class: isSelected ? `${name} selected` : name, id })
  return html`<${box}${given}>${mark} ${body}</${box}>`
}

/** The mark of a part, with its address if it has one. */
function drawMark(mark: Span, path: string | null, drawing: Drawing): Markup {
  const plain = { ...drawing.inlines, points: [], references: [] }
  const wording = drawSpan(mark, mark.start, { ...drawing, inlines: plain })
  return path === null
    ? html`<span class="mark">${wording}</span>`
    : html`<a class="mark" href="${drawing.link(path)}">${wording}</a>`
}

function drawCell(cell: TableCell, drawing: Drawing): Child[] {
  const lines = layOutCell(drawing.text, cell, drawing.parts)
  return lines === undefined ? drawSpan(cell, cell.start, drawing) : drawBlocks(lines, drawing)
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`)

function drawLine(line: Line, drawing: Drawing): Markup | null {
  const pieces = drawSpan(line, line.from, drawing)
  const isEmpty = pieces.every((piece) => typeof piece === 'string' && piece.trim() === '')
  return isEmpty ? null : html`<p class="line">${pieces}</p>`
}

type Pieces = readonly NestedPiece<() => Child, LinkedReference>[]
type Styled = StyledPieces<() => Child, LinkedReference>

const CLASSES: Partial<Record<TextSpanKind, string>> = { sentence: 'sentence-number', spaced: 'spaced' }

/** Draws a span of the text, with the points in it from `from` on. */
function drawSpan(span: Span, from: number, { text, inlines }: Drawing): Child[] {
  return drawPieces(nestPieces(cutLine(span, from, inlines)), text, false)
}

/** @param isFormed true within `sup` or `sub`, where Unicode's own forms would be raised twice */
function drawPieces(pieces: Pieces, text: string, isFormed: boolean): Child[] {
  return pieces.map((piece) => {
    if (piece.kind === 'point') return piece.what()
    if (piece.kind === 'text') return drawWords(piece, text, isFormed)
    const { kind, isUnicode } = piece.span
    const written = kind === 'lowered' || isRaised(kind) ? writtenForm(piece, text) : null
    const name = RUN_ELEMENTS[kind]
    const given = attributes({ class: CLASSES[kind], 'data-written': written })
    return html`<${name}${given}>${drawPieces(piece.pieces, text, isFormed || isUnicode)}</${name}>`
  })
}

function drawWords({ start, end, reference, selected }: TextPiece<LinkedReference>, text: string, isFormed: boolean) {
  const words = text.slice(start, end)
  const wording = isFormed ? ordinaryForm(words) : words
  const shown = selected ? html`<mark class="selected">${wording}</mark>` : wording
  if (reference === null) return shown
  const { href, title } = reference
  if (href !== null) return html`<a class="reference" href="${href}" title="${title}">${shown}</a>`
  return html`<span class="unresolved" title="${title}">${shown}</span>`
}

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
  const { rows, headRows, frame, widths, hasLines } = table
  const form = isForm(table)
  const narrow = form ? new Set<number>() : narrowColumns(table)
  const drawn = rows.map((cells, index) => {
    const path = partOfRow(cells, drawing)
    const id = drawing.prefix + (path ?? `row:${++drawing.rows.drawn}`)
    const words = (cell: TableCell) =>
      path !== undefined && isNumber(cell, drawing) ? [drawMark(cell, path, drawing)] : drawCell(cell, drawing)
    const all = cells.map((cell) => drawnCell(cell, index < headRows, narrow.has(cell.column), words(cell)))
    return html`<tr${attributes({ id: form ? null : id })}>${all}</tr>`
  })
  const names = [
    form && 'form',
    frame !== null && frame !== 'none' && `frame-${frame}`,
    widths.length > 0 && 'sized',
    hasLines && 'ruled',
  ].filter(Boolean)
  // A form is laid out as a table but read as text.
  const own = { class: names.join(' ') || null, role: form ? 'presentation' : null }
  const label = form ? {} : { role: 'group', 'aria-label': t`Table`, tabindex: 0 }
  return html`
    <div class="table"${attributes(label)}>
      <table${attributes(own)}>
        ${widths.length > 0 && html`<colgroup>${widths.map((width) => html`<col width="${width}%">`)}</colgroup>`}
        ${headRows > 0 && html`<thead>${drawn.slice(0, headRows)}</thead>`}
        ${headRows < rows.length && html`<tbody>${drawn.slice(headRows)}</tbody>`}
      </table>
    </div>`
}

/** The path of the part that begins with a row and consists of it. */
function partOfRow([first]: TableRow, { parts }: Drawing): string | undefined {
  return parts.find(({ start, end, kind }) => start === first?.start && end > first.end && kind !== 'satz')?.path
}

/** True for a first cell with the number of its row, without content that a link would lose. */
function isNumber({ column, start, end }: TableCell, { text, inlines: { points, references } }: Drawing): boolean {
  if (column > 0 || !/^\S{1,12}$/.test(text.slice(start, end))) return false
  const isInside = (offset: number) => offset >= start && offset <= end
  return !points.some(({ offset }) => isInside(offset)) && !references.some((each) => isInside(each.start))
}

/** An empty cell of the head is not a heading. */
function drawnCell(cell: TableCell, isHead: boolean, isNarrow: boolean, words: Child[]): Markup {
  const { columns, rows } = cell
  const given = attributes({
    colspan: columns > 1 ? columns : null,
    rowspan: rows > 1 ? rows : null,
    class: [...classesOf(cell), ...(isNarrow && columns === 1 ? ['narrow'] : [])].join(' ') || null,
  })
  const isHeading =
    isHead &&
    toHtml(words)
      .replace(/<[^>]*>/g, '')
      .trim() !== ''
  return isHeading ? html`<th scope="col"${given}>${words}</th>` : html`<td${given}>${words}</td>`
}

type Drawn = Point<() => Child>

/** The points in the order of the text. */
function pointsOf(
  { norm, attachments, marks, provenance }: Norm,
  sentences: readonly Sentence[],
  link: (path: string) => string,
  prefix: string,
  links: Links,
): Drawn[] {
  const points = [
    ...sentences.map((sentence) => sentencePoint(sentence, link, prefix)),
    ...attachments.map((attachment) => attachmentPoint(attachment, provenance.html_url, links)),
    ...markPoints(marks, norm),
  ]
  return points.sort((a, b) => a.offset - b.offset)
}

/** A sentence, by its number; one that is numbered in the text gets only an anchor. */
function sentencePoint(
  { path, number, start, isNumbered }: Sentence,
  link: (path: string) => string,
  prefix: string,
): Drawn {
  const id = prefix + path
  if (isNumbered) return { offset: start, what: () => html`<span id="${id}"></span>` }
  const label = { 'aria-label': `Satz ${number}`, 'data-number': number }
  const what = () => html`<a class="sentence" id="${id}" href="${link(path)}"${attributes(label)}></a>`
  return { offset: start, what }
}

/** An image, or else its description: file names mean nothing to readers. */
function attachmentPoint(attachment: Attachment, page: string | null, links: Links): Drawn {
  const { kind, name, offset, description, image } = attachment
  const what = description || (kind === 'image' ? t`Image` : t`File`)
  if (image !== undefined) {
    const { sha256, width, height } = image
    const shown = { src: links.file(`images/${sha256}`), alt: what, width, height, loading: 'lazy' }
    return { offset, what: () => html`<img${attributes(shown)}>` }
  }
  const words = page === null ? what : t`${what} (at the source)`
  return { offset, what: () => html`<span class="attachment" title="${name}">${outerLink(page, words)}</span>` }
}

/** Of several equal marks the last is at the footnote itself; the others link to it. */
function markPoints(marks: readonly Mark[], norm: string): Drawn[] {
  const notes = new Map<string, Mark>()
  for (const each of marks) {
    const isRepeated = marks.some((other) => other !== each && other.kind === 'footnote' && other.mark === each.mark)
    if (each.kind === 'footnote' && each.mark !== '' && isRepeated) notes.set(each.mark, each)
  }
  return marks.flatMap((mark) => {
    if (mark.mark === '') return []
    const note = mark.kind === 'footnote' ? notes.get(mark.mark) : undefined
    // Both marks of a footnote to the heading are at the same place.
    if (note !== undefined && note !== mark && note.offset === mark.offset) return []
    return [{ offset: mark.offset, what: () => drawInlineMark(mark, note, norm) }]
  })
}

/** @param norm of the footnotes: a page may have several norms */
function drawInlineMark(mark: Mark, note: Mark | undefined, norm: string): Markup {
  if (mark.kind === 'sign') return html`<span class="sign">${mark.mark} </span>`
  if (mark.kind === 'note') {
    return html`<span class="note-number" title="${t`Note ${mark.mark} on this form`}">${mark.mark}</span>`
  }
  if (note === undefined) return html`<sup>${mark.mark}</sup>`
  const id = `${norm}-footnote-${note.offset}`
  if (note === mark) return html`<span class="footnote-mark" id="${id}" tabindex="-1">${mark.mark} </span>`
  const label = t`Footnote ${mark.mark}`
  return html`<sup><a class="footnote-reference" href="#${id}" aria-label="${label}">${mark.mark}</a></sup>`
}

export interface LinkedReference extends Span {
  /** `null` if the corpus lacks the cited norm. */
  href: string | null
  title: string
}

/** @param relationships those of type `cites` */
export function linkReferences(text: string, relationships: readonly Relationship[], links: Links): LinkedReference[] {
  return placeReferences(text, relationships).map(({ start, end, cited }) => {
    return { start, end, ...(cited.resolved ? resolvedLink(cited, links) : unresolvedLink(cited)) }
  })
}

type Link = Pick<LinkedReference, 'href' | 'title'>

function resolvedLink({ code, norm, label, heading, subdivision }: Relationship, links: Links): Link {
  const title = [label, heading].filter(Boolean).join(' ')
  return { href: links.norm(code ?? '', norm ?? '', subdivision), title: `${title} (${code})` }
}

function unresolvedLink({ code, norm, law }: Relationship): Link {
  if (code !== null && norm !== null)
    return { href: null, title: t`Not in this corpus: ${formatDesignation(norm)} (${code})` }
  return { href: null, title: law === null ? t`Which law is meant is not known` : t`Not in this corpus: ${law}` }
}
