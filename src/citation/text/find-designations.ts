/** Finds designations of norms in running text, with the candidates for the name of their law. */
import { splitSteps } from '../designation.ts'
import { BARE_KINDS } from '../grammar/read-designation.ts'
import { type NormHead, readHead } from '../grammar/read-head.ts'
import { type ReadNorm, type ReadNorms, readBareNorm, readFurtherNorms, readNorms } from '../grammar/read-norms.ts'
import { readParts } from '../grammar/read-parts.ts'
import { readSeparator, type Separator, skipApplied } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, Tokens } from '../grammar/tokens.ts'
import { type NameCandidate, readArticleLaw, readSectionName } from '../laws/chunks.ts'
import { ARTICLES, endsLikeAbbreviation, looksLikeAbbreviation, looksLikeLaw } from '../laws/law-form.ts'
import { abbreviationAmong, readFullName } from '../laws/unknown-law.ts'
import type { NormKind } from '../norm-path.ts'
import { withPartsAfter, withPartsAfterLowerCase, withPartsBefore } from './detached-parts.ts'
import type { FoundDesignation, FoundNorm } from './found-designation.ts'
import {
  actBeforeComma,
  lawOfCommentary,
  nameFrom,
  namesAfter,
  namesAfterRemark,
  namesBefore,
} from './name-candidates.ts'
import { isFiled, isInCommentary, isPrivate, isPrivateNoun, skipNote } from './non-citations.ts'
import { type ReadSchedule, readSchedule } from './read-schedule.ts'

export type { FoundDesignation, FoundNorm } from './found-designation.ts'

/**
 * Finds all designations, in the order of the text. Linear in its length.
 * @param typed true if the text may be a typed query (`bgb 433`), not only prose
 */
