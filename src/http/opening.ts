/** The corpus of a running server: being opened, open, or not to be had and why. */
import { inspect } from 'node:util'
import type { Corpus } from '../corpus/corpus.ts'
import { openCorpus } from '../dataset/open.ts'
import { LegalTextError } from '../errors.ts'

export interface Opening {
  /** The corpus, or the error `not_ready` with the reason why there is none. */
  current(): Corpus | LegalTextError
  /** Resolves once the corpus is open. @throws LegalTextError `not_ready` where it cannot be opened. */
  opened: Promise<void>
  /** Waits for the end of opening, and closes what was opened. */
  close(): Promise<void>
}

/** What is answered until the corpus is open. */
export function beingOpened(): LegalTextError {
  return new LegalTextError('not_ready', 'the corpus is being opened; try again in a moment')
}

/** Begins to open a dataset. */
export function startOpening(dataset: string | undefined): Opening {
  let state: Corpus | LegalTextError = beingOpened()
  const opened = openCorpus(dataset === undefined ? {} : { dataset }).then(
    (corpus) => {
      state = corpus
    },
    (error) => {
      state = notReady(error)
      throw state
    },
  )
  return {
    current: () => state,
    opened,
    async close() {
      await opened.catch(() => undefined)
      if (!(state instanceof LegalTextError)) await state.close()
    },
  }
}

/** Whatever kept the corpus from being opened, as `not_ready`. What is not meant for the user goes to stderr. */
function notReady(error: unknown): LegalTextError {
  if (error instanceof LegalTextError) {
    return error.kind === 'not_ready' ? error : new LegalTextError('not_ready', error.message, {}, { cause: error })
  }
  process.stderr.write(`legal-text: the corpus could not be opened: ${inspect(error)}\n`)
  return new LegalTextError('not_ready', 'the corpus could not be opened; the log says why', {}, { cause: error })
}
