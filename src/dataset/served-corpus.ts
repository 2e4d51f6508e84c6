/** The corpus of a running server: being made, open, replaced by a newer one, or not to be had and why. */
import { inspect } from 'node:util'
import { cacheFolder } from '../cache-path.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { copyBundle } from './convert.ts'
import { toNotReadyError } from './dataset-name.ts'
import { locateBundle, type ObtainOptions } from './locate.ts'
import { obtainInProcess } from './obtain-process.ts'
import { openBundle } from './open.ts'
import { type Progress, progressText } from './options.ts'
import { removeConversion } from './prune.ts'
import { modifiedWhileServed, type OpenedCorpus, ReplacedCorpora, ServedFile } from './served-file.ts'
import { ensureVerified } from './verify-bundle.ts'
import { watchDataset } from './watch-dataset.ts'

/** How long to wait before the next attempt, in milliseconds: doubled each time, up to the longest. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 300_000

/** What is answered until the corpus is open. */
export function notReadyYet(progress: Progress | undefined): LegalTextError {
  if (progress === undefined) {
    return new LegalTextError('not_ready', 'the corpus is being opened; try again in a moment', { stage: 'opening' })
  }
  const { stage, done, total } = progress
  return new LegalTextError('not_ready', `the corpus is being made: ${progressText(progress)}`, { stage, done, total })
}

/** What is served at a time. */
export interface ServedState {
  /** The corpus to answer from, or the error `not_ready` with what is being done or went wrong. */
  current: Corpus | LegalTextError
  /** The file of the corpus, where that is to be looked after. */
  watched: ServedFile | undefined
}

/** Who else answers from the corpus that is served. */
export interface CorpusListener {
  /** Told of every change, and of how far a corpus is that is being made. */
  follow(state: ServedState): void
  /** Resolves once none of them uses a corpus that was replaced. Its file is there until then. */
  letGo(corpus: Corpus): Promise<void>
}

export class ServedCorpus {
  /** Settles with the first attempt. @throws LegalTextError `not_ready` where it failed */
  readonly opened: Promise<void>
  readonly #settings: Settings
  readonly #say: (text: string) => void
  readonly #follower: CorpusListener | undefined
  readonly #closing = new AbortController()
  readonly #watch: { close(): void }
  #corpus: Corpus | undefined
  #failure: LegalTextError | undefined
  #progress: Progress | undefined
  /** The attempt under way. */
  #attempt: Promise<void> | undefined
  /** Whether there is something newer than what the attempt under way began with. */
  #again = false
  #failures = 0
  /** What was said last of why there is none, or no newer one. */
  #lastFailure: string | undefined
  #retry: NodeJS.Timeout | undefined
  readonly #replaced: ReplacedCorpora
  /** The file of the corpus, where that is served itself, since it could not be copied. */
  #watched: ServedFile | undefined

  /**
   * Begins to open the dataset of the settings, and goes on trying until it is open.
   * @param say called with what the operator should know, a line each
   */
  constructor(settings: Settings, say: (text: string) => void, follower?: CorpusListener) {
    this.#settings = settings
    this.#say = say
    this.#follower = follower
    this.#replaced = new ReplacedCorpora(say)
    this.opened = this.#try(false)
    this.opened.catch(() => undefined)
    this.#watch = watchDataset(settings.datasetPath, cacheFolder(), () => this.reload())
  }

  /** The corpus to answer from, or the error `not_ready` with what is being done or went wrong. */
  current = (): Corpus | LegalTextError => {
    if (this.#watched?.isUnmodified() === false) this.#abandon(this.#watched)
    return this.#state()
  }

  /** Opens the dataset anew; the corpus in use is replaced once the new one is good. */
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
    this.#watched = undefined
    await this.#corpus?.close()
  }

