/** Compares the quotations of a text with the wording of the norms that it cites. */

import { citationOf } from '../../citation/citation-text.ts'
import {
  findQuotations,
  lettersOf,
  type Quotation,
  type QuotedRun,
  type QuotedWord,
  wordsOfQuotation,
} from '../../citation/text/quotations.ts'
import { say } from '../../i18n/texts.ts'
import type { Corpus, Norm, TextPart, VersionSpan } from '../../model/corpus.ts'
import { carryingWords, type PlacedSubdivision, placeSubdivisions } from '../../model/subdivisions.ts'
import { isStopWord, parseQuery } from '../../search/index.ts'
import { LegalTextError } from '../../util/errors.ts'
import { lazy } from '../../util/lazy.ts'
import { corpusAsOf } from '../as-of.ts'
import { memoize } from '../cited-law.ts'
import type { TextFinding } from '../complete-citations.ts'
import { type Attribution, QuotedText } from './attribute.ts'
import { type Alignment, LawWords, type Span } from './compare.ts'

/**
 * `exact`: the norm has the words, apart from permitted changes. `altered`: it has most of them. `elsewhere`: another norm, or
 * another part of the norm, has them. `not_found`: no norm has them.
 */
export type QuotationVerdict = 'exact' | 'altered' | 'elsewhere' | 'not_found'

/** The place of words in the corpus. */
export interface FoundWords {
  code: string
  norm: string
  /** The smallest part with all words, `null` if they are of several parts. */
  subdivision: string | null
  cite_as: string
  /** Set if the words are in another version than the compared one: its days of publication. */
  version?: VersionSpan
}

/** A quotation of a law, or one given as such. `start` and `end` count UTF-16 code units. */
export interface QuotationFinding {
  /** Its words without quotation marks, between `start` and `end`. */
  text: string
  start: number
  end: number
  verdict: QuotationVerdict
  /** Its citation, as the customary one of the norm; `null` without a citation. */
  cited: string | null
  /** `null` if no norm has the words, or nearly all of them. */
  found_in: FoundWords | null
  /** If altered: `equal` and `deleted` are the words of the law, `equal` and `inserted` those of the quotation. */
  parts: TextPart[]
  message: string | null
}

/** A quotation with the finding of its citation. */
export interface QuotationOf<Cited> {
  quotation: QuotationFinding
  citation: Cited | undefined
}

/** Minimum number of words of a quotation that is looked up without a citation, or must be in its norm. */
const LONG = 7
/** Minimum share of common words for an alteration: if given as the words of a norm, or only near it. */
const SHARED = { given: 0.5, near: 0.8 }
/** Minimum number of consecutive words that a phrase shares with a norm, but for one word, if no sentence gives it as the norm's. */
const NEAR_PHRASE = 4
/** Maximum number of searches for one text. */
const MOST_SEARCHES = 60
/** Number of query words, the longest ones, and of hits read: the first query finds nearly all quotations of laws. */
const FIRST = { words: 6, read: 3 }
const SECOND = { words: 16, read: 10 }
/** Maximum number of former and later wordings compared with a quotation. */
const MOST_VERSIONS = 12

/** The words of a quotation, normalized for comparison. */
interface Quoted extends Quotation {
  text: string
  runs: QuotedRun[]
  words: QuotedWord[]
  /** True for a sentence, or at least {@link LONG} words. */
  isWhole: boolean
}

/**
 * Checks all quotations of a text.
 * @param citations of the text, in order
 * @returns the quotations of laws, or given as such, in order
 */
export async function checkQuotations<Cited extends TextFinding>(
  corpus: Corpus,
  text: string,
  citations: readonly Cited[],
): Promise<QuotationOf<Cited>[]> {
  const quotations = findQuotations(text)
  if (quotations.length === 0) return []
  const context = new QuotedText(text, quotations, citations)
  const laws = new QuotedLaws(corpus)
  const found: QuotationOf<Cited>[] = []
  for (const quotation of quotations) {
    const quoted = readQuotation(text, context.withoutCitations(quotation))
    if (quoted.words.length === 0) continue
    const attributed = context.attributions(quotation)
    const checked =
      (await attributedWords(laws, quoted, attributed)) ?? (await unattributedWords(laws, quoted, attributed))
    if (checked !== undefined) found.push(checked)
  }
  return found
}

