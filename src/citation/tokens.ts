/** Cuts text into the tokens that designations are made of. One pass, linear in the length of the text. */

/** What a token is. `Word` is letters only, `Number` has its letters with it (`675aa`, `3.28a`), `Section` is `§`, `§§`. */
export const TokenKind = { End: 0, Word: 1, Number: 2, Section: 3, Other: 4 } as const
/** The white space in front of a token, from nothing to an empty line. */
export const Gap = { None: 0, Space: 1, Line: 2, Paragraph: 3 } as const

const CharClass = { Unknown: 0, Letter: 1, Digit: 2, Space: 3, Section: 4, SoftHyphen: 5, Other: 6 } as const
const LETTER = /[\p{L}\p{M}]/u
const SPACE = /[\s\p{Cf}\p{Cc}]/u
const NEWLINE = 0x0a
const DOT = 0x2e
const OPENING = 0x28
const CLOSING = 0x29
/** What a token is that begins with a character of each class. */
const KINDS = [
  TokenKind.Other,
  TokenKind.Word,
  TokenKind.Number,
  TokenKind.Other,
  TokenKind.Section,
  TokenKind.Other,
  TokenKind.Other,
]

const classes = new Uint8Array(0x10000)

/** Class of a UTF-16 code unit (NaN behind the end); control and invisible characters count as space. */
function classOf(code: number): number {
  const known = classes[code] ?? CharClass.Other
  if (known !== CharClass.Unknown) return known
  const character = String.fromCharCode(code)
  let found: number = CharClass.Other
  if (code >= 0x30 && code <= 0x39) found = CharClass.Digit
  else if (character === '§') found = CharClass.Section
  else if (character === '\u00ad') found = CharClass.SoftHyphen
  else if (SPACE.test(character)) found = CharClass.Space
  else if (LETTER.test(character)) found = CharClass.Letter
  classes[code] = found
  return found
}

/** Capitals that are the abbreviation of a law when they stick to a number (`§ 5GG`), not letters of the number. */
const NOT_A_SUFFIX = new Set(['AO', 'BV', 'EG', 'EU', 'GG', 'VO', 'WO'])

/** The tokens of a text. All questions take an index; beyond either end every token is of kind `End`. */
export class Tokens {
  readonly text: string
  /** Starts and ends (UTF-16 code units), kinds, gaps and depth in round brackets, one entry a token. */
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private readonly kinds: number[] = []
  private readonly gaps: number[] = []
  private readonly depths: number[] = []
  private readonly words: string[] = []

  constructor(text: string) {
    this.text = text
    let at = 0
    let depth = 0
    let gap: number = Gap.Line
    while (at < text.length) {
      const kind = classOf(text.charCodeAt(at))
      if (kind === CharClass.Space || kind === CharClass.SoftHyphen) {
        const newline = text.charCodeAt(at) === NEWLINE
        gap = newline ? (gap >= Gap.Line ? Gap.Paragraph : Gap.Line) : Math.max(gap, Gap.Space)
        at++
        continue
      }
      const first = text.charCodeAt(at)
      if (first === OPENING) depth++
      const end = this.endOf(at, kind)
      this.starts.push(at)
      this.ends.push(end)
      this.kinds.push(KINDS[kind] as number)
      this.gaps.push(gap)
      this.depths.push(depth)
      if (first === CLOSING && depth > 0) depth--
      gap = Gap.None
      at = end
    }
  }

  get count(): number {
    return this.kinds.length
  }

  /** The first token that begins at `position` of the text or behind it. */
  at(position: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.start(middle) < position) low = middle + 1
      else high = middle
    }
    return low
  }

  kind(index: number): number {
    return this.kinds[index] ?? TokenKind.End
  }

  start(index: number): number {
    return this.starts[index] ?? this.text.length
  }

  /** End of a token; of the one before the first, 0. */
  end(index: number): number {
    return this.ends[index] ?? (index < 0 ? 0 : this.text.length)
  }

  /** White space before the token; in front of the first token of a text it counts as a new line. */
  gap(index: number): number {
    return this.gaps[index] ?? Gap.Paragraph
  }

  /** How many round brackets are open at the token, those that it opens or closes included. */
  depth(index: number): number {
    return this.depths[index] ?? 0
  }

  value(index: number): string {
    const value = this.text.slice(this.start(index), this.end(index))
    return value.includes('\u00ad') ? value.replaceAll('\u00ad', '') : value
  }

  /** The word at `index` in lower case; empty where there is none, or one too long to be of interest. */
  word(index: number): string {
    if (this.kind(index) !== TokenKind.Word || this.end(index) - this.start(index) > 32) return ''
    // Several readers look at the same words.
    this.words[index] ??= this.value(index).toLowerCase()
    return this.words[index]
  }

  /** Whether the token at `index` is this single character. */
  is(index: number, character: string): boolean {
    return this.kind(index) === TokenKind.Other && this.text[this.start(index)] === character
  }

  private endOf(at: number, kind: number): number {
    if (kind === CharClass.Letter) return this.wordEnd(at)
    if (kind === CharClass.Digit) return this.numberEnd(at)
    return kind === CharClass.Section ? this.runEnd(at, kind) : at + 1
  }

  private runEnd(at: number, kind: number): number {
    let end = at
    while (end < this.text.length && classOf(this.text.charCodeAt(end)) === kind) end++
    return end
  }

  /** Letters, and soft hyphens between them. */
  private wordEnd(at: number): number {
    let end = this.runEnd(at, CharClass.Letter)
    while (
      classOf(this.text.charCodeAt(end)) === CharClass.SoftHyphen &&
      classOf(this.text.charCodeAt(end + 1)) === CharClass.Letter
    ) {
      end = this.runEnd(end + 1, CharClass.Letter)
    }
    return end
  }

  /** Digits with their letters, and further such groups behind dots: `433`, `675aa`, `3.28a`, `1.1.2020`. */
  private numberEnd(at: number): number {
    let end = this.suffixEnd(this.runEnd(at, CharClass.Digit))
    while (this.text.charCodeAt(end) === DOT && classOf(this.text.charCodeAt(end + 1)) === CharClass.Digit) {
      end = this.suffixEnd(this.runEnd(end + 1, CharClass.Digit))
    }
    return end
  }

  /** End of the one or two letters that belong to the number before them, if any do. */
  private suffixEnd(at: number): number {
    let end = at
    while (end - at <= 3 && classOf(this.text.charCodeAt(end)) === CharClass.Letter) end++
    const letters = this.text.slice(at, end)
    // `Abs.1S.2`: a sentence, not `1s`.
    if (letters === 'S' && this.text.charCodeAt(end) === DOT) return at
    if (letters.length === 1) return end
    if (letters.length !== 2 || NOT_A_SUFFIX.has(letters)) return at
    return letters === letters.toLowerCase() || letters === letters.toUpperCase() ? end : at
  }
}
