/** Finds a part of a law by its heading: `Buch 2 Abschnitt 8`. */

import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { parseOrdinal, parseRoman } from '../citation/numerals.ts'
import { say } from '../i18n/texts.ts'
import type { HeadingExtent, Law, LawHeading, NormSummary, StructureElement } from '../model/corpus.ts'
import { type Candidate, LegalTextError } from '../util/errors.ts'

const SUGGESTIONS = 10
/** Maximum number of words of a wrong name that are compared one by one. */
const MAX_WORDS = 16
/** Minimum length of a text: shorter ones are in too many headings. */
const MIN_LENGTH = 4

/** A part of a law: a heading, and what is under it. */
export interface LawPart {
  /** The headings that lead to it, outermost first; the last is its own. */
  place: LawHeading[]
  /** The headings under it. */
  headings: LawHeading[]
  /** Its norms, `[start, end)` among those of the law; the text of the heading itself, if there is one, is the first. */
  start: number
  end: number
}

/** A heading, with those above it and its names. */
interface PlacedHeading {
  place: LawHeading[]
  /** The names of each heading of the place. */
  names: ReadonlySet<string>[]
  index: number
}

/**
 * @param named by designation or title, perhaps after headings above it, some of which may be missing
 * @throws LegalTextError `not_found` with suggestions, `ambiguous` with the candidates
 */
export function findPart(law: Law, named: string): LawPart {
  const headings = placedHeadings(law.structure)
  const [found, ...others] = bestMatches(headings, named)
  if (found === undefined) throw noSuchPart(law, headings, named)
  if (others.length > 0) {
    const candidates = candidatesOf(law, headings, [found, ...others])
    const message = say`${JSON.stringify(named)} fits ${candidates.length} parts of ${nameOfLaw(law)}; name the headings above it, too`
    throw new LegalTextError('ambiguous', message, { code: law.code, candidates })
  }
  const own = found.place.at(-1) as LawHeading
  const below = law.structure.slice(found.index + 1)
  const length = below.findIndex(({ level }) => level <= own.level)
  return {
    place: found.place,
    headings: below.slice(0, length < 0 ? below.length : length),
    start: own.start - ownTexts(law.norms, own),
    end: own.end,
  }
}

/** The parts whose names begin so (`Buch 2 Ab`). Nested parts follow once the name of their parent has been typed. */
export function partsBeginning(law: Law, begun: string): Candidate[] {
  const headings = placedHeadings(law.structure)
  const begins = (place: readonly StructureElement[]) => place.length > 0 && placeName(place).startsWith(begun)
  return candidatesOf(
    law,
    headings,
    headings.filter(({ place }) => begins(place) && !begins(place.slice(0, -1))),
  )
}

/** A section or article, whatever is above it. */
const NUMBERED = /(?:^|\/)(?:par|art):[^/]+(?:\/seq:\d+)?$/

/** The norms of a heading as shown in responses: those under it, and its own text, which is never an end of the range. */
export function extentOf(norms: readonly NormSummary[], heading: HeadingOfNorms): HeadingExtent {
  const { start, end } = heading
  const summary = (norm: NormSummary | undefined) => (norm ? { norm: norm.norm, label: norm.label } : null)
  const under = norms.slice(start, end)
  const numbered = under.filter(({ norm }) => NUMBERED.test(norm))
  const [first, last] = [numbered[0] ?? under[0], numbered.at(-1) ?? under.at(-1)]
  return { norm_count: end - start + ownTexts(norms, heading), first: summary(first), last: summary(last) }
}

type HeadingOfNorms = Pick<LawHeading, 'label' | 'title' | 'start' | 'end'>

/** 1 if the norm before those under a heading is the text of the heading itself, otherwise 0. */
export function ownTexts(norms: readonly NormSummary[], { label, title, start }: HeadingOfNorms): 0 | 1 {
  const before = norms[start - 1]
  return before !== undefined && before.label === label && before.heading === title ? 1 : 0
}

