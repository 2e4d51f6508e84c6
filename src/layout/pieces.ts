/** A line of text cut where references, the selection, runs and what stands between characters begin and end. */

import type { StyledRun, StyledSpan } from './runs.ts'
import type { Span } from './spans.ts'

/** Something that stands at a place of the text and is no part of it. */
export interface Point<Kind> {
  offset: number
  what: Kind
}

export interface TextPiece<Reference> extends Span {
  kind: 'text'
  reference: Reference | null
  selected: boolean
  /** The spans that it is in, outermost first. */
  spans: readonly StyledSpan[]
}

export interface PointPiece<Kind> {
  kind: 'point'
  what: Kind
  spans: readonly StyledSpan[]
}

export type Piece<Kind, Reference> = TextPiece<Reference> | PointPiece<Kind>

export interface Inlines<Kind, Reference extends Span> {
  /** In the order of the text, none over another. */
  references: readonly Reference[]
  /** In the order of the text. */
  points: readonly Point<Kind>[]
  /** In the order of the text, none over another. */
  runs: readonly StyledRun[]
  selection: Span | null
}

/**
 * @param span the line
 * @param from where the points begin that belong to it: what is before the line stands at its start
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
  const referenceAt = walk(references)
  const runAt = walk(runs)
  const pieces: Piece<Kind, Reference>[] = []
  let nextPoint = 0
  for (const [index, start] of ordered.entries()) {
    const run = runAt(start)
    for (let point = points[nextPoint]; point?.offset === start; point = points[++nextPoint]) {
      // At the edge of a span it stands outside of it.
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

/** The points of a line; what is before it stands at its start. */
function pointsIn<Kind>(points: readonly Point<Kind>[], from: number, { start, end }: Span): Point<Kind>[] {
  const within: Point<Kind>[] = []
  for (let index = firstIndex(points, ({ offset }) => offset >= from); index < points.length; index++) {
    const { offset, what } = points[index] as Point<Kind>
    if (offset > end) break
    within.push({ offset: Math.max(offset, start), what })
  }
  return within
}

/** Those of some stretches in order, none over another, that share a character with a line. */
function overlapping<Stretch extends Span>(stretches: readonly Stretch[], { start, end }: Span): Stretch[] {
  const within: Stretch[] = []
  for (let index = firstIndex(stretches, (each) => each.end > start); index < stretches.length; index++) {
    const stretch = stretches[index] as Stretch
    if (stretch.start >= end) break
    within.push(stretch)
  }
  return within
}

/** Tells which of some stretches in order, none over another, has a place. Places are asked for in their order. */
function walk<Stretch extends Span>(stretches: readonly Stretch[]): (at: number) => Stretch | undefined {
  let next = 0
  return (at) => {
    while ((stretches[next]?.end ?? Infinity) <= at) next++
    const stretch = stretches[next]
    return stretch !== undefined && stretch.start <= at ? stretch : undefined
  }
}

/** The first index for which a condition holds that holds from there on; the length where it never does. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}

/*FILEDOC The pieces of a line as a tree: those of one span stand together, so that it is opened and closed once. */

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
