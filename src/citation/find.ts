/** Finds designations of norms in running text, with where the name of their law may stand. */
import type { Qualifier } from './designation.ts'
import { looksLikeLaw } from './law-like.ts'
import { type NameCandidate, namesAfter, namesBefore } from './law-mentions.ts'
import { isPrivate, isReporterKey } from './no-citation.ts'
import type { NormKind, PathElement, SubdivisionKind } from './norm-path.ts'
import { type QueryItem, readQueryLine } from './query-line.ts'
import { BARE_KINDS } from './read-designation.ts'
import { readHead } from './read-head.ts'
import { type ReadNorm, readNorms } from './read-norms.ts'
import { readSeparator } from './read-values.ts'
import { splitSteps } from './steps.ts'
import { Gap, TokenKind, Tokens } from './tokens.ts'
import { isUnionAct } from './union-act.ts'

/** One norm that a designation names. Positions are UTF-16 code units, `[start, end)`. */
export interface FoundNorm {
  /** Readings, the likeliest first; several only for a bare number. */
  readings: PathElement<NormKind>[][]
  /** The last number of a range: `6` in `§§ 3 bis 6`, and where it stands. */
  to?: string
  toStart?: number
  following?: 'f' | 'ff'
  subdivision: PathElement<SubdivisionKind>[]
  /** The last value where the innermost subdivision is a range: `4` in `Abs. 2 bis 4`. */
  subdivisionTo?: string
  qualifiers: Qualifier[]
  /** The words of this norm; norms that share theirs (`§ 5 Abs. 1 und 2`) have the same. */
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
  /** The word beside it that looks like the abbreviation of a law; of an unknown one where no candidate is known. */
  abbreviation?: NameCandidate
  /** Whether the designation behind it names the law for both: `§ 5 i. V. m. § 7 UWG`. */
  linkedToNext: boolean
  /**
   * A citation only if a candidate is the name of a law: a bare number beside a name (`bgb 433`), an annex, which may
   * belong to anything (`Anlage 2`), a part of a contract or of articles of association (`§ 3 des Mietvertrages`).
   */
  weak: boolean
}

/** Finds all designations, in the order of the text. Linear in its length. */
export function findDesignations(text: string, tokens = new Tokens(text)): FoundDesignation[] {
  const found: FoundDesignation[] = []
  let previous: { first: number; next: number } | undefined
  for (let index = 0; index < tokens.count; ) {
    const read = mayBegin(tokens, index) ? readNorms(tokens, index) : undefined
    if (read !== undefined && isReporterKey(tokens, index)) {
      index = read.next
      continue
    }
    if (read !== undefined) {
      const designation = describe(tokens, index, read)
      if (previous !== undefined && found.length > 0) {
        link(tokens, found.at(-1) as FoundDesignation, previous, designation, index)
      }
      found.push(designation)
      previous = { first: index, next: read.next }
      index = read.next
      continue
    }
    const line = tokens.gap(index) >= Gap.Line ? readQueryLine(tokens, index) : undefined
    if (line !== undefined) {
      found.push(...line.map((item) => describeItem(tokens, item)))
      previous = undefined
    }
    index = line?.at(-1)?.end ?? index + 1
  }
  return found
}

/** A head begins a designation with its capital letter, or at the beginning of a line. */
function mayBegin(tokens: Tokens, index: number): boolean {
  if (tokens.kind(index) === TokenKind.Section) return true
  if (readHead(tokens, index) === undefined) return false
  const capital = tokens.value(index).charAt(0) !== tokens.word(index).charAt(0)
  return capital ? !isSort(tokens, index) : tokens.gap(index) >= Gap.Line || tokens.is(index + 1, '.')
}

const SORTS = /^(?:dieser?|jeder?|aller|solcher?|einer?|keiner?|welcher?|seiner?|ihrer?|mancher|irgendeiner?)$/