function readQuotation(text: string, quotation: Quotation): Quoted {
  const { from, to } = quotation
  const words = text.slice(from, to)
  const runs = wordsOfQuotation(words)
  const all = runs.flatMap((run) => run.words)
  const isSentence =
    all.length > 1 && /^[\s„“"»(\d¹-⁹\ufffc)]*\p{Lu}/u.test(words) && /[.!?][\s“”"«\ufffc]*$/.test(words)
  return { ...quotation, text: words, runs, words: all, isWhole: all.length >= LONG || isSentence }
}

/** A norm with its words. */
interface ReadNorm {
  norm: Norm
  /** With its designation and heading, which blocks often quote, too. */
  whole: LawWords
  /** Its parts with their places in these words. */
  parts: () => readonly PlacedSubdivision[]
  /** The words of one of its stretches. */
  wordsIn: (stretch: Span) => LawWords
}

/** The norms to compare with the quotations of a text. Each is read once. */
class QuotedLaws {
  readonly corpus: Corpus
  readonly #viewOf: (day: string) => Promise<Corpus>
  #searches = 0

  constructor(corpus: Corpus) {
    this.corpus = corpus
    this.#viewOf = memoize(String, (day: string) => corpusAsOf(corpus, day))
  }

  readonly #read = memoize(
    ([code, path, day = '']: readonly [code: string, path: string, day?: string]) => `${code} ${path} ${day}`,
    async ([code, path, day]): Promise<ReadNorm | undefined> => {
      const view = day === undefined ? this.corpus : await this.#viewOf(day)
      const norm = await view.norm(code, path).catch(withoutText)
      if (norm === undefined) return undefined
      const head = `${norm.label}\n${norm.heading}\n`
      const moved = ({ start, end, ...part }: PlacedSubdivision) => ({
        ...part,
        start: start + head.length,
        end: end + head.length,
      })
      const parts = lazy(() => placeSubdivisions(norm.text, norm.subdivisions).map(moved))
      const whole = new LawWords(head + norm.text)
      const wordsIn = memoize(
        ({ start, end }: Span) => `${start} ${end}`,
        ({ start, end }) => new LawWords(whole.text.slice(start, end)),
      )
      return { norm, whole, parts, wordsIn }
    },
  )

  read(code: string, path: string, day?: string): Promise<ReadNorm | undefined> {
    return this.#read(day === undefined ? [code, path] : [code, path, day])
  }

  /** Finds a norm with the words of a quotation. @param isThorough false to search only for the longest words, which is fast */
  async search(quoted: Quoted, isThorough: boolean): Promise<FoundWords | undefined> {
    const distinct = new Set(quoted.words.map(({ letters }) => letters).filter((letters) => /^\p{L}+$/u.test(letters)))
    const rare = [...distinct].sort((a, b) => b.length - a.length)
    const queries = isThorough ? [FIRST, SECOND] : [FIRST]
    for (const { words: count, read: limit } of rare.length === 0 ? [] : queries) {
      if (++this.#searches > MOST_SEARCHES) return undefined
      const asked = {
        query: parseQuery(rare.slice(0, count).join(' ')),
        codes: [],
        designated: [],
        limit,
        offset: 0,
        bare: true,
      }
      const { items } = (await this.corpus.search(asked).catch(withoutText)) ?? { items: [] }
      for (const { code, norm, snippet } of items) {
        // Do not read a norm whose text lacks one of the longest words.
        const letters = lettersOf(snippet)
        if (!rare.slice(0, 3).every((word) => letters.includes(word))) continue
        const read = await this.read(code, norm)
        const span = read?.whole.find(quoted)
        if (read !== undefined && span !== undefined) return placeOf(read, span)
      }
    }
    return undefined
  }

  /** Finds the quoted words in another wording of a norm. */
  async otherWording({ norm }: ReadNorm, quoted: Quoted): Promise<FoundWords | undefined> {
    const versions = (await this.corpus.states()).length > 0 ? await this.corpus.normVersions(norm.code, norm.norm) : []
    for (const { observed_from, observed_to, valid_from, valid_to } of versions.slice(0, MOST_VERSIONS)) {
      if (observed_from === norm.version?.observed_from) continue
      const read = await this.read(norm.code, norm.norm, observed_from)
      const span = read?.whole.find(quoted)
      if (read === undefined || span === undefined) continue
      return { ...placeOf(read, span), version: { observed_from, observed_to, valid_from, valid_to } }
    }
    return undefined
  }
}

