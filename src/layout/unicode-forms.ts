/** Raised and lowered characters of Unicode: a run of a text that consists of them looks raised without any markup. */
import type { TextSpanKind } from '../corpus/norm-text.ts'

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
