/**
 * A corpus on a day between two of its states. What both have alike was so on that day; of anything else it is not known
 * when it changed. Both sides have dated laws as of the day.
 */

import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { compareValues, parseNormPath } from '../citation/norm-path.ts'
import { say } from '../i18n/texts.ts'
import type { Change, Corpus, Law, LawSummary, Norm, NormSummary, VersionSpan } from '../model/corpus.ts'
import { CorpusView } from '../model/corpus-view.ts'
import { type Candidate, LegalTextError } from '../util/errors.ts'
import { LruCache } from '../util/lru-cache.ts'

/** Of so many laws the changes are kept. */
const CACHED_LAWS = 100
/** How many norms of a law are read at a time. */
const NORMS_PER_READ = 16

/** A state, and its day. */
interface Side {
  corpus: Corpus
  day: string
}

export class BetweenStates extends CorpusView implements Corpus {
  readonly #before: Side
  readonly #after: Side
  readonly #day: string
  #knownUncertainLaws: Promise<ReadonlySet<string>> | undefined
  readonly #knownChanges = new LruCache<string, Promise<Change[]>>(CACHED_LAWS, () => 1)

  constructor(before: Side, after: Side, day: string) {
    super(before.corpus)
    this.#before = before
    this.#after = after
    this.#day = day
  }