/** Norms that cannot be read on a day have no words to compare. */
function withoutText(error: unknown): undefined {
  if (!(error instanceof LegalTextError)) throw error
}

/** The smallest part of a norm around a span of its words. */
function placeOf({ norm, parts }: ReadNorm, span: Span): FoundWords {
  const around = parts().filter(({ start, end }) => start <= span.start && span.end <= end)
  const part = around.reduce<PlacedSubdivision | undefined>(
    (least, each) => (least === undefined || each.end - each.start < least.end - least.start ? each : least),
    undefined,
  )
  const subdivision = part?.path ?? null
  return { code: norm.code, norm: norm.norm, subdivision, cite_as: citationOf(norm, norm.abbreviation, subdivision) }
}

/** The verdict on a quotation for one citation. */
interface Compared<Cited> extends Attribution<Cited> {
  read: ReadNorm
  alignment: Alignment
  /** The start of the aligned words in the norm. */
  offset: number
}

/**
 * The verdict on a quotation by its citations; `undefined` if its words are not theirs, nor given as such. A citation that is
 * not right, or of an edition that the corpus lacks, proves nothing about words missing from its norm.
 */
async function attributedWords<Cited extends TextFinding>(
  laws: QuotedLaws,
  quoted: Quoted,
  attributed: readonly Attribution<Cited>[],
): Promise<QuotationOf<Cited> | undefined> {
  const { words } = quoted
  const without: (Attribution<Cited> & { read: ReadNorm })[] = []
  const missed: { citation: Cited; found: FoundWords }[] = []
  for (const { citation, isGiven } of attributed) {
    const { code, norm, subdivision, as_of } = citation
    const read = code === null || norm === null ? undefined : await laws.read(code, norm, as_of)
    if (read === undefined) continue
    const span = read.whole.find(quoted)
    const own = span && spanInPart(read, subdivision, span, quoted)
    if (own !== undefined) return judged('exact', quoted, citation, { found_in: placeOf(read, own) })
    if (span !== undefined) {
      if (quoted.isWhole && isGiven()) missed.push({ citation, found: placeOf(read, span) })
    } else without.push({ citation, isGiven, read })
  }
  const [first] = missed
  if (first !== undefined)
    return judged('elsewhere', quoted, first.citation, { found_in: first.found, ...elsewhere(first.found) })
  const given = attributed.find(({ isGiven }) => isGiven())
  const isJudged = given?.citation.class === 'right'
  const isMissing = given !== undefined && given.citation.norm === null && given.citation.code !== null
  const compared = without.flatMap((each): Compared<Cited>[] => {
    const like = likeWords(each.read, each.citation.subdivision, quoted)
    return like === undefined ? [] : [{ ...each, alignment: like.words.align(quoted), offset: like.offset }]
  })
  const best = compared.toSorted((a, b) => b.alignment.shared - a.alignment.shared)[0]
  const isAltered = best !== undefined && isAlteration(quoted, best)
  if (!isAltered && !(quoted.isWhole && (isJudged || isMissing))) return undefined
  const older = best && (await laws.otherWording(best.read, quoted))
  if (older === undefined && quoted.isWhole && given !== undefined && !(isAltered && isNear(quoted, best))) {
    const found = await laws.search(quoted, true)
    if (found !== undefined)
      return judged('elsewhere', quoted, given.citation, { found_in: found, ...elsewhere(found) })
  }
  if (isAltered) return altered(quoted, best, older)
  // Maxims are in Latin: `dolo agit, qui petit …`.
  const isLatin = !/\P{ASCII}|\s[A-Z]/u.test(quoted.text) && !words.some(({ letters }) => isStopWord(letters))
  if (!isJudged || isLatin) return undefined
  if (older !== undefined) return judged('elsewhere', quoted, given.citation, { found_in: older, ...elsewhere(older) })
  const cited = given.citation.cite_as ?? given.citation.text
  return judged('not_found', quoted, given.citation, { message: say`${cited} does not have the quoted words` })
}

