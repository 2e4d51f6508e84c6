/** A bundle that is served itself, and not a copy of it: nothing more is answered from it once it was written to. */
import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { systemReason } from '../system-error.ts'

/**
 * Looks after what is open, not after what has its name by now: a file that was renamed, removed or replaced by another one
 * is as whole as before.
 */
export class WatchedFile {
  readonly file: string
  /** Tells which file it is, and in which state it was opened: also in another process. */
  readonly identity: string
  readonly #descriptor: number
  #changedAt: bigint
  #isOpen = true

  /** @throws LegalTextError `not_ready` where it cannot be opened */
  constructor(file: string) {
    this.file = file
    this.#descriptor = open(file)
    const state = fstatSync(this.#descriptor, { bigint: true })
    this.identity = identityOf(state)
    this.#changedAt = state.ctimeNs
  }

  /** Whether nothing was written to it since it was opened. */
  isUntouched(): boolean {
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

function open(file: string): number {
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
export interface WatchedCorpus {
  corpus: Corpus
  watched: WatchedFile | undefined
}

/** What is answered from then on. */
export function writtenTo(file: string): LegalTextError {
  return new LegalTextError('not_ready', `${file} was written to while it was served`)
}
