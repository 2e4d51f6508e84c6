/** Connections that are replaced when they fall silent: a host that hangs, or is gone from the network, closes none. */
import type { DatabaseAddress } from './address.ts'
import { type ConnectOptions, connector, type Database } from './connect.ts'

/** How long after its own limit a statement is waited for, in milliseconds. */
const GRACE = 2000

type Open = (hosts: DatabaseAddress['hosts']) => Database

export class Pool {
  readonly #open: Open
  readonly #within: number
  #hosts: DatabaseAddress['hosts']
  #database: Database

  private constructor(open: Open, hosts: DatabaseAddress['hosts'], within: number) {
    this.#open = open
    this.#hosts = hosts
    this.#within = within
    this.#database = open(hosts)
  }

  /** Connects when it is first asked. @throws LegalTextError `not_ready` if the address is none */
  static async open(
    location: string,
    options: ConnectOptions & { statementTimeout: number },
  ): Promise<{ pool: Pool; address: DatabaseAddress }> {
    const { open, address } = await connector(location, options)
    return { pool: new Pool(open, address.hosts, options.statementTimeout + GRACE), address }
  }

  /** The connections of now. */
  get database(): Database {
    return this.#database
  }

  /**
   * Asks a statement. If the database does not even say that it took too long, all connections are given up; the next ones
   * begin with the next host.
   * @throws what the client throws; an error with the code SILENT
   */
  async ask<Answer>(statement: (database: Database) => Promise<Answer>): Promise<Answer> {
    const database = this.#database
    try {
      return await inTime(statement(database), this.#within)
    } catch (error) {
      if (isSilence(error) && database === this.#database) this.#replace()
      throw error
    }
  }

  async end(timeout = 0): Promise<void> {
    await this.#database.end({ timeout })
  }

  #replace(): void {
    const silent = this.#database
    const [first, ...others] = this.#hosts
    if (first !== undefined) this.#hosts = [...others, first]
    this.#database = this.#open(this.#hosts)
    silent.end({ timeout: 0 }).catch(() => undefined)
  }
}

/** Waits so many milliseconds. @throws Error with the code SILENT */
export async function inTime<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(Object.assign(new Error(), { code: 'SILENT' })), milliseconds)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a database did not answer in time. */
export const isSilence = (error: unknown) => (error as { code?: string }).code === 'SILENT'
