/**
 * Reads the directory of a zip archive. Written for archives of any origin: the directory is read at once, and only
 * where it is within the limits; counts, places and sizes are checked against each other.
 *
 * Layout: PKWARE APPNOTE 6.3.10, 4.3 (records), 4.4 (fields), 4.5.3 (zip64), 4.6.9 and appendix D (names).
 */

import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import type { Skipped } from '../ingest/input.ts'
import type { ByteSource } from './byte-source.ts'
import { BeyondLimits, checkEntries, MAXIMUM_DIRECTORY_BYTES, MAXIMUM_ENTRIES } from './limits.ts'
import { decodeName } from './members.ts'

export interface ZipMember {
  name: string
  /** The name as it stands in the archive. */
  rawName: Buffer
  isFolder: boolean
  /** Whether it is a link, a device or a pipe. */
  isSpecial: boolean
  isEncrypted: boolean
  /** How it is compressed: 0 not at all, 8 deflated; others are not read. */
  method: number
  /** CRC-32 of the content. */
  checksum: number
  /** Bytes, unpacked. */
  size: number
  compressedSize: number
  /** Where its local header begins. */
  place: number
}

const END_RECORD = { signature: 0x06054b50, bytes: 22 }
const END_64_LOCATOR = { signature: 0x07064b50, bytes: 20 }
const END_64_RECORD = { signature: 0x06064b50, bytes: 56 }
const DIRECTORY_ENTRY = { signature: 0x02014b50, bytes: 46 }
export const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 }
const MAXIMUM_COMMENT_BYTES = 0xffff

/** Extra fields: sizes and places beyond 32 bits, and the name in UTF-8. */
const ZIP_64_FIELD = 0x0001
const UNICODE_PATH_FIELD = 0x7075

/**
 * The members of a zip archive, in the order of its directory.
 * @param most how many may be in it
 * @throws BeyondLimits where the directory is too large, before it is read
 * @throws Error where the archive is broken, saying how
 */
export async function readDirectory(source: ByteSource, most = MAXIMUM_ENTRIES): Promise<ZipMember[]> {
  const { count, size, place } = await findDirectory(source)
  checkEntries(count, most)
  if (size > MAXIMUM_DIRECTORY_BYTES) {
    throw new BeyondLimits(`its directory has ${size} bytes, at most ${MAXIMUM_DIRECTORY_BYTES} are read`)
  }
  const directory = await source.read(place, size)
  const members: ZipMember[] = []
  let next = 0
  while (members.length < count) {
    const length = entryLength(directory, next)
    members.push(readEntry(directory.subarray(next, next + length)))
    next += length
  }
  if (next !== size) throw new Error(`its directory has another length than its ${count} entries`)
  checkPlaces(members, place)
  return members
}

interface Directory {
  /** Number of the file that it lies in, of an archive in several. */
  disk: number
  count: number
  size: number
  place: number
}

async function findDirectory(source: ByteSource): Promise<Directory> {
  const length = Math.min(source.size, END_64_LOCATOR.bytes + END_RECORD.bytes + MAXIMUM_COMMENT_BYTES)
  const tail = await source.read(source.size - length, length)
  const end = findEnd(tail)
  let directory: Directory = {
    disk: tail.readUInt16LE(end + 4),
    count: tail.readUInt16LE(end + 10),
    size: tail.readUInt32LE(end + 12),
    place: tail.readUInt32LE(end + 16),
  }
  const locator = end - END_64_LOCATOR.bytes
  if (locator >= 0 && tail.readUInt32LE(locator) === END_64_LOCATOR.signature) {
    const end64 = await source.read(readUInt64(tail, locator + 8), END_64_RECORD.bytes)
    if (end64.readUInt32LE(0) !== END_64_RECORD.signature) throw new Error('its directory is not where it says')
    directory = {
      disk: end64.readUInt32LE(16),
      count: readUInt64(end64, 32),
      size: readUInt64(end64, 40),
      place: readUInt64(end64, 48),
    }
  }
  if (directory.disk !== 0) throw new Error('it is a part of an archive in several files')
  if (directory.place + directory.size > source.size) throw new Error('its directory is not where it says')
  return directory
}

/** The last end record whose comment reaches just to the end of the file. */
function findEnd(tail: Buffer): number {
  for (let place = tail.length - END_RECORD.bytes; place >= 0; place--) {
    const comment = tail.length - place - END_RECORD.bytes
    if (tail.readUInt32LE(place) === END_RECORD.signature && tail.readUInt16LE(place + 20) === comment) return place
  }
  throw new Error('it has no directory at its end')
}

