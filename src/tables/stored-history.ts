/** The tables of time of a bundle, and the views of the corpus as of each of its states. */
import type { Corpus, History, State } from '../corpus/corpus.ts'
import { LruCache } from '../lru-cache.ts'
import type { ReadRows } from './read-rows.ts'
import { StateCorpus } from './state-corpus.ts'

/** So many views are kept, with the outlines and the names of laws that they have read. */
const CACHED_VIEWS = 8

// Most look-ups ask for the newest text, and need not load these.
const readings = () => import('./read-history.ts')

export class StoredHistory implements History<Corpus> {
  readonly #corpus: Corpus
  readonly #ask: ReadRows
  readonly #views = new LruCache<string, StateCorpus>(CACHED_VIEWS, () => 1)
  readonly #assertOpen: () => void
  #states: State[] | undefined
  /** Empty if there is none. */
  #firstDated: string | undefined

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

  atState(day: string, ownDay = day): Corpus {
    const newest = this.#allStates().at(-1)?.observed_on ?? ''
    const state = this.#stateOf(day)
    // Without dated laws all days up to the next state share a view.
    const own = this.#datedSince() === undefined ? state : ownDay
    if (state === newest && own >= newest) return this.#corpus
    return this.#views.get(`${state} ${own}`, () => new StateCorpus(this.#corpus, this.#ask, { state, own, newest }))
  }

  datedSince: Corpus['datedSince'] = async (code) => {
    const first = this.#datedSince()
    return code === undefined || first === undefined ? first : readDatedSince(this.#ask, code)
  }

  normVersions: Corpus['normVersions'] = async (code, path) =>
    (await readings()).readNormVersions(this.#ask, code, path)
  lawVersions: Corpus['lawVersions'] = async (code) => (await readings()).readLawVersions(this.#ask, code)
  changes: Corpus['changes'] = async (filter) => (await readings()).readChanges(this.#ask, filter)
  changedLaws: Corpus['changedLaws'] = async (filter) => (await readings()).readChangedLaws(this.#ask, filter)
  differingNorms: Corpus['differingNorms'] = async (code, from, to) =>
    (await readings()).readDifferingNorms(this.#ask, code, [from, this.#stateOf(from)], [to, this.#stateOf(to)])
  lawsEverCalled: Corpus['lawsEverCalled'] = async (name) => (await readings()).readLawsEverCalled(this.#ask, name)
  lastStatesOfNorms: Corpus['lastStatesOfNorms'] = async (code) =>
    (await readings()).readLastStatesOfNorms(this.#ask, code)

  /** The last state up to a day; empty if there is none. */
  #stateOf(day: string): string {
    return this.#allStates().findLast(({ observed_on }) => observed_on <= day)?.observed_on ?? ''
  }

  #datedSince(): string | undefined {
    this.#assertOpen()
    this.#firstDated ??= readDatedSince(this.#ask) ?? ''
    return this.#firstDated || undefined
  }

  #allStates(): State[] {
    this.#assertOpen()
    this.#states ??= readStates(this.#ask)
    return this.#states
  }
}

/** All states, oldest first. */
export function readStates(read: ReadRows): State[] {
  const rows = read<State>('SELECT observed_on, source, listing, incomplete FROM state ORDER BY observed_on')
  return rows.map((row) => ({ ...row }))
}

/** The first day of a dated law, or of any; `undefined` if the law is not dated, or none is. */
function readDatedSince(read: ReadRows, code?: string): string | undefined {
  const [first] = read<{ day: string | null }>(
    `SELECT min(version.observed_from) AS day FROM line JOIN law_version AS version ON version.line = line.id
     WHERE line.dated = 1 AND ? IN ('', line.code)`,
    code ?? '',
  )
  return first?.day ?? undefined
}