/** `eine Art`, `dieser Art`: the noun, not the article. */
function isSort(tokens: Tokens, index: number): boolean {
  return tokens.word(index) === 'art' && SORTS.test(tokens.word(index - 1))
}

function describe(
  tokens: Tokens,
  first: number,
  { norms, next }: { norms: ReadNorm[]; next: number },
): FoundDesignation {
  const after = namesAfter(tokens, next)
  const before = namesBefore(tokens, first)
  const abbreviation = after.find(isAbbreviation) ?? before.find(isAbbreviation)
  return {
    norms: norms.map((norm) => foundNorm(tokens, norm)),
    start: tokens.start(first),
    end: tokens.end(next - 1),
    namesAfter: after,
    namesBefore: before,
    ...(abbreviation && { abbreviation }),
    linkedToNext: false,
    weak: norms[0]?.elements[0]?.kind === 'annex' || isPrivate(tokens, next),
  }
}

/** `FooV`, `1. FooV`, `SGB XV`, `Verordnung (EU) 2016/679` */
function isAbbreviation({ text }: NameCandidate): boolean {
  const word = text.replace(/^(?:\d{1,3}|[IVX]+)\.\s*/, '').replace(/\s(?:\d{1,4}|[IVX]+)$/, '')
  return looksLikeLaw(word) || isUnionAct(text)
}

/**
 * Settles what two designations in a row share: words between them that may be a name are the later one's if the
 * earlier has its name in front (`ZPO § 319 HGB § 6`), else the earlier one's. A conjunction alone links them, and
 * `zu` links an annex with what it belongs to.
 */
function link(
  tokens: Tokens,
  earlier: FoundDesignation,
  place: { first: number; next: number },
  later: FoundDesignation,
  index: number,
): void {
  const shared = later.namesBefore.find((name) => name.start >= earlier.end)
  if (shared !== undefined && earlier.namesAfter.some((name) => name.end > shared.start)) {
    if (earlier.namesBefore.length > 0) forget(earlier, 'namesAfter')
    else forget(later, 'namesBefore')
  }
  const separator = readSeparator(tokens, place.next)
  const listed = separator?.next === index && separator.kind !== 'to' && headOf(earlier) === headOf(later)
  earlier.linkedToNext =
    listed || (headOf(earlier) === 'annex' && tokens.word(index - 1) === 'zu' && place.next === index - 1)
}

const headOf = ({ norms }: FoundDesignation) => norms[0]?.readings[0]?.[0]?.kind

function forget(designation: FoundDesignation, names: 'namesAfter' | 'namesBefore'): void {
  designation[names] = []
  const abbreviation = [...designation.namesAfter, ...designation.namesBefore].find(isAbbreviation)
  if (abbreviation === undefined) delete designation.abbreviation
  else designation.abbreviation = abbreviation
}

function foundNorm(tokens: Tokens, { elements, to, following, steps, stepsTo, first, next }: ReadNorm): FoundNorm {
  const split = splitSteps(steps)
  return {
    readings: [elements],
    ...(to && { to: to.value, toStart: tokens.start(to.at) }),
    ...(following && { following }),
    ...split,
    ...(stepsTo !== undefined && split.qualifiers.length === 0 && { subdivisionTo: stepsTo }),
    start: tokens.start(first),
    end: tokens.end(next - 1),
  }
}

/** A bare number and a name: weak, and the number may be of any kind. */
function describeItem(tokens: Tokens, { norms, name, first, next }: QueryItem): FoundDesignation {
  const start = tokens.start(first)
  return {
    norms: norms.map((norm) => {
      const found = foundNorm(tokens, norm)
      const value = found.readings[0]?.[0]?.value ?? ''
      return { ...found, readings: BARE_KINDS.map((kind) => [{ kind, value }]) }
    }),
    start,
    end: tokens.end(next - 1),
    namesAfter: name.start > start ? [name] : [],
    namesBefore: name.start > start ? [] : [name],
    linkedToNext: false,
    weak: true,
  }
}