function entryLength(directory: Buffer, place: number): number {
  const rest = directory.length - place
  if (rest < DIRECTORY_ENTRY.bytes || directory.readUInt32LE(place) !== DIRECTORY_ENTRY.signature) {
    throw new Error('its directory is damaged')
  }
  const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(place + field))
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
  /** A field of 32 bits, or what stands for it in the extra field. */
  const number = (field: number) => {
    const narrow = entry.readUInt32LE(field)
    if (narrow !== 0xffffffff || wide === undefined) return narrow
    if (wide.length < nextWide + 8) throw new Error('its directory is damaged')
    nextWide += 8
    return readUInt64(wide, nextWide - 8)
  }
  const size = number(24)
  const compressedSize = number(20)
  const place = number(42)
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
    place,
  }
}

/** The kind of file as Unix has it, 0 where the archive was made elsewhere. */
function unixFileType(entry: Buffer): number {
  const madeOn = entry.readUInt8(5)
  return madeOn === 3 || madeOn === 19 ? (entry.readUInt32LE(38) >>> 16) & 0o170000 : 0
}

function extraField(extra: Buffer, kind: number): Buffer | undefined {
  for (let place = 0; place + 4 <= extra.length; ) {
    const end = place + 4 + extra.readUInt16LE(place + 2)
    if (extra.readUInt16LE(place) === kind && end <= extra.length) return extra.subarray(place + 4, end)
    place = end
  }
  return undefined
}

/** Code page 437 from 0x80: names without the mark of UTF-8 are in it, unless they are UTF-8 nevertheless. */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

function nameOf(raw: Buffer, extra: Buffer): string {
  const unicode = extraField(extra, UNICODE_PATH_FIELD)
  if (unicode !== undefined && unicode.length > 5 && unicode[0] === 1 && unicode.readUInt32LE(1) === crc32(raw)) {
    return decodeName(unicode.subarray(5))
  }
  return decodeName(raw, CODE_PAGE_437)
}

/** Eight bytes as a number. */
function readUInt64(bytes: Buffer, place: number): number {
  const number = Number(bytes.readBigUInt64LE(place))
  if (!Number.isSafeInteger(number)) throw new Error('it gives a place or a size that no file has')
  return number
}

/** Members that share bytes are how a small archive becomes a large one. */
function checkPlaces(members: readonly ZipMember[], directoryPlace: number): void {
  let free = 0
  for (const { name, place, rawName, compressedSize } of members.toSorted((a, b) => a.place - b.place)) {
    if (place < free) throw new Error(`${JSON.stringify(name)} lies on the member before it`)
    free = place + LOCAL_HEADER.bytes + rawName.length + compressedSize
  }
  if (free > directoryPlace) throw new Error('a member reaches into its directory')
}

/*FILEDOC Unpacks members of a zip archive, and tells whether they are what its directory says. */

const STORED = 0
const DEFLATED = 8

/** Members up to this size are unpacked at once, which is quicker, larger ones piece by piece. */
const SMALL_MEMBER_BYTES = 1024 * 1024

/** Size of the pieces that a large member is unpacked in. */
const PIECE_BYTES = 64 * 1024

export type MemberFault = Omit<Skipped, 'path'>

/** Why a member is of a kind that is not read, `undefined` where it is read. */
export function unreadableKind({ isSpecial, isEncrypted, method }: ZipMember): MemberFault | undefined {
  if (isSpecial) return { reason: 'it is a link or a device', terminalState: 'excluded_by_policy' }
  if (isEncrypted) return { reason: 'it is encrypted', terminalState: 'unsupported_format' }
  if (method === STORED || method === DEFLATED) return undefined
  const reason = `it is compressed by method ${method}; read are ${STORED} (stored) and ${DEFLATED} (deflated)`
  return { reason, terminalState: 'unsupported_format' }
}

/**
 * Unpacks a member, no further than the size that the directory gives.
 * @throws Error where it does not fit what the directory says: name, size, checksum
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
 * A member piece by piece, as long as it goes on: who must not take more than the directory says has to count.
 * @throws Error where it cannot be unpacked, and at its end where it does not fit what the directory says
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

async function packedBytes(source: ByteSource, { place, rawName, method, compressedSize }: ZipMember): Promise<Buffer> {
  const header = await source.read(place, LOCAL_HEADER.bytes + rawName.length)
  const sameName = header.readUInt16LE(26) === rawName.length && header.subarray(LOCAL_HEADER.bytes).equals(rawName)
  if (header.readUInt32LE(0) !== LOCAL_HEADER.signature || header.readUInt16LE(8) !== method || !sameName) {
    throw new Error('the member is not where the directory says')
  }
  return source.read(place + header.length + header.readUInt16LE(28), compressedSize)
}

async function* unpacked(packed: Buffer, { method, size }: ZipMember): AsyncGenerator<Buffer, void, undefined> {
  if (method === STORED) return yield packed
  const whole = size <= SMALL_MEMBER_BYTES ? unpackedAtOnce(packed, size) : undefined
  if (whole !== undefined) return yield whole
  const stream = createInflateRaw({ chunkSize: PIECE_BYTES })
  stream.end(packed)
  yield* stream
}

/** `undefined` where it is larger than the directory says. */
function unpackedAtOnce(packed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}
