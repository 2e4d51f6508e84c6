/** Unpacks members of a zip archive, and tells whether they are what its directory says. */
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import type { Skipped } from '../ingest/input/input.ts'
import type { ByteSource } from './byte-source.ts'
import { LOCAL, type ZipMember } from './zip-directory.ts'

const STORED = 0
const DEFLATED = 8

/** Members up to this size are unpacked at once, which is quicker, larger ones piece by piece. */
const SMALL_MEMBER_BYTES = 1024 * 1024

/** Size of the pieces that a large member is unpacked in. */
const PIECE_BYTES = 64 * 1024

export type Fault = Omit<Skipped, 'path'>

/** Why a member is of a kind that is not read, `undefined` where it is read. */
export function kindFault({ isSpecial, isEncrypted, method }: ZipMember): Fault | undefined {
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
  const header = await source.read(place, LOCAL.bytes + rawName.length)
  const sameName = header.readUInt16LE(26) === rawName.length && header.subarray(LOCAL.bytes).equals(rawName)
  if (header.readUInt32LE(0) !== LOCAL.signature || header.readUInt16LE(8) !== method || !sameName) {
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