  #state(): Corpus | LegalTextError {
    return this.#corpus ?? this.#failure ?? notReadyYet(this.#progress)
  }

  #tell(): void {
    this.#follower?.follow({ current: this.#state(), watched: this.#watched })
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
      onNotice: this.#say,
      onProgress: (progress) => {
        this.#progress = progress
        this.#failure = undefined
        this.#tell()
      },
    }
    const { datasetPath } = this.#settings
    const file = (await locateBundle(datasetPath, options)) ?? (await this.#make(datasetPath, options))
    const served = file === datasetPath ? await this.#ownCopy(file, options) : file
    if (served instanceof ServedFile) return openWatched(served, options.cache)
    return { corpus: await openBundle(served, options.cache), watched: undefined }
  }

  async #make(dataset: string | undefined, options: ObtainOptions): Promise<string> {
    if (this.#corpus === undefined) this.#say('The corpus is being made; /ready tells how far it is')
    return obtainInProcess(dataset, options)
  }

  /** A copy in the cache, so that whoever writes to the file does not change what is served; else the file itself. */
  async #ownCopy(file: string, { cache, signal }: ObtainOptions): Promise<string | ServedFile> {
    const watched = new ServedFile(file)
    try {
      const { digest } = await ensureVerified(file, cache)
      const copy = await copyBundle({ file, digest }, cache, signal).catch((error: Error) => {
        this.#closing.signal.throwIfAborted()
        if (!isWhole(watched)) throw error
        this.#say(`${file} is served itself, since it could not be copied: ${error.message}`)
      })
      if (copy === undefined) return watched
      watched.close()
      return copy
    } catch (error) {
      watched.close()
      throw error
    }
  }

  /** Answers nothing more from a file that was written to while it was served. */
  #abandon(watched: ServedFile): void {
    const corpus = this.#corpus as Corpus
    this.#watched = undefined
    this.#corpus = undefined
    this.#failure = modifiedWhileServed(watched.file)
    this.#tell()
    this.#closeLater(corpus)
    this.reload()
  }

  async #serve({ corpus, watched }: OpenedCorpus): Promise<void> {
    const old = this.#corpus
    this.#failures = 0
    this.#lastFailure = undefined
    this.#failure = undefined
    if (this.#closing.signal.aborted || old?.bundle.digest === corpus.bundle.digest) {
      await corpus.close()
      if (old !== undefined) old.replacementFailure = null
      this.#tell()
      return
    }
    this.#corpus = corpus
    this.#watched = watched
    this.#tell()
    if (old === undefined) return
    this.#say(`Now serving ${corpus.bundle.id} instead of ${old.bundle.id}`)
    this.#closeLater(old)
  }

  /** Closes a corpus once nobody uses it any more, and gives back the space of a copy. */
  #closeLater(corpus: Corpus): void {
    this.#replaced.closeLater(async () => {
      await this.#follower?.letGo(corpus)
      await corpus.close()
      await removeConversion(corpus.bundle.file, cacheFolder())
    })
  }

  #fail(error: unknown): never {
    const failure = this.#notReady(error)
    const wait = Math.min(FIRST_WAIT * 2 ** this.#failures++, LONGEST_WAIT)
    if (this.#corpus === undefined) this.#failure = failure
    else this.#corpus.replacementFailure = { failed_at: new Date().toISOString(), reason: failure.message }
    this.#tell()
    if (!this.#closing.signal.aborted) {
      const state = this.#corpus === undefined ? 'Not ready' : `Still serving ${this.#corpus.bundle.id}`
      // Attempts go on, and mostly fail for the same reason.
      if (failure.message !== this.#lastFailure) this.#say(`${state}: ${failure.message}`)
      this.#lastFailure = failure.message
      this.#retry = setTimeout(() => this.reload(), wait)
    }
    throw failure
  }

  /** Whatever kept the corpus from being opened, as `not_ready`. What is not meant for the user is said to the operator. */
  #notReady(thrown: unknown): LegalTextError {
    const error = toNotReadyError(thrown)
    if (error instanceof LegalTextError) return error
    if (!this.#closing.signal.aborted) this.#say(`The corpus could not be opened: ${inspect(error)}`)
    return new LegalTextError('not_ready', 'the corpus could not be opened; the log says why', {}, { cause: error })
  }
}

/** Opens a file that is served itself. @throws LegalTextError `not_ready` where it is no longer the one that was verified */
async function openWatched(watched: ServedFile, cache: string): Promise<OpenedCorpus> {
  const corpus = await openBundle(watched.file, cache, () => watched.close())
  if (isWhole(watched)) return { corpus, watched }
  await corpus.close()
  throw modifiedWhileServed(watched.file)
}

/** Whether what has the name of a file is what was opened, as it was. */
const isWhole = (watched: ServedFile) => watched.isInPlace() && watched.isUnmodified()
