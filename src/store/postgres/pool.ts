/** Connections that are replaced when they fall silent: a host that hangs or drops off the network does not close them. */

import type { DatabaseState } from '../../model/corpus.ts'
import type { DatabaseAddress } from './address.ts'
import { type ConnectOptions, connector, type Database } from './connect.ts'

/** Grace period after a statement's own timeout, in milliseconds. */
const GRACE = 2000

type Open = (hosts: DatabaseAddress['hosts']) => Database
type Connect = Awaited<ReturnType<typeof connector>>['open']

/** Client-side errors by their code. */
const errors = new Map<string, number>()

export class Pool {
  /** Numbers of the open connections that have been used. */
  readonly #connections = new Set<number>()
  #statements = 0
  readonly #open: Open
  readonly #within: number
  #hosts: DatabaseAddress['hosts']
  #database: Database

  readonly #most: number

  private constructor(open: Connect, hosts: DatabaseAddress['hosts'], within: number, most: number) {
    this.#open = (hosts) => open(hosts, this.#connections)
    this.#most = most
    this.#hosts = hosts
    this.#within = within
    this.#database = this.#open(hosts)
  }

  /** Connects on first use. @throws LegalTextError `not_ready` if the address is invalid */
  static async open(
    location: string,
    options: ConnectOptions & { statementTimeout: number },
  ): Promise<{ pool: Pool; address: DatabaseAddress }> {
    const { open, address } = await connector(location, options)
    return { pool: new Pool(open, address.hosts, options.statementTimeout + GRACE, options.most), address }
  }

  /** The current connections. */
  get database(): Database {
    return this.#database
  }

  /**
   * Runs a statement. If the database does not even report a timeout, all connections are dropped; the next ones begin with the
   * next host.
   * @throws what the client throws; an error with the code SILENT
   */
  async ask<Answer>(statement: (database: Database) => Promise<Answer>): Promise<Answer> {
    const database = this.#database
    this.#statements++
    try {
      return await inTime(statement(database), this.#within)
    } catch (error) {
      const { code = 'unknown' } = error as { code?: string }
      errors.set(code, (errors.get(code) ?? 0) + 1)
      if (isSilence(error) && database === this.#database) this.#replace()
      throw error
    } finally {
      this.#statements--
    }
  }

  get state(): DatabaseState {
    return { open: this.#connections.size, most: this.#most, statements: this.#statements, errors }
  }

  async end(timeout = 0): Promise<void> {
    await this.#database.end({ timeout })
  }

  #replace(): void {
    const silent = this.#database
    const [first, ...others] = this.#hosts
    if (first !== undefined) this.#hosts = [...others, first]
    this.#database = this.#open(this.#hosts)
    this.#connections.clear()
    silent.end({ timeout: 0 }).catch(() => undefined)
  }
}

/** Waits for an answer, at most `milliseconds`. @throws Error with the code SILENT */
export async function inTime<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(Object.assign(new Error(), { code: 'SILENT' })), milliseconds)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** True if a database did not answer in time. */
export const isSilence = (error: unknown) => (error as { code?: string }).code === 'SILENT'
