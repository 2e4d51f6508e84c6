/** Splits text into the tokens of designations. One pass, linear in the length of the text. */
import { firstIndex } from '../../util/binary-search.ts'
import { SUBSCRIPTS, SUPERSCRIPT_DIGITS, SUPERSCRIPT_LETTERS, SUPERSCRIPTS } from '../../util/superscripts.ts'
import { isPrintedHyphen, LATIN_SUFFIX, PRINTED_HYPHEN } from './lexicon.ts'

/** Kinds of tokens: `Number` includes its letters (`675aa`, `3.28a`), `Section` is `§` or `§§`. */
export const TokenKind = { End: 0, Word: 1, Number: 2, Section: 3, Other: 4 } as const
/** The white space before a token, from nothing to an empty line. */
export const Gap = { None: 0, Space: 1, Line: 2, Paragraph: 3 } as const

const CharClass = { Unknown: 0, Letter: 1, Digit: 2, Space: 3, Section: 4, SoftHyphen: 5, Other: 6, Raised: 7 } as const
const LETTER = /[\p{L}\p{M}]/u
const SPACE = /[\s\p{Cf}\p{Cc}]/u
const NEWLINE = 0x0a
const DOT = 0x2e
const HYPHEN = 0x2d
const HYPHEN_SIGN = 0x2010
const OPENING = 0x28
const CLOSING = 0x29
/** The kind of a token by the class of its first character; all others are `Other`. */
const KINDS: Record<number, number> = {
  [CharClass.Letter]: TokenKind.Word,
  [CharClass.Digit]: TokenKind.Number,
  [CharClass.Section]: TokenKind.Section,
}

/** Maximum length of a word: ordering the marks of a run takes quadratic time. */
const LONGEST_WORD = 1000
const BROKEN = /[\u00ad\n]|[\u0300-\u036f]/
const SUPERSCRIPT = new RegExp(`[${SUPERSCRIPTS}]`, 'u')
const RAISED = new RegExp(`[${SUPERSCRIPTS}${SUBSCRIPTS}]`, 'u')
const RAISED_SUFFIX = new RegExp(`^[${SUPERSCRIPT_LETTERS}]{1,12}`, 'u')
/** The raised number of a sentence, or of a footnote. */
const RAISED_NUMBER = new RegExp(`^[${SUPERSCRIPT_DIGITS}]{1,2}$`, 'u')

const classes = new Uint8Array(0x10000)

/** Returns the class of a UTF-16 code unit (NaN after the end). Control and invisible characters count as space. */
function classOf(code: number): number {
  const known = classes[code] ?? CharClass.Other
  if (known !== CharClass.Unknown) return known
  const character = String.fromCharCode(code)
  let found: number = CharClass.Other
  if (code >= 0x30 && code <= 0x39) found = CharClass.Digit
  else if (character === '§') found = CharClass.Section
  else if (character === '\u00ad') found = CharClass.SoftHyphen
  else if (SPACE.test(character)) found = CharClass.Space
  else if (RAISED.test(character)) found = CharClass.Raised
  else if (LETTER.test(character)) found = CharClass.Letter
  classes[code] = found
  return found
}

/** Capitals directly after a number that are not its suffix (`§ 5GG`, `S.1HS2`): laws, and a part. */
const NOT_A_SUFFIX = new Set(['AO', 'BV', 'EG', 'EU', 'GG', 'HS', 'VO', 'WO'])
/** Roman numerals of an Absatz directly after the number of the norm: `433I1`, `433II`. */
const NUMERAL = /^(?:I{1,3}|IV|VI{0,3}|IX)$/
/** As {@link NUMERAL}, followed directly by the abbreviation of a major code or the word for a part: `433IBGB`, `311IINr.`. */
const NUMERAL_AND_CODE =
  /^(I{1,3}|IV|VI{0,3}|IX)(?:AO|AktG|BauGB|BGB|EStG|FamFG|GG|GmbHG|GVG|HGB|InsO|StGB|StPO|UStG|UWG|VwGO|VwVfG|ZPO|Abs|Nr|Satz)$/
const LONGEST_NUMERAL_AND_CODE = 10
/** Maximum length of a number's suffix, in letters. */
const LONGEST_SUFFIX = 9

/** Words after a suspended hyphen: `Straf-` at the end of a line, then `und Zivilrecht`. */
const SUSPENDING = /^(?:und|oder|sowie|bzw|beziehungsweise|u|bis|noch|als)(?!\p{L})/u
const LONGEST_SUSPENDING = 16
/** Maximum length of the parts of an abbreviation broken at the end of a line: `B-`, `GB`. */
const LONGEST_PART = 4
/** A hyphen at the end of a line between letters. */
const LINE_HYPHEN = /(?<=\p{L})[-\u2010\u00ad][^\S\n]*\n[^\S\n]*(?=\p{L})/gu

