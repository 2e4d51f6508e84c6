/** Reads zip archives, on disk or in memory. Files are unpacked one by one, on demand. */

import { type FileHandle, open } from 'node:fs/promises'
import { crc32, createInflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { say } from '../i18n/texts.ts'
import { readErrorReason } from './compressed.ts'
import {
  ARCHIVE_LIMITS,
  type ArchiveFile,
  BeyondLimits,
  checkEntries,
  checkUnpacked,
  decodeName,
  MAXIMUM_DIRECTORY_BYTES,
  MAXIMUM_ENTRIES,
  MAXIMUM_MEMBER_BYTES,
  MEMBER_LIMITS,
  memberPath,
  type OpenedArchive,
  printable,
  type SkippedMember,
  type UnpackLimits,
  unreadFile,
} from './members.ts'

export interface ByteSource {
  size: number
  /** Rejects if there are fewer bytes. */
  read(offset: number, length: number): Promise<Buffer>
}

/** Reads from an open file, which must stay open. */
export async function fileSource(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat()
  return {
    size,
    async read(offset, length) {
      const bytes = Buffer.allocUnsafeSlow(length)
      for (let done = 0; done < length; ) {
        const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
        if (bytesRead === 0) throw new Error('it is cut off')
        done += bytesRead
      }
      return bytes
    },
  }
}

/** Reads from bytes in memory. */
export function memorySource(content: Uint8Array): ByteSource {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return {
    size: bytes.length,
    async read(offset, length) {
      if (offset + length > bytes.length) throw new Error('it is cut off')
      return bytes.subarray(offset, offset + length)
    },
  }
}

/**
 * Opens a zip archive on disk.
 * @param isRead selects the paths to unpack
 * @throws BeyondLimits if the archive exceeds the limits
 * @throws Error if it is broken, with the fault
 */
export async function readZip(path: string, isRead: (path: string) => boolean): Promise<OpenedArchive> {
  const handle = await open(path)
  try {
    const source = await fileSource(handle)
    const content = await zipFiles(source, ARCHIVE_LIMITS, isRead, async () => source)
    return { ...content, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * Lists the files of a zip archive.
 * @param isRead selects the paths to unpack
 * @param reopen opens the archive again when a file is read; `source` itself is not retained
 * @throws BeyondLimits if the archive exceeds the limits
 * @throws Error if it is broken, with the fault
 */
export async function zipFiles(
  source: ByteSource,
  limits: UnpackLimits,
  isRead: (path: string) => boolean,
  reopen: () => Promise<ByteSource>,
): Promise<Omit<OpenedArchive, 'close'>> {
  const files: ArchiveFile[] = []
  const skipped: SkippedMember[] = []
  let unpacked = 0
  for (const member of await readDirectory(source)) {
    if (member.isFolder) continue
    const named = memberPath(member.name)
    const fault = 'fault' in named ? excluded(named.fault) : faultOf(member)
    if ('fault' in named || fault !== undefined) {
      skipped.push({ path: printable(member.name), ...(fault as MemberFault) })
      continue
    }
    const { size } = member
    if (isRead(named.path) && size <= MAXIMUM_MEMBER_BYTES) {
      unpacked += size
      checkUnpacked(unpacked, source.size, limits)
      files.push({ path: named.path, size, read: async () => unpack(await reopen(), member) })
    } else files.push(unreadFile(named.path, size))
  }
  return { files, skipped }
}

const excluded = (reason: string): MemberFault => ({ reason, terminalState: 'excluded_by_policy' })

/** Returns why a member is not read; `undefined` if it is. */
function faultOf(member: ZipMember): MemberFault | undefined {
  const fault = unreadableKind(member)
  if (fault !== undefined || member.size > MAXIMUM_MEMBER_BYTES) return fault
  try {
    checkUnpacked(member.size, member.compressedSize, MEMBER_LIMITS)
    return undefined
  } catch (error) {
    return excluded((error as BeyondLimits).message)
  }
}

async function unpack(source: ByteSource, member: ZipMember): Promise<Buffer> {
  try {
    return await readMember(source, member)
  } catch (error) {
    throw new Error(readErrorReason(error, 'zip archive'), { cause: error })
  }
}

/*
 * Reads the directory of a zip archive, and unpacks its members. The archive is not trusted: the directory is read only
 * if it is within the limits; counts, offsets and sizes are checked against each other.
 *
 * Layout: PKWARE APPNOTE 6.3.10, 4.3 (records), 4.4 (fields), 4.5.3 (zip64), 4.6.9 and appendix D (names).
 */
export interface ZipMember {
  name: string
  /** Name as stored in the archive. */
  rawName: Buffer
  isFolder: boolean
  /** True for a link, a device or a pipe. */
  isSpecial: boolean
  isEncrypted: boolean
  /** Compression method: 0 is stored, 8 is deflate. */
  method: number
  /** CRC-32 of the content. */
  checksum: number
  /** Uncompressed size in bytes. */
  size: number
  compressedSize: number
  /** Offset of the local header. */
  offset: number
}

const END_RECORD = { signature: 0x06054b50, bytes: 22 }
const END_64_LOCATOR = { signature: 0x07064b50, bytes: 20 }
const END_64_RECORD = { signature: 0x06064b50, bytes: 56 }
const DIRECTORY_ENTRY = { signature: 0x02014b50, bytes: 46 }
const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 }
const MAXIMUM_COMMENT_BYTES = 0xffff

/** Extra fields: 64-bit sizes and offsets, and the name in UTF-8. */
const ZIP_64_FIELD = 0x0001
const UNICODE_PATH_FIELD = 0x7075

/**
 * Reads the members of a zip archive, in directory order.
 * @param most maximum number of members to read
 * @throws BeyondLimits if the directory is too large, before it is read
 * @throws Error if the archive is broken, with the fault
 */
export async function readDirectory(source: ByteSource, most = MAXIMUM_ENTRIES): Promise<ZipMember[]> {
  const { count, size, offset } = await findDirectory(source)
  checkEntries(count, most)
  if (size > MAXIMUM_DIRECTORY_BYTES) {
    throw new BeyondLimits(say`its directory has ${size} bytes, at most ${MAXIMUM_DIRECTORY_BYTES} are read`)
  }
  const directory = await source.read(offset, size)
  const members: ZipMember[] = []
  let next = 0
  while (members.length < count) {
    const length = entryLength(directory, next)
    members.push(readEntry(directory.subarray(next, next + length)))
    next += length
  }
  if (next !== size) throw new Error(`its directory has another length than its ${count} entries`)
  checkOffsets(members, offset)
  return members
}

interface Directory {
  /** Number of the file that contains it, if the archive is split. */
  disk: number
  count: number
  size: number
  offset: number
}

async function findDirectory(source: ByteSource): Promise<Directory> {
  const length = Math.min(source.size, END_64_LOCATOR.bytes + END_RECORD.bytes + MAXIMUM_COMMENT_BYTES)
  const tail = await source.read(source.size - length, length)
  const end = findEnd(tail)
  let directory: Directory = {
    disk: tail.readUInt16LE(end + 4),
    count: tail.readUInt16LE(end + 10),
    size: tail.readUInt32LE(end + 12),
    offset: tail.readUInt32LE(end + 16),
  }
  const locator = end - END_64_LOCATOR.bytes
  if (locator >= 0 && tail.readUInt32LE(locator) === END_64_LOCATOR.signature) {
    const end64 = await source.read(readUInt64(tail, locator + 8), END_64_RECORD.bytes)
    if (end64.readUInt32LE(0) !== END_64_RECORD.signature) throw new Error('its directory is not where it says')
    directory = {
      disk: end64.readUInt32LE(16),
      count: readUInt64(end64, 32),
      size: readUInt64(end64, 40),
      offset: readUInt64(end64, 48),
    }
  }
  if (directory.disk !== 0) throw new Error('it is a part of an archive in several files')
  if (directory.offset + directory.size > source.size) throw new Error('its directory is not where it says')
  return directory
}

/** Returns the offset of the last end record whose comment extends to the end of the file. */
function findEnd(tail: Buffer): number {
  for (let offset = tail.length - END_RECORD.bytes; offset >= 0; offset--) {
    const comment = tail.length - offset - END_RECORD.bytes
    if (tail.readUInt32LE(offset) === END_RECORD.signature && tail.readUInt16LE(offset + 20) === comment) return offset
  }
  throw new Error('it has no directory at its end')
}

function entryLength(directory: Buffer, offset: number): number {
  const rest = directory.length - offset
  if (rest < DIRECTORY_ENTRY.bytes || directory.readUInt32LE(offset) !== DIRECTORY_ENTRY.signature) {
    throw new Error('its directory is damaged')
  }
  const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(offset + field))
  const length = DIRECTORY_ENTRY.bytes + (name as number) + (extra as number) + (comment as number)
  if (length > rest) throw new Error('its directory is damaged')
  return length
}

function readEntry(entry: Buffer): ZipMember {
  const nameEnd = DIRECTORY_ENTRY.bytes + entry.readUInt16LE(28)
  const rawName = Buffer.from(entry.subarray(DIRECTORY_ENTRY.bytes, nameEnd))
  const extra = entry.subarray(nameEnd, nameEnd + entry.readUInt16LE(30))
  const wide = extraField(extra, ZIP_64_FIELD)
  let nextWide = 0
  /** Reads a 32-bit field, or its 64-bit value in the extra field. */
  const number = (field: number) => {
    const narrow = entry.readUInt32LE(field)
    if (narrow !== 0xffffffff || wide === undefined) return narrow
    if (wide.length < nextWide + 8) throw new Error('its directory is damaged')
    nextWide += 8
    return readUInt64(wide, nextWide - 8)
  }
  const size = number(24)
  const compressedSize = number(20)
  const offset = number(42)
  const name = nameOf(rawName, extra)
  const fileType = unixFileType(entry)
  return {
    name,
    rawName,
    isFolder: name.endsWith('/') || fileType === 0o040000,
    isSpecial: ![0, 0o040000, 0o100000].includes(fileType),
    isEncrypted: (entry.readUInt16LE(8) & 0x41) !== 0,
    method: entry.readUInt16LE(10),
    checksum: entry.readUInt32LE(16),
    size,
    compressedSize,
    offset,
  }
}

/** Returns the Unix file type; 0 if the archive was made on another system. */
function unixFileType(entry: Buffer): number {
  const madeOn = entry.readUInt8(5)
  return madeOn === 3 || madeOn === 19 ? (entry.readUInt32LE(38) >>> 16) & 0o170000 : 0
}

function extraField(extra: Buffer, kind: number): Buffer | undefined {
  for (let offset = 0; offset + 4 <= extra.length; ) {
    const end = offset + 4 + extra.readUInt16LE(offset + 2)
    if (extra.readUInt16LE(offset) === kind && end <= extra.length) return extra.subarray(offset + 4, end)
    offset = end
  }
  return undefined
}

/** Code page 437 from 0x80, the encoding of names that are not UTF-8. */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

function nameOf(raw: Buffer, extra: Buffer): string {
  const unicode = extraField(extra, UNICODE_PATH_FIELD)
  if (unicode !== undefined && unicode.length > 5 && unicode[0] === 1 && unicode.readUInt32LE(1) === crc32(raw)) {
    return decodeName(unicode.subarray(5))
  }
  return decodeName(raw, CODE_PAGE_437)
}

/** Reads eight bytes as a number. */
function readUInt64(bytes: Buffer, offset: number): number {
  const number = Number(bytes.readBigUInt64LE(offset))
  if (!Number.isSafeInteger(number)) throw new Error('it gives an offset or a size that no file has')
  return number
}

/** Refuses overlapping members, as in zip bombs. */
function checkOffsets(members: readonly ZipMember[], directoryOffset: number): void {
  let free = 0
  for (const { name, offset, rawName, compressedSize } of members.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < free) throw new Error(`${JSON.stringify(name)} lies on the member before it`)
    free = offset + LOCAL_HEADER.bytes + rawName.length + compressedSize
  }
  if (free > directoryOffset) throw new Error('a member reaches into its directory')
}

const STORED = 0
const DEFLATED = 8

/** Members up to this size are unpacked in one call, which is faster; larger ones in chunks. */
const SMALL_MEMBER_BYTES = 1024 * 1024

/** Chunk size for large members, in bytes, unpacked. */
const PIECE_BYTES = 64 * 1024

type MemberFault = Omit<SkippedMember, 'path'>

/** Returns why members of this kind are not read; `undefined` if they are. */
export function unreadableKind({ isSpecial, isEncrypted, method }: ZipMember): MemberFault | undefined {
  if (isSpecial) return { reason: say`it is a link or a device`, terminalState: 'excluded_by_policy' }
  if (isEncrypted) return { reason: say`it is encrypted`, terminalState: 'unsupported_format' }
  if (method === STORED || method === DEFLATED) return undefined
  const reason = say`it is compressed by method ${method}; read are ${STORED} (stored) and ${DEFLATED} (deflated)`
  return { reason, terminalState: 'unsupported_format' }
}

/**
 * Unpacks a member, up to the size in the directory.
 * @throws Error if name, size or checksum differ from the directory
 */
export async function readMember(source: ByteSource, member: ZipMember): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of memberPieces(source, member)) {
    size += piece.length
    if (size > member.size) throw new Error(`there are more than the ${member.size} bytes that it says`)
    pieces.push(piece)
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
}

