/**
 * What was fetched from one site, kept between runs: of each law its archive as it came, or why it could not be had.
 * A process that ends at any moment, however it ends, loses no more than the last laws.
 */
import { createHash } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import type { TerminalState } from '../../../../corpus/corpus.ts'
import { readAddress } from '../../../../download/address.ts'
import type { Input } from '../../../input.ts'
import { ArchiveError, LawArchive, type LawFile } from './law-archive.ts'
import { openSourceDatabase, type SourceDatabase, Transactions } from './source-database.ts'
import { sourceInput } from './source-input.ts'

/** An unfinished run is gone on with if it is younger. */
const MAX_RUN_AGE = 24 * 60 * 60 * 1000

/** Tells whether something has changed at the site. */
export interface Validators {
  etag: string | undefined
  lastModified: string | undefined
}

/** A law that is in the table of contents. */
export interface ListedLaw {
  code: string
  title: string
  /** The address that is asked for it. */
  url: string
}

export interface KnownLaw extends Validators {
  url: string
  sha256: string
  members: LawFile[]
}

export interface StoredFailure {
  code: string
  url: string
  title: string
  terminal_state: TerminalState
  reason: string
  checked_at: string
  /** When the copy was fetched that is used instead, `null` where there is none. */
  fetched_at: string | null
}

/** What came of a run so far. Laws that are kept from before because they failed count as failed. */
export interface RunSummary {
  /** New or changed. */
  fetched: number
  unchanged: number
  failed: number
  failures: Partial<Record<TerminalState, number>>
}

interface RunRow {
  id: number
  started_at: string
  finished_at: string | null
  toc: Uint8Array
  toc_etag: string | null
  toc_last_modified: string | null
}

export class SourceStore {
  readonly #baseUrl: string
  readonly #transactions: Transactions
  readonly #statements: SourceDatabase['statements']
  #run = 0

  private constructor(file: string, baseUrl: string, { database, statements }: SourceDatabase) {
    this.#baseUrl = baseUrl
    this.#transactions = new Transactions(database, file)
    this.#statements = statements
  }

  /**
   * Opens the file of a site, or begins it; one that is damaged is removed and begun anew.
   * @param onNotice is told of that
   * @throws LegalTextError `not_ready` where it cannot be written
   */
  static open(file: string, baseUrl: string, onNotice?: (text: string) => void): SourceStore {
    const site = readAddress(baseUrl).url.href
    return new SourceStore(file, site, openSourceDatabase(file, site, onNotice))
  }

  /** The table of contents of the last run. */
  get toc(): ({ content: Uint8Array } & Validators) | undefined {
    const run = this.#lastRun()
    if (run === undefined) return undefined
    return { content: run.toc, etag: run.toc_etag ?? undefined, lastModified: run.toc_last_modified ?? undefined }
  }

