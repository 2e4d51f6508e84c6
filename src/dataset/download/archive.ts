/** The `xml.zip` of one law: its members within limits, so that no archive takes more memory or time than its due. */
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import type { Entry } from 'yauzl'
import type { TerminalState } from '../../corpus/corpus.ts'
import { ContentHash } from './content-hash.ts'

const MEGABYTE = 1024 * 1024

/** The largest archive of the real data has 0.3 MB, the largest document in one 3.3 MB. */
export const MAXIMUM_ARCHIVE_BYTES = 32 * MEGABYTE
const MAXIMUM_MEMBER_BYTES = 32 * MEGABYTE
const MAXIMUM_MEMBERS = 1000
/** All that is in it, compared with the archive. Real documents reach 20. */
const MAXIMUM_RATIO = 200

/** An archive begins with a member, an empty one with the end of its directory. */
const SIGNATURES = ['PK\x03\x04', 'PK\x05\x06']

const STORED = 0
const DEFLATED = 8

/** Members up to this size are unpacked at once, which is quicker, larger ones bit by bit. */
const SMALL_MEMBER_BYTES = MEGABYTE

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

/** A member, and where in the archive its data is. */
interface Place extends Member {
  data: Uint8Array
  method: number
  sum: number
}

export class Archive {
  readonly #bytes: Uint8Array
  readonly #places: readonly Place[]

  private constructor(bytes: Uint8Array, places: readonly Place[]) {
    this.#bytes = bytes
    this.#places = places
  }

  /**
   * Reads the directory of a zip archive; nothing is unpacked.
   * @throws ArchiveError `unsupported_format` where it is none or has no XML in it, `parse_failed` where it is broken,
   *   `excluded_by_policy` where it is larger than archives of laws are
   */
  static async open(bytes: Uint8Array): Promise<Archive> {
    assertZip(bytes)
    const places = await readDirectory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    if (!places.some(isXml)) {
      const formats = [...new Set(places.map(({ name }) => (/\.(\w+)$/.exec(name)?.[1] ?? 'unknown').toUpperCase()))]
      const held = formats.length === 0 ? 'the archive is empty' : `only ${formats.sort().join(', ')} in the archive`
      throw new ArchiveError('unsupported_format', `${held}, no XML`)
    }
    return new Archive(bytes, places)
  }

  /** Its files, in the order of its directory. */
  get members(): Member[] {
    return this.#places.map(({ name, size }) => ({ name, size }))
  }

  /**
   * Unpacks the XML documents bit by bit, keeping none.
   * @returns their hash, see {@link ContentHash}
   * @throws ArchiveError as for {@link open}
   */
  async contentHash(): Promise<string> {
    const hash = new ContentHash()
    let bytes = 0
    const count = (added: number) => {
      bytes += added
      if (bytes > this.#bytes.length * MAXIMUM_RATIO) tooDense()
    }
    for (const place of this.#places.filter(isXml)) {
      let size = 0
      let sum = 0
      for await (const chunk of unpacked(place)) {
        count(chunk.length)
        size += chunk.length
        if (size > MAXIMUM_MEMBER_BYTES) tooLarge(place.name)
        sum = crc32(chunk, sum)
        hash.update(chunk)
      }
      assertSame(place, size, sum)
    }
    return hash.digest()
  }

  /**
   * Unpacks a member.
   * @param index of the member in {@link members}
   * @throws ArchiveError `parse_failed` where it is not what the directory says
   */
  async read(index: number): Promise<Uint8Array> {
    const place = this.#places[index]
    if (place === undefined) throw new ArchiveError('parse_failed', `there is no member ${index}`)
    const content = inflated(place)
    if (content === undefined) broken(`${place.name} has more than ${place.size} bytes`)
    assertSame(place, content.length, crc32(content))
    return content
  }
}

/** The whole of a member at once; `undefined` where it is larger than the directory says. */
function inflated({ name, size, data, method }: Place): Uint8Array | undefined {
  if (method === STORED) return data
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ERR_BUFFER_TOO_LARGE' ? undefined : broken(`${name}: ${message}`)
  }
}

