/** Styled runs of a text: bold, italics, superscripts and so on, cut so that they do not overlap. */
import type { TextSpan, TextSpanKind } from '../model/norm-text.ts'
import type { Span } from '../model/subdivisions.ts'
import { SUBSCRIPTS, SUPERSCRIPTS } from '../util/superscripts.ts'

export interface StyledSpan extends TextSpan {
  /** True for a raised or lowered run written in Unicode superscripts or subscripts. */
  isUnicode: boolean
}

/** A part of the text with the spans around it, outermost first. */
export interface StyledRun extends Span {
  spans: readonly StyledSpan[]
}

/**
 * Cuts nested spans into runs.
 * @param spans of the text, in any order
 * @returns runs in the order of the text; they do not overlap
 */
export function styledRuns(text: string, spans: readonly TextSpan[]): StyledRun[] {
  const ordered = spans
    .filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
    .map((span) => ({ ...span, isUnicode: hasUnicodeForm(span.kind, text.slice(span.start, span.end)) }))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const runs: StyledRun[] = []
  let open: StyledSpan[] = []
  let at = 0
  /** Ends the runs before an offset. */
  const advance = (to: number) => {
    while (open.length > 0 && at < to) {
      const end = open.reduce((least, span) => Math.min(least, span.end), to)
      if (end > at) runs.push({ start: at, end, spans: open })
      at = end
      open = open.filter((span) => span.end > at)
    }
  }
  for (const span of ordered) {
    advance(span.start)
    at = span.start
    if (!repeats(span, open)) open = [...open, span]
  }
  advance(text.length)
  return runs
}

/** Bold within bold is redundant; a raised run within a raised run is raised twice. */
function repeats({ kind, end }: StyledSpan, open: readonly StyledSpan[]): boolean {
  if (kind === 'lowered' || isRaised(kind)) return false
  return open.some((around) => around.kind === kind && around.end >= end)
}

/** The spans within a part of the text, with offsets relative to it. */
export function spansWithin(spans: readonly TextSpan[], { start, end }: Span): TextSpan[] {
  return spans.flatMap((span) => {
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)]
    return from < to ? [{ ...span, start: from - start, end: to - start }] : []
  })
}

const RAISED = new RegExp(`^[${SUPERSCRIPTS}\\s]+$`, 'u')
const LOWERED = new RegExp(`^[${SUBSCRIPTS}\\s]+$`, 'u')

export const isRaised = (kind: TextSpanKind) => kind === 'raised' || kind === 'sentence'

/** True if a raised or lowered run is written in Unicode superscripts or subscripts. */
function hasUnicodeForm(kind: TextSpanKind, words: string): boolean {
  if (kind === 'lowered') return LOWERED.test(words)
  return isRaised(kind) && RAISED.test(words)
}

/** The text in ordinary characters: `⁻¹²` is `−12`. */
export const ordinaryForm = (words: string) => words.normalize('NFKC')

/** Brackets for plain text around a raised or lowered run in ordinary characters: `^(` and `)`, or `_(` and `)`. */
export function bracketsOf(kind: TextSpanKind, isUnicode: boolean): [before: string, after: string] {
  if (isUnicode || (kind !== 'raised' && kind !== 'lowered')) return ['', '']
  return [kind === 'raised' ? '^(' : '_(', ')']
}

/** The HTML elements of runs, in pages and in Markdown. */
export const RUN_ELEMENTS = {
  raised: 'sup',
  sentence: 'sup',
  lowered: 'sub',
  bold: 'b',
  italic: 'i',
  underlined: 'u',
  small: 'small',
  spaced: 'em',
} as const satisfies Record<TextSpanKind, string>
