/** Writes to a database in transactions of many writes: each costs a wait for the disk. */
import type { DatabaseSync } from 'node:sqlite'
import { asUserError } from './source-database.ts'

/** So many writes, or those of so many milliseconds, are lost at most when the process is killed. */
const WRITES = 100
const TIME = 500

export class Transactions {
  readonly #database: DatabaseSync
  readonly #file: string
  /** How much is written and not committed; where nothing more comes, a timer commits it. */
  #written = 0
  #timer: NodeJS.Timeout | undefined
  /** Why the timer could not: whoever works with the database next is told. */
  #fault: unknown

  /** @param file of the database, for messages */
  constructor(database: DatabaseSync, file: string) {
    this.#database = database
    this.#file = file
  }

  /** @throws LegalTextError as for {@link guard} */
  write(work: () => void): void {
    this.guard(() => {
      if (this.#written === 0) {
        this.#database.exec('BEGIN IMMEDIATE')
        this.#timer = setTimeout(() => this.#commitInTime(), TIME).unref()
      }
      this.#written++
      work()
    })
    if (this.#written >= WRITES) this.commit()
  }

  /** Makes what is written so far last. */
  commit(): void {
    clearTimeout(this.#timer)
    if (this.#written === 0) return
    this.#written = 0
    this.guard(() => this.#database.exec('COMMIT'))
  }

  /** Commits, and closes the database. */
  close(): void {
    this.commit()
    this.#fault = undefined
    this.guard(() => this.#database.close())
  }

  /** @throws LegalTextError for what SQLite refuses; what is not committed is given up */
  guard<Result>(work: () => Result): Result {
    try {
      if (this.#fault !== undefined) throw this.#fault
      return work()
    } catch (error) {
      this.#fault = undefined
      this.#written = 0
      try {
        this.#database.exec('ROLLBACK')
      } catch {
        // SQLite has done so by itself.
      }
      throw asUserError(error, this.#file)
    }
  }

  #commitInTime(): void {
    try {
      this.commit()
    } catch (error) {
      this.#fault = error
    }
  }
}