/** Words of a law without a citation. */
async function unattributedWords<Cited extends TextFinding>(
  laws: QuotedLaws,
  quoted: Quoted,
  attributed: readonly Attribution<Cited>[],
): Promise<QuotationOf<Cited> | undefined> {
  if (quoted.words.length < LONG || attributed.some(({ isGiven }) => isGiven())) return undefined
  const found = await laws.search(quoted, false)
  return (
    found &&
    judged<Cited>('exact', quoted, undefined, { found_in: found, message: say`these words are ${found.cite_as}` })
  )
}

function judged<Cited extends TextFinding>(
  verdict: QuotationVerdict,
  { text, start, end }: Quoted,
  citation: Cited | undefined,
  rest: Partial<QuotationFinding>,
): QuotationOf<Cited> {
  const cited = citation === undefined ? null : (citation.cite_as ?? citation.text)
  const words = text.replace(/[\ufff9-\ufffc]/g, ' ').trim()
  return {
    citation,
    quotation: { text: words, start, end, verdict, cited, found_in: null, parts: [], message: null, ...rest },
  }
}

function elsewhere({ cite_as, version }: FoundWords) {
  if (version === undefined) return { message: say`the quoted words are those of ${cite_as}` }
  return { message: say`the quoted words are those of ${cite_as} ${publishedIn(version)}` }
}

const publishedIn = ({ observed_from, observed_to }: VersionSpan) =>
  observed_to === null
    ? say`as published since ${observed_from}`
    : say`as published from ${observed_from} to ${observed_to}`

/** The words of the norm to compare with a quotation missing from it: those of the cited part, else of the text, else with the heading. */
function likeWords({ norm, whole, parts, wordsIn }: ReadNorm, path: string | null, { words }: Quoted) {
  const part = parts().find((each) => each.path === path)
  const body = whole.text.length - norm.text.length
  const spans = [...(part === undefined ? [] : [part]), { start: body, end: whole.text.length }]
  const slices = spans.map((span) => ({ words: wordsIn(span), offset: span.start }))
  return [...slices, { words: whole, offset: 0 }].find(
    (each) => each.words.shares(words) >= words.length * SHARED.given,
  )
}

/**
 * Finds words of a norm in one of its parts, in the words that carry it, or across a bound of it.
 * @param span of the words in the norm, where they first occur
 */
function spanInPart(
  { norm, parts, wordsIn }: ReadNorm,
  path: string | null,
  span: Span,
  quoted: Quoted,
): Span | undefined {
  const part = parts().find((each) => each.path === path)
  if (path === null || part === undefined || (span.start < part.end && part.start < span.end)) return span
  const own = wordsIn(part)
  const within = own.find(quoted)
  if (within !== undefined) return { start: part.start + within.start, end: part.start + within.end }
  const { lead_in, tail } = carryingWords(norm, path)
  const carried = [lead_in, own.text, tail].filter((words) => words !== null).join('\n')
  return new LawWords(carried).find(quoted) === undefined ? undefined : span
}

const isNear = ({ words }: Quoted, { alignment }: Compared<unknown>) => alignment.shared >= words.length * SHARED.near

/** True if a quotation is one of the norm with other words in it, but not if a phrase only inflects its words. */
function isAlteration(
  { words, isWhole }: Quoted,
  { alignment: { shared, steps }, isGiven }: Compared<unknown>,
): boolean {
  if (shared < words.length * (isGiven() ? SHARED.given : SHARED.near)) return false
  if (isWhole && shared > 1) return words.length >= LONG || isGiven()
  const isOf = isGiven() ? shared > 1 : shared >= NEAR_PHRASE && steps.length <= words.length + 1
  return isOf && !isInflection(steps)
}

