/** Reads norms named together with their law. */

import { readDesignations, SLASHED } from '../citation/grammar/read-designation.ts'
import { customaryNameOf, nameOfLaw } from '../citation/laws/customary-names.ts'
import { isGenericName } from '../citation/laws/generic-names.ts'
import { formatElements, type PathElement, parseNormPath } from '../citation/norm-path.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import type { DesignatedNorm } from '../search/index.ts'
import { ignoreRefusal, LegalTextError } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'
import { lazy } from '../util/lazy.ts'
import { type Citation, NO_LAW, withNote } from './citation.ts'
import { lawNormsOf } from './law-norms.ts'
import { matchNorm } from './match-norm.ts'
import { byPlace, chooseLaw, resolveLaw } from './resolve-law.ts'
import { selectSubdivision } from './select-subdivision.ts'
import type { Successor } from './successors.ts'

// Loading the citation finder takes longer than a look-up, and importing it again 30 µs of each search.
const citationResolver = lazy(() => import('./resolve-citations.ts'))
const citationCompleter = lazy(() => import('./complete-citations.ts'))
const normLister = lazy(() => import('./listed-norms.ts'))
const lawSplitter = lazy(() => import('./split-at-law.ts'))
const addresses = lazy(() => Promise.all([import('./addresses.ts'), import('./resolve-norm.ts')]))
const editions = lazy(() => import('../citation/text/editions.ts'))

/** A norm that a designation names together with its law. */
export interface NamedNorm {
  /** The words that name it. */
  text: string
  code: string
  norm: string
  /** Its customary citation, with the name of the law as written, and its successors. */
  cite_as?: string
  successors?: Successor[]
  /** The named edition, if the corpus lacks it. */
  edition?: string
  /** Named parts that are left out: a part without a path, an edition. */
  note?: string
  /** The day of the look-up, if its edition is looked up (ISO date). */
  as_of?: string
}

/**
 * Reads one designation with the name of its law: `§ 433 Abs. 1 BGB`, `Präambel GG`, `bgb par:433/abs:1`.
 * @param versions as of {@link readNamedNorms}
 * @throws LegalTextError `invalid_input` if the text names none, `ambiguous` if it names several; the error of a citation that
 *   fails
 */
export async function readNamedNorm(corpus: Corpus, text: string, versions = false): Promise<NamedNorm> {
  const named = await readNamedNorms(corpus, text, versions)
  const [only] = named
  if (named.length === 1 && !(only instanceof LegalTextError)) return only as NamedNorm
  return (await normLister()).assertOne(corpus, text, named)
}

/**
 * Reads a text that consists of designations: `§§ 433, 434 BGB`, `Art. 2 Abs. 1 i. V. m. Art. 1 GG`.
 * @param versions true to resolve editions to the versions that they name. Default: false, the norms of the corpus
 * @returns for each its norm, or the reason why it means none
 * @throws LegalTextError `invalid_input` if it names no norm, no law, or has a part after the law
 */
export async function readNamedNorms(
  corpus: Corpus,
  text: string,
  versions = false,
): Promise<(NamedNorm | LegalTextError)[]> {
  const simple = (await readSimple(corpus, text.trim())) ?? (await addressedNorm(corpus, text.trim()))
  if (simple !== undefined) return [simple]
  const withoutNumbers = text.replace(ACT_NUMBER, '')
  const slashed = SLASHED.test(withoutNumbers) ? await (await lawSplitter()).splitAtLaw(corpus, text) : []
  if (slashed.length > 0) return slashed
  await assertNoPartAfterYear(corpus, text)
  const { citationsOf, resolveNorms } = await citationResolver()
  const norms = await resolveNorms(corpus, text, { notesEffect: false, versions })
  const citations = citationsOf(norms)
  if (citations.length === 0) {
    const split = await (await lawSplitter()).splitAtLaw(corpus, text)
    if (split.length > 0) return split
    const { readText } = await import('./read-text.ts')
    await assertNoUnknownLaw(corpus, text, (await readText(corpus, text)).found)
    const [law] = await corpus.findLaws(text)
    const found =
      law === undefined ? say`names no norm` : say`names a law, not a norm of it (legal-text law ${law.code})`
    throw (await unreadSign(corpus, text)) ?? notOneNorm(text, found)
  }
  const hasNoLaw = citations.every(({ message }) => message === NO_LAW)
  // `VO (EU) 2016/679, Art. 6`: a reader of running text takes it for an article of another law.
  if (hasNoLaw || (text !== withoutNumbers && citations.every(({ norm }) => norm === null))) {
    const split = await (await lawSplitter()).splitAtLaw(corpus, text)
    if (split.length > 0) return split
  }
  if (hasNoLaw) {
    await assertNoUnknownLaw(corpus, text, citations)
    throw (await unreadSign(corpus, text)) ?? notOneNorm(text, 'names no law')
  }
  const isAct = citations.every(
    ({ norm, status, message }) => norm === null && status === 'resolved' && message === null,
  )
  if (isAct) throw notOneNorm(text, 'names no norm')
  const unread = await unreadOf(corpus, text, citations)
  const { rangeErrors } = await citationCompleter()
  const named = new Set(withoutArticlesOfActs(text, citations))
  const inOrder = norms.toSorted((a, b) => (a.citations[0]?.start ?? 0) - (b.citations[0]?.start ?? 0))
  const answers = inOrder.map(async (resolved): Promise<(NamedNorm | LegalTextError)[]> => {
    const { begins, ends } = rangeErrors(resolved)
    const errors = [...begins, ...ends]
    const isUnread = errors.some(({ kind }) => kind === 'invalid_input')
    if (isUnread || resolved.series?.norms.length === 0) return errors.slice(0, 1)
    const own = resolved.citations.filter((citation) => named.has(citation))
    return [
      ...begins,
      ...own.map((citation) => namedNorm(corpus, citation, unread, resolved.norm?.readings[0])),
      ...ends,
    ]
  })
  const listed = (await Promise.all(answers)).flat()
  return listed.length > 1 ? (await normLister()).eachOnce(listed) : listed
}

