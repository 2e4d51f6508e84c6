/** The open file of a served bundle, and what has become of it. */

import { closeSync, openSync, statSync } from 'node:fs'
import { say } from '../i18n/texts.ts'
import { systemReason } from '../program/system-error.ts'
import { refuseBundle } from '../store/bundle-schema.ts'
import { LegalTextError } from '../util/errors.ts'
import { type FileState, isSameState, stateOfOpen } from './fingerprint.ts'
import { isOpenBundle } from './verify-bundle.ts'

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
  #state: FileState
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
    return isSameState(stateOfOpen(this.#descriptor), this.#state)
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
      return dev === this.#state.dev && ino === this.#state.ino
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
        if (!isSameState(stateOfOpen(this.#descriptor), state)) continue
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
    return isSameState(this.#state, other.#state)
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

function identityOf({ dev, ino, size, mtimeNs }: FileState): string {
  return `${dev} ${ino} ${size} ${mtimeNs}`
}

/** The error about a bundle that was written to. */
export function modifiedWhileServed(file: string): LegalTextError {
  return new LegalTextError('not_ready', say`${file} was written to while it was served`)
}

/** The error about a bundle that was changed in some way. */
export function beingVerified(file: string): LegalTextError {
  return new LegalTextError('not_ready', say`${file} was changed, and is being verified; try again in a moment`)
}