/** Minimum length of the common beginning of a word's forms, and maximum length of their endings. */
const STEM = { shortest: 3, ending: 3 }

/** True if all differences are inflections of the same words. */
function isInflection(steps: Alignment['steps']): boolean {
  const [law, quoted] = [
    steps.filter((step) => step.quoted === undefined),
    steps.filter((step) => step.law === undefined),
  ]
  return quoted.every(({ quoted: word }) =>
    law.some((step) => {
      const [a = '', b = ''] = [step.law?.letters, word?.letters]
      const length = Math.max(STEM.shortest, Math.max(a.length, b.length) - STEM.ending)
      return a.slice(0, length) === b.slice(0, length)
    }),
  )
}

function altered<Cited extends TextFinding>(
  quoted: Quoted,
  { citation, read, alignment, offset }: Compared<Cited>,
  older: FoundWords | undefined,
): QuotationOf<Cited> {
  const { norm } = read
  const words = alignment.steps.flatMap(({ law }) => law ?? [])
  const [first, last] = [words[0], words.at(-1)]
  const place = first && last && placeOf(read, { start: offset + first.start, end: offset + last.end })
  const cite_as = place?.cite_as ?? citationOf(norm, norm.abbreviation, null)
  const message = differenceMessage(cite_as, alignment.parts)
  const found_in = older ?? place ?? null
  return judged('altered', quoted, citation, {
    found_in,
    parts: alignment.parts,
    message:
      older?.version === undefined
        ? message
        : say`${message}; the quoted words are those ${publishedIn(older.version)}`,
  })
}

/** Number of words before and after a difference that show its place. */
const WORDS_AROUND = 2

/** `§ 433 BGB has “der Verkäufer einer Sache”, the quotation “der Käufer einer Sache”`: the first difference, and the number of others. */
function differenceMessage(cite_as: string, parts: readonly TextPart[]): string {
  const first = parts.findIndex(({ type }) => type !== 'equal')
  const differing = parts
    .slice(first)
    .filter(({ type }, index, rest) => type !== 'equal' && rest[index - 1]?.type !== 'deleted')
  const wordsAt = (index: number) => (parts[index]?.type === 'equal' ? (parts[index]?.text.split(' ') ?? []) : [])
  const last = parts[first + 1]?.type === 'inserted' ? first + 1 : first
  const [before, after] = [wordsAt(first - 1).slice(-WORDS_AROUND), wordsAt(last + 1).slice(0, WORDS_AROUND)]
  const wording = (type: TextPart['type']) => {
    const own = parts.slice(first, last + 1).filter((part) => part.type === type)
    return [...before, ...own.map(({ text }) => text), ...after].join(' ')
  }
  const message = say`${cite_as} has “${wording('deleted')}”, the quotation “${wording('inserted')}”`
  return differing.length > 1 ? say`${message}, and differs at ${differing.length} places` : message
}

/** Words in brackets after a citation that may be a heading: no numbers or signs. */
const IN_BRACKETS = /^\s{0,2}\((\p{Lu}[\p{L}\s,;-]{2,110})\)/u

/** A note if a text gives a wrong heading in brackets after the citation of a norm: `§ 433 BGB (Miete)`. */
export function headingNote(text: string, { end, heading, class: verdict }: TextFinding): string | undefined {
  const [, given] = (verdict === 'right' && IN_BRACKETS.exec(text.slice(end, end + 120))) || []
  if (given === undefined || !heading) return undefined
  const runs = wordsOfQuotation(given)
  const isShort = runs.flatMap(({ words }) => words).length < LONG
  const isKnown =
    new LawWords(heading).find({ text: given, runs }) !== undefined ||
    new LawWords(given).find({ text: heading, runs: wordsOfQuotation(heading) }) !== undefined
  return isKnown || !isShort ? undefined : say`its heading is “${heading}”`
}