function placedHeadings(structure: readonly LawHeading[]): PlacedHeading[] {
  let open: Omit<PlacedHeading, 'index'> = { place: [], names: [] }
  return structure.map((heading, index) => {
    const { level } = heading
    open = {
      place: [...open.place.slice(0, level), heading],
      names: [...open.names.slice(0, level), headingNames(heading)],
    }
    return { ...open, index }
  })
}

/** Ways to name a place: from the outermost heading on, from a later one on, or with gaps between headings. */
const WHOLE = 0
const END = 1
const WITH_GAPS = 2

/**
 * The headings that match a text best. Tie-breaks: the same name in every character; a part before those within it
 * (`Teil 3 (weggefallen)` is not a chapter of Teil 3 with this title, too); a heading no longer than the text.
 */
function bestMatches(headings: readonly PlacedHeading[], named: string): PlacedHeading[] {
  const forms = foldHeading(named)
  const ranks = headings.map(({ names }) => Math.min(...forms.map((words) => rankOf(words, names))))
  const best = Math.min(...ranks)
  const found = best === Number.POSITIVE_INFINITY ? [] : headings.filter((_, index) => ranks[index] === best)
  const same = narrowed(found, ({ place }) => placeName(place) === named)
  const own = new Set(same.map(({ place }) => place.at(-1)))
  const outermost = narrowed(same, ({ place }) => !place.slice(0, -1).some((heading) => own.has(heading)))
  return narrowed(outermost, ({ place }) => wholeNames(place.at(-1)).some((name) => forms.includes(name)))
}

/** Filters headings, unless none of them fits. */
function narrowed(headings: PlacedHeading[], fits: (heading: PlacedHeading) => boolean): PlacedHeading[] {
  const fitting = headings.length > 1 ? headings.filter(fits) : []
  return fitting.length > 0 ? fitting : headings
}

/** A heading with its title, folded. */
const wholeNames = (heading: LawHeading | undefined) => foldHeading(`${heading?.label} ${heading?.title}`)

/** @returns infinity if the words do not name the place */
function rankOf(words: string, names: readonly ReadonlySet<string>[]): number {
  const above = names.slice(0, -1)
  const ranks = [...(names.at(-1) ?? [])].flatMap((name) => {
    if (words === name) return [above.length === 0 ? WHOLE : END]
    if (!words.endsWith(` ${name}`)) return []
    const rest = words.slice(0, -name.length - 1)
    return above.map((_, skipped) => {
      const rank = rankOf(rest, above.slice(0, above.length - skipped))
      return skipped > 0 ? Math.max(rank, WITH_GAPS) : rank
    })
  })
  return Math.min(...ranks)
}

function noSuchPart(law: Law, headings: readonly PlacedHeading[], named: string): LegalTextError {
  if (headings.length === 0) {
    return new LegalTextError('not_found', say`${nameOfLaw(law)} has no parts: there are no headings above its norms`, {
      code: law.code,
    })
  }
  const suggestions = candidatesOf(law, headings, nearest(headings, named).slice(0, SUGGESTIONS))
  return new LegalTextError('not_found', say`${nameOfLaw(law)} has no part ${JSON.stringify(named)}`, {
    code: law.code,
    suggestions,
  })
}

/**
 * The suggestions for a name: parts of the part that the first words name; else parts that the last words name; else headings
 * that contain the words; else the outermost.
 */
function nearest(headings: readonly PlacedHeading[], wanted: string): PlacedHeading[] {
  const [, folded] = foldHeading(wanted)
  const words = folded.split(' ').slice(0, MAX_WORDS)
  const lengths = words.map((_, index) => words.length - 1 - index)
  for (const length of lengths) {
    const [named, ...others] = bestMatches(headings, words.slice(0, length).join(' '))
    if (named === undefined || others.length > 0) continue
    const inside = headings.filter(({ place }) => place.length > 1 && place.at(-2) === named.place.at(-1))
    return inside.length > 0 ? inside : [named]
  }
  for (const length of lengths) {
    const found = bestMatches(headings, words.slice(words.length - length).join(' '))
    if (found.length > 0) return found
  }
  const isWord = folded.length >= MIN_LENGTH
  const having = headings.filter(
    ({ names }) => isWord && [...(names.at(-1) ?? [])].some((name) => name.includes(folded)),
  )
  return having.length > 0 ? having : headings.filter(({ place }) => place.length === 1)
}

