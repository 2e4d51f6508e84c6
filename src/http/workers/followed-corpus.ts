/** The corpus of a worker: the one that the primary says, or what it says while there is none. */
import type { Corpus } from '../../corpus/corpus.ts'
import { openVerified } from '../../dataset/open-verified.ts'
import { LegalTextError } from '../../errors.ts'
import { ReplacedCorpora } from '../replaced-corpora.ts'
import { isUntouched, writtenTo } from '../watched-file.ts'
import type { OpenCorpus, ToldCorpus, ToPrimary } from './messages.ts'

/** How long to wait until a bundle is opened again that could not be (too many open files, say), in milliseconds. */
const WAIT = 1000

export class FollowedCorpus {
  readonly #tell: (message: ToPrimary) => void
  readonly #say: (text: string) => void
  readonly #replaced: ReplacedCorpora
  #corpus: Corpus | undefined
  /** What was told of the corpus. */
  #open: OpenCorpus | undefined
  /** Why there is no corpus. */
  #failure: LegalTextError
  /** What is to be opened still. */
  #next: OpenCorpus | undefined
  #retry: NodeJS.Timeout | undefined

  /**
   * @param tell tells the primary
   * @param say called with what the operator should know, a line each
   */
  constructor(told: ToldCorpus, tell: (message: ToPrimary) => void, say: (text: string) => void) {
    this.#tell = tell
    this.#say = say
    this.#replaced = new ReplacedCorpora(say)
    this.#failure = new LegalTextError('not_ready', 'the corpus is being opened; try again in a moment')
    this.follow(told)
  }

  /** The corpus to answer from, or the error with what is being done or went wrong. */
  current = (): Corpus | LegalTextError => {
    const watched = this.#open?.watched
    if (watched !== undefined && !isUntouched(watched)) {
      this.#replace(undefined, undefined, writtenTo(watched.file))
      this.#tell({ type: 'written' })
    }
    return this.#corpus ?? this.#failure
  }

  /** Does as the primary does. */
  follow(told: ToldCorpus): void {
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
    await this.#corpus?.close()
  }

  /** Opens what the primary has verified. */
  #openNext(told: OpenCorpus): void {
    try {
      const corpus = openVerified(told.file, told.digest)
      corpus.replacementFailure = told.replacementFailure
      this.#replace(corpus, told)
    } catch (error) {
      if (!(error instanceof LegalTextError)) throw error
      if (this.#next === undefined) this.#say(`A worker cannot open the corpus: ${error.message}`)
      this.#failure = error
      this.#next = told
      this.#retry = setTimeout(() => this.#openNext(told), WAIT)
    }
  }

  #replace(corpus: Corpus | undefined, open: OpenCorpus | undefined, failure = this.#failure): void {
    const [oldCorpus, old] = [this.#corpus, this.#open]
    this.#corpus = corpus
    this.#open = open
    this.#failure = failure
    this.#next = undefined
    if (oldCorpus === undefined || old === undefined) return
    this.#replaced.closeLater(async () => {
      await oldCorpus.close()
      this.#tell({ type: 'released', edition: old.edition })
    })
  }
}
