/** The corpus of a running server: being made, open, replaced by a newer one, or unavailable and why. */
import { inspect } from 'node:util'
import { cacheFolder } from '../cache-path.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { copyBundle } from './convert.ts'
import { toNotReadyError } from './dataset-name.ts'
import { locateBundle } from './locate.ts'
import { obtainInProcess } from './obtain-process.ts'
import { openBundle } from './open-bundle.ts'
import { type ObtainOptions, type Progress, progressText } from './options.ts'
import { removeConversion } from './prune.ts'
import { modifiedWhileServed, type OpenedCorpus, ReplacedCorpora, ServedFile } from './served-file.ts'
import { ensureVerified } from './verify-bundle.ts'
import { watchDataset } from './watch-dataset.ts'

/** Delay before the next attempt, in milliseconds: doubled each time, up to the longest. */
const FIRST_DELAY = 1000
const LONGEST_DELAY = 300_000

/** The error until the corpus is open. */
export function notReadyYet(progress: Progress | undefined): LegalTextError {
  if (progress === undefined) {
    return new LegalTextError('not_ready', 'the corpus is being opened; try again in a moment', { stage: 'opening' })
  }
  const { stage, done, total } = progress
  return new LegalTextError('not_ready', `the corpus is being made: ${progressText(progress)}`, { stage, done, total })
}

export interface ServedState {
  /** The corpus to answer from, or the error `not_ready` with the progress or the reason. */
  current: Corpus | LegalTextError
  /** The file of the corpus, if it is served without a copy. */
  file: ServedFile | undefined
}

/** Other processes that answer from the served corpus. */
export interface CorpusListener {
  /** Receives every change, and the progress of a corpus that is being made. */
  onChange(state: ServedState): void
  /** Resolves once none of them uses a replaced corpus. Its file stays until then. */
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
  /** The file of the corpus, if it is served without a copy. */
  #file: ServedFile | undefined
  #failure: LegalTextError | undefined
  #progress: Progress | undefined
  /** The attempt under way. */
  #attempt: Promise<void> | undefined
  /** Whether the dataset has changed since the attempt under way began. */
  #again = false
  #failures = 0
  /** The last failure that was logged. */
  #loggedFailure: string | undefined
  #retry: NodeJS.Timeout | undefined

  /**
   * Begins to open the dataset of the settings, and retries until it is open.
   * @param log receives messages for the operator, a line each
   */
  constructor(settings: Settings, log: (text: string) => void, listener?: CorpusListener) {
    this.#settings = settings
    this.#log = log
    this.#listener = listener
    this.#replaced = new ReplacedCorpora(log)
    this.opened = this.#try(false)
    this.opened.catch(() => undefined)
    this.#watch = watchDataset(settings.datasetPath, cacheFolder(), () => this.reload())
  }

  /** The corpus to answer from, or the error `not_ready` with the progress or the reason. */
  current = (): Corpus | LegalTextError => {
    if (this.#file?.isUnmodified() === false) this.#abandon(this.#file)
    return this.#state()
  }

  /** Opens the dataset again; the corpus in use is replaced once the new one is valid. */
  reload(): void {
    if (this.#attempt === undefined) this.#try(this.#corpus !== undefined).catch(() => undefined)
    else this.#again = true
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the server is closed'))
    this.#watch.close()
    clearTimeout(this.#retry)
    await this.#attempt?.catch(() => undefined)
    await this.#replaced.close()
    this.#file = undefined
    await this.#corpus?.close()
  }

  #state(): Corpus | LegalTextError {
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
    const served = bundle === datasetPath ? await this.#copyOf(bundle, options) : bundle
    if (served instanceof ServedFile) return openInPlace(served, options.cache)
    return { corpus: await openBundle(served, options.cache), file: undefined }
  }

  async #obtain(dataset: string | undefined, options: ObtainOptions): Promise<string> {
    if (this.#corpus === undefined) this.#log('The corpus is being made; /ready reports the progress')
    return obtainInProcess(dataset, options)
  }

  /** Copies a bundle into the cache, so that writing to the file does not affect the server; else returns the file. */
  async #copyOf(bundle: string, { cache, signal }: ObtainOptions): Promise<string | ServedFile> {
    const file = new ServedFile(bundle)
    try {
      const { digest } = await ensureVerified(bundle, cache)
      const copy = await copyBundle({ file: bundle, digest }, cache, signal).catch((error: Error) => {
        this.#closing.signal.throwIfAborted()
        if (!isIntact(file)) throw error
        this.#log(`${bundle} is served without a copy, which could not be made: ${error.message}`)
      })
      if (copy === undefined) return file
      file.close()
      return copy
    } catch (error) {
      file.close()
      throw error
    }
  }

  /** Stops answering from a file that was written to. */
  #abandon({ file }: ServedFile): void {
    const corpus = this.#corpus as Corpus
    this.#file = undefined
    this.#corpus = undefined
    this.#failure = modifiedWhileServed(file)
    this.#notify()
    this.#closeLater(corpus)
    this.reload()
  }

  async #serve({ corpus, file }: OpenedCorpus): Promise<void> {
    const old = this.#corpus
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

  /** Closes a corpus once it is no longer used, and removes its copy. */
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
    if (this.#corpus === undefined) this.#failure = failure
    else this.#corpus.replacementFailure = { failed_at: new Date().toISOString(), reason: failure.message }
    this.#notify()
    if (!this.#closing.signal.aborted) {
      const state = this.#corpus === undefined ? 'Not ready' : `Still serving ${this.#corpus.bundle.id}`
      // Most retries fail for the same reason.
      if (failure.message !== this.#loggedFailure) this.#log(`${state}: ${failure.message}`)
      this.#loggedFailure = failure.message
      this.#retry = setTimeout(() => this.reload(), delay)
    }
    throw failure
  }

  /** Turns any failure into `not_ready`. Unexpected errors are logged, and not shown to users. */
  #notReady(thrown: unknown): LegalTextError {
    const error = toNotReadyError(thrown)
    if (error instanceof LegalTextError) return error
    if (!this.#closing.signal.aborted) this.#log(`The corpus could not be opened: ${inspect(error)}`)
    return new LegalTextError('not_ready', 'the corpus could not be opened; the log says why', {}, { cause: error })
  }
}

/** Opens a file without a copy. @throws LegalTextError `not_ready` if it has changed since it was verified */
async function openInPlace(file: ServedFile, cache: string): Promise<OpenedCorpus> {
  const corpus = await openBundle(file.file, cache, () => file.close())
  if (isIntact(file)) return { corpus, file }
  await corpus.close()
  throw modifiedWhileServed(file.file)
}

/** Whether the name of a file still leads to the opened file, and that was not written to. */
const isIntact = (file: ServedFile) => file.isInPlace() && file.isUnmodified()
