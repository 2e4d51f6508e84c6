/** The words of a line: references as links, runs in styles, raised and lowered runs in brackets. */

import type { Corpus } from '../../corpus/corpus.ts'
import type { TextSpanKind } from '../../corpus/norm-text.ts'
import type { NormDocument } from '../../formats/norm-document.ts'
import type { NestedPiece } from '../../layout/pieces.ts'
import { placeReferences } from '../../layout/references.ts'
import { bracketsOf } from '../../layout/runs.ts'
import type { Span } from '../../layout/spans.ts'
import { linked, type Screen, type Style, styled } from '../screen.ts'

/** The styles of runs; letter-spaced words are emphasised like italics. */
const RUN_STYLES: Partial<Record<TextSpanKind, Style>> = {
  bold: 'bold',
  italic: 'italic',
  spaced: 'italic',
  underlined: 'underlined',
}

/** @param styles of the runs around the pieces; each piece begins and ends them itself, so that none ends another's */
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

/** The part of a corpus that is asked for cited norms. */
export type CitationSource = Pick<Corpus, 'norm' | 'relationships'>

export interface LinkedReference extends Span {
  /** The official page, if it is known and the screen has links. */
  url: string | undefined
}

/** The references to norms of the corpus, with their official pages; none if the screen cannot show them. */
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
