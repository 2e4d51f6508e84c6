/**
 * Reads a tar archive from its unpacked bytes: POSIX ustar, pax, GNU and older formats. It is strict when a lenient
 * reader would lose data: an archive without its end mark is truncated.
 *
 * Layout: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar manual, "Basic Tar
 * Format".
 */
import { say } from '../i18n/texts.ts'
import { decodeName } from './members.ts'

export interface TarMember {
  name: string
  /** Type of a member that is not a regular file: `a symbolic link`. */
  other: string | undefined
  isFolder: boolean
  /** Content size in bytes. */
  size: number
  /** Content in chunks. Read it before the next member, or not at all. */
  content(): AsyncGenerator<Buffer, void, undefined>
}

const BLOCK = 512

/** Maximum size of an extended header (names of links, attributes), in bytes. */
const MAXIMUM_EXTENSION_BYTES = 1024 * 1024

const OTHERS: Record<string, string> = {
  1: say`a hard link`,
  2: say`a symbolic link`,
  3: say`a device`,
  4: say`a device`,
  6: say`a named pipe`,
  M: say`a part of a file that is continued from another archive`,
  S: say`a sparse file`,
}

/** True if bytes begin with a tar header, judged by its checksum. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < BLOCK || block[0] === 0) return false
  return readNumber(block.subarray(148, 156)) === checksum(block)
}

/**
 * Reads the members of a tar archive in order.
 * @throws Error if it is broken, saying how
 */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarMember, void, undefined> {
  const bytes = new ByteReader(chunks)
  try {
    yield* readMembers(bytes)
  } finally {
    await bytes.close()
  }
}

async function* readMembers(bytes: ByteReader): AsyncGenerator<TarMember, void, undefined> {
  let extension: Extension = {}
  let ended = false
  for (;;) {
    const block = await bytes.take(BLOCK)
    if (block === undefined && ended) return
    if (block === undefined) throw new Error('it is cut off')
    if (isEmpty(block)) {
      ended = true
      continue
    }
    const header = readHeader(block)
    ended = false
    const padded = Math.ceil(header.size / BLOCK) * BLOCK
    if ('xXgLK'.includes(header.type)) {
      if (header.size > MAXIMUM_EXTENSION_BYTES) throw new Error(`a header of ${header.size} bytes`)
      const content = await bytes.take(padded)
      if (content === undefined) throw new Error('it is cut off')
      extension = { ...extension, ...readExtension(header.type, content.subarray(0, header.size)) }
      continue
    }
    for (let more = header.type === 'S' ? block[482] : 0; more; ) {
      const map = await bytes.take(BLOCK)
      if (map === undefined) throw new Error('it is cut off')
      more = map[504]
    }
    // Volume label.
    if (header.type === 'V') {
      await bytes.skipTo(bytes.offset + padded)
      continue
    }
    const { path, size: longSize, sparse } = extension
    extension = {}
    const name = path ?? header.name
    const size = hasContent(header.type) ? (longSize ?? header.size) : 0
    const isFolder = header.type === '5' || header.type === 'D' || (isRegular(header.type) && name.endsWith('/'))
    const member: TarMember = {
      name,
      isFolder,
      other: isRegular(header.type) ? (sparse ? OTHERS.S : undefined) : kindOf(header.type),
      size,
      content: () => bytes.pieces(size),
    }
    const next = bytes.offset + Math.ceil(size / BLOCK) * BLOCK
    yield member
    await bytes.skipTo(next)
  }
}

const isRegular = (type: string) => type === '0' || type === '\0' || type === '7'

/** Links, devices and folders have no content, whatever their size field says. */
const hasContent = (type: string) => !'123456'.includes(type)

const kindOf = (type: string) => OTHERS[type] ?? say`of a kind that is not known`