/** True for the first token of a line, or of the cell of a table. */
export const isInNextCell = (tokens: Tokens, index: number): boolean =>
  /[\n\t]/.test(tokens.text.slice(tokens.end(index - 1), tokens.start(index)))

/**
 * The tokens of a text, by index. Beyond either end every token is of kind `End`. A word hyphenated at the end of a line is one
 * token. Superscripts and subscripts are not tokens, but end words (see {@link Tokens.raised}).
 */
export class Tokens {
  readonly text: string
  /** Starts and ends (UTF-16 code units), kinds, gaps and depth in round brackets, one entry a token. */
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private readonly kinds: number[] = []
  private readonly gaps: number[] = []
  private readonly depths: number[] = []
  private readonly words: string[] = []
  /** Ends of the raised runs that adjoin tokens; rare. */
  private readonly raisedEnds = new Map<number, number>()
  private knownChunkEnds: Uint32Array | undefined

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
      if (kind === CharClass.Raised) {
        const end = this.runEnd(at, kind)
        if (gap === Gap.None) this.raisedEnds.set(this.count - 1, end)
        // `CO₂KostAufG` is one name, `Satz 1³und` are three words.
        if (SUPERSCRIPT.test(text.charAt(at))) gap = Math.max(gap, Gap.Space)
        at = end
        continue
      }
      const first = text.charCodeAt(at)
      if (first === OPENING) depth++
      const end = this.endOf(at, kind, gap)
      this.starts.push(at)
      this.ends.push(end)
      this.kinds.push(KINDS[kind] ?? TokenKind.Other)
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

  /** Ends of the chunks that begin at each token, if `readChunk` has read them; else 0. */
  get chunkEnds(): Uint32Array {
    this.knownChunkEnds ??= new Uint32Array(this.count)
    return this.knownChunkEnds
  }

  /** Returns the first token that begins at or after an offset of the text. */
  at(position: number): number {
    return firstIndex(this.count, (index) => this.start(index) >= position)
  }

  kind(index: number): number {
    return this.kinds[index] ?? TokenKind.End
  }

  start(index: number): number {
    return this.starts[index] ?? this.text.length
  }

  /** End of a token; 0 before the first. */
  end(index: number): number {
    return this.ends[index] ?? (index < 0 ? 0 : this.text.length)
  }

  /** Returns the white space before the token; the first token of a text counts as beginning a line. */
  gap(index: number): number {
    return this.gaps[index] ?? Gap.Paragraph
  }

  /** Returns the number of round brackets open at the token, including those that it opens or closes. */
  depth(index: number): number {
    return this.depths[index] ?? 0
  }

  value(index: number): string {
    const value = this.text.slice(this.start(index), this.end(index))
    const kind = this.kind(index)
    if (kind === TokenKind.Number) return RAISED.test(value) ? value.normalize('NFKC') : value
    if (kind === TokenKind.Word && value.length <= LONGEST_WORD && BROKEN.test(value))
      return value.replace(LINE_HYPHEN, '').replaceAll('\u00ad', '').normalize()
    return value
  }

  /** Returns the text of the tokens `[first, next)`, with words joined that are broken at the end of a line. */
  slice(first: number, next: number): string {
    const offset = this.start(first)
    const text = this.text.slice(offset, this.end(next - 1)).replace(PRINTED_HYPHEN, '-')
    if (!text.includes('\n')) return text
    // Within a token the hyphen breaks a word; between two tokens it joins them.
    return text.replace(LINE_HYPHEN, (_, at: number) => (this.end(this.at(offset + at) - 1) > offset + at ? '' : '-'))
  }

  /** Returns the raised number directly after the token at `index` (`2` of `I²`), else an empty string. */
  raised(index: number): string {
    const end = this.raisedEnds.get(index)
    const run = end === undefined ? '' : this.text.slice(this.end(index), end)
    return RAISED_NUMBER.test(run) ? run.normalize('NFKC') : ''
  }

  /** True if an exponent, or another raised run that does not number a sentence, directly follows the token. */
  hasExponent(index: number): boolean {
    return this.raisedEnds.has(index) && this.raised(index) === ''
  }

  /** Returns the end of a token, including the raised run directly after it. */
  raisedEnd(index: number): number {
    return this.raisedEnds.get(index) ?? this.end(index)
  }

  /** Returns the word at `index` in lower case; empty for other tokens, and for overlong words. */
  word(index: number): string {
    if (this.kind(index) !== TokenKind.Word || this.end(index) - this.start(index) > 32) return ''
    // Cache: several readers look at the same words.
    this.words[index] ??= this.value(index).toLowerCase()
    return this.words[index]
  }

  /** True if the token at `index` is this single character; `-` stands for any printed hyphen. */
  is(index: number, character: string): boolean {
    const [isOther, at] = [this.kind(index) === TokenKind.Other, this.start(index)]
    return isOther && (this.text[at] === character || (character === '-' && isPrintedHyphen(this.text, at)))
  }