export function findDesignations(text: string, tokens = new Tokens(text), typed = true): FoundDesignation[] {
  const found: FoundDesignation[] = []
  let previous: { first: number; next: number } | undefined
  for (let index = 0; index < tokens.count; ) {
    const read = mayBegin(tokens, index) ? readNorms(tokens, index) : undefined
    if (read !== undefined && isFiled(tokens, index)) {
      index = read.next
      continue
    }
    if (read !== undefined) {
      const norms = withPartsBefore(tokens, index, previous?.next ?? 0, read.norms)
      const designation = describe(tokens, index, { ...read, norms })
      const earlier = found.at(-1)
      if (previous !== undefined && earlier !== undefined) {
        const first = norms === read.norms ? index : norms[0]?.first
        link(tokens, earlier, previous, designation, first ?? index, found.at(-2)?.linkedToNext)
        // `Anhang zu § 3`, without a row.
        if (isAnnexAlone(tokens.text, earlier)) found.pop()
      }
      found.push(designation)
      previous = { first: index, next: read.next }
      index = read.next
      for (const further of readFurther(tokens, index, designation)) {
        found.push(further.designation)
        previous = { first: further.first, next: further.next }
        index = further.next
      }
      continue
    }
    const schedule = readSchedule(tokens, index)
    if (schedule !== undefined) {
      const designation = describeSchedule(tokens, schedule)
      const earlier = found.at(-1)
      if (previous !== undefined && earlier !== undefined)
        link(tokens, earlier, previous, designation, schedule.first, false)
      found.push(designation)
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

/** Norms of another law than the preceding ones. Positions are tokens. */
interface FurtherNorms {
  designation: FoundDesignation
  first: number
  next: number
}

/**
 * Reads further norms of other laws after the law of the first: `§§ 823 Abs. 2 BGB, 263 StGB`, `Art. 6 GG; 8 EMRK`. After a
 * single section (`§ 280 BGB, 128 HGB`) they are weak: any number may follow (`§ 13 GmbHG und 3 GmbHs`).
 */
function readFurther(tokens: Tokens, index: number, first: FoundDesignation): FurtherNorms[] {
  const head = readHead(tokens, tokens.at(first.start))
  const found: FurtherNorms[] = []
  if (head === undefined) return found
  let end = index
  let law = first.namesBefore.length > 0 ? undefined : first.abbreviation
  while (law !== undefined && law.start >= tokens.end(end - 1)) {
    const next = continuationAfterLaw(tokens, tokens.at(law.end), head)
    const read = next === undefined ? undefined : readFurtherNorms(tokens, next.index, head)
    if (next === undefined || read === undefined) break
    const designation = describe(tokens, next.index, read)
    law = designation.abbreviation
    // `2 AZR 123/05`, `4 C 12.03`: the file number of a case.
    if (law === undefined || law.start < designation.end || isFileNumber(tokens, tokens.at(law.end))) break
    if (next.weak && !endsLikeAbbreviation(law.text)) break
    if (next.weak) designation.weak = true
    end = read.next
    found.push({ designation, first: next.index, next: end })
  }
  return found
}

/** Returns the place where norms continue after a law; `weak` unless a list was announced, or `i. V. m.` follows. */
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
  // Fast path for most words: only `Artikel`, `Anlage`, `Erwägungsgrund`, `Paragraph` begin so.
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
  // The heading of the next paragraph is not a name.
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
    namesAfter: exactly(after),
    namesBefore: exactly(before),
    ...(commentaryOn.length > 0 && { commentaryOn }),
    ...(abbreviation && { abbreviation }),
    ...(inLowerCase && {
      ifLaw: { norms: inLowerCase.norms.map((norm) => foundNorm(tokens, norm)), namesAfter: inLowerCase.names },
    }),
    linkedToNext: false,
    weak: kind === 'annex' || kind === 'preamble' || ofParties || isNoted || isInCommentary(tokens, first),
  }
}

/** Returns the name of the law if none of the candidates is known. */
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

/** Copies values into an array without spare capacity: after one push an array has room for 16, and a long text has half a million arrays. */
const exactly = <Value>(values: readonly Value[]): Value[] => values.slice()

function foundNorm(tokens: Tokens, norm: ReadNorm): FoundNorm {
  const { elements, to, following, orFollowing, steps, stepsTo, stepsFollowing, orLetter, first, next, otherwise } =
    norm
  return {
    readings: [exactly(elements)],
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

/** A bare number, of any kind, and a name. */
function describeItem(tokens: Tokens, { norms, name, first, next }: ReadSchedule): FoundDesignation {
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

/**
 * Settles the words that two consecutive designations share: words between them that may be a name are the later one's if the
 * earlier has its name in front (`ZPO § 319 HGB § 6`), else the earlier one's. A conjunction alone links them, and `zu` links
 * an annex with its owner.
 * @param isLinked true if the earlier one is linked with one before it: `§ 41 i. V. m. Anlage 2, § 49 StVO`
 */
function link(
  tokens: Tokens,
  earlier: FoundDesignation,
  span: { first: number; next: number },
  later: FoundDesignation,
  index: number,
  isLinked = false,
): void {
  const shared = later.namesBefore.find((name) => name.start >= earlier.end)
  if (shared !== undefined && earlier.namesAfter.some((name) => name.end > shared.start)) {
    if (earlier.namesBefore.length > 0) dropNames(earlier, 'namesAfter')
    else dropNames(later, 'namesBefore')
  }
  const commentary = later.commentaryOn?.[0]
  if (commentary !== undefined && earlier.namesAfter.some((name) => name.end > commentary.start)) {
    delete later.commentaryOn
  }
  const end = skipApplied(tokens, span.next)
  const separator = readSeparator(tokens, end)
  const begins = separator?.kind === 'with' && ARTICLES.has(tokens.word(separator.next)) ? index - 1 : index
  // `Art. 6 und Erwägungsgrund 47 DSGVO`
  const isBesideArticle = headOf(earlier) === 'art' && /^(?:recital|annex)$/.test(headOf(later) ?? '')
  const isWithAnnex = separator?.kind === 'with' && headOf(later) === 'annex'
  const isAfterAnnex = isLinked && headOf(earlier) === 'annex'
  const alike = headOf(earlier) === headOf(later) || isBesideArticle || isWithAnnex || isAfterAnnex
  const listed = separator?.next === begins && separator.kind !== 'to' && alike
  const owner = /^de[nm]$/.test(tokens.word(index - 1)) ? index - 2 : index - 1
  const owned = headOf(earlier) === 'annex' && tokens.word(owner) === 'zu' && span.next === owner
  const isLoose = !listed && headOf(earlier) === headOf(later) && isCoordinated(tokens, span.first, end, index)
  earlier.linkedToNext = listed || owned || isLoose
  if (isLoose && !owned) earlier.linkedLoosely = true
  if (owned && headOf(later) === 'par') giveRows(tokens, earlier, later)
  if (headOf(later) !== 'annex') return
  // `§§ 41 i. V. m. Anlage 2, 49 StVO`
  if (isWithAnnex) later.norms = later.norms.map((norm, place) => (place === 0 ? norm : asSection(norm)))
  const isJoined = ({ end }: NameCandidate) => readSeparator(tokens, tokens.at(end))?.kind === 'with'
  const law = later.abbreviation || !later.norms[0]?.subdivision.length ? undefined : earlier.namesAfter.find(isJoined)
  const { end: last } = later
  if (law !== undefined && readSeparator(tokens, tokens.at(law.end))?.next === index)
    later.namesAfter = [{ text: law.text, start: last, end: last }]
}

/** Gives an annex the row named after its section, unless the section has such a number: `Anhang zu § 3 Nr. 11 UWG`. */
function giveRows(tokens: Tokens, annex: FoundDesignation, owner: FoundDesignation): void {
  const [own] = annex.norms
  const last = owner.norms.at(-1)
  if (own === undefined || last === undefined || own.subdivision.length > 0) return
  const place = last.subdivision.findIndex(({ kind }) => kind === 'nr')
  if (place >= 0) {
    annex.norms = [
      { ...own, subdivision: last.subdivision.slice(place), qualifiers: last.qualifiers, otherwise: [last] },
    ]
    const section = { ...last, subdivision: last.subdivision.slice(0, place), qualifiers: [] }
    owner.norms = owner.norms.with(-1, { ...last, otherwise: [section] })
    return
  }
  // `Anl. 2 zu § 41 StVO, lfd. Nr. 7`
  const law = owner.namesAfter.find(({ text }) => looksLikeAbbreviation(text))
  const at = law && tokens.at(law.end)
  if (at === undefined || !tokens.is(at, ',')) return
  const rows = readParts(tokens, at + 1, { annex: true, isNorm: () => false }).value
  annex.norms = rows.map(({ steps }) => ({ ...own, ...splitSteps(steps) }))
}

const isAnnexAlone = (text: string, { norms: [norm], start, end }: FoundDesignation) =>
  norm?.readings[0]?.[0]?.kind === 'annex' &&
  norm.subdivision.length === 0 &&
  /^\p{L}+\.?$/u.test(text.slice(start, end))

const asSection = (annex: FoundNorm): FoundNorm => ({
  ...annex,
  readings: annex.readings.map((elements) => elements.map(({ value }) => ({ kind: 'par', value }))),
  otherwise: [annex],
})

const headOf = ({ norms }: FoundDesignation) => norms[0]?.readings[0]?.[0]?.kind

function dropNames(designation: FoundDesignation, names: 'namesAfter' | 'namesBefore'): void {
  designation[names] = []
  const articles = headOf(designation) === 'art'
  const abbreviation = abbreviationAmong([...designation.namesAfter, ...designation.namesBefore], articles)
  if (abbreviation === undefined) delete designation.abbreviation
  else designation.abbreviation = abbreviation
}

/** Reads the separator at `index`; a semicolon separates designations, too. */
function readConjunction(tokens: Tokens, index: number): Separator | undefined {
  if (tokens.is(index, ';')) return { kind: 'comma', next: index + 1 }
  return tokens.word(index) === 'noch' ? { kind: 'and', next: index + 1 } : readSeparator(tokens, index)
}

/** Function words before the second: `und gemäß § 5`, `noch gegen Art. 3`, `sowie insbesondere des § 7`. */
const FUNCTION_WORDS = new Set(
  (
    'an auch auf aufgrund aus bei das dem den der des die durch entsprechend etwa ferner für gegen gem gemäß hinsichtlich im in ' +
    'insb insbesondere jeweils mit nach namentlich nicht nur sinne unter vom von vor wegen wie zu zum zur'
  ).split(' '),
)
const MOST_FUNCTION_WORDS = 6
/** Maximum number of tokens between two designations after the same word: `des § 30 (Laufbahn) und des § 34`. */
const LONGEST_BETWEEN = 16

/**
 * True if a conjunction joins the designation that begins at `first` and ends before `end` with the one at `later`: with
 * function words after it (`weder gegen § 5 noch gegen § 7`), or with any words before it if the same function word leads to
 * both (`des § 30 über die Ernennung und des § 34`).
 */
function isCoordinated(tokens: Tokens, first: number, end: number, later: number): boolean {
  if (later - end > LONGEST_BETWEEN) return false
  const preposition = tokens.word(first - 1)
  for (let at = end; at < later; at++) {
    if (tokens.gap(at) >= Gap.Paragraph || tokens.kind(at) === TokenKind.Section) return false
    const conjunction = readConjunction(tokens, at)
    const joins = conjunction?.kind === 'and' || tokens.is(at, ';') || (conjunction?.kind === 'comma' && at === end)
    if (conjunction !== undefined && joins && areFunctionWords(tokens, conjunction.next, later)) {
      const isAlike = FUNCTION_WORDS.has(preposition) && tokens.word(later - 1) === preposition
      const isComma = conjunction.kind === 'comma' && !tokens.is(at, ';')
      return isComma || at > end ? isAlike : true
    }
    if (/^[.:!?]$/.test(tokens.value(at)) || looksLikeLaw(tokens.value(at)) || isPrivateNoun(tokens.word(at)))
      return false
  }
  return false
}

function areFunctionWords(tokens: Tokens, from: number, to: number): boolean {
  if (to - from > MOST_FUNCTION_WORDS || from > to) return false
  for (let at = from; at < to; at++) if (!FUNCTION_WORDS.has(tokens.word(at))) return false
  return true
}

/** Maximum length of a line in tokens; longer ones are sentences. */
const LONGEST_LINE = 30
/** Maximum number of words of a name: `sgb v`, `12. bimschv`, `ao 1977`. */
const LONGEST_NAME = 4

/** Returns the items of the line that begins at `index`; `undefined` if it contains anything else. */
function readQueryLine(tokens: Tokens, index: number): ReadSchedule[] | undefined {
  const end = lineEnd(tokens, index)
  if (end === undefined) return undefined
  const items: ReadSchedule[] = []
  for (let next = index; ; ) {
    const item = readItem(tokens, next, end)
    if (item === undefined) return undefined
    items.push(item)
    if (item.end === end) return isSchedule(tokens, index, end) ? undefined : items
    next = skipSeparator(tokens, item.end) as number
  }
}

/** True if the line names a schedule: `Auslagen VV RVG 7002`. */
function isSchedule(tokens: Tokens, index: number, end: number): boolean {
  for (let at = index + 1; at < end; at++) if (readSchedule(tokens, at) !== undefined) return true
  return false
}

/** Returns the index after the line's last token; `undefined` for a long line. */
function lineEnd(tokens: Tokens, index: number): number | undefined {
  for (let next = index; next < index + LONGEST_LINE; next++) {
    if (tokens.kind(next) === TokenKind.End || (next > index && tokens.gap(next) >= Gap.Line)) return next
  }
  return undefined
}

function skipSeparator(tokens: Tokens, index: number): number | undefined {
  if (tokens.is(index, ';')) return index + 1
  const separator = readSeparator(tokens, index)
  return separator?.kind === 'comma' || separator?.kind === 'and' ? separator.next : undefined
}

function readItem(tokens: Tokens, index: number, end: number): ReadSchedule | undefined {
  const isLast = (next: number) => next === end || (next < end && skipSeparator(tokens, next) !== undefined)
  if (tokens.kind(index) === TokenKind.Number) {
    const read = readBareNorm(tokens, index)
    if (read === undefined || read.next >= end) return undefined
    for (let words = 1; words <= LONGEST_NAME; words++) {
      const name = nameFrom(tokens, read.next, words)
      if (name !== undefined && isLast(name.next)) {
        return { ...read, name: name.candidate, first: index, end: name.next }
      }
    }
    return undefined
  }
  for (let words = 1; words <= LONGEST_NAME; words++) {
    const name = nameFrom(tokens, index, words)
    const read = name && name.next < end ? readBareNorm(tokens, name.next) : undefined
    if (name !== undefined && read !== undefined && isLast(read.next)) {
      return { ...read, name: name.candidate, first: name.next, end: read.next }
    }
  }
  return undefined
}
