/** The `xml.zip` of one law: its members within limits, so that no archive takes more memory or time than its due. */
import { type ByteSource, inMemory } from '../../../../archive/byte-source.ts'
import { isZip, readFault } from '../../../../archive/compressed.ts'
import { BeyondLimits, LAW_LIMITS } from '../../../../archive/limits.ts'
import { checkNames } from '../../../../archive/names.ts'
import { readDirectory, type ZipMember } from '../../../../archive/zip-directory.ts'
import { kindFault, memberPieces, readMember } from '../../../../archive/zip-member.ts'
import type { TerminalState } from '../../../../corpus/corpus.ts'
import { ContentHash } from './content-hash.ts'

const MEGABYTE = 1024 * 1024

/** The largest archive of the real data has 0.3 MB, the largest document in one 3.3 MB. */
export const MAXIMUM_ARCHIVE_BYTES = 32 * MEGABYTE
const MAXIMUM_MEMBER_BYTES = 32 * MEGABYTE
const MAXIMUM_MEMBERS = 1000

/** Why an archive is of no use. */
export class ArchiveError extends Error {
  readonly terminalState: TerminalState

  constructor(terminalState: TerminalState, message: string) {
    super(message)
    this.name = 'ArchiveError'
    this.terminalState = terminalState
  }
}

export interface Member {
  /** The last part of its path in the archive. */
  name: string
  /** Unpacked, in bytes. */
  size: number
}

/** A member under the name that it has in its path. */
interface Entry extends Member {
  member: ZipMember
}

export class Archive {
  readonly #source: ByteSource
  readonly #entries: readonly Entry[]

  private constructor(source: ByteSource, entries: readonly Entry[]) {
    this.#source = source
    this.#entries = entries
  }

  /**
   * Reads the directory of a zip archive; nothing is unpacked.
   * @throws ArchiveError `unsupported_format` where it is none or has no XML in it, `parse_failed` where it is broken,
   *   `excluded_by_policy` where it is larger than archives of laws are
   */
  static async open(bytes: Uint8Array): Promise<Archive> {
    assertZip(bytes)
    const source = inMemory(bytes)
    const entries = await readEntries(source)
    assertWithinLimits(entries, source)
    const documents = entries.filter(isXml)
    if (documents.length === 0) {
      const formats = [...new Set(entries.map(({ name }) => (/\.(\w+)$/.exec(name)?.[1] ?? 'unknown').toUpperCase()))]
      const held = formats.length === 0 ? 'the archive is empty' : `only ${formats.sort().join(', ')} in the archive`
      throw new ArchiveError('unsupported_format', `${held}, no XML`)
    }
    for (const { name, member } of documents) {
      const fault = kindFault(member)
      if (fault !== undefined) throw new ArchiveError(fault.terminalState, `${name}: ${fault.reason}`)
    }
    return new Archive(source, entries)
  }

  /** Its files, in the order of its directory. */
  get members(): Member[] {
    return this.#entries.map(({ name, size }) => ({ name, size }))
  }

  /**
   * Unpacks the XML documents bit by bit, keeping none.
   * @returns their hash, see {@link ContentHash}
   * @throws ArchiveError as for {@link open}
   */
  async contentHash(): Promise<string> {
    const hash = new ContentHash()
    let bytes = 0
    for (const { name, member } of this.#entries.filter(isXml)) {
      let size = 0
      try {
        for await (const piece of memberPieces(this.#source, member)) {
          size += piece.length
          bytes += piece.length
          if (bytes > mostUnpacked(this.#source)) tooDense()
          if (size > MAXIMUM_MEMBER_BYTES) tooLarge(name)
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
   * @throws ArchiveError `parse_failed` where it is not what the directory says
   */
  async read(index: number): Promise<Uint8Array> {
    const entry = this.#entries[index]
    if (entry === undefined) throw new ArchiveError('parse_failed', `there is no member ${index}`)
    return readMember(this.#source, entry.member).catch((error) => failed(error, entry.name))
  }
}

async function readEntries(source: ByteSource): Promise<Entry[]> {
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

function assertWithinLimits(entries: readonly Entry[], source: ByteSource): void {
  let unpacked = 0
  for (const { name, size } of entries) {
    if (size > MAXIMUM_MEMBER_BYTES) tooLarge(name)
    unpacked += size
  }
  if (unpacked > mostUnpacked(source)) tooDense()
}

const mostUnpacked = ({ size }: ByteSource) => Math.max(LAW_LIMITS.free, size * LAW_LIMITS.ratio)

function isXml({ name }: Pick<Member, 'name'>): boolean {
  return /\.xml$/i.test(name)
}

function tooLarge(name: string): never {
  excluded(`${name} has more than ${MAXIMUM_MEMBER_BYTES} bytes`)
}

function tooDense(): never {
  excluded(`unpacked it would be more than ${LAW_LIMITS.ratio} times as large as the archive`)
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
    readFault(error, member === undefined ? 'zip archive' : `zip archive: ${member}`),
  )
}
