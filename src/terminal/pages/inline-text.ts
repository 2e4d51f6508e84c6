/** The words of a line on a screen: references as links, runs in styles, raised and lowered ones in brackets. */

import type { Corpus } from '../../corpus/corpus.ts'
import type { TextSpanKind } from '../../corpus/norm-text.ts'
import type { NormDocument } from '../../formats/norm-document.ts'
import type { NestedPiece } from '../../layout/pieces.ts'
import { placeReferences } from '../../layout/references.ts'
import { bracketsOf } from '../../layout/runs.ts'
import type { Span } from '../../layout/spans.ts'
import { linked, type Screen, type Style, styled } from '../screen.ts'

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

/*FILEDOC The references in the text of a norm, with the official pages of what they cite. */

/** What is asked of a corpus. */
export type CitationSource = Pick<Corpus, 'norm' | 'relationships'>

export interface LinkedReference extends Span {
  /** The official page, if it is known and the screen has links. */
  url: string | undefined
}

/** Only what the corpus has is a reference to follow; none, where the screen could not show it. */
export async function normReferences(
  corpus: CitationSource,
  norm: NormDocument,
  screen: Screen,
): Promise<LinkedReference[]> {
  if (!screen.colour && !screen.links) return []
  const options = { type: 'cites', limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const
  const { items } = await corpus.relationships(norm.code, norm.norm, options)
  const shift = norm.start
  const moved = items.flatMap((each) =>
    each.start === null || each.end === null || each.start < shift || each.end > shift + norm.text.length
      ? []
      : [{ ...each, start: each.start - shift, end: each.end - shift }],
  )
  const pages = new Map<string, string | undefined>()
  const pageOf = async (code: string, path: string) => {
    const key = `${code} ${path}`
    if (!pages.has(key)) pages.set(key, (await corpus.norm(code, path))?.provenance.html_url ?? undefined)
    return pages.get(key)
  }
  const references: LinkedReference[] = []
  for (const { start, end, cited } of placeReferences(norm.text, moved)) {
    const { code, norm: path, resolved } = cited
    if (!resolved || code === null || path === null) continue
    references.push({ start, end, url: screen.links ? await pageOf(code, path) : undefined })
  }
  return references
}
