/** A line of text, cut at the ends of references, the selection and styled runs, and at points. */

import type { Span } from '../model/subdivisions.ts'
import { firstIndex } from '../util/binary-search.ts'
import type { StyledRun, StyledSpan } from './runs.ts'

/** An insertion at an offset, not part of the text. */
export interface Point<Kind> {
  offset: number
  what: Kind
}

export interface TextPiece<Reference> extends Span {
  kind: 'text'
  reference: Reference | null
  selected: boolean
  /** The spans around it, outermost first. */
  spans: readonly StyledSpan[]
}

export interface PointPiece<Kind> {
  kind: 'point'
  what: Kind
  spans: readonly StyledSpan[]
}

export type Piece<Kind, Reference> = TextPiece<Reference> | PointPiece<Kind>

export interface Inlines<Kind, Reference extends Span> {
  /** In text order, without overlap. */
  references: readonly Reference[]
  /** In the order of the text. */
  points: readonly Point<Kind>[]
  /** In text order, without overlap. */
  runs: readonly StyledRun[]
  selection: Span | null
}

/**
 * @param span the line
 * @param from offset of its first point; points before its start are moved there
 */
export function cutLine<Kind, Reference extends Span>(
  span: Span,
  from: number,
  inlines: Inlines<Kind, Reference>,
): Piece<Kind, Reference>[] {
  const { selection } = inlines
  const points = pointsIn(inlines.points, from, span)
  const references = overlapping(inlines.references, span)
  const runs = overlapping(inlines.runs, span)
  const cuts = new Set([span.start, span.end])
  const cut = (offset: number) => offset > span.start && offset < span.end && cuts.add(offset)
  for (const { start, end } of [...references, ...runs, ...(selection ? [selection] : [])]) {
    cut(start)
    cut(end)
  }
  for (const { offset } of points) cut(offset)
  const ordered = [...cuts].sort((a, b) => a - b)
  const referenceAt = finder(references)
  const runAt = finder(runs)
  const pieces: Piece<Kind, Reference>[] = []
  let nextPoint = 0
  for (const [index, start] of ordered.entries()) {
    const run = runAt(start)
    for (let point = points[nextPoint]; point?.offset === start; point = points[++nextPoint]) {
      // A point at the edge of a span is outside it.
      const spans = run?.spans.filter((around) => around.start < start && around.end > start) ?? []
      pieces.push({ kind: 'point', what: point.what, spans })
    }
    const end = ordered[index + 1]
    if (end === undefined || end === start) continue
    const selected = selection !== null && selection.start <= start && selection.end >= end
    pieces.push({ kind: 'text', start, end, reference: referenceAt(start) ?? null, selected, spans: run?.spans ?? [] })
  }
  return pieces
}

/** The points of a line; those before its start are moved there. */
function pointsIn<Kind>(points: readonly Point<Kind>[], from: number, { start, end }: Span): Point<Kind>[] {
  const within: Point<Kind>[] = []
  for (
    let index = firstIndex(points.length, (at) => (points[at] as Point<Kind>).offset >= from);
    index < points.length;
    index++
  ) {
    const { offset, what } = points[index] as Point<Kind>
    if (offset > end) break
    within.push({ offset: Math.max(offset, start), what })
  }
  return within
}

/** The spans that overlap a line. They are ordered and disjoint. */
function overlapping<Stretch extends Span>(stretches: readonly Stretch[], { start, end }: Span): Stretch[] {
  const within: Stretch[] = []
  for (
    let index = firstIndex(stretches.length, (at) => (stretches[at] as Stretch).end > start);
    index < stretches.length;
    index++
  ) {
    const stretch = stretches[index] as Stretch
    if (stretch.start >= end) break
    within.push(stretch)
  }
  return within
}

/** Finds the span at an offset, for ascending offsets. The spans are ordered and disjoint. */
function finder<Stretch extends Span>(stretches: readonly Stretch[]): (at: number) => Stretch | undefined {
  let next = 0
  return (at) => {
    while ((stretches[next]?.end ?? Infinity) <= at) next++
    const stretch = stretches[next]
    return stretch !== undefined && stretch.start <= at ? stretch : undefined
  }
}

/** The pieces within a span, which is thus opened and closed once. */
export interface StyledPieces<Kind, Reference> {
  kind: 'styled'
  span: StyledSpan
  pieces: NestedPiece<Kind, Reference>[]
}

export type NestedPiece<Kind, Reference> = Piece<Kind, Reference> | StyledPieces<Kind, Reference>

/** Nests the pieces of a line in their spans. @param depth number of already open spans around the pieces */
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
