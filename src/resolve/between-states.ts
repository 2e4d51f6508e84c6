/**
 * A corpus on a day between two of its states. What both have alike was so on that day; of anything else it is not known
 * when it changed.
 */
import type { Change, Corpus, Law, LawMatch, Norm, NormContext, NormSummary, VersionSpan } from '../corpus/corpus.ts'
import { type Candidate, LegalTextError } from '../errors.ts'
import { LruCache } from '../lru-cache.ts'

/** Of so many laws the changes are kept. */
const CACHED_LAWS = 100

/** A state, and its day. */
interface Side {
  corpus: Corpus
  day: string
}

export class BetweenStates implements Corpus {
  readonly bundle: Corpus['bundle']
  readonly replacementFailure = null
  readonly #before: Side
  readonly #after: Side
  readonly #day: string
  readonly #knownChanges = new LruCache<string, Promise<Change[]>>(CACHED_LAWS, () => 1)

  constructor(before: Side, after: Side, day: string) {
    this.bundle = before.corpus.bundle
    this.#before = before
    this.#after = after
    this.#day = day
  }

  laws: Corpus['laws'] = (options) => this.#before.corpus.laws(options)

  findLaws(name: string): Promise<LawMatch[]> {
    return this.#firstFound((corpus) => corpus.findLaws(name))
  }

  lawsCalled(name: string): Promise<LawMatch[]> {
    return this.#firstFound((corpus) => corpus.lawsCalled(name))
  }

  similarLaws: Corpus['similarLaws'] = (name, limit) => this.#before.corpus.similarLaws(name, limit)

  /**
   * The law of the state before, with the norms marked that the next state has changed.
   * @throws LegalTextError `ambiguous` if only one of the states has the law
   */
  async law(code: string): Promise<Law | undefined> {
    const law = await this.#before.corpus.law(code)
    if (!(await this.#isCertain(code, law))) return this.#after.corpus.law(code)
    return law && { ...law, norms: await this.#marked(code, law.norms) }
  }

  async outline(code: string): Promise<NormSummary[]> {
    return (await this.law(code))?.norms ?? []
  }

  normsEndingIn(code: string, elements: readonly string[]): Promise<NormSummary[]> {
    return this.#firstFound((corpus) => corpus.normsEndingIn(code, elements))
  }

  normsIncluding(code: string, kind: string, value: string): Promise<NormSummary[]> {
    return this.#firstFound((corpus) => corpus.normsIncluding(code, kind, value))
  }

  /** @throws LegalTextError `ambiguous` if it is not known which wording held */
  async norm(code: string, path: string): Promise<Norm | undefined> {
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

  async *norms(code: string, range?: { start: number; end: number }): AsyncGenerator<Norm[]> {
    const outline = (await this.outline(code)).slice(range?.start, range?.end)
    for (const { norm, uncertain } of outline) if (uncertain) await this.norm(code, norm)
    yield* this.#before.corpus.norms(code, range)
  }

  normContext(code: string, path: string): Promise<NormContext | undefined> {
    return this.#firstFound(async (corpus) => corpus.normContext(code, path))
  }

  relationships: Corpus['relationships'] = (code, path, options) =>
    this.#before.corpus.relationships(code, path, options)

  states: Corpus['states'] = () => this.#before.corpus.states()
  atState: Corpus['atState'] = (observedOn) => this.#before.corpus.atState(observedOn)
  normVersions: Corpus['normVersions'] = (code, path) => this.#before.corpus.normVersions(code, path)
  lawVersions: Corpus['lawVersions'] = (code) => this.#before.corpus.lawVersions(code)
  changes: Corpus['changes'] = (filter) => this.#before.corpus.changes(filter)
  changedLaws: Corpus['changedLaws'] = (filter) => this.#before.corpus.changedLaws(filter)
  differingNorms: Corpus['differingNorms'] = (code, from, to) => this.#before.corpus.differingNorms(code, from, to)
  lawsEverCalled: Corpus['lawsEverCalled'] = (name) => this.#before.corpus.lawsEverCalled(name)
  lastStatesOfNorms: Corpus['lastStatesOfNorms'] = (code) => this.#before.corpus.lastStatesOfNorms(code)
  coverage: Corpus['coverage'] = () => this.#before.corpus.coverage()
  limitations: Corpus['limitations'] = (filter) => this.#before.corpus.limitations(filter)
  findings: Corpus['findings'] = () => this.#before.corpus.findings()
  search: Corpus['search'] = (request) => this.#before.corpus.search(request)

  async close(): Promise<void> {}

  /** What the state before has, else the one after. */
  async #firstFound<Found>(ask: (corpus: Corpus) => Promise<Found>): Promise<Found> {
    const found = await ask(this.#before.corpus)
    const isMissing = found === undefined || (Array.isArray(found) && found.length === 0)
    return isMissing ? ask(this.#after.corpus) : found
  }

  /** True if the state before tells what the law was; false if that left it out by mistake. */
  async #isCertain(code: string, before: Law | undefined): Promise<boolean> {
    const changes = await this.#changes(code)
    const whole = changes.find(({ norm }) => norm === null)
    if (whole !== undefined) throw this.#uncertainLaw(code, whole)
    return before !== undefined
  }

  async #marked(code: string, norms: readonly NormSummary[]): Promise<NormSummary[]> {
    const changed = new Set((await this.#changes(code)).flatMap(({ norm, moved_to }) => [norm, moved_to]))
    return norms.map((norm) => (changed.has(norm.norm) ? { ...norm, uncertain: true } : norm))
  }

  /** What the state after has changed. */
  #changes(code: string): Promise<Change[]> {
    return this.#knownChanges.get(code, () => this.#readChanges(code))
  }

  async #readChanges(code: string): Promise<Change[]> {
    const between = { since: this.#after.day, until: this.#after.day, codes: [code] }
    const { items } = await this.#before.corpus.changes({ ...between, limit: MAX_CHANGES, offset: 0 })
    return items
  }

  #uncertainLaw(code: string, { type, heading: title, abbreviation }: Change): LegalTextError {
    const has = type === 'removed' ? this.#before.day : this.#after.day
    const message =
      `whether there was a law ${abbreviation} on ${this.#day} is not known: of the states of ${this.#before.day} and ` +
      `${this.#after.day}, the nearest ones, only that of ${has} has it`
    const candidates: Candidate[] = [{ code, label: abbreviation, title, observed_on: has }]
    return new LegalTextError('ambiguous', message, { code, candidates, as_of: this.#day })
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
    const name = [only?.label || path, only?.abbreviation].join(' ')
    const what = before !== undefined && after !== undefined ? 'have different wordings of it' : 'do not both have it'
    const message =
      `which wording of ${name} was published on ${this.#day} is not known: the states of ${this.#before.day} ` +
      `and ${this.#after.day}, the nearest ones, ${what}`
    return new LegalTextError('ambiguous', message, { code, norm: path, candidates, as_of: this.#day })
  }
}

/** More than the norms of any law. */
const MAX_CHANGES = 1_000_000
