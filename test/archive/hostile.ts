/** Makes malformed archives: every field can be set to a wrong value. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface TarEntry {
  name: string | Buffer
  content?: string | Buffer
  /** `0` a file, `1` a hard link, `2` a symbolic link, `5` a folder, `x` an extended header … */
  type?: string
  /** The raw size field, if it differs from the size of the content. */
  size?: string | Buffer
  /** Changes the header before its checksum is computed. */
  alter?: (header: Buffer) => void
  checksum?: number
}

/** Members of a tar archive in ustar format, without the end mark. */
export function tarEntries(entries: TarEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ name, content = '', type = '0', size, alter, checksum }) => {
      const bytes = Buffer.from(content)
      const header = Buffer.alloc(512)
      header.set(Buffer.from(name).subarray(0, 100), 0)
      header.write('0000644\0', 100)
      header.set(Buffer.from(size ?? `${bytes.length.toString(8).padStart(11, '0')}\0`), 124)
      header.write(type, 156, 'latin1')
      header.write('ustar\x0000', 257, 'latin1')
      alter?.(header)
      header.fill(0x20, 148, 156)
      const sum = checksum ?? header.reduce((total, byte) => total + byte, 0)
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
      return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
    }),
  )
}

export const TAR_END = Buffer.alloc(1024)

export function hostileTar(entries: TarEntry[]): Buffer {
  return Buffer.concat([tarEntries(entries), TAR_END])
}

/** An extended header in pax format, placed before the member that it describes. */
export function pax(records: Record<string, string>): TarEntry {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`)
    let length = rest + 1
    while (String(length).length + rest !== length) length++
    return `${length} ${key}=${value}\n`
  })
  return { name: 'PaxHeader', type: 'x', content: lines.join('') }
}

export interface ZipEntry {
  name: string | Buffer
  content?: string | Buffer
  /** 0 stored, 8 deflated. */
  method?: number
  flags?: number
  checksum?: number
  /** Unpacked size in the directory. */
  size?: number
  compressedSize?: number
  /** Name in the local header, if different. */
  localName?: string
  /** Unix file type and permissions. */
  mode?: number
  /** Offset of the member in the directory. */
  place?: number
  extra?: Buffer
}

export interface ZipEnd {
  count?: number
  size?: number
  place?: number
  comment?: string
  /** Whether to write the zip64 records, and their values. */
  zip64?: { count?: bigint; size?: bigint; place?: bigint; at?: bigint }
}

/** A zip archive (APPNOTE 4.3). */
export function hostileZip(entries: ZipEntry[], end: ZipEnd = {}): Buffer {
  const members: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '')
    const method = entry.method ?? 8
    const packed = method === 8 ? deflateRawSync(content) : content
    const name = Buffer.from(entry.name)
    const localName = Buffer.from(entry.localName ?? entry.name)
    const extra = entry.extra ?? Buffer.alloc(0)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(45, 0)
    common.writeUInt16LE(entry.flags ?? 0x0800, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(entry.checksum ?? crc32(content), 10)
    common.writeUInt32LE(entry.compressedSize ?? packed.length, 14)
    common.writeUInt32LE(entry.size ?? content.length, 18)
    common.writeUInt16LE(name.length, 22)
    common.writeUInt16LE(extra.length, 24)
    const localCommon = Buffer.from(common)
    localCommon.writeUInt16LE(localName.length, 22)
    localCommon.writeUInt16LE(0, 24)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), localCommon, localName, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6)
    rest.writeUInt32LE(entry.place ?? offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x2d\x03'), common, rest, name, extra]))
    members.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const count = end.count ?? entries.length
  const size = end.size ?? central.length
  const place = end.place ?? offset
  const comment = Buffer.from(end.comment ?? '')
  const record = Buffer.alloc(22)
  record.write('PK\x05\x06', 0, 'latin1')
  record.writeUInt16LE(end.zip64 ? 0xffff : count, 8)
  record.writeUInt16LE(end.zip64 ? 0xffff : count, 10)
  record.writeUInt32LE(end.zip64 ? 0xffffffff : size, 12)
  record.writeUInt32LE(end.zip64 ? 0xffffffff : place, 16)
  record.writeUInt16LE(comment.length, 20)
  const wide = Buffer.alloc(end.zip64 ? 76 : 0)
  if (end.zip64) {
    wide.write('PK\x06\x06', 0, 'latin1')
    wide.writeBigUInt64LE(44n, 4)
    wide.writeBigUInt64LE(end.zip64.count ?? BigInt(count), 24)
    wide.writeBigUInt64LE(end.zip64.count ?? BigInt(count), 32)
    wide.writeBigUInt64LE(end.zip64.size ?? BigInt(size), 40)
    wide.writeBigUInt64LE(end.zip64.place ?? BigInt(place), 48)
    wide.write('PK\x06\x07', 56, 'latin1')
    wide.writeBigUInt64LE(end.zip64.at ?? BigInt(offset + central.length), 64)
    wide.writeUInt32LE(1, 72)
  }
  return Buffer.concat([...members, central, wide, record, comment])
}
