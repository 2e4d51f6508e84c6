/** Differences as an HTML page: a synopsis with the old text on the left. Without scripts and external files; all text is escaped. */

import { currentLanguage, t } from '../i18n/texts.ts'
import type { SynopsisRow } from '../layout/synopsis.ts'
import type { TextPart } from '../model/corpus.ts'
import { escapedXml } from '../util/escape.ts'
import { type DiffDocument, type NormDiffDocument, shownRows } from './diff-document.ts'

/** The only style of the page. Its hash is in the Content-Security-Policy. */
export const DIFF_STYLE = [
  ':root{color-scheme:light dark;--old:#ffd7d5;--new:#ccf2d0}',
  '@media (prefers-color-scheme:dark){:root{--old:#6a2325;--new:#1d4d2b}}',
  'body{max-width:80rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif}',
  'h1{font-size:1.4rem;line-height:1.25}h2{font-size:1.1rem;margin-top:2rem}',
  '.law,.notes,.side,.hidden{font:.85rem/1.5 system-ui,sans-serif}.hidden{opacity:.7;text-align:center}',
  'table{width:100%;border-collapse:collapse;table-layout:fixed}',
  'td,th{width:50%;padding:.2rem .6rem;vertical-align:top;text-align:left;overflow-wrap:anywhere;white-space:pre-wrap}',
  'td+td,th+th{border-left:1px solid #8886}',
  'del{background:var(--old);text-decoration:line-through}ins{background:var(--new);text-decoration:underline}',
  '@media (max-width:40rem){tr,td,th{display:block;width:auto}td+td,th+th{border-left:0}tr{border-bottom:1px solid #8883}',
  'tr.same td+td{display:none}}',
].join('')

export function diffHtml(document: DiffDocument): string {
  const { title, law, notes, norms } = document
  return [
    '<!doctype html>',
    `<html lang="${currentLanguage()}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedXml(`${title} – ${document.before} – ${document.after}`)}</title>`,
    `<style>${DIFF_STYLE}</style></head>`,
    '<body><main>',
    `<h1 lang="de">${escapedXml(title)}</h1>`,
    law && `<p class="law" lang="de">${escapedXml(law)}</p>`,
    ...notes.map(drawNote),
    ...norms.map((norm) => drawNorm(norm, document)),
    '</main></body></html>\n',
  ]
    .filter(Boolean)
    .join('\n')
}

const drawNote = (note: string) => `<p class="notes">${escapedXml(note)}</p>`

function drawNorm(norm: NormDiffDocument, { before, after }: DiffDocument): string {
  const { title, notes, heading, footnotes } = norm
  const shown = shownRows(norm)
  return [
    title && `<h2 lang="de">${escapedXml(title)}</h2>`,
    ...notes.map(drawNote),
    heading && `<p>${t`Heading: ${`<span lang="de">${drawLine(heading)}</span>`}`}</p>`,
    shown.length > 0 && drawTable(shown, [before, after]),
    footnotes && `<p class="notes">${t`Footnotes`}</p>\n${drawTable(footnotes, [before, after])}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function drawTable(rows: ReturnType<typeof shownRows>, sides: readonly string[]): string {
  const head = `<thead><tr>${sides.map((side) => `<th class="side" scope="col">${escapedXml(side)}</th>`).join('')}</tr></thead>`
  return `<table>${head}<tbody lang="de">\n${rows.map(drawRow).join('\n')}\n</tbody></table>`
}

function drawRow(row: SynopsisRow | { hidden: number }): string {
  if ('hidden' in row) return '<tr><td class="hidden" colspan="2">…</td></tr>'
  const { before, after, isEqual } = row
  const cells = [before, after].map((line) => `<td>${line === null ? '' : drawLine(line)}</td>`)
  return `<tr${isEqual ? ' class="same"' : ''}>${cells.join('')}</tr>`
}

const ELEMENTS = { deleted: 'del', inserted: 'ins' } as const

function drawLine(line: readonly TextPart[]): string {
  return line
    .map(({ type, text }) => {
      const words = escapedXml(text)
      return type === 'equal' ? words : `<${ELEMENTS[type]}>${words}</${ELEMENTS[type]}>`
    })
    .join('')
}
