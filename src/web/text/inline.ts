/** Draws the words of a line: references as links, runs as they are set. */

import type { TextSpanKind } from '../../corpus/norm-text.ts'
import { type NestedPiece, nestPieces, type StyledPieces } from '../../layout/nested-pieces.ts'
import { cutLine, type TextPiece } from '../../layout/pieces.ts'
import { RUN_ELEMENTS } from '../../layout/run-elements.ts'
import type { Span } from '../../layout/span.ts'
import { bracketsOf, isRaised, ordinaryForm } from '../../layout/unicode-forms.ts'
import { element } from '../dom.ts'
import type { LinkedReference } from './references.ts'
import type { Drawing } from './render.ts'

type Pieces = readonly NestedPiece<() => Node, LinkedReference>[]
type Styled = StyledPieces<() => Node, LinkedReference>

const CLASSES: Partial<Record<TextSpanKind, string>> = { sentence: 'sentence-number', spaced: 'spaced' }

/** The nodes of a stretch of the text, with what stands in it from `from` on. */
export function drawSpan(span: Span, from: number, { text, inlines }: Drawing): Node[] {
  return drawPieces(nestPieces(cutLine(span, from, inlines)), text, false)
}

/** @param isFormed true within an element that raises or lowers, where Unicode's own forms would do so twice */
function drawPieces(pieces: Pieces, text: string, isFormed: boolean): Node[] {
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
  const wording = document.createTextNode(isFormed ? ordinaryForm(words) : words)
  const shown = selected ? element('mark', { class: 'selected' }, wording) : wording
  if (reference === null) return shown
  const { href, title } = reference
  if (href !== null)
    return element('a', { class: isShort(words) ? 'reference short' : 'reference', href, title }, shown)
  return element('span', { class: 'unresolved', title }, shown)
}

/** A reference that can stay on one line: its sign is not parted from its number. */
const isShort = (words: string) => words.length <= 14

/** A raised or lowered run as it is written where nothing can be raised, as in a copy: `¹²`, `^(-0,038*T)`. */
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
