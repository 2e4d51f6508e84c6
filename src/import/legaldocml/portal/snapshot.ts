/**
 * A snapshot of the portal: one zip archive with the files of all manifestations under their ELI. It becomes one archive per
 * expression, in the form that the portal sends.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readErrorReason } from '../../../archive/compressed.ts'
import { memberPath } from '../../../archive/members.ts'
import { fileSource, packMembers, readDirectory, unreadableKind, type ZipMember } from '../../../archive/zip.ts'
import { DownloadError } from '../../../download/download-error.ts'
import type { HttpClient } from '../../../download/http-client.ts'
import { moveFile } from '../../../files/write-atomic.ts'
import { say } from '../../../i18n/texts.ts'
import { LegalTextError } from '../../../util/errors.ts'
import { ArchiveError, assertZip, MAXIMUM_ARCHIVE_BYTES } from '../../site/site-store.ts'
import type { SiteOptions } from '../../source.ts'
import { isXml } from '../format.ts'
import { expressionIn, manifestationDay, withoutQuery } from './portal-api.ts'

/** Files of an expression in a snapshot. */
export interface SnapshotEntry {
  /** ELI of the expression; for files elsewhere in the archive, their folder. */
  code: string
  /** Day of the newest manifestation; empty for files elsewhere in the archive. */
  day: string
  members: ZipMember[]
}

export interface Snapshot {
  /** Its address without credentials and query. */
  name: string
  entries: readonly SnapshotEntry[]
  /** Makes the archive of an expression. @throws ArchiveError if a file is damaged, or cannot be read */
  archive(entry: SnapshotEntry): Promise<Uint8Array>
  close(): Promise<void>
  /** Closes the snapshot and removes its file: the laws are in the copy. */
  remove(): Promise<void>
}

/** The portal makes one a day. */
const SNAPSHOT_INTERVAL = 24 * 60 * 60 * 1000

/** Returns the timestamp in the name of a snapshot: `legislation_2026-01-02T00:00:00Z.zip`. */
function timeIn(link: string): number {
  const name = new URL(link).pathname.replace(/%3A/gi, ':')
  const [, time] = /_(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)Z?\.zip$/.exec(name) ?? []
  return Date.parse(`${time}Z`)
}

/** Returns the time of a snapshot. Default without a timestamp in its name: a time before the newest snapshot. */
export function snapshotTime(link: string, now: Date): Date {
  const time = timeIn(link)
  return new Date(Number.isNaN(time) ? now.getTime() - SNAPSHOT_INTERVAL : time)
}

/**
 * Downloads a snapshot beside the copy of the site. Resumes an interrupted download, and reuses an existing file, if the address
 * has a timestamp, since it then differs for a newer snapshot.
 * @param copy file of the copy of the site
 * @throws LegalTextError `not_ready` if it is missing, or not a complete zip archive with laws
 */
export async function fetchSnapshot(
  link: string,
  copy: string,
  client: HttpClient,
  { onProgress, signal }: Pick<SiteOptions, 'onProgress' | 'signal'>,
): Promise<Snapshot> {
  const name = withoutQuery(link)
  const file = `${copy}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}.zip`
  const partial = `${file}.part`
  const isImmutable = !Number.isNaN(timeIn(link))
  await removeOthers(copy, isImmutable ? [file, partial] : [])
  try {
    if (!existsSync(file)) {
      const report = (done: number, total: number) => onProgress?.(done, total, 'bytes')
      await client.download(link, partial, { signal, onProgress: report, isImmutable })
      moveFile(partial, file)
    }
    return await openSnapshot(file, name)
  } catch (error) {
    if (!(error instanceof DownloadError || error instanceof ArchiveError)) throw error
    if (error instanceof ArchiveError) await rm(file, { force: true })
    throw new LegalTextError('not_ready', say`cannot get the snapshot: ${error.message}`, {}, { cause: error })
  }
}

/** Removes snapshots that earlier runs have left beside a copy, except these files. */
async function removeOthers(copy: string, kept: readonly string[]): Promise<void> {
  for (const name of await readdir(dirname(copy))) {
    const file = join(dirname(copy), name)
    const isOfCopy = name.startsWith(`${basename(copy)}-`) && /\.zip(?:\.part)?$/.test(name)
    if (isOfCopy && !kept.includes(file)) await rm(file, { force: true })
  }
}

/** Maximum number of files in a snapshot: all expressions of 7,000 laws, each with its annexes and images. */
const MAXIMUM_FILES = 1_000_000

/** Enough to distinguish an HTML page from an archive. */
const HEAD_BYTES = 512

async function openSnapshot(file: string, name: string): Promise<Snapshot> {
  const handle = await open(file)
  const close = () => handle.close()
  try {
    const source = await fileSource(handle)
    assertZip(await source.read(0, Math.min(source.size, HEAD_BYTES)))
    const entries = entriesOf(await readDirectory(source, MAXIMUM_FILES))
    if (entries.length === 0) throw new ArchiveError('unsupported_format', say`there is no XML in it`)
    const archive = async ({ members }: SnapshotEntry) => {
      assertPackable(members)
      return packMembers(source, members).catch(asArchiveError)
    }
    return { name, entries, archive, close, remove: () => close().then(() => rm(file, { force: true })) }
  } catch (error) {
    await close()
    return asArchiveError(error)
  }
}

/** @throws ArchiveError always */
function asArchiveError(error: unknown): never {
  throw error instanceof ArchiveError ? error : new ArchiveError('parse_failed', readErrorReason(error, 'zip archive'))
}

/** @throws ArchiveError */
function assertPackable(members: readonly ZipMember[]): void {
  let size = 0
  for (const member of members) {
    const fault = unreadableKind(member)
    if (fault !== undefined) throw new ArchiveError(fault.terminalState, say`${member.name}: ${fault.reason}`)
    size += member.compressedSize
  }
  if (size > MAXIMUM_ARCHIVE_BYTES)
    throw new ArchiveError('excluded_by_policy', say`has more than ${MAXIMUM_ARCHIVE_BYTES} bytes`)
}

/** Returns the expressions of a snapshot, each in its newest manifestation, except folders with only images. */
function entriesOf(members: readonly ZipMember[]): SnapshotEntry[] {
  const entries = new Map<string, SnapshotEntry>()
  for (const member of members) {
    if (member.isFolder) continue
    // A file keeps its path, whatever its name: the document identifies its law.
    const named = memberPath(member.name)
    const folder = 'fault' in named ? '.' : dirname(named.path)
    const expression = expressionIn(folder)
    const code = expression ?? (folder === '.' ? 'unnamed' : folder)
    const day = expression === undefined ? '' : manifestationDay(folder)
    const entry = entries.get(code)
    if (entry === undefined || entry.day < day) entries.set(code, { code, day, members: [member] })
    else if (entry.day === day) entry.members.push(member)
  }
  return [...entries.values()].filter((entry) => entry.members.some(({ name }) => isXml(name)))
}