/**
 * Unpacks a member in chunks, even beyond the size in the directory: the caller enforces the limit.
 * @throws Error if it cannot be unpacked, or at its end if size or checksum differ from the directory
 */
export async function* memberPieces(source: ByteSource, member: ZipMember): AsyncGenerator<Buffer, void, undefined> {
  let size = 0
  let checksum = 0
  for await (const piece of unpacked(await packedBytes(source, member), member)) {
    size += piece.length
    checksum = crc32(piece, checksum)
    yield piece
  }
  if (size !== member.size) throw new Error(`it has ${size} bytes, its directory says ${member.size}`)
  if (checksum !== member.checksum) throw new Error('the content does not fit its checksum')
}

async function packedBytes(
  source: ByteSource,
  { offset, rawName, method, compressedSize }: ZipMember,
): Promise<Buffer> {
  const header = await source.read(offset, LOCAL_HEADER.bytes + rawName.length)
  const sameName = header.readUInt16LE(26) === rawName.length && header.subarray(LOCAL_HEADER.bytes).equals(rawName)
  if (header.readUInt32LE(0) !== LOCAL_HEADER.signature || header.readUInt16LE(8) !== method || !sameName) {
    throw new Error('the member is not where the directory says')
  }
  return source.read(offset + header.length + header.readUInt16LE(28), compressedSize)
}

