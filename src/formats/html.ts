/** A norm as a page of its own: no script, nothing loaded, the wording escaped. */
import type { Block, Marked, Table } from '../layout/blocks.ts'
import type { Span } from '../layout/span.ts'
import { isAddress, type NormDocument, piecesOf, placeOf, sourceOf } from './norm-document.ts'

/** The only style of the page; a policy can name it by its hash. */
export const STYLE = [
  ':root{color-scheme:light dark}',
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.55 Georgia,serif}',
  'h1{font-size:1.4rem;line-height:1.25}h2{font-size:1rem}',
  'ul{margin:0;padding:0;list-style:none}',
  '.paragraph,li{display:flex;align-items:baseline;gap:.5em;margin:.5em 0}.paragraph>div,li>div{flex:1;min-width:0}',
  'li>span{min-width:1.5em}p{margin:.5em 0}li:first-child,.paragraph>div>:first-child,li>div>:first-child{margin-top:0}',
  '.table{overflow-x:auto;margin:1em 0}table{border-collapse:collapse}',
  'td{border:1px solid #8886;padding:.2em .5em;vertical-align:top}',
  'nav{display:flex;justify-content:space-between;margin-top:2rem}',
  '.place,.notes,nav,footer{font:.85rem/1.5 system-ui,sans-serif}a{overflow-wrap:anywhere}',
].join('')

export function normHtml(norm: NormDocument): string {
  const { title, notes, blocks, footnotes, page } = norm
  const place = placeOf(norm)
  const address = escaped(page ?? '')
  const link = isAddress(page) ? `<a href="${address}" rel="noreferrer">${address}</a>` : address
  const official = page === null ? '' : `<p>Official page: ${link}</p>`
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(`${title} – ${place[0]}`)}</title>`,
    `<style>${STYLE}</style></head>`,
    '<body><main>',
    `<h1 lang="de">${escaped(title)}</h1>`,
    `<p class="place" lang="de">${place.map(escaped).join(' › ')}</p>`,
    ...notes.map((note) => `<p class="notes"><em>${escaped(note)}</em></p>`),
    `<div lang="de">${drawBlocks(blocks, norm)}</div>`,
    ...(footnotes.length > 0
      ? ['<h2>Footnotes</h2>', `<div lang="de">${footnotes.map(drawFootnote).join('')}</div>`]
      : []),
    '</main>',
    drawNeighbours(norm),
    `<footer>${official}<p>${escaped(sourceOf(norm))}</p></footer>`,
    '</body></html>\n',
  ].join('\n')
}

/** Links to the norms beside it, whose addresses stand beside its own. */
function drawNeighbours({ previous, next }: NormDocument): string {
  const link = (path: string | null, relation: string, words: string) =>
    path === null ? '' : `<a rel="${relation}" href="${encodeURIComponent(path)}">${words}</a>`
  return `<nav>${link(previous, 'prev', '‹ Previous norm')} ${link(next, 'next', 'Next norm ›')}</nav>`
}

const drawFootnote = (note: string) =>
  note
    .split('\n')
    .map((line) => `<p>${escaped(line)}</p>`)
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
  return `<span>${escaped(norm.text.slice(mark.start, mark.end))}</span> <div>${drawBlocks(blocks, norm)}</div>`
}

function drawLine(line: Span & { from: number }, norm: NormDocument): string {
  const words = drawWords(line, norm, line.from)
  return words.trim() === '' ? '' : `<p>${words}</p>`
}

function drawWords(span: Span, norm: NormDocument, from = span.start): string {
  return piecesOf(norm, span, from)
    .map((piece) =>
      piece.kind === 'point'
        ? `<small>${escaped(piece.what)}</small>`
        : escaped(norm.text.slice(piece.start, piece.end)),
    )
    .join('')
}

function drawTable({ columns, rows }: Table, norm: NormDocument): string {
  const drawn = rows.map((cells) => {
    const spans = (index: number) => {
      const rest = columns - index
      return index === cells.length - 1 && rest > 1 ? ` colspan="${rest}"` : ''
    }
    return `<tr>${cells.map((cell, index) => `<td${spans(index)}>${drawWords(cell, norm)}</td>`).join('')}</tr>`
  })
  return `<div class="table"><table><tbody>${drawn.join('')}</tbody></table></div>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
