/** The downloaded `xml.zip` of one law: its members, within limits on memory and time, and the hash of its content. */

import { createHash } from 'node:crypto'
import { type ByteSource, memorySource } from '../../../../archive/byte-source.ts'
import { isZip, readErrorReason } from '../../../../archive/compressed.ts'
import { BeyondLimits, MEMBER_LIMITS } from '../../../../archive/limits.ts'
import { checkNames } from '../../../../archive/members.ts'
import {
  memberPieces,
  readDirectory,
  readMember,
  unreadableKind,
  type ZipMember,
} from '../../../../archive/zip-reader.ts'
import type { TerminalState } from '../../../../corpus/corpus.ts'
import { isXml, LIMITS } from '../format.ts'

const MEGABYTE = 1024 * 1024

/** The largest archive of the real data has 0.3 MB. */
export const MAXIMUM_ARCHIVE_BYTES = 32 * MEGABYTE
const MAXIMUM_MEMBERS = 1000

/** The archive cannot be used. */
export class ArchiveError extends Error {
  readonly terminalState: TerminalState

  constructor(terminalState: TerminalState, message: string) {
    super(message)
    this.name = 'ArchiveError'
    this.terminalState = terminalState
  }
}

export interface LawFile {
  /** The last part of its path in the archive. */
  name: string
  /** Unpacked, in bytes. */
  size: number
}

/** A member with the last part of its path as its name. */
interface ArchiveEntry extends LawFile {
  member: ZipMember
}

export class LawArchive {
  readonly #source: ByteSource
  readonly #entries: readonly ArchiveEntry[]

  private constructor(source: ByteSource, entries: readonly ArchiveEntry[]) {
    this.#source = source
    this.#entries = entries
  }

  /**
   * Reads the directory of an archive without unpacking it.
   * @throws ArchiveError `unsupported_format` if it is not a zip archive or has no XML, `parse_failed` if it is broken,
   *   `excluded_by_policy` if it is beyond the limits
   */
  static async open(bytes: Uint8Array): Promise<LawArchive> {
    assertZip(bytes)
    const source = memorySource(bytes)
    const entries = await readEntries(source)
    assertWithinLimits(entries, source)
    const documents = entries.filter(({ name }) => isXml(name))
    if (documents.length === 0) {
      const formats = [...new Set(entries.map(({ name }) => (/\.(\w+)$/.exec(name)?.[1] ?? 'unknown').toUpperCase()))]
      const held = formats.length === 0 ? 'the archive is empty' : `only ${formats.sort().join(', ')} in the archive`
      throw new ArchiveError('unsupported_format', `${held}, no XML`)
    }
    for (const { name, member } of documents) {
      const fault = unreadableKind(member)
      if (fault !== undefined) throw new ArchiveError(fault.terminalState, `${name}: ${fault.reason}`)
    }
    return new LawArchive(source, entries)
  }

  /** Its files, in the order of its directory. */
  get members(): LawFile[] {
    return this.#entries.map(({ name, size }) => ({ name, size }))
  }

