/** The tables of time of a bundle, and the views of the corpus as of each of its states. */
import type { Corpus, History, State } from '../corpus/corpus.ts'
import { LruCache } from '../lru-cache.ts'
import type { ReadRows } from './block-store.ts'
import { readStates } from './read-states.ts'
import { StateCorpus } from './state-corpus.ts'

/** So many views are kept, with the outlines and the names of laws that they have read. */
const CACHED_VIEWS = 8

// Most look-ups ask for the newest text, and need not load these.
const versions = () => import('./read-history.ts')
const former = () => import('./read-former.ts')

export class StoredHistory implements History<Corpus> {
  readonly #corpus: Corpus
  readonly #ask: ReadRows
  readonly #views = new LruCache<string, StateCorpus>(CACHED_VIEWS, () => 1)
  readonly #assertOpen: () => void
  #states: State[] | undefined

  /**
   * @param corpus of the newest state
   * @param assertOpen throws if that is closed
   */
  constructor(corpus: Corpus, ask: ReadRows, assertOpen: () => void) {
    this.#corpus = corpus
    this.#ask = ask
    this.#assertOpen = assertOpen
  }

  states: Corpus['states'] = async () => this.#allStates()

  atState(observedOn: string): Corpus {
    const newest = this.#allStates().at(-1)?.observed_on ?? ''
    if (observedOn === newest) return this.#corpus
    return this.#views.get(observedOn, () => new StateCorpus(this.#corpus, this.#ask, { own: observedOn, newest }))
  }

  normVersions: Corpus['normVersions'] = async (code, path) =>
    (await versions()).readNormVersions(this.#ask, code, path)
  lawVersions: Corpus['lawVersions'] = async (code) => (await versions()).readLawVersions(this.#ask, code)
  changes: Corpus['changes'] = async (filter) => (await versions()).readChanges(this.#ask, filter)
  changedLaws: Corpus['changedLaws'] = async (filter) => (await versions()).readChangedLaws(this.#ask, filter)
  differingNorms: Corpus['differingNorms'] = async (code, from, to) =>
    (await former()).readDifferingNorms(this.#ask, code, from, to)
  lawsEverCalled: Corpus['lawsEverCalled'] = async (name) => (await former()).readLawsEverCalled(this.#ask, name)
  lastStatesOfNorms: Corpus['lastStatesOfNorms'] = async (code) =>
    (await former()).readLastStatesOfNorms(this.#ask, code)

  #allStates(): State[] {
    this.#assertOpen()
    this.#states ??= readStates(this.#ask)
    return this.#states
  }
}