/** Candidates with names that lead to each of them. */
function candidatesOf(law: Law, headings: readonly PlacedHeading[], wanted: readonly PlacedHeading[]): Candidate[] {
  const names = Map.groupBy(headings, ({ place }) => placeName(place))
  return wanted.map(({ place }) => {
    const name = placeName(place)
    const own = place.at(-1) as LawHeading
    const isUnique = names.get(name)?.length === 1
    const part = isUnique || own.label === '' ? name : `${name} ${own.title}`.trimEnd()
    return { code: law.code, part, label: own.label, title: own.title }
  })
}

/** `Buch 2 Abschnitt 8` */
const placeName = (place: readonly StructureElement[]) => place.map(({ label, title }) => label || title).join(' ')

/** Words of designations in normalized form, with the kinds of `StructureElement`. */
const KIND_WORDS: readonly [kind: string, word: string, ...short: string[]][] = [
  ['book', 'buch'],
  ['part', 'teil'],
  ['chapter', 'kapitel', 'kap'],
  ['section', 'abschnitt', 'abschn'],
  ['title', 'titel', 'tit'],
  ['subchapter', 'unterkapitel'],
  ['subsection', 'unterabschnitt', 'unterabschn'],
  ['subtitle', 'untertitel'],
  ['division', 'abteilung'],
  ['article', 'artikel', 'art'],
]

const WORD_OF_KIND = new Map(KIND_WORDS.map(([kind, word]) => [kind, word]))
const KIND_WORD = new Map(KIND_WORDS.flatMap(([, word, ...short]) => [word, ...short].map((each) => [each, word])))

/** The names of a heading, folded: its designation, its title, and both. */
function headingNames({ kind, number, label, title }: StructureElement): Set<string> {
  const word = WORD_OF_KIND.get(kind)
  const numbered = word === undefined || number === '' ? '' : `${word} ${number}`
  return new Set([label, numbered, `${label} ${title}`, title].flatMap(foldHeading).filter(Boolean))
}

/**
 * Normalizes a designation, or several in a row, in two forms: as written, apart from case, spaces and signs; and with numbers
 * after their words, in figures: `Zweites Buch, Abschnitt8` is also `buch 2 abschnitt 8`.
 */
function foldHeading(text: string): [written: string, numbered: string] {
  const tokens =
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/(\p{L})(?=\d)|(\d)(?=\p{L}{3})/gu, '$1$2 ')
      .match(/[\p{L}\p{N}]+(?:\.\p{N}+)*\.?/gu) ?? []
  const words: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const [token = '', next = ''] = tokens.slice(i, i + 2)
    const [kind, following] = [kindWord(token), kindWord(next)]
    const leading = following === undefined ? undefined : leadingNumber(token)
    if (kind !== undefined && isNumber(next)) words.push(kind, inFigures(next))
    else if (leading !== undefined) words.push(following as string, leading)
    else words.push(kind ?? bare(token))
    if ((kind !== undefined && isNumber(next)) || leading !== undefined) i++
  }
  return [tokens.map(bare).join(' '), words.join(' ')]
}

const bare = (token: string) => token.replace(/\.$/, '')
const kindWord = (token: string) => KIND_WORD.get(bare(token))

/** `8`, `3a`, `2.1`, `IIa`, `B` */
const isNumber = (token: string) => /^(?:\d.*|[ivxlc]+[a-z]?|[a-z])\.?$/.test(token)
const inFigures = (token: string) => String(parseRoman(bare(token)) ?? bare(token))

/** The number before a word: `zweiter`, `2.`, `ii.`; a number without a full stop belongs to the preceding word. */
function leadingNumber(token: string): string | undefined {
  const ordinal = parseOrdinal(token)
  if (ordinal !== undefined) return String(ordinal)
  return token.endsWith('.') && isNumber(token) ? inFigures(token) : undefined
}