  /**
   * Hashes the XML documents, see {@link ContentHash}; they are unpacked piece by piece.
   * @throws ArchiveError as for {@link open}
   */
  async contentHash(): Promise<string> {
    const hash = new ContentHash()
    let bytes = 0
    for (const { name, member } of this.#entries.filter(({ name }) => isXml(name))) {
      let size = 0
      try {
        for await (const piece of memberPieces(this.#source, member)) {
          size += piece.length
          bytes += piece.length
          if (bytes > maxUnpackedBytes(this.#source)) tooDense()
          if (size > LIMITS.bytes) tooLarge(name)
          hash.update(piece)
        }
      } catch (error) {
        failed(error, name)
      }
    }
    return hash.digest()
  }

  /**
   * Unpacks a member.
   * @param index of the member in {@link members}
   * @throws ArchiveError `parse_failed` if it does not match the directory
   */
  async read(index: number): Promise<Uint8Array> {
    const entry = this.#entries[index]
    if (entry === undefined) throw new ArchiveError('parse_failed', `there is no member ${index}`)
    return readMember(this.#source, entry.member).catch((error) => failed(error, entry.name))
  }
}

async function readEntries(source: ByteSource): Promise<ArchiveEntry[]> {
  try {
    const entries = (await readDirectory(source, MAXIMUM_MEMBERS))
      .map((member) => ({ name: member.name.split(/[/\\]/).at(-1) as string, size: member.size, member }))
      .filter(({ name, member }) => !member.isFolder && !['', '.', '..'].includes(name))
    checkNames(entries.map(({ name }) => ({ path: name })))
    return entries
  } catch (error) {
    return failed(error)
  }
}

function assertZip(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 512))
  if (isZip(head)) return
  const isPage = /^(\xef\xbb\xbf)?\s*<(!doctype\s+html|html)\b/i.test(head.toString('latin1'))
  const found = bytes.length === 0 ? 'nothing' : isPage ? 'an HTML page' : 'something else'
  throw new ArchiveError('unsupported_format', `${found} was sent instead of a zip archive`)
}

function assertWithinLimits(entries: readonly ArchiveEntry[], source: ByteSource): void {
  let unpacked = 0
  for (const { name, size } of entries) {
    if (size > LIMITS.bytes) tooLarge(name)
    unpacked += size
  }
  if (unpacked > maxUnpackedBytes(source)) tooDense()
}

const maxUnpackedBytes = ({ size }: ByteSource) => Math.max(MEMBER_LIMITS.free, size * MEMBER_LIMITS.ratio)

function tooLarge(name: string): never {
  excluded(`${name} has more than ${LIMITS.bytes} bytes`)
}

function tooDense(): never {
  excluded(`unpacked it would be more than ${MEMBER_LIMITS.ratio} times as large as the archive`)
}

function excluded(message: string): never {
  throw new ArchiveError('excluded_by_policy', message)
}

/**
 * Says why an archive, or a member of it, cannot be read.
 * @throws ArchiveError always
 */
function failed(error: unknown, member?: string): never {
  if (error instanceof ArchiveError) throw error
  if (error instanceof BeyondLimits) excluded(error.message)
  throw new ArchiveError(
    'parse_failed',
    readErrorReason(error, member === undefined ? 'zip archive' : `zip archive: ${member}`),
  )
}

/** The site renews this attribute of every element whenever it generates its files, changed or not. */
const ATTRIBUTE = Buffer.from(' builddate="')
const QUOTE = 0x22
/** Longest value that counts as a date. */
const LONGEST_DATE = 20
const LONGEST_ATTRIBUTE = ATTRIBUTE.length + LONGEST_DATE + 1

/** SHA-256 of XML without its `builddate` attributes, fed in parts of any size. Equal contents have equal hashes. */
export class ContentHash {
  readonly #hash = createHash('sha256')
  /** The end of the data so far, which may be the beginning of an attribute. */
  #rest: Uint8Array = new Uint8Array()

  update(chunk: Uint8Array): void {
    const data = Buffer.concat([this.#rest, chunk])
    this.#rest = data.subarray(this.#take(data, data.length - LONGEST_ATTRIBUTE))
  }

  /** @returns hex digits */
  digest(): string {
    const data = Buffer.from(this.#rest)
    return this.#hash.update(data.subarray(this.#take(data, data.length))).digest('hex')
  }

  /**
   * Hashes the data that does not depend on later parts. The data is overwritten.
   * @param last the last offset at which an attribute would be complete
   * @returns the number of bytes hashed
   */
  #take(data: Buffer, last: number): number {
    let from = 0
    let kept = 0
    const keep = (end: number) => {
      if (kept < from) data.copyWithin(kept, from, end)
      kept += end - from
    }
    for (;;) {
      const found = data.indexOf(ATTRIBUTE, from)
      if (found < 0 || found > last) break
      const value = found + ATTRIBUTE.length
      const end = data.subarray(value, value + LONGEST_DATE + 1).indexOf(QUOTE)
      keep(end < 0 ? value : found)
      from = end < 0 ? value : value + end + 1
    }
    const ready = Math.max(from, last)
    keep(ready)
    this.#hash.update(data.subarray(0, kept))
    return ready
  }
}