/** A member bit by bit, as long as it goes on. */
async function* unpacked(place: Place): AsyncGenerator<Uint8Array> {
  const isSmall = place.size <= SMALL_MEMBER_BYTES || place.method === STORED
  const content = isSmall ? inflated(place) : undefined
  if (content !== undefined) return yield content
  const stream = createInflateRaw({ chunkSize: 64 * 1024 })
  stream.end(place.data)
  try {
    yield* stream as AsyncIterable<Uint8Array>
  } catch (error) {
    broken(`${place.name}: ${(error as Error).message}`)
  }
}

async function readDirectory(bytes: Buffer): Promise<Place[]> {
  const { fromBufferPromise, getFileNameLowLevel } = await import('yauzl')
  const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
    getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).split(/[/\\]/).at(-1) as string
  // Names are read here, since yauzl refuses the whole archive for one that would be no good as a path.
  const archive = await fromBufferPromise(bytes, { decodeStrings: false }).catch((error: Error) =>
    broken(error.message),
  )
  if (archive.entryCount > MAXIMUM_MEMBERS) {
    excluded(`the archive has ${archive.entryCount} members, at most ${MAXIMUM_MEMBERS} are read`)
  }
  const entries: Entry[] = []
  const places: Place[] = []
  try {
    for await (const entry of archive.eachEntry()) entries.push(entry)
    assertWithinLimits(entries, nameOf, bytes.length)
    for (const entry of entries) {
      const name = nameOf(entry)
      if (name === '' || name === '.' || name === '..') continue
      if (places.some((place) => place.name === name)) broken(`two members are named ${name}`)
      const { compressionMethod: method, compressedSize, uncompressedSize: size, crc32: sum } = entry
      if (isXml({ name })) assertReadable(entry, name)
      const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true })
      places.push({ name, size, method, sum, data: bytes.subarray(fileDataStart, fileDataStart + compressedSize) })
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    broken((error as Error).message)
  }
  return places
}

function assertZip(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  if (SIGNATURES.some((signature) => head.startsWith(signature))) return
  const isPage = /^(\xef\xbb\xbf)?\s*<(!doctype\s+html|html)\b/i.test(head)
  const found = bytes.length === 0 ? 'nothing' : isPage ? 'an HTML page' : 'something else'
  throw new ArchiveError('unsupported_format', `${found} was sent instead of a zip archive`)
}

function assertWithinLimits(entries: readonly Entry[], nameOf: (entry: Entry) => string, archiveBytes: number): void {
  let unpacked = 0
  for (const entry of entries) {
    if (entry.uncompressedSize > MAXIMUM_MEMBER_BYTES) tooLarge(nameOf(entry))
    unpacked += entry.uncompressedSize
  }
  if (unpacked > archiveBytes * MAXIMUM_RATIO) tooDense()
}

function assertReadable(entry: Entry, name: string): void {
  const { compressionMethod } = entry
  if (entry.isEncrypted()) throw new ArchiveError('unsupported_format', `${name} is encrypted`)
  if (compressionMethod === STORED || compressionMethod === DEFLATED) return
  throw new ArchiveError('unsupported_format', `${name} is compressed in a way that is not read (${compressionMethod})`)
}

function assertSame({ name, size, sum }: Place, foundSize: number, foundSum: number): void {
  if (foundSize !== size) broken(`${name} has ${foundSize} bytes, its directory says ${size}`)
  if (foundSum !== sum) broken(`${name} is not what its checksum says`)
}

function isXml({ name }: Pick<Member, 'name'>): boolean {
  return /\.xml$/i.test(name)
}

function tooLarge(name: string): never {
  excluded(`${name} has more than ${MAXIMUM_MEMBER_BYTES} bytes`)
}

function tooDense(): never {
  excluded(`unpacked it would be more than ${MAXIMUM_RATIO} times as large as the archive`)
}

function excluded(message: string): never {
  throw new ArchiveError('excluded_by_policy', message)
}

function broken(message: string): never {
  throw new ArchiveError('parse_failed', `broken zip archive: ${message}`)
}
