/** Norms and laws as plain text: the lines of the text under their headings. */

import { t } from '../i18n/texts.ts'
import type { NestedPiece } from '../layout/pieces.ts'
import { bracketsOf } from '../layout/runs.ts'
import { type LawHead, type NormOfLaw, publicationLine } from './law-document.ts'
import { joinParagraphs, lawName, type NormDocument, piecesOf, placeOf } from './norm-document.ts'
import { addressOf, sourceOf } from './source-facts.ts'

export function normPlainText(norm: NormDocument): string {
  const place = placeOf(norm).join(' > ')
  const head = [norm.title, place, norm.published].filter(Boolean).join('\n')
  return joinParagraphs([head, ...content(norm), `${addressOf(norm)}\n${sourceOf(norm)}`])
}

/** The head of a law: title, official page, place of publication, state. */
export function lawPlainText(law: LawHead): string {
  return joinParagraphs([
    [lawName(law), law.published, ...law.notes].filter(Boolean).join('\n'),
    [addressOf(law), publicationLine(law), sourceOf(law)].filter(Boolean).join('\n'),
  ])
}

/** A norm within its law, after the headings that begin with it. */
export function normOfLawPlainText({ headings, norm }: NormOfLaw): string {
  const own = norm === null ? [] : [norm.title, ...content(norm)]
  return joinParagraphs([...headings.map(({ text }) => text), ...own])
}

/** Notes, text and footnotes. */
function content(norm: NormDocument): string[] {
  const { notes, text, footnotes } = norm
  const wording = drawPieces(norm.text, piecesOf(norm, { start: 0, end: text.length }))
  const shown = [norm.leadIn, wording, norm.tail].filter(Boolean).join('\n')
  return [notes.join('\n'), shown, footnotes.length > 0 ? `${t`Footnotes`}\n${footnotes.join('\n')}` : '']
}

/** Raised and lowered runs without a Unicode form get brackets; a row of a table stays one line. */
function drawPieces(text: string, pieces: readonly NestedPiece<string, never>[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'point') return piece.what
      if (piece.kind === 'text') return text.slice(piece.start, piece.end).replaceAll('\u2028', ' ')
      const [before, after] = bracketsOf(piece.span.kind, piece.span.isUnicode)
      return before + drawPieces(text, piece.pieces) + after
    })
    .join('')
}