/**
 * The norm that the address of a page names; `undefined` if the text is not an address.
 * @throws LegalTextError `invalid_input` if it names none; else as `resolveNorm`
 */
async function addressedNorm(corpus: Corpus, text: string): Promise<NamedNorm | undefined> {
  if (!text.includes('/')) return undefined
  const [{ readAddress }, { resolveNorm }] = await addresses()
  const addressed = readAddress(text)
  if (addressed === undefined) return undefined
  const law = await resolveLaw(corpus, addressed.law)
  if (addressed.norm === undefined) {
    const message = say`the address ${JSON.stringify(text)} names ${nameOfLaw(law)}, not a norm of it`
    throw new LegalTextError('invalid_input', message, { code: law.code })
  }
  const { norm, subdivision, resolution } = await resolveNorm(corpus, law, addressed.norm)
  return {
    text,
    code: law.code,
    norm: [norm.norm, ...(subdivision.length > 0 ? [formatElements(subdivision)] : [])].join('/'),
    ...(resolution?.by === 'approximation' && { note: resolution.message }),
    ...(addressed.as_of !== undefined && { as_of: addressed.as_of }),
  }
}

/** The number of an act of the Union, with its year or community: `2016/679`, `593/2008`, `2011/83/EU`, `93/13/EWG`. */
const ACT_NUMBER = /\b(?:(?:19|20)\d\d\/\d+|\d+\/(?:19|20)\d\d|\d+\/\d+(?=\/\p{Lu}))\b/gu

