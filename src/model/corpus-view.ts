/** A corpus that asks another one, but for what its class answers itself. */
import type { Corpus } from './corpus.ts'

type Ask = <Answer>(question: (corpus: Corpus) => Promise<Answer>) => Promise<Answer>

export abstract class CorpusView {
  readonly bundle: Corpus['bundle']
  replacementFailure: Corpus['replacementFailure'] = null
  /** The corpus of the newest state. */
  protected readonly newest: Corpus
  readonly #ask: Ask

  /** @param ask asks the corpus */
  constructor(newest: Corpus, ask: Ask = (question) => question(newest)) {
    this.bundle = newest.bundle
    this.newest = newest
    this.#ask = ask
  }

  laws: Corpus['laws'] = (options) => this.#ask((corpus) => corpus.laws(options))
  findLaws: Corpus['findLaws'] = (name) => this.#ask((corpus) => corpus.findLaws(name))
  lawsCalled: Corpus['lawsCalled'] = (name) => this.#ask((corpus) => corpus.lawsCalled(name))
  similarLaws: Corpus['similarLaws'] = (name, limit) => this.#ask((corpus) => corpus.similarLaws(name, limit))
  law: Corpus['law'] = (code) => this.#ask((corpus) => corpus.law(code))
  lawState: Corpus['lawState'] = (code) => this.#ask((corpus) => corpus.lawState(code))
  outline: Corpus['outline'] = (code) => this.#ask((corpus) => corpus.outline(code))
  normsEndingIn: Corpus['normsEndingIn'] = (...given) => this.#ask((corpus) => corpus.normsEndingIn(...given))
  normsIncluding: Corpus['normsIncluding'] = (...given) => this.#ask((corpus) => corpus.normsIncluding(...given))
  norm: Corpus['norm'] = (code, path) => this.#ask((corpus) => corpus.norm(code, path))
  image: Corpus['image'] = (sha256) => this.#ask((corpus) => corpus.image(sha256))
  normContext: Corpus['normContext'] = (code, path) => this.#ask((corpus) => corpus.normContext(code, path))
  relationships: Corpus['relationships'] = (...given) => this.#ask((corpus) => corpus.relationships(...given))
  states: Corpus['states'] = () => this.#ask((corpus) => corpus.states())
  datedSince: Corpus['datedSince'] = (code) => this.#ask((corpus) => corpus.datedSince(code))
  normVersions: Corpus['normVersions'] = (code, path) => this.#ask((corpus) => corpus.normVersions(code, path))
  lawVersions: Corpus['lawVersions'] = (code) => this.#ask((corpus) => corpus.lawVersions(code))
  changes: Corpus['changes'] = (filter) => this.#ask((corpus) => corpus.changes(filter))
  changedLaws: Corpus['changedLaws'] = (filter) => this.#ask((corpus) => corpus.changedLaws(filter))
  differingNorms: Corpus['differingNorms'] = (...given) => this.#ask((corpus) => corpus.differingNorms(...given))
  lawsEverCalled: Corpus['lawsEverCalled'] = (name) => this.#ask((corpus) => corpus.lawsEverCalled(name))
  lastStatesOfNorms: Corpus['lastStatesOfNorms'] = (code) => this.#ask((corpus) => corpus.lastStatesOfNorms(code))
  coverage: Corpus['coverage'] = () => this.#ask((corpus) => corpus.coverage())
  corpusDate: Corpus['corpusDate'] = () => this.#ask((corpus) => corpus.corpusDate())
  limitations: Corpus['limitations'] = (filter) => this.#ask((corpus) => corpus.limitations(filter))
  findings: Corpus['findings'] = () => this.#ask((corpus) => corpus.findings())
  search: Corpus['search'] = (request) => this.#ask((corpus) => corpus.search(request))

  atState: Corpus['atState'] = (day, ownDay) => this.newest.atState(day, ownDay)
  matches: Corpus['matches'] = (request) => this.newest.matches(request)

  /** It is closed with its corpus. */
  async close(_atOnce?: boolean): Promise<void> {}
}