  private endOf(at: number, kind: number, gap: number): number {
    if (kind === CharClass.Letter) {
      const isStuck = gap === Gap.None && this.kind(this.count - 1) === TokenKind.Number
      return (isStuck ? this.numeralEnd(at) : undefined) ?? this.wordEnd(at)
    }
    if (kind === CharClass.Digit) return this.numberEnd(at)
    return kind === CharClass.Section ? this.runEnd(at, kind) : at + 1
  }

  private runEnd(at: number, kind: number): number {
    let end = at
    while (end < this.text.length && classOf(this.text.charCodeAt(end)) === kind) end++
    return end
  }

  /** Returns the end of the numeral in `IBGB` after a number. */
  private numeralEnd(at: number): number | undefined {
    const letters = this.text.slice(at, at + LONGEST_NUMERAL_AND_CODE)
    const [, numeral] = NUMERAL_AND_CODE.exec(/^\p{L}*/u.exec(letters)?.[0] ?? '') ?? []
    return numeral === undefined ? undefined : at + numeral.length
  }

  /** Letters, and hyphens between them that are invisible or at the end of a line. */
  private wordEnd(at: number): number {
    let end = this.runEnd(at, CharClass.Letter)
    for (;;) {
      const next = this.afterHyphen(at, end)
      if (next === undefined) return end
      end = this.runEnd(next, CharClass.Letter)
    }
  }

  /** Returns the index at which a word continues after a hyphen at `end`. */
  private afterHyphen(start: number, end: number): number | undefined {
    const code = this.text.charCodeAt(end)
    const isSoft = classOf(code) === CharClass.SoftHyphen
    if (isSoft && classOf(this.text.charCodeAt(end + 1)) === CharClass.Letter) return end + 1
    if (!isSoft && code !== HYPHEN && code !== HYPHEN_SIGN) return undefined
    const line = this.spaceEnd(end + 1)
    if (this.text.charCodeAt(line) !== NEWLINE) return undefined
    const next = this.spaceEnd(line + 1)
    if (classOf(this.text.charCodeAt(next)) !== CharClass.Letter) return undefined
    const rest = this.text.slice(next, next + LONGEST_SUSPENDING)
    if (/^\p{Ll}/u.test(rest)) return SUSPENDING.test(rest) ? undefined : next
    const isShort = end - start <= LONGEST_PART && this.runEnd(next, CharClass.Letter) - next <= LONGEST_PART
    return isShort && /^\p{Lu}{2,}/u.test(rest) ? next : undefined
  }

  /** Returns the end of the white space at `at` on its line. */
  private spaceEnd(at: number): number {
    let end = at
    while (classOf(this.text.charCodeAt(end)) === CharClass.Space && this.text.charCodeAt(end) !== NEWLINE) end++
    return end
  }

  /** Digits with their letters, and further such groups after dots: `433`, `675aa`, `3.28a`, `1.1.2020`. */
  private numberEnd(at: number): number {
    let end = this.suffixEnd(this.runEnd(at, CharClass.Digit))
    while (this.text.charCodeAt(end) === DOT && classOf(this.text.charCodeAt(end + 1)) === CharClass.Digit) {
      end = this.suffixEnd(this.runEnd(end + 1, CharClass.Digit))
    }
    return end
  }

  /** Returns the end of a number's suffix: one or two letters, or a Latin numeral (`6bis`, `6ᵇⁱˢ`, `329gbis`). */
  private suffixEnd(at: number): number {
    if (classOf(this.text.charCodeAt(at)) === CharClass.Raised) {
      const [raised = ''] = RAISED_SUFFIX.exec(this.text.slice(at, at + 12)) ?? []
      return at + raised.length
    }
    let end = at
    while (end - at <= LONGEST_SUFFIX && classOf(this.text.charCodeAt(end)) === CharClass.Letter) end++
    const letters = this.text.slice(at, end)
    // `Abs.1S.2`: a sentence, not `1s`.
    if (letters === 'S' && this.text.charCodeAt(end) === DOT) return at
    if (NUMERAL.test(letters)) return at
    // `91aI1`, `91aIZPO`
    const rest = letters.slice(1)
    if (/^[a-z]/.test(letters) && (NUMERAL.test(rest) || NUMERAL_AND_CODE.test(rest))) return at + 1
    if (letters.length === 1) return end
    if (LATIN_SUFFIX.test(letters)) return this.isFollowedByNumber(end) ? at : end
    // `Art. 329gbis OR`
    if (/^[a-z]/.test(letters) && LATIN_SUFFIX.test(rest)) return this.isFollowedByNumber(end) ? at + 1 : end
    if (letters.length !== 2 || NOT_A_SUFFIX.has(letters)) return at
    return letters === letters.toLowerCase() || letters === letters.toUpperCase() ? end : at
  }

  /** `§§ 6bis 8`: a range whose first space is missing. */
  private isFollowedByNumber(at: number): boolean {
    const next = classOf(this.text.charCodeAt(this.spaceEnd(at)))
    return next === CharClass.Digit || next === CharClass.Section
  }
}
