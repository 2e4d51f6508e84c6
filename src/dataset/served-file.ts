/** A bundle that is served itself, and not a copy of it: nothing more is answered from it once it was written to. */
import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { inspect } from 'node:util'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { refuseBundle } from '../sqlite/bundle-schema.ts'
import { systemReason } from '../system-error.ts'
import { openBundleFile } from './open-engine.ts'

/**
 * Looks after what is open, not after what has its name by now: a file that was renamed, removed or replaced by another one
 * is as whole as before.
 */
export class ServedFile {
  readonly file: string
  /** Tells which file it is, and in which state it was opened: also in another process. */
  readonly identity: string
  readonly #descriptor: number
  #changedAt: bigint
  #isOpen = true

  /** @throws LegalTextError `not_ready` where it cannot be opened */
  constructor(file: string) {
    this.file = file
    this.#descriptor = openFile(file)
    const state = fstatSync(this.#descriptor, { bigint: true })
    this.identity = identityOf(state)
    this.#changedAt = state.ctimeNs
  }

  /** Whether nothing was written to it since it was opened. */
  isUnmodified(): boolean {
    const state = fstatSync(this.#descriptor, { bigint: true })
    if (state.ctimeNs === this.#changedAt) return true
    // Losing a name is a change, too, and so is getting new rights. Who no longer finds it by its name can hardly write to it;
    // where it still has its name, nobody knows what was changed.
    if (this.isInPlace() || identityOf(state) !== this.identity) return false
    this.#changedAt = state.ctimeNs
    return true
  }

  /** Whether what has its name by now is this file. */
  isInPlace(): boolean {
    try {
      const { dev, ino } = statSync(this.file, { bigint: true })
      const own = fstatSync(this.#descriptor, { bigint: true })
      return dev === own.dev && ino === own.ino
    } catch {
      return false
    }
  }

  /** Doing so again does nothing. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    closeSync(this.#descriptor)
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    throw new LegalTextError('not_ready', `cannot open ${file}: ${systemReason(error)}`, {}, { cause: error })
  }
}

function identityOf({ dev, ino, size, mtimeNs }: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint }): string {
  return `${dev} ${ino} ${size} ${mtimeNs}`
}

/** A corpus, and its file, where that is to be looked after; it is closed with the corpus. */
export interface OpenedCorpus {
  corpus: Corpus
  watched: ServedFile | undefined
}

/** What is answered from then on. */
export function modifiedWhileServed(file: string): LegalTextError {
  return new LegalTextError('not_ready', `${file} was written to while it was served`)
}

/*FILEDOC Opens a bundle for a process that need not look after it: another one does. */

/**
 * Opens a bundle that another process has verified, and keeps from being removed.
 * @param digest what that process found there
 * @param onClose called once it is closed
 * @throws LegalTextError `not_ready` where it cannot be opened, or is no longer the same
 */
export function openVerified(file: string, digest: string, onClose?: () => void): Corpus {
  const corpus = openBundleFile(file, onClose)
  if (corpus.bundle.digest === digest) return corpus
  corpus.close()
  return refuseBundle(file, 'it was replaced after it had been verified')
}

/*FILEDOC Corpora that were replaced: each stays open for the requests that began with it. */

/** How long that is, in milliseconds. */
const GRACE = 10_000

export class ReplacedCorpora {
  /** What ends the wait for each, and resolves once it is closed. */
  readonly #ends = new Set<() => Promise<void>>()
  readonly #say: (text: string) => void

  /** @param say called with what the operator should know, a line each */
  constructor(say: (text: string) => void) {
    this.#say = say
  }

  /** @param end called once no request that began with a corpus can be under way; it closes it. */
  closeLater(end: () => Promise<void>): void {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, GRACE)
    const ended = over
      .then(end)
      .catch((error) => this.#say(`A corpus that was replaced is left behind: ${inspect(error)}`))
      .finally(() => this.#ends.delete(endNow))
    const endNow = () => {
      clearTimeout(timer)
      resolve()
      return ended
    }
    this.#ends.add(endNow)
  }

  /** Closes all at once. */
  async close(): Promise<void> {
    await Promise.all([...this.#ends].map((endNow) => endNow()))
  }
}
