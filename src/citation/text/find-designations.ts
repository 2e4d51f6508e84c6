/** Finds designations of norms in running text, with the candidates for the name of their law. */
import { splitSteps } from '../designation.ts'
import { BARE_KINDS } from '../grammar/read-designation.ts'
import { type NormHead, readHead } from '../grammar/read-head.ts'
import type { ReadNorm } from '../grammar/read-norm.ts'
import { allSteps, type ReadNorms, readFurtherNorms, readNormsInSteps } from '../grammar/read-norms.ts'
import { readSeparator, skipApplied } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, Tokens } from '../grammar/tokens.ts'
import { type NameCandidate, readArticleLaw, readSectionName } from '../laws/chunks.ts'
import { endsLikeAbbreviation, looksLikeAbbreviation } from '../laws/law-form.ts'
import { abbreviationAmong, readFullName } from '../laws/unknown-law.ts'
import type { NormKind } from '../norm-path.ts'
import { link } from './coordination.ts'
import { withPartsAfter, withPartsAfterLowerCase, withPartsBefore } from './detached-parts.ts'
import type { FoundDesignation, FoundNorm } from './found-designation.ts'
import { actBeforeComma, lawOfCommentary, namesAfter, namesAfterRemark, namesBefore } from './name-candidates.ts'
import { isFiled, isInCommentary, skipNote } from './non-citations.ts'
import { isPrivate } from './private-rules.ts'
import { type QueryItem, readQueryLine } from './query-line.ts'
import { type ReadSchedule, readSchedule } from './read-schedule.ts'

export type { FoundDesignation, FoundNorm } from './found-designation.ts'

/**
 * Finds all designations, in the order of the text. Linear in its length.
 * @param typed true if the text may be a typed query (`bgb 433`), not only prose
 */
export function findDesignations(text: string, tokens = new Tokens(text), typed = true): FoundDesignation[] {
  return allSteps(findInSteps(tokens, typed))
}

/** Tokens without a designation that are read in one step. */
const TOKENS_PER_STEP = 64

/**
 * Finds as {@link findDesignations} does, in steps of much less than a millisecond, between which the caller may pause.
 * @yields how many tokens are read, at some of the steps
 */
export function* findInSteps(tokens: Tokens, typed = true): Generator<number | undefined, FoundDesignation[]> {
  const found: FoundDesignation[] = []
  let previous: { first: number; next: number } | undefined
  let stepEnd = TOKENS_PER_STEP
  for (let index = 0; index < tokens.count; ) {
    if (index >= stepEnd) {
      stepEnd = index + TOKENS_PER_STEP
      yield index
    }
    const read = mayBegin(tokens, index) ? yield* readNormsInSteps(tokens, index) : undefined
    if (read !== undefined && isFiled(tokens, index)) {
      index = read.next
      continue
    }
    if (read !== undefined) {
      yield
      const norms = withPartsBefore(tokens, index, previous?.next ?? 0, read.norms)
      const designation = describe(tokens, index, { ...read, norms })
      const earlier = found.at(-1)
      if (previous !== undefined && earlier !== undefined) {
        const first = norms === read.norms ? index : norms[0]?.first
        link(tokens, earlier, previous, designation, first ?? index)
      }
      found.push(designation)
      previous = { first: index, next: read.next }
      index = read.next
      for (const further of readFurther(tokens, index, designation)) {
        yield
        if (further === undefined) continue
        found.push(further.designation)
        previous = { first: further.first, next: further.next }
        index = further.next
      }
      continue
    }
    const schedule = readSchedule(tokens, index)
    if (schedule !== undefined) {
      found.push(describeSchedule(tokens, schedule))
      previous = undefined
      index = schedule.end
      continue
    }
    const line = typed && tokens.gap(index) >= Gap.Line ? readQueryLine(tokens, index) : undefined
    if (line !== undefined) {
      found.push(...line.map((item) => describeItem(tokens, item)))
      previous = undefined
    }
    index = line?.at(-1)?.end ?? index + 1
  }
  return found
}

/** Norms of another law than those before them. Positions are tokens. */
interface FurtherNorms {
  designation: FoundDesignation
  first: number
  next: number
}

