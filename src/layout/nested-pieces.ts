/** The pieces of a line as a tree: those of one span stand together, so that it is opened and closed once. */
import type { Piece } from './pieces.ts'
import type { StyledSpan } from './styled-runs.ts'

export interface StyledPieces<Kind, Reference> {
  kind: 'styled'
  span: StyledSpan
  pieces: NestedPiece<Kind, Reference>[]
}

export type NestedPiece<Kind, Reference> = Piece<Kind, Reference> | StyledPieces<Kind, Reference>

/** @param depth how many of the spans around the pieces are open already */
export function nestPieces<Kind, Reference>(
  pieces: readonly Piece<Kind, Reference>[],
  depth = 0,
): NestedPiece<Kind, Reference>[] {
  const nested: NestedPiece<Kind, Reference>[] = []
  for (let index = 0; index < pieces.length; ) {
    const piece = pieces[index] as Piece<Kind, Reference>
    const span = piece.spans[depth]
    let end = index + 1
    if (span === undefined) nested.push(piece)
    else {
      while (pieces[end]?.spans[depth] === span) end++
      nested.push({ kind: 'styled', span, pieces: nestPieces(pieces.slice(index, end), depth + 1) })
    }
    index = end
  }
  return nested
}
