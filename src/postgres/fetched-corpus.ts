/** A corpus whose readings may have to fetch rows first. */
import type { Corpus, Norm } from '../corpus/corpus.ts'

/** How the readings of a corpus run. */
export interface Runner {
  /** Runs one until it has all its rows. @throws LegalTextError `not_ready` if the corpus is closed */
  run<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer>
  /** Runs several, one after the other, until which the corpus stays open. */
  stream<Item>(read: () => Promise<AsyncIterable<Item>>): AsyncGenerator<Item>
}

/** Norms of a law that are read at a time: as many as one statement gives. */
const NORMS_PER_READ = 16

export class FetchedCorpus implements Corpus {
  readonly bundle: Corpus['bundle']
  replacementFailure: Corpus['replacementFailure'] = null
  /** Choosing a view reads rows, too. */
  readonly #inner: () => Corpus
  readonly #newest: Corpus
  readonly #runner: Runner

  /**
   * @param newest the corpus of the newest state
   * @param runner runs every reading
   * @param inner what is read: that corpus, or a view of it
   */
  constructor(newest: Corpus, runner: Runner, inner: () => Corpus = () => newest) {
    this.bundle = newest.bundle
    this.#newest = newest
    this.#runner = runner
    this.#inner = inner
  }

  laws: Corpus['laws'] = (options) => this.#runner.run(() => this.#inner().laws(options))
  findLaws: Corpus['findLaws'] = (name) => this.#runner.run(() => this.#inner().findLaws(name))
  lawsCalled: Corpus['lawsCalled'] = (name) => this.#runner.run(() => this.#inner().lawsCalled(name))
  similarLaws: Corpus['similarLaws'] = (name, limit) => this.#runner.run(() => this.#inner().similarLaws(name, limit))
  law: Corpus['law'] = (code) => this.#runner.run(() => this.#inner().law(code))
  lawState: Corpus['lawState'] = (code) => this.#runner.run(() => this.#inner().lawState(code))
  outline: Corpus['outline'] = (code) => this.#runner.run(() => this.#inner().outline(code))
  normsEndingIn: Corpus['normsEndingIn'] = (...given) => this.#runner.run(() => this.#inner().normsEndingIn(...given))
  normsIncluding: Corpus['normsIncluding'] = (...given) =>
    this.#runner.run(() => this.#inner().normsIncluding(...given))
  norm: Corpus['norm'] = (code, path) => this.#runner.run(() => this.#inner().norm(code, path))
  normContext: Corpus['normContext'] = (code, path) => this.#runner.run(() => this.#inner().normContext(code, path))
  relationships: Corpus['relationships'] = (...given) => this.#runner.run(() => this.#inner().relationships(...given))
  states: Corpus['states'] = () => this.#runner.run(() => this.#inner().states())
  datedSince: Corpus['datedSince'] = (code) => this.#runner.run(() => this.#inner().datedSince(code))
  normVersions: Corpus['normVersions'] = (code, path) => this.#runner.run(() => this.#inner().normVersions(code, path))
  lawVersions: Corpus['lawVersions'] = (code) => this.#runner.run(() => this.#inner().lawVersions(code))
  changes: Corpus['changes'] = (filter) => this.#runner.run(() => this.#inner().changes(filter))
  changedLaws: Corpus['changedLaws'] = (filter) => this.#runner.run(() => this.#inner().changedLaws(filter))
  differingNorms: Corpus['differingNorms'] = (...given) =>
    this.#runner.run(() => this.#inner().differingNorms(...given))
  lawsEverCalled: Corpus['lawsEverCalled'] = (name) => this.#runner.run(() => this.#inner().lawsEverCalled(name))
  lastStatesOfNorms: Corpus['lastStatesOfNorms'] = (code) =>
    this.#runner.run(() => this.#inner().lastStatesOfNorms(code))
  coverage: Corpus['coverage'] = () => this.#runner.run(() => this.#inner().coverage())
  corpusDate: Corpus['corpusDate'] = () => this.#runner.run(() => this.#inner().corpusDate())
  limitations: Corpus['limitations'] = (filter) => this.#runner.run(() => this.#inner().limitations(filter))
  findings: Corpus['findings'] = () => this.#runner.run(() => this.#inner().findings())
  search: Corpus['search'] = (request) => this.#runner.run(() => this.#inner().search(request))
  matches: Corpus['matches'] = (request) => this.#newest.matches(request)

  norms: Corpus['norms'] = (code, range) => this.#runner.stream(async () => this.#norms(code, range))

  async *#norms(code: string, { start, end } = { start: 0, end: Number.MAX_SAFE_INTEGER }): AsyncGenerator<Norm[]> {
    for (let from = start; from < end; from += NORMS_PER_READ) {
      const range = { start: from, end: Math.min(from + NORMS_PER_READ, end) }
      const norms = await this.#runner.run(() => all(this.#inner().norms(code, range)))
      if (norms.length > 0) yield norms
      if (norms.length < NORMS_PER_READ) return
    }
  }

  atState(day: string, ownDay?: string): Corpus {
    return new FetchedCorpus(this.#newest, this.#runner, () => this.#newest.atState(day, ownDay))
  }

  async ping(): Promise<void> {
    await this.#newest.ping?.()
  }

  /** A view is closed with its corpus. */
  async close(_atOnce?: boolean): Promise<void> {}
}

async function all(parts: AsyncIterable<Norm[]>): Promise<Norm[]> {
  const norms: Norm[] = []
  for await (const some of parts) norms.push(...some)
  return norms
}