/**
 * Reads further norms of other laws after the law of the first: `§§ 823 Abs. 2 BGB, 263 StGB`, `Art. 6 GG; 8 EMRK`.
 * After a single section (`§ 280 BGB, 128 HGB`) they are weak: any number may follow (`§ 13 GmbHG und 3 GmbHs`).
 */
function* readFurther(tokens: Tokens, index: number, first: FoundDesignation): Generator<FurtherNorms | undefined> {
  const head = readHead(tokens, tokens.at(first.start))
  if (head === undefined) return
  let end = index
  let law = first.namesBefore.length > 0 ? undefined : first.abbreviation
  while (law !== undefined && law.start >= tokens.end(end - 1)) {
    const next = continuationAfterLaw(tokens, tokens.at(law.end), head)
    const read = next === undefined ? undefined : yield* readFurtherNorms(tokens, next.index, head)
    if (next === undefined || read === undefined) break
    const designation = describe(tokens, next.index, read)
    law = designation.abbreviation
    // `2 AZR 123/05`, `4 C 12.03`: the file number of a case.
    if (law === undefined || law.start < designation.end || isFileNumber(tokens, tokens.at(law.end))) break
    if (next.weak && !endsLikeAbbreviation(law.text)) break
    if (next.weak) designation.weak = true
    end = read.next
    yield { designation, first: next.index, next: end }
  }
}

/** Returns where norms continue after a law; `weak` unless a list was announced, or `i. V. m.` follows. */
function continuationAfterLaw(
  tokens: Tokens,
  index: number,
  { kind, plural }: NormHead,
): { index: number; weak: boolean } | undefined {
  const weak = !plural && kind !== 'art'
  const at = skipApplied(tokens, index)
  if (tokens.is(at, ';')) return { index: at + 1, weak }
  const separator = readSeparator(tokens, at)
  if (separator === undefined || separator.kind === 'to') return undefined
  return { index: separator.next, weak: weak && separator.kind !== 'with' }
}

function isFileNumber(tokens: Tokens, index: number): boolean {
  return tokens.kind(index) === TokenKind.Number && (tokens.is(index + 1, '/') || tokens.value(index).includes('.'))
}

/** True if a designation may begin here: a head has a capital, or begins its line. */
function mayBegin(tokens: Tokens, index: number): boolean {
  if (tokens.kind(index) === TokenKind.Section) return readSectionName(tokens, index) === undefined
  // Most words end here: `Artikel`, `Anlage`, `Erwägungsgrund`, `Paragraph` begin so.
  if (tokens.kind(index) !== TokenKind.Word || !/[AaEePp]/.test(tokens.text.charAt(tokens.start(index)))) return false
  if (readHead(tokens, index) === undefined || readArticleLaw(tokens, index) !== undefined) return false
  const capital = tokens.value(index).charAt(0) !== tokens.word(index).charAt(0)
  return capital ? !isNounArt(tokens, index) : tokens.gap(index) >= Gap.Line || tokens.is(index + 1, '.')
}

const DETERMINERS = /^(?:dieser?|jeder?|aller|solcher?|einer?|keiner?|welcher?|seiner?|ihrer?|mancher|irgendeiner?)$/

/** True for the noun `Art` (`eine Art`, `dieser Art`), which is not an article. */
function isNounArt(tokens: Tokens, index: number): boolean {
  return tokens.word(index) === 'art' && DETERMINERS.test(tokens.word(index - 1))
}

