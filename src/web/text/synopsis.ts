/** Draws the differences of a norm: a table with the old text on the left and the new one on the right. */
import { nameOfNorm } from '../../citation/designation.ts'
import type { TextPart } from '../../corpus/corpus.ts'
import { type SynopsisRow, synopsisRows, withContext } from '../../layout/synopsis.ts'
import type { NormDifference } from '../api.ts'
import { element } from '../dom.ts'
import { counted } from '../words.ts'

interface Layout {
  /** Headings of the columns. */
  before: string
  after: string
  /** True if only screen readers need the headings. */
  isHeadless?: boolean
  /** Lines to show around a change; absent for all lines. */
  context?: number
}

export function drawSynopsis(
  { from, to, differs, parts, heading_parts, footnote_parts }: NormDifference,
  { before, after, isHeadless, context }: Layout,
): HTMLElement {
  const isCompared = from !== null && to !== null
  const body = element('tbody', {})
  if (isCompared && differs.includes('heading')) body.append(...rowsOf(heading_parts, 'title', context))
  body.append(...rowsOf(parts, 'words', context))
  if (differs.includes('footnotes')) {
    const heading = element('th', { colspan: 2, scope: 'colgroup' }, 'Footnotes')
    body.append(element('tr', { class: 'part' }, heading), ...rowsOf(footnote_parts, 'note', context))
  }
  const head = element(
    'thead',
    {},
    element('tr', {}, element('th', { scope: 'col' }, before), element('th', { scope: 'col' }, after)),
  )
  return element('table', { class: isHeadless ? 'synopsis headless' : 'synopsis' }, head, body)
}

function rowsOf(parts: readonly TextPart[], name: string, context: number | undefined): HTMLElement[] {
  const rows = synopsisRows(parts)
  const shown = context === undefined ? rows : withContext(rows, context)
  return shown.map((row) => ('hidden' in row ? gap(row.hidden) : drawRow(row, name)))
}

function gap(hidden: number): HTMLElement {
  return element('tr', { class: 'gap' }, element('td', { colspan: 2 }, `… ${counted(hidden, 'line')} unchanged …`))
}

function drawRow({ before, after, isEqual }: SynopsisRow, name: string): HTMLElement {
  return element(
    'tr',
    { class: isEqual ? `${name} equal` : `${name} changed` },
    cell(before, 'before'),
    cell(after, 'after'),
  )
}

function cell(line: readonly TextPart[] | null, side: 'before' | 'after'): HTMLElement {
  if (line === null) return element('td', { class: `${side} none` })
  return element('td', { class: side, lang: 'de' }, ...line.map(drawPart))
}

function drawPart({ type, text }: TextPart): Node {
  if (type === 'equal') return document.createTextNode(text)
  return element(type === 'deleted' ? 'del' : 'ins', {}, text)
}

/** What differs apart from words, in sentences. */
export function differenceNotes({ from, to, differs }: NormDifference): string[] {
  if (from === null && to === null) return []
  if (from === null) return ['The norm was added.']
  if (to === null) return ['The norm was removed.']
  const isMoved = from.norm !== to.norm
  const notes = [
    isMoved && `Renumbered: ${nameOf(from.norm)} is now ${nameOf(to.norm)}.`,
    differs.includes('label') && !isMoved && `Designation: ${from.label || 'none'} → ${to.label || 'none'}.`,
    differs.includes('status') && `Status: ${words(from.status)} → ${words(to.status)}.`,
    differs.length > 0 && !differs.includes('text') && 'The text is the same.',
  ]
  return notes.filter((note) => note !== false)
}

const nameOf = (norm: string) => nameOfNorm({ norm, label: '' })
const words = (status: string) => status.replaceAll('_', ' ')
