/** The words of a line on a screen: references as links, runs in styles, raised and lowered ones in brackets. */
import type { TextSpanKind } from '../../corpus/norm-text.ts'
import type { NestedPiece } from '../../layout/nested-pieces.ts'
import { bracketsOf } from '../../layout/unicode-forms.ts'
import { linked } from '../link.ts'
import { type Screen, type Style, styled } from '../screen.ts'
import type { LinkedReference } from './norm-references.ts'

/** The styles of runs; letter-spaced words are emphasised as those in italics are. */
const RUN_STYLES: Partial<Record<TextSpanKind, Style>> = {
  bold: 'bold',
  italic: 'italic',
  spaced: 'italic',
  underlined: 'underlined',
}

/** @param styles of the runs that the pieces are in: a style is ended for each piece, so that none ends that of another */
export function drawPieces(
  pieces: readonly NestedPiece<string, LinkedReference>[],
  text: string,
  screen: Screen,
  styles: readonly Style[] = [],
): string {
  let drawn = ''
  for (const piece of pieces) {
    if (piece.kind === 'point') drawn += styled(screen, 'quiet', piece.what)
    else if (piece.kind === 'text') {
      const { start, end, reference } = piece
      // The lines of a cell are wrapped one by one: styles and links end with each.
      const lines = text
        .slice(start, end)
        .split('\n')
        .map((line) => {
          if (reference === null) return inStyles(line, styles, screen)
          return linked(screen, reference.url, inStyles(line, withoutUnderline(styles), screen), reference.start)
        })
      drawn += lines.join('\n')
    } else {
      const { kind, isUnicode } = piece.span
      const style = RUN_STYLES[kind]
      const inner = style === undefined || styles.includes(style) ? styles : [...styles, style]
      const [before, after] = bracketsOf(kind, isUnicode)
      drawn += inStyles(before, inner, screen) + drawPieces(piece.pieces, text, screen, inner)
      drawn += inStyles(after, inner, screen)
    }
  }
  return drawn
}

const inStyles = (words: string, styles: readonly Style[], screen: Screen) =>
  styles.reduce((inner, style) => styled(screen, style, inner), words)

/** A link is underlined by itself. */
const withoutUnderline = (styles: readonly Style[]) => styles.filter((style) => style !== 'underlined')