/** A section or article, perhaps with parts, and an abbreviation: `§ 433 Abs. 1 Satz 2 BGB`. */
const SIMPLE =
  /^(?<norm>(?:§|Art\.?|Artikel) ?\d+[a-z]?(?: (?:Abs\.?|Absatz|S\.|Satz|Nr\.|Nummer) \d+[a-z]?)*) (?<name>[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*[A-ZÄÖÜ][a-zäöüß]*)$/
const ELEMENT = /(§|Ar|Ab|S|N)\D*(\d+[a-z]?) ?/g
const KINDS: Record<string, string> = { '§': 'par', Ar: 'art', Ab: 'abs', S: 'satz', N: 'nr' }

/**
 * Fast path of {@link readNamedNorms} for the commonest designations: loading a grammar takes longer than the look-up.
 * @returns `undefined` for all others: those that need a note, or fail
 */
async function readSimple(corpus: Corpus, text: string): Promise<NamedNorm | undefined> {
  const { norm: words = '', name = '' } = SIMPLE.exec(text)?.groups ?? {}
  const path = parseNormPath(words.replace(ELEMENT, (_, kind, value) => `/${KINDS[kind]}:${value}`).slice(1))
  if (path === undefined) return undefined
  const designation = { norm: [path.norm], subdivision: path.subdivision, qualifiers: [] }
  const called = await corpus.lawsCalled(name)
  // Between several laws the case decides, also among generic names: `GBV`.
  if ((called.length < 2 && isGenericName(name)) || byPlace(called) !== undefined) return undefined
  const { laws, note } = await chooseLaw(corpus, name, called, today())
  const [law, ...others] = laws
  if (law?.abbreviation !== name || others.length > 0 || note !== null || customaryNameOf(law.code)) return undefined
  try {
    const norms = lawNormsOf(corpus, law)
    const { norm, subdivision } = await matchNorm(corpus, norms, designation, formatElements(path.norm))
    if (norm.status === 'repealed') return undefined
    const whole = subdivision.length > 0 ? await corpus.norm(law.code, norm.norm) : undefined
    const selection = whole && selectSubdivision(whole, subdivision)
    return { text, code: law.code, norm: selection ? `${norm.norm}/${selection.path}` : norm.norm }
  } catch (error) {
    return ignoreRefusal(error)
  }
}

/** A slash may join norms of a list, an article and a section, or a norm and a part. */
const INSTEAD_OF_SLASH = say`"§§ 433, 434 BGB", "§ 433 Abs. 1 BGB" or "Art. 246a § 1 EGBGB"`

/** The error for an unreadable sign between numbers: a slash, or a range of three (`§§ 1 bis 2 bis 3 BGB`). */
async function unreadSign(corpus: Corpus, text: string): Promise<LegalTextError | undefined> {
  if (SLASHED.test(text)) {
    const message = say`the slash in ${JSON.stringify(text)} is not read; write ${INSTEAD_OF_SLASH}`
    return new LegalTextError('invalid_input', message)
  }
  const [, front = '', range = '', back = ''] = RANGE_AND_LAW.exec(text.trim()) ?? []
  const [law] = range === '' ? [] : await corpus.findLaws(front || back)
  if (law === undefined || readDesignations(range).length > 0) return undefined
  return (await import('./missing-norm.ts')).noDesignation(law, range)
}

/** A law, numbers with range signs between them, a law. */
const RANGE_AND_LAW = /^(\p{L}[^§]*?)?\s*((?:§§? *)?\d+[a-z]?(?: *(?:bis|[-–—]) *(?:§ *)?\d+[a-z]?)+)\s*(\D.*)?$/u

function notOneNorm(text: string, found: string): LegalTextError {
  return new LegalTextError(
    'invalid_input',
    say`${JSON.stringify(text)} ${found}; expected one norm with its law, such as "§ 433 Abs. 1 BGB", or CODE NORM`,
  )
}

/** The beginning of a part of a norm. */
const PART_WORD = /^(?:Abs|Absatz|S|Satz|Nr|Nummer|Buchst|Buchstabe|lit|Hs|Halbs|Halbsatz|Alt|Alternative)\b/i
const PART = new RegExp(`^\\(?\\d|${PART_WORD.source}`, 'i')
/** Harmless characters after the law of a designation. */
const PUNCTUATION = /^[\s.,;:!?)\]]*$/

/** Punctuation and conjunctions between the last citation and the words after it. */
const JOINT = /^(?:[\s.,;:/]|(?:und|oder|sowie|bzw\.?|i\. ?V\. ?m\.)\s)+/

/**
 * The words after the last citation, which are ignored.
 * @throws LegalTextError `invalid_input` if they name a part of it or a law, or if words before it do
 */
async function unreadOf(corpus: Corpus, text: string, citations: readonly Citation[]): Promise<string | undefined> {
  const { editionAfter } = await editions()
  const end = Math.max(...citations.map((citation) => citation.end))
  const before = text.slice(0, Math.min(...citations.map(({ start }) => start))).trim()
  if (await isLaw(corpus, before)) throw secondLaw(before)
  if (PART_WORD.test(before)) throw unreadPart(before, '§ 433 Abs. 1 BGB', 'before the norm')
  const rest = text.slice(editionAfter(text, end, true)?.end ?? end)
  if (PUNCTUATION.test(rest)) return undefined
  const words = rest.replace(JOINT, '').trim()
  if (PART.test(words)) throw unreadPart(words, '§ 433 Abs. 1 BGB')
  const [first = ''] = words.split(/[\s,;]/, 1)
  for (const name of new Set([words, first])) if (await isLaw(corpus, name)) throw secondLaw(name)
  return rest.trim()
}

const isLaw = async (corpus: Corpus, name: string) => name !== '' && (await corpus.findLaws(name)).length > 0

function secondLaw(name: string): LegalTextError {
  const message = say`${JSON.stringify(name)} is a second law, which is not read; name one law for each norm`
  return new LegalTextError('invalid_input', message)
}

/** A name: one word, or several beginning with a capital or digit. */
const NAME = /^(?:(?:de[rsm]|des) )?((?:\p{L}[^\s,;]*|[\p{Lu}\d][^\s,;]*(?: [^\s,;]+){1,5}))$/u
/** Words beside a norm that are not names: `analog`, `a. F.`, `ff.` */
const NO_NAME = /^(?:analog|entsprechend|direkt|ff?|[an]F)$|^[an]\. ?F\.|^\p{Ll}\./u

