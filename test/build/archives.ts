/** Makes archives of a folder for tests. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { pack } from 'tar-stream'

interface Member {
  name: string
  content: Buffer
}

/** The files of a folder, with the folder's name in front as archives usually have it. */
export function membersOf(folder: string, prefix = ''): Member[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name: prefix + name, content: readFileSync(join(folder, name)) }))
}

export async function tarOf(members: Member[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content } of members) archive.entry({ name }, content)
  archive.finalize()
  return buffer(archive)
}

/** A zip archive in its plainest form (APPNOTE 4.3: local headers, central directory, end record). */
export function zipOf(members: Member[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of members) {
    const file = Buffer.from(name)
    const deflated = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(deflated.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(file.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, file, deflated])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, more, file]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}
