/** The runs of a text that are set in a way of their own, cut so that none lies over another. */
import type { TextSpan, TextSpanKind } from '../corpus/norm-text.ts'
import type { Span } from './spans.ts'

export interface StyledSpan extends TextSpan {
  /** True for a raised or lowered run that the text writes with the characters that Unicode has for it. */
  isUnicode: boolean
}

/** A stretch with the spans around it, outermost first. */
export interface StyledRun extends Span {
  spans: readonly StyledSpan[]
}

/**
 * Cuts nested spans into runs.
 * @param spans of the text, in any order
 * @returns runs in the order of the text, none over another
 */
export function styledRuns(text: string, spans: readonly TextSpan[]): StyledRun[] {
  const ordered = spans
    .filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
    .map((span) => ({ ...span, isUnicode: hasUnicodeForm(span.kind, text.slice(span.start, span.end)) }))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const runs: StyledRun[] = []
  let open: StyledSpan[] = []
  let at = 0
  /** Ends what is open before a place. */
  const goOn = (to: number) => {
    while (open.length > 0 && at < to) {
      const end = open.reduce((least, span) => Math.min(least, span.end), to)
      if (end > at) runs.push({ start: at, end, spans: open })
      at = end
      open = open.filter((span) => span.end > at)
    }
  }
  for (const span of ordered) {
    goOn(span.start)
    at = span.start
    if (!repeats(span, open)) open = [...open, span]
  }
  goOn(text.length)
  return runs
}

/** Bold within bold says nothing new; what is raised within a raised run stands higher. */
function repeats({ kind, end }: StyledSpan, open: readonly StyledSpan[]): boolean {
  if (kind === 'lowered' || isRaised(kind)) return false
  return open.some((around) => around.kind === kind && around.end >= end)
}

/** The spans within a stretch of the text, with their places in it. */
export function spansWithin(spans: readonly TextSpan[], { start, end }: Span): TextSpan[] {
  return spans.flatMap((span) => {
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)]
    return from < to ? [{ ...span, start: from - start, end: to - start }] : []
  })
}

/*FILEDOC Raised and lowered characters of Unicode: a run of a text that consists of them looks raised without any markup. */

/** Characters with the compatibility decompositions `<super>` and `<sub>` of the Unicode Character Database. */
const RAISED =
  /^(?:[ªº²³¹ʰ-ʸˠ-ˤჼᴬ-ᴮᴰ-ᴺᴼ-ᵍᵏ-ᵡᵸᶛ-ᶿ⁰ⁱ⁴-ⁿⱽⵯꚜꚝꝰꟲ-ꟴꟸꟹꭜ-ꭟꭩ\u{10781}-\u{10785}\u{10787}-\u{107b0}\u{107b2}-\u{107ba}]|\s)+$/u
const LOWERED = /^(?:[ᵢ-ᵪ₀-₎ₐ-ₜⱼ]|\s)+$/u

export const isRaised = (kind: TextSpanKind) => kind === 'raised' || kind === 'sentence'

/** True if Unicode has the characters of a raised or lowered run in that form, and the run is written with them. */
export function hasUnicodeForm(kind: TextSpanKind, words: string): boolean {
  if (kind === 'lowered') return LOWERED.test(words)
  return isRaised(kind) && RAISED.test(words)
}

/** The characters that a raised or lowered form stands for: `⁻¹²` is `−12`. */
export const ordinaryForm = (words: string) => words.normalize('NFKC')

/** What encloses a raised or lowered run that Unicode has no form for: `^(` and `)`, or `_(` and `)`; else nothing. */
export function bracketsOf(kind: TextSpanKind, isUnicode: boolean): [before: string, after: string] {
  if (isUnicode || (kind !== 'raised' && kind !== 'lowered')) return ['', '']
  return [kind === 'raised' ? '^(' : '_(', ')']
}

/** The elements of HTML that runs of a text are, in pages and in Markdown alike. */
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
