/** Opens, watches and closes the files of served bundles. */

import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { inspect } from 'node:util'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { systemReason } from '../program/system-error.ts'
import { refuseBundle } from '../store/bundle-schema.ts'
import { LegalTextError } from '../util/errors.ts'
import { copyBundle } from './convert.ts'
import { identityOf, stateOf } from './fingerprint.ts'
import { openBundle, openBundleFile } from './open-engine.ts'
import type { ObtainOptions } from './options.ts'
import { ensureVerified, isOpenBundle } from './verify-bundle.ts'

/**
 * File of a served bundle, unusable once other content is written to it. This watches the open file, not its name: a file that
 * was renamed, removed or replaced is still valid.
 */
export class ServedFile {
  readonly file: string
  /** True for a file of the cache, which is written to only by mistake; false for one of the user. */
  readonly isCopy: boolean
  /** Identifies the file and its state on opening, across processes. */
  readonly identity: string
  readonly #descriptor: number
  /** Last state with known content. */
  #state: string
  readonly #closed = new AbortController()
  #isBeingRead = false

  /** @throws LegalTextError `not_ready` if it cannot be opened */
  constructor(file: string, isCopy: boolean) {
    this.file = file
    this.isCopy = isCopy
    this.#descriptor = openFile(file)
    this.#state = stateOfOpen(this.#descriptor)
    this.identity = identityOf(this.#state)
  }

  /** True if nothing about it has changed: content, names, permissions or times. */
  isUnchanged(): boolean {
    return stateOfOpen(this.#descriptor) === this.#state
  }

  /** True if it was not written to since it was opened. */
  isUnmodified(): boolean {
    if (this.isUnchanged()) return true
    const state = stateOfOpen(this.#descriptor)
    // Removing a name or changing permissions sets ctime, too. A file without its name can hardly be written to; if it still has
    // its name, the change is unknown.
    if (this.isInPlace() || identityOf(state) !== this.identity) return false
    this.#state = state
    return true
  }

  /** True if its name still leads to this file. */
  isInPlace(): boolean {
    try {
      const { dev, ino } = statSync(this.file, { bigint: true })
      return this.#state.startsWith(`${dev} ${ino} `)
    } catch {
      return false
    }
  }

  /**
   * Compares the digest of the whole file. If it matches, the file counts as unchanged again.
   * @returns false also if it is closed meanwhile
   */
  async verify(digest: string): Promise<boolean> {
    const { signal } = this.#closed
    this.#isBeingRead = true
    try {
      for (;;) {
        const state = stateOfOpen(this.#descriptor)
        if (!(await isOpenBundle(this.file, this.#descriptor, digest, signal)) || signal.aborted) return false
        if (stateOfOpen(this.#descriptor) !== state) continue
        this.#state = state
        return true
      }
    } finally {
      this.#isBeingRead = false
      if (signal.aborted) closeSync(this.#descriptor)
    }
  }

  /** True if another one is the same file in the same state. */
  isSameAs(other: ServedFile): boolean {
    return this.#state === other.#state
  }

  /** Idempotent. */
  close(): void {
    if (this.#closed.signal.aborted) return
    this.#closed.abort()
    // Closing while reading could give the number of the descriptor to another file.
    if (!this.#isBeingRead) closeSync(this.#descriptor)
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    return refuseBundle(file, systemReason(error), error)
  }
}

/** Returns the state of an open file, whatever its name leads to now. */
const stateOfOpen = (descriptor: number) => stateOf(fstatSync(descriptor, { bigint: true }))

/** Returns the error for a bundle that was written to. */
export function modifiedWhileServed(file: string): LegalTextError {
  return new LegalTextError('not_ready', say`${file} was written to while it was served`)
}

/** Returns the error for a bundle that has changed in some way. */
export function beingVerified(file: string): LegalTextError {
  return new LegalTextError('not_ready', say`${file} was changed, and is being verified; try again in a moment`)
}

/** A corpus with its file, which is closed with it; absent for the sample, a part of the package. */
export interface OpenedCorpus {
  corpus: Corpus
  file: ServedFile | undefined
}

/** Description of a served file by another process. */
export type FileToServe = Pick<ServedFile, 'identity' | 'isCopy'>

/**
 * Opens a bundle that another process has verified and protects from removal.
 * @param digest and @param known as found by the other process
 * @throws LegalTextError `not_ready` if it cannot be opened, or has changed
 */
export function openVerified(path: string, digest: string, known: FileToServe | undefined): OpenedCorpus {
  const file = known && new ServedFile(path, known.isCopy)
  try {
    const corpus = openBundleFile(path, () => file?.close())
    const isSame = corpus.bundle.digest === digest
    if (isSame && (file === undefined || (file.identity === known?.identity && file.isInPlace())))
      return { corpus, file }
    corpus.close()
    if (isSame) throw modifiedWhileServed(path)
    return refuseBundle(path, say`it was replaced after it had been verified`)
  } catch (error) {
    file?.close()
    throw error
  }
}

/** Opens a bundle of the cache. @throws LegalTextError `not_ready` as `openBundle` */
export async function openCopy(path: string, cache: string, isVerified = false): Promise<OpenedCorpus> {
  const file = new ServedFile(path, true)
  return { corpus: await openBundle(path, cache, { isVerified, onClose: () => file.close() }), file }
}

/**
 * Copies a bundle into the cache and opens the copy, so that writing to the file does not affect the server. Opens the file
 * itself if it cannot be copied.
 * @throws LegalTextError `not_ready` as `openBundle`, or if the file has changed since it was verified
 */
export async function openCopyOf(bundle: string, { cache, signal, onNotice }: ObtainOptions): Promise<OpenedCorpus> {
  const file = new ServedFile(bundle, false)
  try {
    const { digest } = await ensureVerified(bundle, cache)
    const copy = await copyBundle({ file: bundle, digest }, cache, signal).catch((error: Error) => {
      signal?.throwIfAborted()
      if (!isIntact(file)) throw error
      onNotice?.(say`${bundle} is served without a copy, which could not be made: ${error.message}`)
    })
    if (copy === undefined) return await openInPlace(file, cache)
    file.close()
    return await openCopy(copy, cache)
  } catch (error) {
    file.close()
    throw error
  }
}

async function openInPlace(file: ServedFile, cache: string): Promise<OpenedCorpus> {
  const corpus = await openBundle(file.file, cache, { onClose: () => file.close() })
  if (isIntact(file)) return { corpus, file }
  await corpus.close()
  throw modifiedWhileServed(file.file)
}

/** True if the name of a file still leads to the opened file, and that was not written to. */
const isIntact = (file: ServedFile) => file.isInPlace() && file.isUnmodified()

/** Time for which a replaced corpus stays open for earlier requests, in milliseconds. */
const GRACE = 10_000

export class ReplacedCorpora {
  /** Callbacks that end the wait for a corpus, and resolve once it is closed. */
  readonly #closers = new Set<() => Promise<void>>()
  readonly #log: (text: string) => void

  /** @param log receives messages for the operator, a line each */
  constructor(log: (text: string) => void) {
    this.#log = log
  }

  /**
   * @param close closes a corpus
   * @param delay in milliseconds. Default: until earlier requests must have ended
   */
  closeLater(close: () => Promise<void>, delay = GRACE): void {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const timer = delay > 0 ? setTimeout(resolve, delay) : undefined
    if (delay === 0) resolve()
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

  /** Closes all without waiting. */
  async close(): Promise<void> {
    await Promise.all([...this.#closers].map((closeNow) => closeNow()))
  }
}
