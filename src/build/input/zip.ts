import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { LegalTextError } from '../../errors.ts'
import { readFault } from './compressed.ts'
import type { InputFile, OpenedFiles, Skipped } from './input.ts'
import { ARCHIVE_LIMITS, type BeyondLimits, checkUnpacked, MAXIMUM_MEMBER_BYTES, type UnpackLimits } from './limits.ts'
import { isRead, memberPath, printable } from './names.ts'
import { type ByteSource, LOCAL, readDirectory, type ZipMember } from './zip-directory.ts'

const inflate = promisify(inflateRaw)

const STORED = 0
const DEFLATED = 8

/** Size of the pieces that a member is unpacked in. */
const CHUNK_BYTES = 1024 * 1024

/**
 * The files of a zip archive, read where they stand.
 * @throws LegalTextError `invalid_input` for an archive that is broken or beyond the limits
 */
export async function readZip(path: string): Promise<OpenedFiles> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const source: ByteSource = {
      size,
      async read(place, length) {
        const bytes = Buffer.allocUnsafeSlow(length)
        for (let done = 0; done < length; ) {
          const { bytesRead } = await handle.read(bytes, done, length - done, place + done)
          if (bytesRead === 0) throw new Error('it is cut off')
          done += bytesRead
        }
        return bytes
      },
    }
    return { ...(await zipFiles(source, ARCHIVE_LIMITS, async () => source)), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw new LegalTextError(
      'invalid_input',
      `cannot build from ${path}: ${readFault(error, 'zip archive')}`,
      {},
      { cause: error },
    )
  }
}

/** Bytes in memory as a source. */
export function inMemory(content: Uint8Array): ByteSource {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return {
    size: bytes.length,
    async read(place, length) {
      if (place + length > bytes.length) throw new Error('it is cut off')
      return bytes.subarray(place, place + length)
    },
  }
}

/**
 * The files of a zip archive, wherever it lies.
 * @param reopen gives the archive again when a file is read; `source` itself is not held until then
 * @throws BeyondLimits for an archive that is larger than the limits
 * @throws Error for a broken one, saying how
 */
export async function zipFiles(
  source: ByteSource,
  limits: UnpackLimits,
  reopen: () => Promise<ByteSource>,
): Promise<{ files: InputFile[]; skipped: Skipped[] }> {
  const files: InputFile[] = []
  const skipped: Skipped[] = []
  let unpacked = 0
  for (const member of await readDirectory(source)) {
    if (member.isFolder) continue
    const named = memberPath(member.name)
    const fault = 'fault' in named ? excluded(named.fault) : faultOf(member, limits)
    if ('fault' in named || fault !== undefined) {
      skipped.push({ path: printable(member.name), ...(fault as Fault) })
      continue
    }
    const { size } = member
    if (isRead(named.path) && size <= MAXIMUM_MEMBER_BYTES) {
      unpacked += size
      checkUnpacked(unpacked, source.size, limits)
      files.push({ path: named.path, size, read: async () => readMember(await reopen(), member) })
    } else files.push({ path: named.path, size, read: () => Promise.reject(new Error('such files are not unpacked')) })
  }
  return { files, skipped }
}

type Fault = Omit<Skipped, 'path'>

const excluded = (reason: string): Fault => ({ reason, terminalState: 'excluded_by_policy' })

/** Why a member is not read, `undefined` where it is. */
function faultOf({ isSpecial, isEncrypted, method, size, compressedSize }: ZipMember, limits: UnpackLimits) {
  if (isSpecial) return excluded('it is a link or a device')
  const unsupported = (reason: string): Fault => ({ reason, terminalState: 'unsupported_format' })
  if (isEncrypted) return unsupported('it is encrypted')
  if (method !== STORED && method !== DEFLATED) {
    return unsupported(`it is compressed by method ${method}; read are ${STORED} (stored) and ${DEFLATED} (deflated)`)
  }
  try {
    if (size <= MAXIMUM_MEMBER_BYTES) checkUnpacked(size, compressedSize, limits)
    return undefined
  } catch (error) {
    return excluded((error as BeyondLimits).message)
  }
}

/**
 * Unpacks one member, no further than the size that the directory gives.
 * @throws Error where it does not fit what the directory says: name, size, checksum
 */
async function readMember(source: ByteSource, member: ZipMember): Promise<Buffer> {
  const { place, rawName, method, size, compressedSize } = member
  const header = await source.read(place, LOCAL.bytes + rawName.length)
  const sameName = header.readUInt16LE(26) === rawName.length && header.subarray(LOCAL.bytes).equals(rawName)
  if (header.readUInt32LE(0) !== LOCAL.signature || header.readUInt16LE(8) !== method || !sameName) {
    throw new Error('broken zip archive: the member is not where the directory says')
  }
  const packed = await source.read(place + header.length + header.readUInt16LE(28), compressedSize)
  const content = method === STORED ? packed : await unpack(packed, size)
  if (content.length !== size || crc32(content) !== member.checksum) {
    throw new Error('broken zip archive: the content does not fit its checksum')
  }
  return content
}

async function unpack(packed: Buffer, size: number): Promise<Buffer> {
  const most = Math.max(1, size)
  try {
    return await inflate(packed, { maxOutputLength: most, chunkSize: Math.max(64, Math.min(most, CHUNK_BYTES)) })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const fault = code === 'ERR_BUFFER_TOO_LARGE' ? `there are more than the ${size} bytes that it says` : message
    throw new Error(`broken zip archive: ${fault}`)
  }
}
