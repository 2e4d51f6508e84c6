/** Finds the editions (`a. F.`) in which a text cites its laws, and resolves citations in these versions. */

import type { Tokens } from '../citation/grammar/tokens.ts'
import { formatElements } from '../citation/norm-path.ts'
import { editionNote, otherEditionNote, versionNote } from '../citation/notes.ts'
import { standsForSeveral } from '../citation/ranges.ts'
import { type NamedVersion, namedVersion } from '../citation/text/edition-day.ts'
import {
  type EditionWords,
  editionAfter,
  editionBefore,
  findDocumentEditions,
  findEditions,
} from '../citation/text/editions.ts'
import type { FoundDesignation, FoundNorm } from '../citation/text/find-designations.ts'
import { spanOf } from '../citation/text/found-designation.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { LruCache } from '../util/lru-cache.ts'
import { type Citation, withNote } from './citation.ts'
import { citedLaws } from './cited-law.ts'
import { type Dated, datesOf, formerDate } from './edition-dates.ts'
import { LawNamesInText, type NamedLaw } from './named-laws.ts'
import type { TextRead } from './read-text.ts'
import { isHidden, type ResolveContext, type ResolvedCitations, resolveOne } from './resolve-one.ts'
import { withEdition } from './verdict.ts'

/** A norm that a text names. */
interface CitedNorm {
  designation: FoundDesignation
  norm: FoundNorm
  named: NamedLaw | undefined
}

/** The citations of a norm, and the note on its edition. */
export interface ResolvedEdition extends ResolvedCitations {
  editionNote: string
}

/** Cache size, in days of a text; laws are read for each. */
const CACHED_DAYS = 8

interface EditionOptions {
  /** True if citations give the wording of their norms. */
  wording: boolean
  /** The text, already read. */
  read: TextRead
  /** False to leave all citations of editions uncertain. */
  isResolving: boolean
}

export class EditionVersions {
  readonly #context: ResolveContext
  readonly #options: EditionOptions
  readonly #days = new LruCache<string, { context: ResolveContext; names: LawNamesInText }>(CACHED_DAYS, () => 1)

  /** @param context of the citations without an edition */
  constructor(context: ResolveContext, options: EditionOptions) {
    this.#context = context
    this.#options = options
  }

  /**
   * Resolves a norm in the version that an edition means. If the corpus lacks it, returns the citations of the text without the
   * edition, as uncertain.
   * @param present these citations
   */
  async resolve(edition: string, cited: CitedNorm, present: ResolvedCitations): Promise<ResolvedEdition> {
    const { corpus } = this.#context
    const states = await corpus.states()
    const version = states.length > 0 && this.#options.isResolving ? namedVersion(edition) : undefined
    const reason = version && (await this.#resolveVersion(edition, version, cited, present))
    if (reason !== undefined && typeof reason !== 'string') return reason
    const note = states.length === 0 ? editionNote(edition) : otherEditionNote(edition, reason)
    const citations = present.citations.map((each) => withEdition(each, edition, note))
    return { ...present, citations, editionNote: note }
  }

  /** @returns the reason if the corpus lacks it */
  async #resolveVersion(
    edition: string,
    version: NamedVersion,
    cited: CitedNorm,
    present: ResolvedCitations,
  ): Promise<ResolvedEdition | string | undefined> {
    const { corpus, today } = this.#context
    if (version.by === 'former') {
      const place = await this.#placeOf(cited, present)
      if (place === undefined) return undefined
      const former = await formerDate(corpus, place, today)
      if (typeof former === 'string') return former
      const found = await this.#resolveAt(former, cited)
      // An older version, which the corpus lacks, may have the part.
      const isIncomplete = found.series !== undefined && found.series.begins.length + found.series.ends.length > 0
      const isWrong = isIncomplete || found.citations.some((each) => each.class === 'wrong')
      if (isWrong) return say`${onlyFormer(former.day)} does not have it`
      return this.#inVersion(edition, former, found)
    }
    const dates = await datesOf(corpus, version, present.citations[0]?.code ?? null)
    if (typeof dates === 'string') return dates
    let hidden: Citation | undefined
    for (const dated of dates) {
      const found = await this.#resolveAt(dated, cited)
      if (found.citations.every(({ code }) => code === null)) return undefined
      hidden = found.citations.find(isHidden)
      if (hidden === undefined) return this.#inVersion(edition, dated, found)
    }
    return hidden?.message ?? undefined
  }

  /** The law and the path of the named norm, which today's text may lack; `undefined` without a law. */
  async #placeOf({ norm, named }: CitedNorm, { citations: [citation] }: ResolvedCitations) {
    const own = formatElements(norm.readings[0] ?? [])
    const [law, ...others] =
      citation?.code || named === undefined ? [] : await this.#context.corpus.lawsEverCalled(named.name.text)
    const code = citation?.code ?? (others.length === 0 ? law?.code : undefined)
    if (citation === undefined || code === undefined) return undefined
    // `§ 4 a. F.` was a norm of its own before it became one of `§§ 3 bis 6 (weggefallen)`.
    const isOneOfSeveral = citation.norm !== null && standsForSeveral(citation.norm) && !standsForSeveral(own)
    return { code, path: citation.norm === null || isOneOfSeveral ? own : citation.norm }
  }

  async #resolveAt({ corpus, day }: Dated, { designation, norm, named }: CitedNorm): Promise<ResolvedCitations> {
    const { context, names } = this.#days.get(day, () => ({
      context: { ...this.#context, corpus, today: day, readLaw: citedLaws(corpus, this.#options.wording) },
      names: new LawNamesInText(corpus, this.#context.text, this.#options.read, day),
    }))
    return resolveOne(context, designation, norm, named && (await lawThen(context.corpus, names, designation, named)))
  }

  async #inVersion(edition: string, { corpus, day }: Dated, found: ResolvedCitations): Promise<ResolvedEdition> {
    const note = versionNote(edition, day)
    const citations = found.citations.map(async (each): Promise<Citation> => {
      const { code, norm } = each
      const version = code === null || norm === null ? undefined : (await corpus.norm(code, norm))?.version
      return { ...each, edition, message: withNote(each.message, note), as_of: day, ...(version && { version }) }
    })
    return { ...found, citations: await Promise.all(citations), editionNote: note }
  }
}

