/** Writes zip archives for tests, valid and invalid (APPNOTE 4.3: local headers, central directory, end record). */
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

export interface ZipMember {
  name: string
  content: Uint8Array | string
  /** Stored instead of the deflated content. */
  data?: Uint8Array
  /** 0 stored, 8 deflated. */
  method?: number
  flags?: number
  /** Values in the directory, if they are false. */
  size?: number
  sum?: number
}

export function zip(members: ZipMember[], { count = members.length } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const member of members) {
    const { method = 8, flags = 0x0800 } = member
    const content = Buffer.from(member.content)
    const name = Buffer.from(member.name)
    const data = member.data ?? (method === 8 ? deflateRawSync(content) : content)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(method, 4)
    header.writeUInt32LE(member.sum ?? crc32(content), 10)
    header.writeUInt32LE(data.length, 14)
    header.writeUInt32LE(member.size ?? content.length, 18)
    header.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), header, place, name)
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), header, name, data])
    parts.push(part)
    offset += part.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

/** Deflates `megabytes` of zeros as a stream, so that they never fill memory. */
export async function deflatedZeros(megabytes: number): Promise<{ data: Buffer; size: number; sum: number }> {
  const zeros = Buffer.alloc(2 ** 20)
  const stream = createDeflateRaw({ level: 1 })
  const write = async () => {
    for (let index = 0; index < megabytes; index++) {
      if (!stream.write(zeros)) await new Promise((drained) => stream.once('drain', drained))
    }
    stream.end()
  }
  const chunks: Buffer[] = []
  const written = write()
  for await (const chunk of stream) chunks.push(chunk)
  await written
  let sum = 0
  for (let index = 0; index < megabytes; index++) sum = crc32(zeros, sum)
  return { data: Buffer.concat(chunks), size: megabytes * 2 ** 20, sum }
}
