/** A norm as an HTML page, without scripts and external files; all text is escaped. */

import { currentLanguage, t } from '../i18n/texts.ts'
import { type Block, layOutCell, type Marked } from '../layout/blocks.ts'
import type { NestedPiece } from '../layout/pieces.ts'
import { ordinaryForm, RUN_ELEMENTS } from '../layout/runs.ts'
import { classesOf, isForm, type Table, type TableCell } from '../layout/text-tables.ts'
import type { Span } from '../model/subdivisions.ts'
import { escapedXml } from '../util/escape.ts'
import { isAddress, type NormDocument, piecesOf, piecesOfMark, placeOf } from './norm-document.ts'
import { addressOf, sourceOf } from './source-facts.ts'

/** The only style of the page. Its hash is in the Content-Security-Policy. */
export const STYLE = [
  ':root{color-scheme:light dark}',
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.55 Georgia,serif}',
  'h1{font-size:1.4rem;line-height:1.25}h2{font-size:1rem}',
  'ul{margin:0;padding:0;list-style:none}',
  '.paragraph,li{display:flex;align-items:baseline;gap:.5em;margin:.5em 0}.paragraph>div,li>div{flex:1;min-width:0}',
  'li>span{min-width:1.5em}p{margin:.5em 0}li:first-child,.paragraph>div>:first-child,li>div>:first-child{margin-top:0}',
  '.table{overflow-x:auto;margin:1em 0}table{border-collapse:collapse}',
  'td,th{border:1px solid #8886;padding:.2em .5em;vertical-align:top;text-align:left}thead{background:#8882}',
  '.form{width:100%}.form td,.form th{border:0;padding:.4em 1em}.ruled td,.ruled th{border-width:0}',
  '.table .centred{text-align:center}.table .right{text-align:right}.table .justified{text-align:justify}',
  '.table .middle{vertical-align:middle}.table .bottom{vertical-align:bottom}',
  '.ruled .line-right{border-right-width:1px}.ruled .line-below{border-bottom-width:1px}',
  '.all,.top,.topbot{border-top:2px solid #888}.all,.bottom,.topbot{border-bottom:2px solid #888}',
  '.all,.sides{border-left:2px solid #888;border-right:2px solid #888}',
  'td li,td p,td .paragraph{margin:.15em 0}sup,sub{font-size:.75em;line-height:0}.spaced{font-style:normal;letter-spacing:.15em}',
  '.carrier{opacity:.65}nav{display:flex;justify-content:space-between;margin-top:2rem}',
  '.place,.notes,nav,footer{font:.85rem/1.5 system-ui,sans-serif}a{overflow-wrap:anywhere}',
].join('')

export function normHtml(norm: NormDocument): string {
  const { title, published, notes, blocks, footnotes } = norm
  const place = placeOf(norm)
  return [
    '<!doctype html>',
    `<html lang="${currentLanguage()}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedXml(`${title} – ${place[0]}`)}</title>`,
    `<style>${STYLE}</style></head>`,
    '<body><main>',
    `<h1 lang="${norm.language}">${escapedXml(title)}</h1>`,
    `<p class="place" lang="${norm.language}">${place.map(escapedXml).join(' › ')}</p>`,
    ...(published === '' ? [] : [`<p class="notes"><strong>${escapedXml(published)}</strong></p>`]),
    ...notes.map((note) => `<p class="notes"><em>${escapedXml(note)}</em></p>`),
    `<div lang="${norm.language}">${drawCarrier(norm.leadIn)}${drawBlocks(blocks, norm)}${drawCarrier(norm.tail)}</div>`,
    ...(footnotes.length > 0
      ? [`<h2>${t`Footnotes`}</h2>`, `<div lang="${norm.language}">${footnotes.map(drawFootnote).join('')}</div>`]
      : []),
    '</main>',
    drawNeighbours(norm),
    `<footer><p>${drawAddress(norm)}</p><p>${escapedXml(sourceOf(norm))}</p></footer>`,
    '</body></html>\n',
  ].join('\n')
}

function drawAddress(norm: NormDocument): string {
  const address = addressOf(norm)
  const shown = escapedXml(address)
  const link = isAddress(address) ? `<a href="${shown}" rel="noreferrer">${shown}</a>` : shown
  const name = norm.page !== null || norm.origin !== null ? t`Source: ` : ''
  return name + link
}

