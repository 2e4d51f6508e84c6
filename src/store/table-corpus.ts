/** A corpus in tables, whose parts read the rows of a database. Search and pattern matching are up to the engine. */
import { say } from '../i18n/texts.ts'
import type {
  About,
  ChangeFilter,
  Corpus,
  Coverage,
  History,
  LimitationFilter,
  SourceFinding,
  SourceLimitation,
  State,
} from '../model/corpus.ts'
import { NOW } from '../model/law-history.ts'
import type { IndexStatistics } from '../search/index.ts'
import { corpusClosed, LegalTextError } from '../util/errors.ts'
import { LruCache } from '../util/lru-cache.ts'
import type { MetaKey, StoredCoverage } from './bundle-schema.ts'
import { once } from './once.ts'
import type { AskRows } from './read-rows.ts'
import { Readers } from './readers.ts'
import { textsIn } from './texts.ts'
import { TODAY, type ViewDays, viewOf } from './view.ts'

/** Cache size: views, with the outlines and the names of laws that they have read. */
const CACHED_VIEWS = 8

// Lazy: most look-ups ask for the newest text, and do not need these.
const readings = () => import('./read-history.ts')

/** Selects all states, oldest first. */
export const STATES = 'SELECT observed_on, source, listing, incomplete FROM state ORDER BY observed_on'

/** Selects the first day of all dated laws, as `day`; NULL if there are none. */
export const DATED_SINCE = 'SELECT min(state_from) AS day FROM law WHERE dated = 1'

/** Selects all findings, in the order of the ids of their sources. */
export const FINDINGS = 'SELECT source_family, source_id, law_id, reason FROM finding ORDER BY id'

/** Selects the figures of the search index. */
export const SEARCH_RECORD = "SELECT value FROM meta WHERE key = 'search'"

/** The engine's part of a corpus. */
export interface Engine extends Pick<Corpus, 'bundle' | 'search' | 'matches' | 'ping' | 'database'> {
  /** Reads rows. */
  ask: AskRows
  /** When the bundle was written (ISO 8601). */
  builtAt: string
  /** The rows of {@link STATES}. */
  states: readonly State[]
  /** The rows of {@link DATED_SINCE}. */
  datedSince: readonly { day: string | null }[]
  /** Closes the engine after all readings. Called once. */
  close(): void | Promise<void>
}

/** Makes the corpus of an engine. */
export function tableCorpus(engine: Engine): Corpus {
  const { ask, bundle, states, ping, database } = engine
  const datedSince = engine.datedSince[0]?.day ?? undefined
  const newestDay = states.at(-1)?.observed_on ?? ''
  const { guarded, close } = whileOpen(() => engine.close())
  const views = new LruCache<string, Corpus>(CACHED_VIEWS, () => 1)
  /** The last state up to a day; empty if none. */
  const stateOf = (day: string) => states.findLast(({ observed_on }) => observed_on <= day)?.observed_on ?? ''
  const viewed = (days: ViewDays): Corpus =>
    views.get(JSON.stringify(days), () => ({
      ...corpus,
      replacementFailure: null,
      ...guarded(textsIn(ask, viewOf(days), newestDay)),
      // It is closed with its corpus.
      close: async () => {},
    }))
  const corpus: Corpus = {
    bundle,
    replacementFailure: null,
    ...guarded(textsIn(ask, TODAY, newestDay)),
    ...guarded(historyIn(ask, { states, datedSince, stateOf })),
    ...guarded(aboutIn(ask, engine, { states, datedSince })),
    ...guarded({ search: engine.search, matches: engine.matches, ...(ping && { ping }) }),
    ...(database && { database }),
    atState: (day, ownDay = day) => {
      const state = stateOf(day)
      // Without dated laws all days up to the next state share a view.
      const own = datedSince === undefined ? state : ownDay
      return state === newestDay && own >= newestDay ? corpus : viewed({ state, own })
    },
    inForceOn: (day, known) => ({
      ...viewed({ state: (known === undefined ? newestDay : stateOf(known)) || NOW, own: day, known }),
      effectiveOn: day,
    }),
    close,
  }
  return corpus
}

/** Keeps a corpus open until its pending answers are there, and closes it. */
function whileOpen(end: () => void | Promise<void>) {
  const readers = new Readers()
  let isClosed = false
  const assertOpen = () => {
    if (isClosed) throw corpusClosed()
  }
  const guard = (answer: (...given: unknown[]) => unknown) =>
    answer.constructor.name.startsWith('AsyncGenerator')
      ? async function* (...given: unknown[]) {
          assertOpen()
          yield* readers.stream(async () => answer(...given) as AsyncIterable<unknown>)
        }
      : async (...given: unknown[]) => {
          assertOpen()
          return readers.reading(async () => answer(...given))
        }
  return {
    guarded: <Part extends object>(part: Part) =>
      Object.fromEntries(Object.entries(part).map(([name, answer]) => [name, guard(answer)])) as Part,
    close: async (atOnce = false): Promise<void> => {
      // Close synchronously if nothing is pending.
      if (!atOnce && readers.isBusy) await readers.done()
      if (isClosed) return
      isClosed = true
      await end()
    },
  }
}

