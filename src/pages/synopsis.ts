/** The differences of a norm: a table with the old text on the left and the new one on the right. */
import { nameOfNorm } from '../citation/designation.ts'
import type { NormStatus, TextPart, VersionSpan } from '../corpus/corpus.ts'
import { type SynopsisRow, synopsisRows, withContext } from '../layout/synopsis.ts'
import { counted, wordsOf } from '../texts/readable.ts'
import { t } from '../texts/texts.ts'
import { type Child, element, type Markup } from './markup.ts'

/** One of two compared norms. */
export interface ComparedNorm {
  norm: string
  label: string
  heading: string
  status: NormStatus
  version: VersionSpan
}

export interface NormDifference {
  from: ComparedNorm | null
  to: ComparedNorm | null
  differs: readonly ('label' | 'heading' | 'status' | 'text' | 'footnotes')[]
  parts: readonly TextPart[]
  heading_parts: readonly TextPart[]
  footnote_parts: readonly TextPart[]
}

interface Columns {
  /** Headings of the columns. */
  before: string
  after: string
  /** True if only screen readers need the headings. */
  isHeadless?: boolean
  /** Lines to show around a change; absent for all lines. */
  context?: number
}

export function synopsis(
  { from, to, differs, parts, heading_parts, footnote_parts }: NormDifference,
  { before, after, isHeadless, context }: Columns,
): Markup {
  const isCompared = from !== null && to !== null
  const head = element(
    'thead',
    {},
    element('tr', {}, element('th', { scope: 'col' }, before), element('th', { scope: 'col' }, after)),
  )
  const body = element(
    'tbody',
    {},
    isCompared && differs.includes('heading') && rowsOf(heading_parts, 'title', context),
    rowsOf(parts, 'words', context),
    differs.includes('footnotes') && [
      element('tr', { class: 'part' }, element('th', { colspan: 2, scope: 'colgroup' }, t`Footnotes`)),
      rowsOf(footnote_parts, 'note', context),
    ],
  )
  return element('table', { class: isHeadless ? 'synopsis headless' : 'synopsis' }, head, body)
}

function rowsOf(parts: readonly TextPart[], name: string, context: number | undefined): Child[] {
  const rows = synopsisRows(parts)
  const shown = context === undefined ? rows : withContext(rows, context)
  return shown.map((row) => ('hidden' in row ? gap(row.hidden) : drawRow(row, name)))
}

const gap = (hidden: number) =>
  element('tr', { class: 'gap' }, element('td', { colspan: 2 }, t`… ${counted(hidden, 'line')} unchanged …`))

const drawRow = ({ before, after, isEqual }: SynopsisRow, name: string) =>
  element('tr', { class: isEqual ? `${name} equal` : `${name} changed` }, cell(before, 'before'), cell(after, 'after'))

function cell(line: readonly TextPart[] | null, side: 'before' | 'after'): Markup {
  if (line === null) return element('td', { class: `${side} none` })
  return element('td', { class: side, lang: 'de' }, ...line.map(drawPart))
}

const drawPart = ({ type, text }: TextPart): Child =>
  type === 'equal' ? text : element(type === 'deleted' ? 'del' : 'ins', {}, text)

/** What differs apart from words, in sentences. */
export function differenceNotes({ from, to, differs }: NormDifference): string[] {
  if (from === null && to === null) return []
  if (from === null) return [t`The norm was added.`]
  if (to === null) return [t`The norm was removed.`]
  const isMoved = from.norm !== to.norm
  const notes = [
    isMoved && t`Renumbered: ${nameOf(from.norm)} is now ${nameOf(to.norm)}.`,
    differs.includes('label') && !isMoved && t`Designation: ${from.label || t`none`} → ${to.label || t`none`}.`,
    differs.includes('status') && t`Status: ${wordsOf(from.status)} → ${wordsOf(to.status)}.`,
    differs.length > 0 && !differs.includes('text') && t`The text is the same.`,
  ]
  return notes.filter((note) => note !== false)
}

const nameOf = (norm: string) => nameOfNorm({ norm, label: '' })
