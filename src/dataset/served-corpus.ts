/** The corpus of a running server, whose dataset is watched: in preparation, open, replaced, or unavailable with the reason. */

import { lstatSync, opendirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { cacheFolder } from '../program/cache-path.ts'
import type { Settings } from '../program/settings.ts'
import { LegalTextError } from '../util/errors.ts'
import { isDatabaseAddress, isUrl, STARTER, toNotReadyError, withoutDatabase } from './dataset-name.ts'
import { identityOf, stateOf } from './fingerprint.ts'
import { locateBundle } from './locate.ts'
import { obtainInProcess } from './obtain-process.ts'
import { openBundle } from './open-engine.ts'
import { type ObtainOptions, type Progress, progressText } from './options.ts'
import { removeConversion } from './prune.ts'
import {
  beingVerified,
  modifiedWhileServed,
  type OpenedCorpus,
  openCopy,
  openCopyOf,
  ReplacedCorpora,
  type ServedFile,
} from './served-file.ts'

/** Backoff before the next attempt, in milliseconds: doubles up to the maximum. */
const FIRST_DELAY = 1000
const LONGEST_DELAY = 300_000

/**
 * Interval for comparing the state of the served file, and grace period in which a changed one still answers while it is
 * verified, in milliseconds: in total less than the second within which answers from a damaged file end.
 */
const CHECK_INTERVAL = 200
const VERIFY_TIME = 600

/** Returns the error until the corpus is open. */
export function notReadyYet(progress: Progress | undefined): LegalTextError {
  if (progress === undefined) {
    return new LegalTextError('not_ready', say`the corpus is being opened; try again in a moment`, { stage: 'opening' })
  }
  const { stage, done, total } = progress
  return new LegalTextError('not_ready', say`the corpus is being made: ${progressText(progress)}`, {
    stage,
    done,
    total,
  })
}

export interface ServedState {
  /** Corpus to answer from, or the error `not_ready` with the progress or the reason. */
  current: Corpus | LegalTextError
  /** File of the corpus; absent for the sample. */
  file: ServedFile | undefined
}

/** Other processes that answer from the served corpus. */
export interface CorpusListener {
  /** Receives every change, and the progress of a corpus in preparation. */
  onChange(state: ServedState): void
  /** Resolves once none of them uses a replaced corpus, whose file stays until then. */
  whenReleased(corpus: Corpus): Promise<void>
}

export class ServedCorpus {
  /** Settles with the first attempt. @throws LegalTextError `not_ready` if that fails */
  readonly opened: Promise<void>
  readonly #settings: Settings
  readonly #log: (text: string) => void
  readonly #listener: CorpusListener | undefined
  readonly #closing = new AbortController()
  readonly #watch: { close(): void }
  readonly #replaced: ReplacedCorpora
  #corpus: Corpus | undefined
  #file: ServedFile | undefined
  /** File that is being verified again. */
  #verifying: ServedFile | undefined
  /** True if that takes too long to keep answering from it. */
  #isSuspended = false
  readonly #checks: NodeJS.Timeout
  #failure: LegalTextError | undefined
  #progress: Progress | undefined
  /** Attempt in progress. */
  #attempt: Promise<void> | undefined
  /** True if the dataset has changed since that attempt began. */
  #again = false
  #failures = 0
  /** Last logged failure. */
  #loggedFailure: string | undefined
  #retry: NodeJS.Timeout | undefined

  /**
   * Starts opening the dataset in the settings, and retries until it is open.
   * @param log receives messages for the operator, a line each
   */
  constructor(settings: Settings, log: (text: string) => void, listener?: CorpusListener) {
    this.#settings = settings
    this.#log = log
    this.#listener = listener
    this.#replaced = new ReplacedCorpora(log)
    this.opened = this.#try(false)
    this.opened.catch(() => undefined)
    this.#watch = watchDataset(settings.datasetPath, cacheFolder(), (id) => {
      if (id === undefined || id !== this.#corpus?.bundle.id) this.reload()
    })
    this.#checks = setInterval(() => this.checkFile(), CHECK_INTERVAL).unref()
  }

  /**
   * Returns the corpus to answer from, or the error `not_ready` with the progress or the reason.
   * @param hasFailed true if a request to the last one failed, which may be damaged
   */
  current = (hasFailed = false): Corpus | LegalTextError => {
    const file = this.#file
    // Checking the state of a copy, too, would cost a tenth of the throughput.
    if (file !== undefined && (hasFailed || !file.isCopy)) {
      this.checkFile()
      if (hasFailed && this.#verifying === file) return beingVerified(file.file)
    }
    return this.#state()
  }

  /** Checks whether the served file is unchanged. A copy that has changed in some way is verified. */
  checkFile(): void {
    const file = this.#file
    if (file === undefined || this.#verifying === file) return
    if (file.isCopy) {
      if (!file.isUnchanged()) this.#verifyAgain(file)
    } else if (!file.isUnmodified()) {
      this.#giveUp(file, modifiedWhileServed(file.file))
    }
  }

  /** Opens the dataset again; replaces the corpus in use once the new one is valid. */
  reload(): void {
    if (this.#attempt === undefined) this.#try(this.#corpus !== undefined).catch(() => undefined)
    else this.#again = true
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the server is closed'))
    this.#watch.close()
    clearInterval(this.#checks)
    clearTimeout(this.#retry)
    await this.#attempt?.catch(() => undefined)
    await this.#replaced.close()
    this.#file = undefined
    await this.#corpus?.close()
  }

  #state(): Corpus | LegalTextError {
    if (this.#isSuspended && this.#file !== undefined) return beingVerified(this.#file.file)
    return this.#corpus ?? this.#failure ?? notReadyYet(this.#progress)
  }

  #notify(): void {
    this.#listener?.onChange({ current: this.#state(), file: this.#file })
  }

  #try(refresh: boolean): Promise<void> {
    clearTimeout(this.#retry)
    this.#again = false
    this.#attempt = this.#open(refresh)
      .then(
        (opened) => this.#serve(opened),
        (error) => this.#fail(error),
      )
      .finally(() => {
        this.#attempt = undefined
        this.#progress = undefined
        if (this.#again && !this.#closing.signal.aborted) this.reload()
      })
    return this.#attempt
  }

  async #open(refresh: boolean): Promise<OpenedCorpus> {
    const options: ObtainOptions = {
      cache: cacheFolder(),
      settings: this.#settings,
      download: true,
      refresh,
      signal: this.#closing.signal,
      onNotice: this.#log,
      onProgress: (progress) => {
        this.#progress = progress
        this.#failure = undefined
        this.#notify()
      },
    }
    const { datasetPath } = this.#settings
    const bundle = (await locateBundle(datasetPath, options)) ?? (await this.#obtain(datasetPath, options))
    if (isDatabaseAddress(bundle)) return { corpus: await openBundle(bundle, options.cache), file: undefined }
    if (bundle === datasetPath) return openCopyOf(bundle, options)
    if (datasetPath === STARTER) return { corpus: await openBundle(bundle, options.cache), file: undefined }
    return openCopy(bundle, options.cache)
  }

  async #obtain(dataset: string | undefined, options: ObtainOptions): Promise<string> {
    if (this.#corpus === undefined) this.#log('The corpus is being made; /ready reports the progress')
    return obtainInProcess(dataset, options)
  }

  /**
   * Verifies a copy that has changed. A damaged copy is made again from its source. An intact one is reopened: it may have been
   * damaged for a moment, and the cache may hold data from then.
   */
  async #verifyAgain(file: ServedFile): Promise<void> {
    const corpus = this.#corpus as Corpus
    this.#verifying = file
    const suspend = (isSuspended: boolean) => {
      clearTimeout(overdue)
      this.#isSuspended = isSuspended
      if (isSuspended) this.#notify()
    }
    const overdue = setTimeout(() => suspend(true), VERIFY_TIME)
    try {
      for (let isDone = false; !isDone && this.#file === file; ) {
        if (!(await file.verify(corpus.bundle.digest))) throw modifiedWhileServed(file.file)
        // A copy removed from the cache can still be read, but not reopened.
        const reopened = file.isInPlace() ? await openCopy(file.file, cacheFolder(), true) : undefined
        if (reopened === undefined && this.#isSuspended) throw modifiedWhileServed(file.file)
        const isSame = reopened?.file?.isSameAs(file) !== false
        isDone = isSame && this.#file === file && !this.#closing.signal.aborted
        if (!isDone) await reopened?.corpus.close()
        else suspend(false)
        if (isDone && reopened !== undefined) this.#replace(reopened, corpus)
      }
    } catch (error) {
      this.#giveUp(file, this.#notReady(error))
    } finally {
      suspend(false)
      this.#verifying = undefined
    }
  }

  /** Replaces the corpus by the same bundle, reopened. */
  #replace({ corpus, file }: OpenedCorpus, old: Corpus): void {
    corpus.replacementFailure = old.replacementFailure
    this.#corpus = corpus
    this.#file = file
    this.#notify()
    this.#closeLater(old)
  }

  /** Stops serving a damaged or suspect file, and reopens the dataset; a file that has been replaced is ignored. */
  #giveUp(file: ServedFile, failure: LegalTextError): void {
    const corpus = this.#corpus
    if (this.#file !== file || corpus === undefined || this.#closing.signal.aborted) return
    this.#file = undefined
    this.#corpus = undefined
    this.#failure = failure
    this.#loggedFailure = failure.message
    this.#log(`Not ready: ${failure.message}`)
    this.#notify()
    this.#replaced.closeLater(() => corpus.close(true), 0)
    this.reload()
  }

  async #serve({ corpus, file }: OpenedCorpus): Promise<void> {
    const old = this.#corpus
    if (this.#loggedFailure !== undefined && old === undefined) this.#log(`Now serving ${corpus.bundle.id}`)
    this.#failures = 0
    this.#loggedFailure = undefined
    this.#failure = undefined
    if (this.#closing.signal.aborted || old?.bundle.digest === corpus.bundle.digest) {
      await corpus.close()
      if (old !== undefined) old.replacementFailure = null
      this.#notify()
      return
    }
    this.#corpus = corpus
    this.#file = file
    this.#notify()
    if (old === undefined) return
    this.#log(`Now serving ${corpus.bundle.id} instead of ${old.bundle.id}`)
    this.#closeLater(old)
  }

  /** Closes a corpus once it is unused, and removes its copy. */
  #closeLater(corpus: Corpus): void {
    this.#replaced.closeLater(async () => {
      await this.#listener?.whenReleased(corpus)
      await corpus.close()
      await removeConversion(corpus.bundle.file, cacheFolder())
    })
  }

  #fail(error: unknown): never {
    const failure = this.#notReady(error)
    const delay = Math.min(FIRST_DELAY * 2 ** this.#failures++, LONGEST_DELAY)
    const shown = withoutDatabase(failure)
    if (this.#corpus === undefined) this.#failure = shown
    else this.#corpus.replacementFailure = { failed_at: new Date().toISOString(), reason: shown.message }
    this.#notify()
    if (!this.#closing.signal.aborted) {
      const state = this.#corpus === undefined ? 'Not ready' : `Still serving ${this.#corpus.bundle.id}`
      // Most retries fail for the same reason: log it once.
      if (failure.message !== this.#loggedFailure) this.#log(`${state}: ${failure.message}`)
      this.#loggedFailure = failure.message
      this.#retry = setTimeout(() => this.reload(), delay)
    }
    throw failure
  }

  /** Turns any failure into `not_ready`. Unexpected errors are logged, and hidden from users. */
  #notReady(thrown: unknown): LegalTextError {
    const error = toNotReadyError(thrown)
    if (error instanceof LegalTextError) return error
    if (!this.#closing.signal.aborted) this.#log(`The corpus could not be opened: ${inspect(error)}`)
    return new LegalTextError('not_ready', say`the corpus could not be opened; the log says why`, {}, { cause: error })
  }
}

/** Polling interval in milliseconds. Unlike notifications, polling works for links and mounted folders, too. */
const INTERVAL = 1000

/** Maximum number of entries in a watched folder; changes of files in larger ones go unnoticed. */
const MOST_ENTRIES = 100

/**
 * Calls back when a file, or one directly in a folder, has changed and then been stable for a second.
 * @param dataset as in `locateBundle`; if undefined, watches the bundles of the cache
 * @param onChange receives the id of the current bundle of a database
 */
export function watchDataset(
  dataset: string | undefined,
  cache: string,
  onChange: (id?: string) => void,
): { close(): void } {
  if (isDatabaseAddress(dataset ?? '')) return watchDatabase(dataset as string, onChange)
  if (dataset === STARTER || isUrl(dataset ?? '')) return { close() {} }
  const path = dataset ?? join(cache, 'bundles')
  let reported = watchedState(path)
  let before = reported
  const timer = setInterval(() => {
    const state = watchedState(path)
    if (state === before && state !== reported) {
      reported = state
      onChange()
    }
    before = state
  }, INTERVAL)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

/** Loads the client of the database on first use. */
function watchDatabase(address: string, onChange: (id: string) => void): { close(): void } {
  const watching = import('../store/postgres/watch-current.ts').then(({ watchCurrent }) =>
    watchCurrent(address, onChange),
  )
  // Errors in the address are reported when it is opened.
  watching.catch(() => undefined)
  return {
    close() {
      watching.then((watch) => watch.close()).catch(() => undefined)
    },
  }
}

function watchedState(path: string): string {
  try {
    const info = statSync(path, { bigint: true })
    const inside = info.isDirectory() ? namesToWatch(path) : []
    const states = [info, ...inside.map((name) => lstatSync(join(path, name), { bigint: true }))].map(stateOf)
    return states.map(identityOf).join('\n')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** Returns the names in a folder; empty if there are too many. */
function namesToWatch(folder: string): string[] {
  const entries = opendirSync(folder)
  try {
    const names: string[] = []
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      if (names.push(entry.name) > MOST_ENTRIES) return []
    }
    return names.sort()
  } finally {
    entries.closeSync()
  }
}
