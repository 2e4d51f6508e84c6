/** The open files of served bundles, and what has become of them: opening, watching and closing them. */

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
 * The file of a served bundle, which must not be used any more once other content is written to it. This watches the open
 * file, whatever its name leads to by now: a file that was renamed, removed or replaced is still valid.
 */
export class ServedFile {
  readonly file: string
  /** True for a file of the cache, which only a fault writes to; false for one of the user. */
  readonly isCopy: boolean
  /** Identifies the file and its state when it was opened, across processes. */
  readonly identity: string
  readonly #descriptor: number
  /** The last state whose content is known. */
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

  /** Whether nothing about it has changed: not its content, and not its names, permissions or times. */
  isUnchanged(): boolean {
    return stateOfOpen(this.#descriptor) === this.#state
  }

  /** Whether it was not written to since it was opened. */
  isUnmodified(): boolean {
    if (this.isUnchanged()) return true
    const state = stateOfOpen(this.#descriptor)
    // Removing a name or changing permissions sets ctime, too. A file without its name can hardly be written to; if it still
    // has its name, the change is unknown.
    if (this.isInPlace() || identityOf(state) !== this.identity) return false
    this.#state = state
    return true
  }

  /** Whether its name still leads to this file. */
  isInPlace(): boolean {
    try {
      const { dev, ino } = statSync(this.file, { bigint: true })
      return this.#state.startsWith(`${dev} ${ino} `)
    } catch {
      return false
    }
  }

  /**
   * Reads the whole file, and compares its content with a digest. If it is the same, the file counts as unchanged again.
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

  /** Whether another one is the same file in the same state. */
  isSameAs(other: ServedFile): boolean {
    return this.#state === other.#state
  }

  /** A second call does nothing. */
  close(): void {
    if (this.#closed.signal.aborted) return
    this.#closed.abort()
    // Another file could get the number of a descriptor that is still read from.
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

/** The state of an open file, whatever its name leads to by now. */
const stateOfOpen = (descriptor: number) => stateOf(fstatSync(descriptor, { bigint: true }))

/** The error about a bundle that was written to. */
export function modifiedWhileServed(file: string): LegalTextError {
  return new LegalTextError('not_ready', say`${file} was written to while it was served`)
}

/** The error about a bundle that was changed in some way. */
export function beingVerified(file: string): LegalTextError {
  return new LegalTextError('not_ready', say`${file} was changed, and is being verified; try again in a moment`)
}

/** A corpus and its file, which is closed with the corpus. The sample has none: it is part of the package. */
export interface OpenedCorpus {
  corpus: Corpus
  file: ServedFile | undefined
}

/** What another process says of a file that it serves. */
export type FileToServe = Pick<ServedFile, 'identity' | 'isCopy'>

/**
 * Opens a bundle that another process has verified and keeps from being removed.
 * @param digest and @param known what the other process found
 * @throws LegalTextError `not_ready` if it cannot be opened, or is no longer the same
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
 * Copies a bundle into the cache and opens the copy, so that writing to the file does not affect the server; if no copy can
 * be made, opens the file.
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

/** Whether the name of a file still leads to the opened file, and that was not written to. */
const isIntact = (file: ServedFile) => file.isInPlace() && file.isUnmodified()

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

  /**
   * @param close closes a corpus
   * @param delay milliseconds until then. Default: until no request that began with it can be under way
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
