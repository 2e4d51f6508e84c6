/** A downloaded archive of one law: its members, within limits on memory and time, and the hash of its content. */

import { type ByteSource, memorySource } from '../../archive/byte-source.ts'
import { isZip, readErrorReason } from '../../archive/compressed.ts'
import { BeyondLimits, MEMBER_LIMITS } from '../../archive/limits.ts'
import { checkNames } from '../../archive/members.ts'
import { memberPieces, readDirectory, readMember, unreadableKind, type ZipMember } from '../../archive/zip.ts'
import { say } from '../../i18n/texts.ts'
import type { TerminalState } from '../../model/corpus.ts'

const MEGABYTE = 1024 * 1024

/** The largest archives of the real data have 0.3 MB (federal law) and 2 MB (acts of the Union). */
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

/** What a source family tells of its archives. */
export interface ArchiveForm {
  /** True for the name of a document of the law. */
  isDocument(name: string): boolean
  /** True for the name of an image in the law: a change of it changes the law. */
  isImage?(name: string): boolean
  /** Largest unpacked member, in bytes. */
  maxBytes: number
  /** Makes a hash of documents that come in pieces of any size; equal contents have equal hashes. */
  hash(): { update(piece: Uint8Array): unknown; digest(): string }
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

export class SiteArchive {
  readonly #form: ArchiveForm
  readonly #source: ByteSource
  readonly #entries: readonly ArchiveEntry[]

  private constructor(form: ArchiveForm, source: ByteSource, entries: readonly ArchiveEntry[]) {
    this.#form = form
    this.#source = source
    this.#entries = entries
  }

  /**
   * Reads the directory of an archive without unpacking it.
   * @throws ArchiveError `unsupported_format` if it is not a zip archive or has no XML, `parse_failed` if it is broken,
   *   `excluded_by_policy` if it is beyond the limits
   */
  static async open(bytes: Uint8Array, form: ArchiveForm): Promise<SiteArchive> {
    assertZip(bytes)
    const source = memorySource(bytes)
    const entries = await readEntries(source)
    assertWithinLimits(entries, source, form)
    const documents = entries.filter(({ name }) => form.isDocument(name))
    if (documents.length === 0) {
      const formats = [...new Set(entries.map(({ name }) => (/\.(\w+)$/.exec(name)?.[1] ?? 'unknown').toUpperCase()))]
      const held =
        formats.length === 0 ? say`the archive is empty` : say`only ${formats.sort().join(', ')} in the archive`
      throw new ArchiveError('unsupported_format', say`${held}, no XML`)
    }
    for (const { name, member } of documents) {
      const fault = unreadableKind(member)
      if (fault !== undefined) throw new ArchiveError(fault.terminalState, say`${name}: ${fault.reason}`)
    }
    return new SiteArchive(form, source, entries)
  }

  /** Its files, in the order of its directory. */
  get members(): LawFile[] {
    return this.#entries.map(({ name, size }) => ({ name, size }))
  }

  /**
   * Hashes the documents, which are unpacked piece by piece, and the checksums of the images.
   * @returns hex digits
   * @throws ArchiveError as for {@link open}
   */
  async contentHash(): Promise<string> {
    const { isDocument, isImage, maxBytes } = this.#form
    const hash = this.#form.hash()
    let bytes = 0
    for (const { name, member } of this.#entries.filter(({ name }) => isDocument(name))) {
      let size = 0
      try {
        for await (const piece of memberPieces(this.#source, member)) {
          size += piece.length
          bytes += piece.length
          if (bytes > maxUnpackedBytes(this.#source)) tooDense()
          if (size > maxBytes) tooLarge(name, maxBytes)
          hash.update(piece)
        }
      } catch (error) {
        failed(error, name)
      }
    }
    for (const { name, size, member } of this.#entries) {
      if (isImage?.(name)) hash.update(Buffer.from(`\n${name} ${size} ${member.checksum}`))
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
    if (entry === undefined) throw new ArchiveError('parse_failed', say`there is no member ${index}`)
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

/** True for an HTML page, with or without an XML declaration: what sites send when something is wrong. */
export function isPage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b/i.test(head)
}

function assertZip(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 512))
  if (isZip(head)) return
  const found = bytes.length === 0 ? 'nothing' : isPage(bytes) ? say`an HTML page` : say`something else`
  throw new ArchiveError('unsupported_format', say`${found} was sent instead of a zip archive`)
}

function assertWithinLimits(
  entries: readonly ArchiveEntry[],
  source: ByteSource,
  { isImage, maxBytes }: ArchiveForm,
): void {
  let unpacked = 0
  for (const { name, size } of entries) {
    // A large image is left out by itself.
    if (size > maxBytes && !isImage?.(name)) tooLarge(name, maxBytes)
    unpacked += size
  }
  if (unpacked > maxUnpackedBytes(source)) tooDense()
}

const maxUnpackedBytes = ({ size }: ByteSource) => Math.max(MEMBER_LIMITS.free, size * MEMBER_LIMITS.ratio)

function tooLarge(name: string, maxBytes: number): never {
  excluded(say`${name} has more than ${maxBytes} bytes`)
}

function tooDense(): never {
  excluded(say`unpacked it would be more than ${MEMBER_LIMITS.ratio} times as large as the archive`)
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
