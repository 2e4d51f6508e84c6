/**
 * A snapshot of the portal: one zip archive with the files of all manifestations under their ELI. It becomes one archive for
 * each expression, as the portal sends a single one.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readErrorReason } from '../../../archive/compressed.ts'
import { memberPath } from '../../../archive/members.ts'
import {
  type ByteSource,
  fileSource,
  packMembers,
  readDirectory,
  unreadableKind,
  type ZipMember,
} from '../../../archive/zip.ts'
import { DownloadError } from '../../../download/download-error.ts'
import type { HttpClient } from '../../../download/http-client.ts'
import { say } from '../../../i18n/texts.ts'
import { LegalTextError } from '../../../util/errors.ts'
import { ArchiveError, assertZip, MAXIMUM_ARCHIVE_BYTES } from '../../site/site-store.ts'
import type { SiteOptions } from '../../source.ts'
import { isXml } from '../format.ts'
import { expressionIn, manifestationDay, withoutQuery } from './portal-api.ts'

/** The files of an expression in a snapshot. */
export interface SnapshotEntry {
  /** Its ELI; for files elsewhere in the archive, their folder. */
  code: string
  /** Day of its newest manifestation, empty for files elsewhere in the archive. */
  day: string
  members: ZipMember[]
}

/** The portal makes one a day. */
const SNAPSHOT_INTERVAL = 24 * 60 * 60 * 1000

const SNAPSHOT_NAME = /_(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)Z?\.zip$/

/**
 * The time of a snapshot, from its name: `legislation_2026-01-02T00:00:00Z.zip`. Without one, a time before which it was made
 * if it is the newest.
 */
export function snapshotTime(link: string, now: Date): Date {
  const [, time] = SNAPSHOT_NAME.exec(new URL(link).pathname.replace(/%3A/gi, ':')) ?? []
  const read = Date.parse(`${time}Z`)
  return new Date(Number.isNaN(read) ? now.getTime() - SNAPSHOT_INTERVAL : read)
}

interface OpenedFile {
  file: string
  handle: FileHandle
  source: ByteSource
}

/** Enough to tell a page from an archive. */
const HEAD_BYTES = 512

export class Snapshot {
  /** Its address without credentials and query. */
  readonly name: string
  readonly entries: readonly SnapshotEntry[]
  readonly #file: string
  readonly #handle: FileHandle
  readonly #source: ByteSource

  private constructor(name: string, entries: readonly SnapshotEntry[], { file, handle, source }: OpenedFile) {
    this.name = name
    this.entries = entries
    this.#file = file
    this.#handle = handle
    this.#source = source
  }

  /**
   * Downloads a snapshot beside the copy of the site. A download that was interrupted is resumed, one that is there is used.
   * @param copy file of the copy of the site
   * @throws LegalTextError `not_ready` if there is none, or it is not a whole zip archive with laws
   */
  static async fetch(
    link: string,
    copy: string,
    client: HttpClient,
    { onProgress, signal }: Pick<SiteOptions, 'onProgress' | 'signal'>,
  ): Promise<Snapshot> {
    const name = withoutQuery(link)
    const file = `${copy}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}.zip`
    await removeOthers(copy, file)
    try {
      if (!existsSync(file)) {
        const partial = `${file}.part`
        const report = (done: number, total: number) => onProgress?.(done, total, 'bytes')
        // The address of a snapshot has its time: another snapshot has another address.
        await client.download(link, partial, { signal, onProgress: report, isImmutable: true })
        await rename(partial, file)
      }
      return await Snapshot.#open(file, name)
    } catch (error) {
      if (!(error instanceof DownloadError || error instanceof ArchiveError)) throw error
      if (error instanceof ArchiveError) await rm(file, { force: true })
      throw new LegalTextError('not_ready', say`cannot get the snapshot: ${error.message}`, {}, { cause: error })
    }
  }

  static async #open(file: string, name: string): Promise<Snapshot> {
    const handle = await open(file)
    try {
      const source = await fileSource(handle)
      assertZip(await source.read(0, Math.min(source.size, HEAD_BYTES)))
      const entries = entriesOf(await readDirectory(source))
      if (entries.length > 0) return new Snapshot(name, entries, { file, handle, source })
      throw new ArchiveError('unsupported_format', say`there is no XML in it`)
    } catch (error) {
      await handle.close()
      if (error instanceof ArchiveError) throw error
      throw new ArchiveError('parse_failed', readErrorReason(error, 'zip archive'))
    }
  }

  /**
   * Makes the archive of an expression.
   * @throws ArchiveError if a file is damaged, or cannot be read
   */
  async archive({ members }: SnapshotEntry): Promise<Uint8Array> {
    for (const member of members) {
      const fault = unreadableKind(member)
      if (fault !== undefined) throw new ArchiveError(fault.terminalState, say`${member.name}: ${fault.reason}`)
    }
    const size = members.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
    if (size > MAXIMUM_ARCHIVE_BYTES)
      throw new ArchiveError('excluded_by_policy', say`has more than ${MAXIMUM_ARCHIVE_BYTES} bytes`)
    try {
      return await packMembers(this.#source, members)
    } catch (error) {
      throw new ArchiveError('parse_failed', readErrorReason(error, 'zip archive'))
    }
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  /** Closes it, and removes the file: its laws are in the copy. */
  async remove(): Promise<void> {
    await this.close()
    await rm(this.#file, { force: true })
  }
}

/** The expressions of a snapshot, each in its newest manifestation; folders with images alone are none. */
function entriesOf(members: readonly ZipMember[]): SnapshotEntry[] {
  const entries = new Map<string, SnapshotEntry>()
  for (const member of members) {
    const path = memberPath(member.name)
    // A name that leads out of the archive is kept under a name of ours: the document tells its law.
    const folder = 'fault' in path ? 'unnamed' : dirname(path.path)
    if (member.isFolder) continue
    const expression = expressionIn(`${folder}/`)
    const day = expression === undefined ? '' : manifestationDay(`${folder}/`)
    const code = expression ?? (folder === '.' ? 'unnamed' : folder)
    const entry = entries.get(code)
    if (entry === undefined || entry.day < day) entries.set(code, { code, day, members: [member] })
    else if (entry.day === day) entry.members.push(member)
  }
  return [...entries.values()].filter((entry) => entry.members.some(({ name }) => isXml(name)))
}

/** Removes other snapshots beside a copy, which a run that was interrupted has left. */
async function removeOthers(copy: string, file: string): Promise<void> {
  for (const name of await readdir(dirname(copy)))
    if (name.startsWith(`${basename(copy)}-`) && /\.zip(?:\.part)?$/.test(name) && !name.startsWith(basename(file)))
      await rm(join(dirname(copy), name), { force: true })
}