async function* unpacked(packed: Buffer, { method, size }: ZipMember): AsyncGenerator<Buffer, void, undefined> {
  if (method === STORED) return yield packed
  const whole = size <= SMALL_MEMBER_BYTES ? unpackedAtOnce(packed, size) : undefined
  if (whole !== undefined) return yield whole
  const stream = createInflateRaw({ chunkSize: PIECE_BYTES })
  stream.end(packed)
  yield* stream
}

/** Returns `undefined` if the result exceeds the size in the directory. */
function unpackedAtOnce(packed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

/**
 * Copies members into a new archive without recompression, under the last parts of their names.
 * @param members readable by {@link unreadableKind}, with less than 4 GB in all
 * @throws Error if a member is not where the directory says
 */
export async function packMembers(source: ByteSource, members: readonly ZipMember[]): Promise<Buffer> {
  const writer = new ArchiveWriter()
  const entries: Buffer[] = []
  for (const member of members)
    entries.push(writer.add(member.name.split('/').at(-1) ?? '', member, await packedBytes(source, member), 0))
  return writer.end(entries)
}

/**
 * Rewrites an archive with new content for some members. The others are copied without recompression, with their order and dates,
 * and, except from zip64 archives, their extra fields. Unknown names are appended as new members.
 * @param archive less than 4 GB; empty for a new archive
 * @param contents texts by member name
 * @throws Error if the archive is broken
 */
export async function replaceMembers(archive: Buffer, contents: ReadonlyMap<string, string>): Promise<Buffer> {
  const source = memorySource(archive)
  const { count, size, offset: start } = archive.length === 0 ? NO_DIRECTORY : await findDirectory(source)
  const directory = archive.subarray(start, start + size)
  const entries: Buffer[] = []
  for (let at = 0; entries.length < count; at += (entries.at(-1) as Buffer).length)
    entries.push(Buffer.from(directory.subarray(at, at + entryLength(directory, at))))
  const end = archive.subarray(start + size)
  const isWide =
    (end.length > 0 && end.readUInt32LE(0) !== END_RECORD.signature) ||
    entries.some((entry) => WIDE_FIELDS.some((field) => entry.readUInt32LE(field) === BEYOND_32_BITS))
  const members = entries.map((entry, index) => ({ ...readEntry(entry), entry, index }))
  const sorted = members.toSorted((a, b) => a.offset - b.offset)
  const starts = [...sorted.map(({ offset }) => offset), start]
  const writer = new ArchiveWriter(archive.subarray(0, starts[0]))
  const added = new Map(contents)
  for (const member of sorted) {
    const { name, offset, entry, index } = member
    const content = contents.get(name)
    const date = entry.readUInt32LE(12)
    added.delete(name)
    if (content !== undefined) entries[index] = writer.addText(name, content, date)
    else if (isWide) entries[index] = writer.add(name, member, await packedBytes(source, member), date)
    else writer.copy(archive.subarray(offset, starts[starts.lastIndexOf(offset) + 1]), entry)
  }
  for (const [name, content] of added) entries.push(writer.addText(name, content, NO_DATE))
  return writer.end(entries, isWide ? undefined : end.subarray(END_RECORD.bytes))
}

const NO_DIRECTORY = { count: 0, size: 0, offset: 0 }
/** zip64 sentinel: sizes and offsets from here on are in the extra field. */
const BEYOND_32_BITS = 0xffffffff
/** Offsets of the 32-bit sizes and the offset in a directory entry. */
const WIDE_FIELDS = [20, 24, 42]
/** 1980-01-01 as MS-DOS time and date, for members without a date. */
const NO_DATE = 0x21_0000

/** Writes an archive. */
class ArchiveWriter {
  readonly #parts: Buffer[]
  #length: number

  /** @param before bytes before the first member */
  constructor(before: Buffer = Buffer.alloc(0)) {
    this.#parts = [before]
    this.#length = before.length
  }

  /** Copies a member with its local header, and updates the offset in its directory entry. */
  copy(member: Buffer, entry: Buffer): void {
    entry.writeUInt32LE(this.#length, 42)
    this.#parts.push(member)
    this.#length += member.length
  }

  addText(name: string, text: string, date: number): Buffer {
    const content = Buffer.from(text)
    const described = { method: DEFLATED, checksum: crc32(content), size: content.length }
    return this.add(name, described, deflateRawSync(content), date)
  }

  /** Adds a member with new headers. @returns its directory entry */
  add(
    name: string,
    { method, checksum, size }: Pick<ZipMember, 'method' | 'checksum' | 'size'>,
    packed: Buffer,
    date: number,
  ): Buffer {
    const rawName = Buffer.from(name)
    /** Fields shared by both headers: version 2.0, names in UTF-8, no extra fields. */
    const shared = Buffer.alloc(LOCAL_HEADER.bytes - 4)
    shared.writeUInt32LE(0x0800_0014, 0)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(date, 6)
    shared.writeUInt32LE(checksum, 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(size, 18)
    shared.writeUInt16LE(rawName.length, 22)
    const entry = Buffer.concat([Buffer.alloc(DIRECTORY_ENTRY.bytes), rawName])
    entry.writeUInt32LE(DIRECTORY_ENTRY.signature, 0)
    shared.copy(entry, 6)
    this.copy(Buffer.concat([Buffer.from('PK\x03\x04'), shared, rawName, packed]), entry)
    return entry
  }

  end(entries: readonly Buffer[], comment: Buffer = Buffer.alloc(0)): Buffer {
    const directory = Buffer.concat(entries)
    const end = Buffer.alloc(END_RECORD.bytes)
    end.writeUInt32LE(END_RECORD.signature, 0)
    end.writeUInt16LE(entries.length, 8)
    end.writeUInt16LE(entries.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#length, 16)
    end.writeUInt16LE(comment.length, 20)
    return Buffer.concat([...this.#parts, directory, end, comment])
  }
}
