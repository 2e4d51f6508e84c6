/** Norms and laws as plain text: the lines of the text as they are, under their headings. */
import type { NestedPiece } from '../layout/pieces.ts'
import { bracketsOf } from '../layout/runs.ts'
import { type LawHead, type NormOfLaw, published } from './law-document.ts'
import { document, lawName, type NormDocument, piecesOf, placeOf } from './norm-document.ts'
import { addressOf, sourceOf } from './source-facts.ts'

export function normPlainText(norm: NormDocument): string {
  const place = placeOf(norm).join(' > ')
  return document([`${norm.title}\n${place}`, ...content(norm), `${addressOf(norm)}\n${sourceOf(norm)}`])
}

/** The beginning of a law: its title, its official page, where it was published, and of when it is. */
export function lawPlainText(law: LawHead): string {
  return document([lawName(law), [addressOf(law), published(law), sourceOf(law)].filter(Boolean).join('\n')])
}

/** A norm within its law, under the headings that begin there. */
export function normOfLawPlainText({ headings, norm }: NormOfLaw): string {
  const own = norm === null ? [] : [norm.title, ...content(norm)]
  return document([...headings.map(({ text }) => text), ...own])
}

/** Notes, wording and footnotes. */
function content(norm: NormDocument): string[] {
  const { notes, text, footnotes } = norm
  const wording = drawPieces(norm.text, piecesOf(norm, { start: 0, end: text.length }))
  return [notes.join('\n'), wording, footnotes.length > 0 ? `Footnotes\n${footnotes.join('\n')}` : '']
}

/** A raised or lowered run that Unicode has no form for stands in brackets; a row of a table stays one line. */
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