  /**
   * Begins a run, or goes on with one that was interrupted.
   * @param codes all that the table of contents has
   * @returns the codes that need not be asked for again
   */
  beginRun(toc: { content: Uint8Array } & Validators, codes: ReadonlySet<string>, now: Date): Set<string> {
    const last = this.#lastRun()
    const goesOn =
      last !== undefined && last.finished_at === null && now.getTime() - Date.parse(last.started_at) < MAX_RUN_AGE
    const row = [toc.content, toc.etag ?? null, toc.lastModified ?? null]
    this.#run = (last?.id ?? 0) + (goesOn ? 0 : 1)
    this.#transactions.write(() => {
      if (goesOn) this.#statements.changeToc.run(...row)
      else {
        this.#statements.forgetRuns.run()
        this.#statements.beginRun.run(this.#run, timestamp(now), ...row)
      }
      for (const { code } of this.failures()) if (!codes.has(code)) this.#statements.removeFailure.run(code)
    })
    this.commit()
    return new Set(this.#all<{ code: string }>('checked', this.#run, this.#run).map(({ code }) => code))
  }

  law(code: string): KnownLaw | undefined {
    const [row] = this.#all<{ url: string; etag: string; last_modified: string; sha256: string; members: string }>(
      'law',
      code,
    )
    if (row === undefined) return undefined
    const { url, etag, last_modified: lastModified, sha256, members } = row
    return {
      url,
      etag: etag ?? undefined,
      lastModified: lastModified ?? undefined,
      sha256,
      members: JSON.parse(members),
    }
  }

  /** Takes a law that is new, or has changed. */
  addLaw(law: ListedLaw & KnownLaw, archive: Uint8Array, now: Date): void {
    const { code, url, title, etag, lastModified, sha256, members } = law
    const time = timestamp(now)
    const validators = [etag ?? null, lastModified ?? null]
    const content = [sha256, JSON.stringify(members)]
    this.#transactions.write(() => {
      this.#statements.addLaw.run(code, url, title, ...validators, time, time, ...content, this.#run, this.#run)
      this.#statements.addArchive.run(code, archive)
      this.#statements.removeFailure.run(code)
    })
  }

  /** Notes that a law has not changed. */
  noteUnchanged({ code, url, title, etag, lastModified }: ListedLaw & Validators, now: Date): void {
    this.#transactions.write(() => {
      this.#statements.noteLaw.run(url, title, etag ?? null, lastModified ?? null, timestamp(now), this.#run, code)
      this.#statements.removeFailure.run(code)
    })
  }

  /** Notes that a law could not be had. What was had of it before is kept. */
  addFailure({ code, url, title }: ListedLaw, state: TerminalState, reason: string, now: Date): void {
    this.#transactions.write(() =>
      this.#statements.addFailure.run(code, url, title, state, reason, timestamp(now), this.#run),
    )
  }

  /**
   * Ends the run, and removes laws that the table of contents no longer has.
   * @returns how many that were
   */
  finishRun(codes: ReadonlySet<string>, now: Date): number {
    const gone = this.#all<{ code: string }>('laws').filter(({ code }) => !codes.has(code))
    this.#transactions.write(() => {
      for (const { code } of gone) {
        this.#statements.removeLaw.run(code)
        this.#statements.removeArchive.run(code)
      }
      this.#statements.finishRun.run(timestamp(now))
    })
    this.commit()
    return gone.length
  }

  summary(): RunSummary {
    const [counts] = this.#all<{ fetched: number; unchanged: number }>('summary', this.#run, this.#run, this.#run)
    const states = this.#all<{ state: TerminalState; count: number }>('failureStates')
    return {
      ...(counts as { fetched: number; unchanged: number }),
      failed: states.reduce((sum, { count }) => sum + count, 0),
      failures: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    }
  }

  failures(): StoredFailure[] {
    return this.#all('failures')
  }

  /** The laws that are here, in the order of their codes. */
  laws(): { code: string; fetchedAt: string; members: LawFile[] }[] {
    return this.#laws().map(({ code, fetched_at: fetchedAt, members }) => {
      return { code, fetchedAt, members: JSON.parse(members) }
    })
  }

  /**
   * Unpacks a member of a law's archive.
   * @param index of the member in those of {@link laws}
   * @throws ArchiveError where the archive is damaged: the next run fetches it again
   */
  async read(code: string, index: number): Promise<Uint8Array> {
    const [row] = this.#all<{ bytes: Uint8Array }>('archive', code)
    try {
      return await (await LawArchive.open(row?.bytes ?? new Uint8Array())).read(index)
    } catch (error) {
      if (error instanceof ArchiveError) {
        this.#transactions.write(() => this.#statements.forgetContent.run(code))
        this.commit()
      }
      throw error
    }
  }

  /** All that is here, as an input for the build. It reads from the store, which must stay open as long. */
  asInput(): Input {
    return sourceInput(this, new URL(this.#baseUrl).host)
  }

  /** Changes with everything that a bundle is made of: laws, their titles, and what could not be had. */
  stateHash(): string {
    const hash = createHash('sha256').update(this.#lastRun()?.toc ?? '')
    for (const { code, sha256, fetched_at } of this.#laws()) hash.update(`\n${code} ${sha256} ${fetched_at}`)
    for (const { code, terminal_state } of this.failures()) hash.update(`\n${code} ${terminal_state}`)
    return hash.digest('hex')
  }

  /** When the last run ended, or began where it has not ended: ISO 8601, empty where there was none. */
  fetchedAt(): string {
    const run = this.#lastRun()
    return run?.finished_at ?? run?.started_at ?? ''
  }

  /** Makes what is written so far last. */
  commit(): void {
    this.#transactions.commit()
  }

  close(): void {
    this.#transactions.close()
  }

  #lastRun(): RunRow | undefined {
    return this.#all<RunRow>('run')[0]
  }

  #laws(): { code: string; sha256: string; fetched_at: string; members: string }[] {
    return this.#all('laws')
  }

  #all<Row>(statement: keyof SourceDatabase['statements'], ...parameters: SQLInputValue[]): Row[] {
    return this.#transactions.guard(() => this.#statements[statement].all(...parameters) as Row[])
  }
}

/** `2026-04-29T06:00:00Z` */
function timestamp(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}
