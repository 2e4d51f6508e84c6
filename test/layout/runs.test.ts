import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutLine, type NestedPiece, nestPieces, type Point } from '../../src/layout/pieces.ts'
import { spansWithin, styledRuns } from '../../src/layout/runs.ts'
import type { TextSpan, TextSpanKind } from '../../src/model/corpus.ts'

const span = (kind: TextSpanKind, start: number, end: number): TextSpan => ({ kind, start, end })

/** Pieces as text: `kind(…)` for runs, `[…]` for references, `{…}` for points. */
function shown(
  text: string,
  spans: TextSpan[],
  points: Point<string>[] = [],
  references: { start: number; end: number }[] = [],
) {
  const draw = (pieces: readonly NestedPiece<string, { start: number; end: number }>[]): string =>
    pieces
      .map((piece) => {
        if (piece.kind === 'point') return `{${piece.what}}`
        if (piece.kind === 'styled') return `${piece.span.kind}(${draw(piece.pieces)})`
        const words = text.slice(piece.start, piece.end)
        return piece.reference === null ? words : `[${words}]`
      })
      .join('')
  const inlines = { references, points, runs: styledRuns(text, spans), selection: null }
  return draw(nestPieces(cutLine({ start: 0, end: text.length }, 0, inlines)))
}

test('a run is opened and closed once, whatever cuts the text within it', () => {
  assert.equal(
    shown('abcdefgh', [span('bold', 1, 7), span('raised', 3, 5)], [{ offset: 2, what: 'x' }], [{ start: 4, end: 8 }]),
    'abold(b{x}craised(d[e])[fg])[h]',
  )
})

test('what stands at the edge of a run stands outside of it', () => {
  const points = [
    { offset: 1, what: 'x' },
    { offset: 3, what: 'y' },
  ]
  assert.equal(shown('abcd', [span('bold', 1, 3)], points), 'a{x}bold(bc){y}d')
})

test('runs that follow each other are several, one within its like is none, one without characters is none', () => {
  assert.equal(shown('abcd', [span('bold', 0, 2), span('bold', 2, 4)]), 'bold(ab)bold(cd)')
  assert.equal(shown('abcd', [span('bold', 0, 4), span('bold', 1, 2)]), 'bold(abcd)')
  assert.equal(shown('abcd', [span('raised', 0, 4), span('raised', 1, 2)]), 'raised(araised(b)cd)')
  assert.equal(shown('abcd', [span('bold', 2, 2), span('bold', 3, 9)]), 'abcd')
})

test('of spans in a part of the text their share is kept, with places in the part', () => {
  const spans = [span('bold', 0, 5), span('raised', 4, 5), span('italic', 8, 9)]
  assert.deepEqual(spansWithin(spans, { start: 3, end: 8 }), [span('bold', 0, 2), span('raised', 1, 2)])
})

test('a text of a megabyte with many runs is cut in linear time', () => {
  const line = 'Wort H₂O und '
  const time = (count: number) => {
    const text = line.repeat(count)
    const spans = Array.from({ length: count }, (_, index) =>
      span('lowered', index * line.length + 6, index * line.length + 7),
    )
    const start = performance.now()
    const runs = styledRuns(text, spans)
    const inlines = { references: [], points: [], runs, selection: null }
    for (let at = 0; at < text.length; at += line.length) cutLine({ start: at, end: at + line.length }, at, inlines)
    return performance.now() - start
  }
  time(2000)
  const [small, large] = [time(5_000), time(80_000)]
  assert(large < 16 * 4 * Math.max(small, 5), `${small} ms for 65 kB, ${large} ms for 1 MB`)
})
