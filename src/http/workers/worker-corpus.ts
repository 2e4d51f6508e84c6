/** The corpus of a worker: the one that the primary says, or what it says while there is none. */
import type { Corpus } from '../../corpus/corpus.ts'
import {
  modifiedWhileServed,
  type OpenedCorpus,
  openVerified,
  ReplacedCorpora,
  ServedFile,
} from '../../dataset/served-file.ts'
import { LegalTextError } from '../../errors.ts'
import type { PublishedBundle, PublishedCorpus, ToPrimary } from './messages.ts'

/** How long to wait until a bundle is opened again that could not be (too many open files, say), in milliseconds. */
const WAIT = 1000

export class WorkerCorpus {
  readonly #tell: (message: ToPrimary) => void
  readonly #say: (text: string) => void
  readonly #replaced: ReplacedCorpora
  #corpus: Corpus | undefined
  /** What was told of the corpus. */
  #open: PublishedBundle | undefined
  /** Its file, where that is to be looked after. */
  #watched: ServedFile | undefined
  /** Why there is no corpus. */
  #failure: LegalTextError
  /** What is to be opened still. */
  #next: PublishedBundle | undefined
  #retry: NodeJS.Timeout | undefined

  /**
   * @param tell tells the primary
   * @param say called with what the operator should know, a line each
   */
  constructor(told: PublishedCorpus, tell: (message: ToPrimary) => void, say: (text: string) => void) {
    this.#tell = tell
    this.#say = say
    this.#replaced = new ReplacedCorpora(say)
    this.#failure = new LegalTextError('not_ready', 'the corpus is being opened; try again in a moment')
    this.follow(told)
  }

  /** The corpus to answer from, or the error with what is being done or went wrong. */
  current = (): Corpus | LegalTextError => {
    if (this.#watched?.isUnmodified() === false) {
      this.#replace(undefined, undefined, modifiedWhileServed(this.#watched.file))
      this.#tell({ type: 'written' })
    }
    return this.#corpus ?? this.#failure
  }

  /** Does as the primary does. */
  follow(told: PublishedCorpus): void {
    clearTimeout(this.#retry)
    const isOther = !('edition' in told) || told.edition !== this.#next?.edition
    if (this.#next !== undefined && isOther) this.#tell({ type: 'released', edition: this.#next.edition })
    this.#next = undefined
    if (!('edition' in told)) {
      this.#replace(undefined, undefined, new LegalTextError(told.kind, told.message, told.details))
    } else if (this.#corpus !== undefined && told.edition === this.#open?.edition) {
      this.#corpus.replacementFailure = told.replacementFailure
      this.#open = told
    } else {
      this.#openNext(told)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry)
    await this.#replaced.close()
    this.#watched = undefined
    await this.#corpus?.close()
  }

  /** Opens what the primary has verified. */
  #openNext(told: PublishedBundle): void {
    try {
      const opened = open(told)
      opened.corpus.replacementFailure = told.replacementFailure
      this.#replace(opened, told)
    } catch (error) {
      if (!(error instanceof LegalTextError)) throw error
      if (this.#next === undefined) this.#say(`A worker cannot open the corpus: ${error.message}`)
      this.#failure = error
      this.#next = told
      this.#retry = setTimeout(() => this.#openNext(told), WAIT)
    }
  }

  #replace(opened: OpenedCorpus | undefined, told: PublishedBundle | undefined, failure = this.#failure): void {
    const [oldCorpus, old] = [this.#corpus, this.#open]
    this.#corpus = opened?.corpus
    this.#watched = opened?.watched
    this.#open = told
    this.#failure = failure
    this.#next = undefined
    if (oldCorpus === undefined || old === undefined) return
    this.#replaced.closeLater(async () => {
      await oldCorpus.close()
      this.#tell({ type: 'released', edition: old.edition })
    })
  }
}

/** @throws LegalTextError `not_ready` where the file is no longer the one that the primary has verified */
function open({ file, digest, fileIdentity: identity }: PublishedBundle): OpenedCorpus {
  if (identity === undefined) return { corpus: openVerified(file, digest), watched: undefined }
  const watched = new ServedFile(file)
  try {
    const corpus = openVerified(file, digest, () => watched.close())
    if (watched.identity === identity && watched.isInPlace()) return { corpus, watched }
    corpus.close()
    throw modifiedWhileServed(file)
  } catch (error) {
    watched.close()
    throw error
  }
}