function readHeader(block: Buffer) {
  if (readNumber(block.subarray(148, 156)) !== checksum(block)) throw new Error('a header has a wrong checksum')
  const size = readNumber(block.subarray(124, 136))
  if (!(size >= 0 && size <= Number.MAX_SAFE_INTEGER)) throw new Error('a header gives no valid size')
  const name = readText(block.subarray(0, 100))
  // GNU's format, whose magic ends with spaces, has other fields in place of ustar's name prefix.
  const front = block.toString('latin1', 257, 263) === 'ustar\0' ? readText(block.subarray(345, 500)) : ''
  return { name: front === '' ? name : `${front}/${name}`, type: String.fromCharCode(block[156] ?? 0), size }
}

/** Fields of extended headers, which apply to the next member. */
interface Extension {
  path?: string
  size?: number
  sparse?: boolean
}

function readExtension(type: string, content: Buffer): Extension {
  if (type === 'L') return { path: readText(content) }
  // Link targets and global headers (comments) are not needed.
  if (type === 'K' || type === 'g') return {}
  const extension: Extension = {}
  for (let place = 0; place < content.length; ) {
    const space = content.indexOf(' ', place)
    const length = space < 0 ? Number.NaN : Number(content.toString('latin1', place, space))
    const end = place + length
    if (!Number.isInteger(length) || end <= space || end > content.length || content[end - 1] !== 0x0a) {
      throw new Error('an extended header cannot be read')
    }
    const record = content.subarray(space + 1, end - 1)
    const equals = record.indexOf('=')
    const key = record.toString('latin1', 0, Math.max(0, equals))
    const value = record.subarray(equals + 1)
    if (key === 'path' || key === 'GNU.sparse.name') extension.path = decodeName(value)
    if (key === 'size') extension.size = readSize(value)
    if (key.startsWith('GNU.sparse.') || key === 'SCHILY.realsize') extension.sparse = true
    place = end
  }
  return extension
}

function readSize(value: Buffer): number {
  const text = value.toString('latin1')
  if (!/^\d{1,15}$/.test(text)) throw new Error('an extended header gives no valid size')
  return Number(text)
}

function readText(field: Buffer): string {
  const end = field.indexOf(0)
  return decodeName(end < 0 ? field : field.subarray(0, end))
}

/** Parses a number: octal digits or, if the highest bit is set, binary; `NaN` for anything else. */
function readNumber(field: Buffer): number {
  if ((field[0] ?? 0) & 0x80) {
    if (field[0] !== 0x80) return Number.NaN
    return field.subarray(1).reduce((number, byte) => number * 256 + byte, 0)
  }
  const [, digits] = /^ *([0-7]*)[ \0]*$/.exec(field.toString('latin1')) ?? []
  return digits === undefined ? Number.NaN : Number.parseInt(digits || '0', 8)
}

/** Sums the bytes of a header, with spaces in place of the checksum field. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20
  for (let i = 0; i < 148; i++) sum += block[i] as number
  for (let i = 156; i < BLOCK; i++) sum += block[i] as number
  return sum
}

const EMPTY = Buffer.alloc(BLOCK)
const isEmpty = (block: Buffer) => block.equals(EMPTY)

/** Reads a stream in chunks of given sizes. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #buffered: Buffer = Buffer.alloc(0)
  /** Bytes read so far. */
  offset = 0

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Returns the next `length` bytes; `undefined` if fewer are left. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#buffered.length < length) {
      const { done, value } = await this.#chunks.next()
      if (done) return undefined
      this.#buffered = this.#buffered.length === 0 ? value : Buffer.concat([this.#buffered, value])
    }
    return this.#next(length)
  }

  /** Yields the next `length` bytes as they arrive. */
  async *pieces(length: number): AsyncGenerator<Buffer, void, undefined> {
    for (let left = length; left > 0; ) {
      const piece = await this.#some(left)
      left -= piece.length
      yield piece
    }
  }

  async skipTo(offset: number): Promise<void> {
    while (this.offset < offset) await this.#some(offset - this.offset)
  }

  /** Closes the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #some(most: number): Promise<Buffer> {
    while (this.#buffered.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done) throw new Error('it is cut off')
      this.#buffered = value
    }
    return this.#next(Math.min(most, this.#buffered.length))
  }

  #next(length: number): Buffer {
    const taken = this.#buffered.subarray(0, length)
    this.#buffered = this.#buffered.subarray(length)
    this.offset += length
    return taken
  }
}
