/** A line of text cut where references, the selection, raised numbers and what stands between characters begin and end. */

import type { Span } from './span.ts'

/** Something that stands at a place of the text and is no part of it. */
export interface Point<Kind> {
  offset: number
  what: Kind
}

export type Piece<Kind, Reference> =
  | { kind: 'text'; start: number; end: number; reference: Reference | null; selected: boolean; raised: boolean }
  | { kind: 'point'; what: Kind }

export interface Inlines<Kind, Reference extends Span> {
  /** In the order of the text, none over another. */
  references: readonly Reference[]
  /** In the order of the text. */
  points: readonly Point<Kind>[]
  /** Numbers of sentences that are part of the text. */
  raised: readonly Span[]
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
  const { references, points, raised, selection } = inlines
  const within = points
    .filter(({ offset }) => offset >= from && offset <= span.end)
    .map(({ offset, what }) => ({ offset: Math.max(offset, span.start), what }))
  const near = references.filter(({ start, end }) => start < span.end && end > span.start)
  const numbers = raised.filter(({ start, end }) => start < span.end && end > span.start)
  const cuts = new Set([span.start, span.end])
  const cut = (offset: number) => offset > span.start && offset < span.end && cuts.add(offset)
  for (const { start, end } of [...near, ...numbers, ...(selection ? [selection] : [])]) {
    cut(start)
    cut(end)
  }
  for (const { offset } of within) cut(offset)
  const ordered = [...cuts].sort((a, b) => a - b)
  const pieces: Piece<Kind, Reference>[] = []
  for (const [index, start] of ordered.entries()) {
    for (const { offset, what } of within) if (offset === start) pieces.push({ kind: 'point', what })
    const end = ordered[index + 1]
    if (end === undefined || end === start) continue
    const isIn = (outer: Span) => outer.start <= start && outer.end >= end
    const selected = selection !== null && isIn(selection)
    pieces.push({ kind: 'text', start, end, reference: near.find(isIn) ?? null, selected, raised: numbers.some(isIn) })
  }
  return pieces
}