/** Links to the previous and the next norm, relative to its own address. */
function drawNeighbours({ previous, next }: NormDocument): string {
  const link = (path: string | null, relation: string, words: string) =>
    path === null ? '' : `<a rel="${relation}" href="${encodeURIComponent(path)}">${words}</a>`
  return `<nav>${link(previous, 'prev', `‹ ${t`Previous norm`}`)} ${link(next, 'next', `${t`Next norm`} ›`)}</nav>`
}

/** Words before or after a selected part. */
const drawCarrier = (text: string) =>
  text === '' ? '' : `<div class="carrier">${drawFootnote(text.replaceAll('\u2028', '\n'))}</div>`

const drawFootnote = (note: string) =>
  note
    .split('\n')
    .map((line) => `<p>${escapedXml(line)}</p>`)
    .join('')

function drawBlocks(blocks: readonly Block[], norm: NormDocument): string {
  return blocks
    .map((block, index) => {
      if (block.kind === 'line') return drawLine(block, norm)
      if (block.kind === 'table') return drawTable(block, norm)
      if (block.kind === 'paragraph') return `<div class="paragraph">${drawMarked(block, norm)}</div>`
      const opens = blocks[index - 1]?.kind === 'item' ? '' : '<ul>'
      const closes = blocks[index + 1]?.kind === 'item' ? '' : '</ul>'
      return `${opens}<li>${drawMarked(block, norm)}</li>${closes}`
    })
    .join('\n')
}

function drawMarked({ mark, blocks }: Marked, norm: NormDocument): string {
  return `<span>${drawPieces(piecesOfMark(norm, mark), norm)}</span> <div>${drawBlocks(blocks, norm)}</div>`
}

function drawLine(line: Span & { from: number }, norm: NormDocument): string {
  const words = drawPieces(piecesOf(norm, line, line.from), norm)
  return words.trim() === '' ? '' : `<p>${words}</p>`
}

/** @param isRaised true within `sup` or `sub`, where Unicode superscripts would be raised twice */
function drawPieces(pieces: readonly NestedPiece<string, never>[], norm: NormDocument, isRaised = false): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'point') return `<small>${escapedXml(piece.what)}</small>`
      if (piece.kind === 'text') {
        const words = norm.text.slice(piece.start, piece.end)
        return escapedXml(isRaised ? ordinaryForm(words) : words)
      }
      const { kind, isUnicode } = piece.span
      const element = RUN_ELEMENTS[kind]
      const attributes = kind === 'spaced' ? ' class="spaced"' : ''
      return `<${element}${attributes}>${drawPieces(piece.pieces, norm, isRaised || isUnicode)}</${element}>`
    })
    .join('')
}

function drawTable(table: Table, norm: NormDocument): string {
  const { rows, headRows, frame, widths, hasLines } = table
  const drawn = rows.map(
    (cells, index) => `<tr>${cells.map((cell) => drawCell(cell, index < headRows, norm)).join('')}</tr>`,
  )
  const [head, body] = [drawn.slice(0, headRows).join(''), drawn.slice(headRows).join('')]
  const classes = [isForm(table) && 'form', frame !== 'none' && frame, hasLines && 'ruled'].filter(Boolean)
  const named = classes.length > 0 ? ` class="${classes.join(' ')}"` : ''
  const columns = widths.map((width) => `<col width="${width}%">`).join('')
  const parts =
    (columns && `<colgroup>${columns}</colgroup>`) +
    (head && `<thead>${head}</thead>`) +
    (body && `<tbody>${body}</tbody>`)
  return `<div class="table"><table${named}>${parts}</table></div>`
}

/** An empty cell of the head is not a header. */
function drawCell(cell: TableCell, isHead: boolean, norm: NormDocument): string {
  const lines = layOutCell(norm.text, cell)
  const words = lines === undefined ? drawPieces(piecesOf(norm, cell), norm) : drawBlocks(lines, norm)
  const classes = classesOf(cell)
  const attributes = [
    cell.columns > 1 ? ` colspan="${cell.columns}"` : '',
    cell.rows > 1 ? ` rowspan="${cell.rows}"` : '',
    classes.length > 0 ? ` class="${classes.join(' ')}"` : '',
  ].join('')
  if (!isHead || words.trim() === '') return `<td${attributes}>${words}</td>`
  return `<th scope="col"${attributes}>${words}</th>`
}