/** @throws LegalTextError `not_found` if a name is next to a norm, but no law has it: `§ 1 Hartz IV` */
async function assertNoUnknownLaw(
  corpus: Corpus,
  text: string,
  norms: readonly Pick<Citation, 'start' | 'end'>[],
): Promise<void> {
  if (norms.length === 0) return
  const start = Math.min(...norms.map((norm) => norm.start))
  const end = Math.max(...norms.map((norm) => norm.end))
  const sides = [text.slice(end), text.slice(0, start)].map((side) => side.trim())
  const [side = '', ...others] = sides.filter((each) => each !== '')
  const [, name = ''] = NAME.exec(side) ?? []
  if (others.length > 0 || name === '' || NO_NAME.test(name) || PART.test(name)) return
  await (await import('./resolve-law.ts')).resolveLaw(corpus, name)
}

function unreadPart(part: string, instead: string, place = 'after the law'): LegalTextError {
  const message = say`${JSON.stringify(part)} ${place} is not read; put it before the law, as in "${instead}"`
  return new LegalTextError('invalid_input', message)
}

/** A designation, a law with a year in its name, and further words: `§ 1 BienHV 2005 Satz 1`. */
const AFTER_YEAR = /^(.*\S)\s+(\S+\s(?:18|19|20)\d\d)\s+(\S.*)$/s

/** @throws LegalTextError `invalid_input` for a part after such a law: its year would be read as an edition */
async function assertNoPartAfterYear(corpus: Corpus, text: string): Promise<void> {
  const [, designation, law = '', part = ''] = AFTER_YEAR.exec(text.trim()) ?? []
  if (!PART.test(part) || (await corpus.findLaws(law)).length === 0) return
  throw unreadPart(part, `${designation} ${part} ${law}`)
}

/** `VO (EU) 2016/679 Art. 6`: the article names no law, and the act before it is cited as a whole. */
function withoutArticlesOfActs(text: string, citations: readonly Citation[]): readonly Citation[] {
  return citations.filter(({ message, start }, index) => {
    const before = citations[index - 1]
    return message !== NO_LAW || before?.class !== 'outside' || text.slice(before.end, start).trim() !== ''
  })
}

/** @param reading the designated norm, whether or not the law has it */
function namedNorm(
  corpus: Corpus,
  citation: Citation,
  unread: string | undefined,
  reading: readonly PathElement[] | undefined,
): NamedNorm | LegalTextError {
  const {
    text,
    code,
    norm,
    subdivision,
    status,
    message,
    as_of,
    edition,
    cite_as,
    successors,
    candidates,
    suggestions,
  } = citation
  if (code !== null && norm !== null && status !== 'out_of_range' && status !== 'ambiguous') {
    const note = unread === undefined ? message : withNote(message, say`${JSON.stringify(unread)} is not read`)
    return {
      text,
      code,
      norm: subdivision === null ? norm : `${norm}/${subdivision}`,
      ...(cite_as !== null && { cite_as }),
      ...(successors && { successors }),
      ...(edition !== null && as_of === undefined && { edition }),
      ...(note && { note }),
      ...(as_of !== undefined && { as_of }),
    }
  }
  const kind = status === 'ambiguous' ? 'ambiguous' : 'not_found'
  const name = code ?? citation.abbreviation
  const isUnnamed = citation.class === 'outside' && !message?.includes(corpus.bundle.name)
  const reason = isUnnamed ? say`${corpus.bundle.name} has no such law: ${message}` : message
  return new LegalTextError(kind, reason ?? say`${text} was not found`, {
    ...(name !== null && { code: name }),
    ...(reading && { norm: [norm ?? formatElements(reading), subdivision].filter(Boolean).join('/') }),
    ...(candidates && { candidates }),
    ...(suggestions && { suggestions }),
  })
}

/** Quoted words, which search takes literally. */
const QUOTED = /"[^"]*"|„[^“”"]*[“”"]|»[^«]*«/gu

/** A number, or the beginning of a word before one. Most queries have neither and skip citation parsing. */
export const MAY_DESIGNATE = /[\p{N}§]|(?<!\p{L})(?:art|anl|anh|anne|par|pr[äe]|erw|egr|rec|vorb)/iu

/** The norms that a search query names (`Kündigung § 626 BGB`), in its order; all meanings of an ambiguous one. */
export async function designatedNorms(corpus: Corpus, query: string): Promise<DesignatedNorm[]> {
  if (!MAY_DESIGNATE.test(query)) return []
  const { resolveCitations } = await citationResolver()
  const citations = await resolveCitations(corpus, query.replace(QUOTED, ' '), { wording: false, suggestions: false })
  return citations.flatMap(({ code, norm, subdivision, candidates = [] }) => {
    if (code !== null && norm !== null) return [{ code, norm, ...(subdivision !== null && { subdivision }) }]
    return candidates.flatMap((candidate) => {
      const [law, path] = [candidate.code ?? code, candidate.norm]
      return law === null || law === undefined || path === undefined ? [] : [{ code: law, norm: path }]
    })
  })
}
