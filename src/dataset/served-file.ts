/** The parts of serving that the primary process and its workers share: the files and corpora that they have open. */
import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { inspect } from 'node:util'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { refuseBundle } from '../sqlite/bundle-schema.ts'
import { systemReason } from '../system-error.ts'
import { openBundleFile } from './open-engine.ts'

/**
 * A bundle that is served without a copy: it must not be used any more once it is written to. This watches the open file,
 * whatever its name leads to by now: a file that was renamed, removed or replaced is still valid.
 */
export class ServedFile {
  readonly file: string
  /** Identifies the file and its state when it was opened, across processes. */
  readonly identity: string
  readonly #descriptor: number
  #changedAt: bigint
  #isOpen = true

  /** @throws LegalTextError `not_ready` if it cannot be opened */
  constructor(file: string) {
    this.file = file
    this.#descriptor = openFile(file)
    const state = fstatSync(this.#descriptor, { bigint: true })
    this.identity = identityOf(state)
    this.#changedAt = state.ctimeNs
  }

  /** Whether it was not written to since it was opened. */
  isUnmodified(): boolean {
    const state = fstatSync(this.#descriptor, { bigint: true })
    if (state.ctimeNs === this.#changedAt) return true
    // Removing a name or changing permissions sets ctime, too. A file without its name can hardly be written to; if it still
    // has its name, the change is unknown.
    if (this.isInPlace() || identityOf(state) !== this.identity) return false
    this.#changedAt = state.ctimeNs
    return true
  }

  /** Whether its name still leads to this file. */
  isInPlace(): boolean {
    try {
      const { dev, ino } = statSync(this.file, { bigint: true })
      const own = fstatSync(this.#descriptor, { bigint: true })
      return dev === own.dev && ino === own.ino
    } catch {
      return false
    }
  }

  /** A second call does nothing. */
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
    return refuseBundle(file, systemReason(error), error)
  }
}

function identityOf({ dev, ino, size, mtimeNs }: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint }): string {
  return `${dev} ${ino} ${size} ${mtimeNs}`
}

/** The error about a bundle that was written to. */
export function modifiedWhileServed(file: string): LegalTextError {
  return new LegalTextError('not_ready', `${file} was written to while it was served`)
}

/** A corpus and, if it is served without a copy, its file, which is closed with the corpus. */
export interface OpenedCorpus {
  corpus: Corpus
  file: ServedFile | undefined
}

/**
 * Opens a bundle that another process has verified and keeps from being removed.
 * @param digest and @param identity those that the other process found; no identity if it is a copy
 * @throws LegalTextError `not_ready` if it cannot be opened, or is no longer the same
 */
export function openVerified(path: string, digest: string, identity: string | undefined): OpenedCorpus {
  const file = identity === undefined ? undefined : new ServedFile(path)
  try {
    const corpus = openBundleFile(path, () => file?.close())
    const isSame = corpus.bundle.digest === digest
    if (isSame && (file === undefined || (file.identity === identity && file.isInPlace()))) return { corpus, file }
    corpus.close()
    if (isSame) throw modifiedWhileServed(path)
    return refuseBundle(path, 'it was replaced after it had been verified')
  } catch (error) {
    file?.close()
    throw error
  }
}

/** How long a replaced corpus stays open for requests that began with it, in milliseconds. */
const GRACE = 10_000

export class ReplacedCorpora {
  /** Each ends the wait for a corpus, and resolves once it is closed. */
  readonly #closers = new Set<() => Promise<void>>()
  readonly #log: (text: string) => void

  /** @param log receives messages for the operator, a line each */
  constructor(log: (text: string) => void) {
    this.#log = log
  }

  /** @param close closes a corpus; called once no request that began with it can be under way */
  closeLater(close: () => Promise<void>): void {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, GRACE)
    const closed = over
      .then(close)
      .catch((error) => this.#log(`A replaced corpus could not be closed: ${inspect(error)}`))
      .finally(() => this.#closers.delete(closeNow))
    const closeNow = () => {
      clearTimeout(timer)
      resolve()
      return closed
    }
    this.#closers.add(closeNow)
  }

  /** Closes all at once. */
  async close(): Promise<void> {
    await Promise.all([...this.#closers].map((closeNow) => closeNow()))
  }
}
