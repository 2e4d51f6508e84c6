/** Words of names with all that is attached to them. */
import { HEADS, PARTS } from './keywords.ts'
import { readSeparator, romanNumber } from './read-values.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** A word with all that is attached to it: `Bundes-Immissionsschutzgesetzes`, `FreizügG/EU`. Tokens, `[first, next)`. */
export interface Chunk {
  first: number
  next: number
}

/** No word of a name has so many letters. */
const LONGEST_CHUNK = 300

/** The word or number at `index` with what is attached to it by hyphens and slashes, or not parted from it at all. */
export function readChunk(tokens: Tokens, index: number): Chunk | undefined {
  if (!isWordOrNumber(tokens, index)) return undefined
  let next = index + 1
  for (;;) {
    if (tokens.end(next - 1) - tokens.start(index) > LONGEST_CHUNK) return undefined
    const joint = tokens.is(next, '-') || tokens.is(next, '/') || tokens.is(next, '.') ? next + 1 : next
    const attached = tokens.gap(next) === Gap.None && (joint === next || tokens.gap(joint) === Gap.None)
    if (!attached || !isWordOrNumber(tokens, joint) || (tokens.is(next, '.') && !joinsDot(tokens, next))) break
    // `§ 839 BGB/Art. 34 GG`
    if (tokens.is(next, '/') && isKeyword(tokens, joint)) break
    next = joint + 1
  }
  const hyphen = tokens.is(next, '-') && tokens.gap(next) === Gap.None
  return { first: index, next: hyphen && readSeparator(tokens, next + 1)?.kind === 'and' ? next + 1 : next }
}

/** A dot joins an abbreviation that is written with dots: `B.G.B`, never a sentence to the next. */
function joinsDot(tokens: Tokens, dot: number): boolean {
  const single = (index: number) => tokens.end(index) - tokens.start(index) === 1
  return single(dot - 1) && single(dot + 1)
}

/** Where the chunk begins that ends in front of `index`. */
export function chunkBefore(tokens: Tokens, index: number): number | undefined {
  if (!isWordOrNumber(tokens, index - 1)) return undefined
  let first = index - 1
  for (;;) {
    if (tokens.end(index - 1) - tokens.start(first) > LONGEST_CHUNK) return undefined
    const joint = tokens.is(first - 1, '-') || tokens.is(first - 1, '/') ? first - 1 : first
    const attached = tokens.gap(first) === Gap.None && (joint === first || tokens.gap(joint) === Gap.None)
    if (!attached || !isWordOrNumber(tokens, joint - 1)) return first
    first = joint - 1
  }
}

function isWordOrNumber(tokens: Tokens, index: number): boolean {
  return tokens.kind(index) === TokenKind.Word || tokens.kind(index) === TokenKind.Number
}

/** `Abs. 1`, `Art. 5`: the words of designations are not those of names. */
export function isKeyword(tokens: Tokens, index: number): boolean {
  const word = tokens.word(index)
  if (!HEADS.has(word) && !PARTS.has(word)) return false
  const next = tokens.is(index + 1, '.') ? index + 2 : index + 1
  return tokens.kind(next) === TokenKind.Number || romanNumber(tokens.value(next)) !== undefined
}