const onlyFormer = (day: string) => say`the only former version that the corpus has, published until ${day},`

/** The law that a name meant on the day of the corpus; else the one that it means now. */
async function lawThen(
  corpus: Corpus,
  names: LawNamesInText,
  { start }: FoundDesignation,
  named: NamedLaw,
): Promise<NamedLaw> {
  const meaning = await names.meaningOf(named.name.text, start)
  const { name, linked } = named
  if (meaning.laws.length > 0) return { ...meaning, name, linked }
  const [now, ...others] = named.laws
  const same =
    now && others.length === 0 ? (await corpus.findLaws(now.code)).filter(({ code }) => code === now.code) : []
  return same.length > 0 ? { ...named, laws: same } : { ...meaning, name, linked }
}

/** Words between listed citations. */
const CONJUNCTION =
  /^[\s,;()]{0,3}(?:und|oder|sowie|bzw\.?|beziehungsweise|u\.|i\.?\s?V\.?\s?m\.?|in Verbindung mit)?\s*(?:de[snrm]|von|auch)?\s*$/
const MAX_CONJUNCTION_LENGTH = 40

/** An edition that applies to all later citations of some laws. */
interface LastingEdition {
  words: string
  /** `undefined` for all laws. */
  codes: Set<string | undefined> | undefined
  names: ReadonlySet<string>
  from: number
}

export class CitedEditions {
  readonly #ofDesignation = new Map<FoundDesignation, string>()
  readonly #lasting: LastingEdition[] = []

  /** Reads the editions of a text. @param laws the laws of the designations, if named */
  static async read(
    text: string,
    tokens: Tokens,
    found: readonly FoundDesignation[],
    laws: ReadonlyMap<FoundDesignation, NamedLaw>,
    names: LawNamesInText,
  ): Promise<CitedEditions> {
    const editions = new CitedEditions()
    editions.#readBeside(text, found, laws)
    for (const { words, names: called, from } of findDocumentEditions(text, tokens)) {
      const meanings = await Promise.all(called.map((name) => names.meaningOf(name, from)))
      const codes = new Set(meanings.flatMap((each) => each.laws.map(({ code }) => code)))
      editions.#lasting.push({ words, codes: called.length > 0 ? codes : undefined, names: new Set(called), from })
    }
    return editions
  }

  /** The edition in which a norm is cited, in the words of the text; `null` if none is named. */
  of(text: string, designation: FoundDesignation, norm: FoundNorm, named: NamedLaw | undefined): string | null {
    const own = norm.qualifiers.find(({ kind }) => kind === 'fassung')
    if (own !== undefined) return ownWords(text.slice(norm.start, norm.end)) ?? own.value
    const beside = this.#ofDesignation.get(designation)
    if (beside !== undefined) return beside
    if (named?.name.edition !== undefined) return `${named.name.text} ${named.name.edition}`
    const code = named?.laws[0]?.code
    const lasting = this.#lasting.findLast(({ codes, names, from }) => {
      const isMeant = codes === undefined || codes.has(code) || (named !== undefined && names.has(named.name.text))
      return from <= designation.start && isMeant
    })
    return lasting?.words ?? null
  }

  #readBeside(text: string, found: readonly FoundDesignation[], laws: ReadonlyMap<FoundDesignation, NamedLaw>): void {
    let later: { designation: FoundDesignation; edition: EditionWords | undefined; start: number } | undefined
    for (const designation of found.toReversed()) {
      const named = laws.get(designation)
      const { start, end } = placeOfAll(designation, named)
      let edition = editionBeside(text, designation, start, end, named?.name.text)
      if (edition === undefined && later?.edition !== undefined) {
        const joint = text.slice(end, Math.min(later.start, end + MAX_CONJUNCTION_LENGTH + 1))
        const isJoined = later.start - end <= MAX_CONJUNCTION_LENGTH && CONJUNCTION.test(joint)
        const sharesLaw = named?.linked && designation.linkedToNext
        if (sharesLaw || (later.edition.ofEach && isJoined)) edition = later.edition
      }
      if (edition !== undefined) this.#ofDesignation.set(designation, edition.text)
      later = { designation, edition, start }
    }
  }
}

/** The edition after, within or before a citation. */
function editionBeside(
  text: string,
  designation: FoundDesignation,
  start: number,
  end: number,
  name = '',
): EditionWords | undefined {
  // Within: between the norm and its law, or in a long name. `EuGVVO a. F.` is the name of another act.
  const within = findEditions(text.slice(designation.end, end)).find((edition) => !name.endsWith(edition.text))
  return editionAfter(text, end, true) ?? within ?? editionBefore(text, start)
}

/** The words of a designation with the name of its law. */
function placeOfAll(designation: FoundDesignation, named: NamedLaw | undefined): { start: number; end: number } {
  const name = named?.linked ? undefined : named?.name
  const [first, last] = [designation.norms[0], designation.norms.at(-1)]
  if (first === undefined || last === undefined) return designation
  return { start: spanOf(designation, first, name).start, end: spanOf(designation, last, name).end }
}

/** `a. F.` among the words of a norm. */
const ownWords = (words: string) => /(?:[an]\.\s?F\.?|[an]F)(?!\p{L})/u.exec(words)?.[0]