  /** The laws of both states; those that only one of them has are marked. */
  override laws: Corpus['laws'] = async ({ query, limit = Number.MAX_SAFE_INTEGER, offset = 0 }) => {
    const [before, after] = await Promise.all([this.#before.corpus.laws({ query }), this.#after.corpus.laws({ query })])
    const ofBefore = new Set(before.items.map(({ code }) => code))
    const laws = [...before.items, ...after.items.filter(({ code }) => !ofBefore.has(code))]
    if (query === undefined) laws.sort((a, b) => (a.code < b.code ? -1 : 1))
    const uncertain = await this.#uncertainLaws()
    const items = laws.slice(offset, offset + limit).map((law): LawSummary => {
      return uncertain.has(law.code) ? { ...law, uncertain: true } : law
    })
    return { items, total: laws.length }
  }

  override findLaws: Corpus['findLaws'] = (name) => this.#firstFound((corpus) => corpus.findLaws(name))

  override lawsCalled: Corpus['lawsCalled'] = (name) => this.#firstFound((corpus) => corpus.lawsCalled(name))

  /**
   * The law of the state before with all norms of both states; those that the next state has changed are marked.
   * @throws LegalTextError `ambiguous` if only one of the states has the law
   */
  override law: Corpus['law'] = async (code) => {
    const [before, after] = await Promise.all([this.#before.corpus.law(code), this.#after.corpus.law(code)])
    const changes = await this.#changes(code)
    const whole = changes.find(({ norm }) => norm === null)
    if (whole !== undefined) throw this.#uncertainLaw(code, whole)
    if (before === undefined || after === undefined) return before ?? after
    const changed = new Set(changes.flatMap(({ norm, moved_to }) => [norm, moved_to]))
    const law = withNormsOf(before, after)
    const norms = law.norms.map((norm) => (changed.has(norm.norm) ? { ...norm, uncertain: true as const } : norm))
    return { ...law, norms }
  }

  override outline: Corpus['outline'] = async (code) => (await this.law(code))?.norms ?? []

  override normsEndingIn: Corpus['normsEndingIn'] = (...given) =>
    this.#firstFound((corpus) => corpus.normsEndingIn(...given))

  override normsIncluding: Corpus['normsIncluding'] = (...given) =>
    this.#firstFound((corpus) => corpus.normsIncluding(...given))

  /** @throws LegalTextError `ambiguous` if it is not known which wording held */
  override norm: Corpus['norm'] = async (code, path) => {
    const before = await this.#before.corpus.norm(code, path)
    const after = await this.#after.corpus.norm(code, path)
    const only = before ?? after
    if (only === undefined || before?.version?.observed_from === after?.version?.observed_from) return before
    // A version that both days belong to was only left out of a state by mistake.
    const { observed_from: from, observed_to: to } = only.version as VersionSpan
    const spansBoth = from <= this.#before.day && (to === null || to >= this.#after.day)
    if (spansBoth) return only
    throw this.#uncertainNorm(code, path, before, after)
  }

  /** @throws LegalTextError `ambiguous` if it is not known which wordings held */
  async *norms(code: string, range?: { start: number; end: number }): AsyncGenerator<Norm[]> {
    const outline = (await this.outline(code)).slice(range?.start, range?.end)
    const unknown: LegalTextError[] = []
    for (const { norm, uncertain } of outline) {
      const error = uncertain && (await this.norm(code, norm).catch((error: unknown) => error))
      if (error instanceof LegalTextError) unknown.push(error)
      else if (error instanceof Error) throw error
    }
    const [first] = unknown
    if (first !== undefined) throw await this.#uncertainNorms(code, unknown.length, first.message)
    for (let first = 0; first < outline.length; first += NORMS_PER_READ) {
      const paths = outline.slice(first, first + NORMS_PER_READ).map(({ norm }) => norm)
      const norms = paths.map((path) => this.#firstFound((corpus) => corpus.norm(code, path)))
      yield (await Promise.all(norms)) as Norm[]
    }
  }

  override normContext: Corpus['normContext'] = (...given) => this.#firstFound((corpus) => corpus.normContext(...given))

  /** What the state before has, else the one after. */
  async #firstFound<Found>(ask: (corpus: Corpus) => Promise<Found>): Promise<Found> {
    const found = await ask(this.#before.corpus)
    const isMissing = found === undefined || (Array.isArray(found) && found.length === 0)
    return isMissing ? ask(this.#after.corpus) : found
  }

  /** The codes of the laws that only one of the states has. */
  #uncertainLaws(): Promise<ReadonlySet<string>> {
    this.#knownUncertainLaws ??= this.#readUncertainLaws()
    return this.#knownUncertainLaws
  }

  async #readUncertainLaws(): Promise<ReadonlySet<string>> {
    const { items } = await this.#before.corpus.changedLaws({ ...this.#ofBetween(), limit: MAX_CHANGES, offset: 0 })
    return new Set(items.filter(({ whole }) => whole !== null).map(({ code }) => code))
  }

  /** What happened between the states: it is seen in the one after. */
  #ofBetween() {
    return { since: this.#after.day, until: this.#after.day, observed: true }
  }

  /** What the state after has changed. */
  #changes(code: string): Promise<Change[]> {
    return this.#knownChanges.get(code, () => this.#readChanges(code))
  }

  async #readChanges(code: string): Promise<Change[]> {
    const filter = { ...this.#ofBetween(), codes: [code], typographic: true, limit: MAX_CHANGES, offset: 0 }
    const { items } = await this.#before.corpus.changes(filter)
    return items
  }

  #uncertainLaw(code: string, { type, heading: title, abbreviation }: Change): LegalTextError {
    const has = type === 'removed' ? this.#before.day : this.#after.day
    const message = say`whether there was a law ${nameOfLaw({ code, abbreviation })} on ${this.#day} is not known: of the states of ${this.#before.day} and ${this.#after.day}, the nearest ones, only that of ${has} has it`
    const candidates: Candidate[] = [{ code, label: nameOfLaw({ code, abbreviation }), title, observed_on: has }]
    return new LegalTextError('ambiguous', message, { code, candidates, as_of: this.#day })
  }

  /** The law can be had as of either state. */
  async #uncertainNorms(code: string, count: number, ofOne: string): Promise<LegalTextError> {
    const [{ abbreviation = '', title = '' } = {}] = await this.findLaws(code)
    const label = nameOfLaw({ code, abbreviation })
    const ofSeveral = say`which wording of ${count} norms of ${label} was published on ${this.#day} is not known: the states of ${this.#before.day} and ${this.#after.day}, the nearest ones, have different wordings of them`
    const days = [this.#before.day, this.#after.day]
    const candidates = days.map((day): Candidate => ({ code, label, title, observed_on: day }))
    return new LegalTextError('ambiguous', count > 1 ? ofSeveral : ofOne, { code, candidates, as_of: this.#day })
  }

  #uncertainNorm(code: string, path: string, before: Norm | undefined, after: Norm | undefined): LegalTextError {
    const sides = [
      { norm: before, day: this.#before.day },
      { norm: after, day: this.#after.day },
    ]
    const candidates = sides.flatMap(({ norm, day }): Candidate[] =>
      norm === undefined
        ? []
        : [{ code, norm: path, label: norm.label, title: norm.heading || norm.title, observed_on: day }],
    )
    const only = before ?? after
    const name = [only?.label || path, only && nameOfLaw(only)].join(' ')
    const what =
      before !== undefined && after !== undefined ? say`have different wordings of it` : say`do not both have it`
    const message = say`which wording of ${name} was published on ${this.#day} is not known: the states of ${this.#before.day} and ${this.#after.day}, the nearest ones, ${what}`
    return new LegalTextError('ambiguous', message, { code, norm: path, candidates, as_of: this.#day })
  }
}

/** True if a norm of the same kind has a smaller number. */
function precedes(one: NormSummary, other: NormSummary): boolean {
  const [own, its] = [one, other].map(({ norm }) => parseNormPath(norm)?.norm.findLast(({ kind }) => kind !== 'seq'))
  return own !== undefined && own.kind === its?.kind && compareValues(own.value, its.value) < 0
}

/**
 * A law with the norms, too, that only its next state has: each after the norm that it follows there, and after those with
 * smaller numbers, which only the law has.
 */
function withNormsOf(law: Law, next: Law): Law {
  const places = new Map(law.norms.map(({ norm }, place) => [norm, place]))
  /** By the place that they are added at. */
  const added: NormSummary[][] = []
  let place = 0
  for (const norm of next.norms) {
    const known = places.get(norm.norm)
    if (known !== undefined) {
      place = known + 1
      continue
    }
    while (law.norms[place] !== undefined && precedes(law.norms[place] as NormSummary, norm)) place++
    added[place] = [...(added[place] ?? []), norm]
  }
  if (added.length === 0) return law
  const norms = [...law.norms, undefined].flatMap((norm, index) => [...(added[index] ?? []), ...(norm ? [norm] : [])])
  /** What is added at the end of a heading is under it. */
  const moved = (index: number) => index + added.slice(0, index + 1).reduce((sum, list) => sum + list.length, 0)
  const structure = law.structure.map((heading) => ({
    ...heading,
    start: moved(heading.start),
    end: moved(heading.end),
  }))
  return { ...law, norm_count: norms.length, norms, structure }
}

/** More than the norms of any law. */
const MAX_CHANGES = 1_000_000
