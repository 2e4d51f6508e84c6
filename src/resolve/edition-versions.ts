/** Resolves citations of editions (`in der bis zum 31. Dezember 2022 geltenden Fassung`, `a. F.`) to the versions of their norms. */
import type { Tokens } from '../citation/grammar/tokens.ts'
import { formatElements } from '../citation/norm-path.ts'
import { editionNote, otherEditionNote, versionNote } from '../citation/notes.ts'
import { standsForSeveral } from '../citation/ranges.ts'
import { type NamedVersion, namedVersion } from '../citation/text/edition-day.ts'
import type { FoundDesignation, FoundNorm } from '../citation/text/find-designations.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { LruCache } from '../lru-cache.ts'
import { type Citation, withNote } from './citation.ts'
import { citedLaws } from './cited-law.ts'
import { type Dated, datesOf, formerDate } from './edition-dates.ts'
import { LawNamesInText, type NamedLaw } from './named-laws.ts'
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

/** How many days of a text are prepared at once; each has laws that are read. */
const CACHED_DAYS = 8

interface EditionOptions {
  /** True if citations give the wording of their norms. */
  wording: boolean
  /** The tokens of the text. */
  tokens: Tokens
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
   * Resolves a norm in the version that an edition means. If the corpus lacks it, the citations are those of the text
   * without the edition, and uncertain.
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

  /** @returns why the corpus lacks it, if it does */
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
      if (isWrong) return `${onlyFormer(former.day)} does not have it`
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

  /** The law and the path of the norm that is named, which today's text need not have; `undefined` without a law. */
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
      names: new LawNamesInText(corpus, this.#context.text, this.#options.tokens, day),
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

const onlyFormer = (day: string) => `the only former version that the corpus has, published until ${day},`

/** What a text meant by the name of a law on the day of the corpus; without such a law the one that it means now. */
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
