/** Differences of a norm or of a law: side by side if the width suffices, else one text with the words of both. */

import { formatNumber } from '../../../i18n/readable.ts'
import { t } from '../../../i18n/texts.ts'
import type { SynopsisRow } from '../../../layout/synopsis.ts'
import type { TextPart } from '../../../model/corpus.ts'
import {
  type DiffDocument,
  diffDocument,
  type LawDiffAnswer,
  type NormDiffDocument,
  shownRows,
} from '../../../render/diff-document.ts'
import { mergedLine } from '../../../render/diff-text.ts'
import { type Screen, type Style, styled } from '../screen.ts'
import { padEnd } from '../width.ts'
import { wrapText } from '../wrap.ts'

/** Minimum width for two columns. */
const WIDE = 100
/** Maximum column width, for readability. */
const WIDEST_COLUMN = 72
const GAP = ' │ '

/** Draws the answer of the operation `normDiff` or `lawDiff`, a norm at a time. */
export async function* diffPage(answer: unknown, screen: Screen): AsyncGenerator<string> {
  const document = diffDocument(answer)
  const { title, law, notes, norms } = document
  const width = Math.min(screen.width, 2 * WIDEST_COLUMN + GAP.length)
  const page = { ...screen, width }
  const head = [
    ...wrapText(title, width).map((line) => styled(screen, 'heading', line)),
    ...(law === '' ? [] : wrapText(styled(screen, 'quiet', law), width)),
    ...notes.flatMap((note) => wrapText(styled(screen, 'unsure', note), width)),
    '',
    ...sideLines(document, page),
    ...(norms[0]?.title === '' ? [''] : []),
  ]
  yield head.join('\n')
  for (const norm of norms) yield `\n${normLines(norm, page).join('\n')}`
  const { from, to } = answer as Partial<LawDiffAnswer>
  if (typeof from !== 'string' || typeof to !== 'string' || norms.length === 0) return
  const summary =
    norms.length === 1
      ? t`1 norm differs between ${from} and ${to}.`
      : t`${formatNumber(norms.length)} norms differ between ${from} and ${to}.`
  yield `\n\n${wrapText(summary, width).join('\n')}`
}

function sideLines({ before, after }: DiffDocument, screen: Screen): string[] {
  if (screen.width >= WIDE) return sideBySide([before], [after], screen).map((line) => styled(screen, 'label', line))
  return [`${mark('deleted', before, screen)}`, `${mark('inserted', after, screen)}`].flatMap((line) =>
    wrapText(line, screen.width),
  )
}

function normLines(norm: NormDiffDocument, screen: Screen): string[] {
  const { title, notes, heading, footnotes } = norm
  const wrapped = (text: string) => wrapText(text, screen.width)
  return [
    ...(title === '' ? [] : ['', ...wrapped(styled(screen, 'label', title))]),
    ...notes.flatMap((note) => wrapped(styled(screen, 'unsure', note))),
    ...(heading === null ? [] : wrapped(t`Heading: ${drawLine(heading, screen)}`)),
    ...shownRows(norm).flatMap((row) => rowLines(row, screen)),
    ...(footnotes === null ? [] : ['', ...wrapped(styled(screen, 'quiet', t`Footnotes`))]),
    ...(footnotes ?? []).flatMap((row) => rowLines(row, screen)),
  ]
}

function rowLines(row: SynopsisRow | { hidden: number }, screen: Screen): string[] {
  if ('hidden' in row) return [styled(screen, 'quiet', '…')]
  const { before, after, isEqual } = row
  if (screen.width < WIDE) {
    const line = isEqual || before === null || after === null ? (before ?? after ?? []) : mergedLine(before, after)
    return wrapText(drawLine(line, screen), screen.width)
  }
  const column = columnWidth(screen)
  const lines = (line: readonly TextPart[] | null) => (line === null ? [] : wrapText(drawLine(line, screen), column))
  return sideBySide(lines(before), lines(after), screen)
}

const columnWidth = ({ width }: Screen) => Math.floor((width - GAP.length) / 2)

function sideBySide(left: readonly string[], right: readonly string[], screen: Screen): string[] {
  const column = columnWidth(screen)
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
    `${padEnd(left[index] ?? '', column)}${GAP}${right[index] ?? ''}`.trimEnd(),
  )
}

const drawLine = (line: readonly TextPart[], screen: Screen) =>
  line.map(({ type, text }) => mark(type, text, screen)).join('')

const STYLES: Partial<Record<TextPart['type'], Style>> = { deleted: 'deleted', inserted: 'inserted' }
/** Marks of words on screens without colours, as in `git diff --word-diff`. */
const BRACKETS = { equal: ['', ''], deleted: ['[-', '-]'], inserted: ['{+', '+}'] } as const

function mark(type: TextPart['type'], text: string, screen: Screen): string {
  const style = STYLES[type]
  if (style === undefined || text === '') return text
  const [open, close] = BRACKETS[type]
  return screen.colour ? styled(screen, style, text) : `${open}${text}${close}`
}