function describe(tokens: Tokens, first: number, read: ReadNorms): FoundDesignation {
  const { next } = read
  const note = skipNote(tokens, next)
  const isNoted = note > next
  // The heading of the next paragraph is no name.
  const { norms, names } = withPartsAfter(
    tokens,
    read.norms,
    tokens.gap(note) < Gap.Paragraph ? namesAfter(tokens, note) : [],
  )
  const after = names.length > 0 ? names : namesAfterRemark(tokens, note)
  const directly = namesBefore(tokens, first)
  const isBare = directly.length + after.length === 0 && norms[0]?.elements[0]?.kind !== 'par'
  const before = isBare ? actBeforeComma(tokens, first) : directly
  const commentaryOn = isNoted && after.length + before.length === 0 ? lawOfCommentary(tokens, first) : []
  const kind = norms[0]?.elements[0]?.kind
  const ofParties = isPrivate(tokens, next)
  const abbreviation = ofParties ? undefined : unknownLaw(tokens, note, kind, after, before)
  const inLowerCase =
    after.length === 0 && !abbreviation ? withPartsAfterLowerCase(tokens, read.norms, note) : undefined
  return {
    norms: norms.map((norm) => foundNorm(tokens, norm)),
    start: tokens.start(Math.min(first, norms[0]?.first ?? first)),
    end: endOf(tokens, norms, next),
    namesAfter: after,
    namesBefore: before,
    ...(commentaryOn.length > 0 && { commentaryOn }),
    ...(abbreviation && { abbreviation }),
    ...(inLowerCase && {
      ifLaw: { norms: inLowerCase.norms.map((norm) => foundNorm(tokens, norm)), namesAfter: inLowerCase.names },
    }),
    linkedToNext: false,
    weak: kind === 'annex' || kind === 'preamble' || ofParties || isNoted || isInCommentary(tokens, first),
  }
}

/** Returns the name of the law for the case that none of the candidates is known. */
function unknownLaw(
  tokens: Tokens,
  next: number,
  kind: NormKind | undefined,
  after: readonly NameCandidate[],
  before: readonly NameCandidate[],
): NameCandidate | undefined {
  const articles = kind === 'art'
  const short = abbreviationAmong(after, articles)
  if (short !== undefined && looksLikeAbbreviation(short.text)) return short
  return longer(short, readFullName(tokens, next)) ?? abbreviationAmong(before, articles)
}

const longer = (a: NameCandidate | undefined, b: NameCandidate | undefined) => (b && (!a || b.end > a.end) ? b : a)

function foundNorm(tokens: Tokens, norm: ReadNorm): FoundNorm {
  const { elements, to, following, orFollowing, steps, stepsTo, stepsFollowing, orLetter, first, next, otherwise } =
    norm
  return {
    readings: [elements],
    ...(to && { to: to.value, toStart: tokens.start(to.at) }),
    ...(following && { following }),
    ...(orFollowing && { orFollowing }),
    ...splitSteps(steps, stepsTo, stepsFollowing, orLetter),
    start: tokens.start(first),
    end: endOf(tokens, [norm], next),
    ...(otherwise && { otherwise: otherwise.map((each) => foundNorm(tokens, each)) }),
  }
}

/** Returns where norms end, including the raised number of a sentence (`§ 5 I²`). */
function endOf(tokens: Tokens, norms: readonly ReadNorm[], next: number): number {
  const last = norms.at(-1)?.steps.at(-1)
  const isRaised = last?.kind === 'satz' && tokens.raised(next - 1) === last.value
  return isRaised ? tokens.raisedEnd(next - 1) : tokens.end(next - 1)
}

/** `Nr. 7000 VV RVG` */
function describeSchedule(tokens: Tokens, { norms, name, first, next }: ReadSchedule): FoundDesignation {
  const found = norms.map((norm) => foundNorm(tokens, norm))
  return { ...describeBeside(tokens, name, first, next), norms: found, abbreviation: name, weak: false }
}

/** A bare number and a name. The number may be of any kind. */
function describeItem(tokens: Tokens, { norms, name, first, next }: QueryItem): FoundDesignation {
  const found = norms.map((norm) => {
    const value = norm.elements[0]?.value ?? ''
    return { ...foundNorm(tokens, norm), readings: BARE_KINDS.map((kind) => [{ kind, value }]) }
  })
  return { ...describeBeside(tokens, name, first, next), norms: found, weak: true }
}

function describeBeside(tokens: Tokens, name: NameCandidate, first: number, next: number) {
  const [start, end] = [tokens.start(first), tokens.end(next - 1)]
  const isAfter = name.start > start
  return { start, end, namesAfter: isAfter ? [name] : [], namesBefore: isAfter ? [] : [name], linkedToNext: false }
}
