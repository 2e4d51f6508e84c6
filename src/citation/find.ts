/** Finds designations of norms in running text, with where the name of their law may stand. */
import type { Qualifier } from './designation.ts'
import { looksLikeAbbreviation, type NameCandidate, namesAfter, namesBefore } from './law-mentions.ts'
import type { NormKind, PathElement, SubdivisionKind } from './norm-path.ts'
import { type ReadNorm, readHead, readNorms } from './read-norms.ts'
import { readSeparator } from './read-values.ts'
import { splitSteps } from './steps.ts'
import { TokenKind, Tokens } from './tokens.ts'

/** One norm that a designation names. Positions are UTF-16 code units, `[start, end)`. */
export interface FoundNorm {
  /** Readings, the likeliest first; several only for a bare number. */
  readings: PathElement<NormKind>[][]
  /** The last number of a range: `6` in `§§ 3 bis 6`. */
  to?: string
  following?: 'f' | 'ff'
  subdivision: PathElement<SubdivisionKind>[]
  qualifiers: Qualifier[]
  start: number
  end: number
}

export interface FoundDesignation {
  norms: FoundNorm[]
  start: number
  end: number
  /** What may be the name of the law: behind it, longest first, then in front of it. */
  namesAfter: NameCandidate[]
  namesBefore: NameCandidate[]
  /** The word behind it that looks like the abbreviation of a law; of an unknown one where no candidate is known. */
  abbreviation?: NameCandidate
  /** Whether the designation behind it names the law for both: `§ 5 i. V. m. § 7 UWG`. */
  linkedToNext: boolean
  /** A bare number beside a name (`bgb 433`): a citation only if a candidate is the name of a law. */
  weak: boolean
}

/** Finds all designations, in the order of the text. Linear in its length. */
export function findDesignations(text: string): FoundDesignation[] {
  const tokens = new Tokens(text)
  const found: FoundDesignation[] = []
  for (let index = 0; index < tokens.count; ) {
    const read = mayBegin(tokens, index) ? readNorms(tokens, index) : undefined
    if (read === undefined) {
      index++
      continue
    }
    found.push(describe(tokens, index, read.next, read.norms, false))
    index = read.next
  }
  const weak = found.length === 0 ? readWeak(tokens) : undefined
  return weak === undefined ? found : [weak]
}

/** A head begins a designation with its capital letter, or where the text begins. */
function mayBegin(tokens: Tokens, index: number): boolean {
  if (tokens.kind(index) === TokenKind.Section) return true
  if (readHead(tokens, index) === undefined) return false
  const capital = tokens.value(index).charAt(0) !== tokens.word(index).charAt(0)
  return capital || index === 0
}

function describe(tokens: Tokens, first: number, next: number, norms: ReadNorm[], weak: boolean): FoundDesignation {
  const after = namesAfter(tokens, next)
  const own = after.find(({ text }) => looksLikeAbbreviation(text))
  const separator = readSeparator(tokens, next)
  return {
    norms: norms.map((norm) => foundNorm(tokens, norm)),
    start: tokens.start(first),
    end: tokens.end(next - 1),
    namesAfter: after,
    namesBefore: namesBefore(tokens, first),
    ...(own && { abbreviation: own }),
    linkedToNext: separator !== undefined && readHead(tokens, separator.next) !== undefined,
    weak,
  }
}

function foundNorm(tokens: Tokens, { elements, to, following, steps, first, next }: ReadNorm): FoundNorm {
  return {
    readings: [elements],
    ...(to !== undefined && { to }),
    ...(following && { following }),
    ...splitSteps(steps),
    start: tokens.start(first),
    end: tokens.end(next - 1),
  }
}

/** A whole text that is a name and a number: `bgb 433`, `433 bgb`. */
function readWeak(tokens: Tokens): FoundDesignation | undefined {
  if (tokens.count < 2 || tokens.count > 12) return undefined
  for (const index of [0, ...Array.from({ length: tokens.count - 1 }, (_, at) => at + 1)]) {
    if (tokens.kind(index) !== TokenKind.Number) continue
    const read = readBare(tokens, index)
    if (read === undefined || (index > 0 && read.next !== tokens.count)) continue
    const designation = describe(tokens, index, read.next, [read], true)
    const [norm] = designation.norms
    if (norm === undefined) continue
    const value = norm.readings[0]?.[0]?.value ?? ''
    norm.readings = (['par', 'art'] as const).map((kind) => [{ kind, value }])
    return designation
  }
  return undefined
}

function readBare(tokens: Tokens, index: number): ReadNorm | undefined {
  const prefixed = new Tokens(`§ ${tokens.text.slice(tokens.start(index))}`)
  const norm = readNorms(prefixed, 0)?.norms[0]
  return norm && { ...norm, first: index, next: index + norm.next - 1 }
}