/** Cache size, in answers. */
const KEPT_ANSWERS = 64

/** Caches answers: rows never change. */
function keeping<Question, Answer>(ask: (question: Question) => Promise<Answer>) {
  const kept = new LruCache<string, () => Promise<Answer>>(KEPT_ANSWERS, () => 1)
  return async (question: Question): Promise<Answer> =>
    structuredClone(await kept.get(JSON.stringify(question), () => once(() => ask(question)))())
}

/** The states and the first day of a corpus. */
interface KnownDays {
  states: readonly State[]
  datedSince: string | undefined
}

function historyIn(
  ask: AskRows,
  { states, datedSince, stateOf }: KnownDays & { stateOf(day: string): string },
): Omit<History<Corpus>, 'atState' | 'inForceOn'> {
  const daysOf = (day: string): ViewDays => ({ own: day, state: stateOf(day) })
  // Counting the changes of all states takes a tenth of a second.
  const changes = keeping(async (filter: ChangeFilter) => (await readings()).readChanges(ask, filter))
  const changedLaws = keeping(async (filter: ChangeFilter) => (await readings()).readChangedLaws(ask, filter))
  return {
    states: async () => states.map((state) => ({ ...state })),
    datedSince: async (code) =>
      code === undefined || datedSince === undefined ? datedSince : (await readings()).readDatedSince(ask, code),
    normVersions: async (code, path) => (await readings()).readNormVersions(ask, code, path),
    lawVersions: async (code) => (await readings()).readLawVersions(ask, code),
    changes,
    changedLaws,
    differingNorms: async (code, from, to) =>
      (await readings()).readDifferingNorms(ask, code, daysOf(from), daysOf(to)),
    lawsEverCalled: async (name) => (await readings()).readLawsEverCalled(ask, name),
    lastStatesOfNorms: async (code) => (await readings()).readLastStatesOfNorms(ask, code),
  }
}

function aboutIn(ask: AskRows, { bundle, builtAt }: Engine, { states, datedSince }: KnownDays): About {
  const meta = async (key: MetaKey) =>
    (await ask<{ value: string }>('SELECT value FROM meta WHERE key = ?', key))[0]?.value
  const stored = once(async () => JSON.parse((await meta('coverage')) ?? '') as StoredCoverage)
  return {
    coverage: async (): Promise<Coverage> => ({
      bundle_id: bundle.id,
      digest: bundle.digest,
      schema_version: bundle.schema_version,
      built_at: builtAt,
      ...(await stored()),
      state_law_coverage: JSON.parse((await meta('state_law_coverage')) ?? 'null'),
      ...(states.length > 0 && { states: states.map((state) => ({ ...state })) }),
      ...(datedSince !== undefined && { dated_since: datedSince }),
    }),
    corpusDate: async () => (await stored()).corpus_date,
    limitations: (filter) => readLimitations(ask, filter),
    findings: async () => (await ask<SourceFinding>(FINDINGS)).map((finding) => ({ ...finding })),
    image: async (sha256) => {
      // The table is absent in a bundle without images.
      if (!(await stored()).images?.stored) return undefined
      const [image] = await ask<{ media_type: string; bytes: Uint8Array }>(
        'SELECT media_type, bytes FROM image WHERE sha256 = ?',
        sha256,
      )
      return image
    },
  }
}

/** The figures of the search index. @param rows of {@link SEARCH_RECORD} @throws LegalTextError `not_ready` if empty */
export function statisticsFrom([record]: readonly { value: string }[]): IndexStatistics {
  if (record !== undefined) return JSON.parse(record.value) as IndexStatistics
  const message = say`this bundle was built without a search index; build it again without --no-search`
  throw new LegalTextError('not_ready', message)
}

type LimitationRow = Omit<SourceLimitation, 'retryable'> & { retryable: number | null }

const FIELDS = ['source_family', 'terminal_state', 'state_code', 'law_id'] as const

/** Reads the limitations that match the filter, in the order of the source. */
async function readLimitations(ask: AskRows, filter: LimitationFilter): Promise<SourceLimitation[]> {
  const wanted = FIELDS.filter((field) => filter[field] !== undefined)
  const conditions = wanted.map((field) => ` AND ${field} = ?`).join('')
  const values = wanted.map((field) => filter[field] as string)
  const rows = await ask<LimitationRow>(
    `SELECT coalesce(limitation_id, source_family || ':' || source_id || ':' || id) AS limitation_id, source_family,
            source_id, title, source_url, terminal_state, reason, state_code, law_id, retrieved_at, http_status, retryable
     FROM limitation WHERE true${conditions} ORDER BY id`,
    ...values,
  )
  return rows.map((row) => ({ ...row, retryable: row.retryable === null ? null : row.retryable !== 0 }))
}
