import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { detectForm, unpackTo } from '../../src/archive/compressed.ts'
import { hostileTar, hostileZip } from './hostile.ts'
import { refused, scratchFolder } from './opening.ts'

const folder = scratchFolder()
function file(name: string, bytes: Uint8Array | string): string {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

const database = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(100_000, 'page')])
const tar = hostileTar([{ name: 'a.xml', content: '<a/>' }])

describe('what a file is', () => {
  it('is told by its content', async () => {
    const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7])
    const forms: [Uint8Array | string, string][] = [
      [hostileZip([{ name: 'a.xml' }]), 'zip'],
      [hostileZip([]), 'zip'],
      [tar, 'tar'],
      [gzipSync(tar), 'tar.gz'],
      [zstdCompressSync(tar), 'tar.zst'],
      [Buffer.concat([skippable, zstdCompressSync(tar)]), 'tar.zst'],
      [Buffer.concat([...tar].map((byte) => zstdCompressSync(Buffer.from([byte])))), 'tar.zst'],
      ['\u{feff} \n<?xml version="1.0"?>', 'xml'],
      ['[1]', 'json'],
      ['\u{feff}{"a": 1}', 'json'],
      [database, 'sqlite'],
      [gzipSync(database), 'sqlite.gz'],
      [zstdCompressSync(database), 'sqlite.zst'],
      [gzipSync('<a/>'), 'unknown'],
      [zstdCompressSync(Buffer.alloc(0)), 'unknown'],
      ['', 'unknown'],
      ['PK', 'unknown'],
      ['text', 'unknown'],
      [Buffer.alloc(1024), 'unknown'],
    ]
    for (const [bytes, form] of forms) assert.equal(await detectForm(file('sniffed', bytes)), form)
    assert.equal(await detectForm(folder), 'folder')
    assert.equal(await detectForm('/dev/null'), 'unknown')
  })

  it('is told without unpacking more than the beginning', async () => {
    const zeros = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))
    const end = Buffer.from('what cannot be unpacked')
    const bomb = file('bomb', Buffer.concat([zstdCompressSync(database), ...Array(50).fill(zeros), end]))
    assert.equal(await detectForm(bomb), 'sqlite.zst')
  })

  it('is an error where it cannot be told', async () => {
    await refused(detectForm(join(folder, 'nothing')), /cannot read .*nothing: there is no such file or folder/)
    await refused(
      detectForm(file('cut', zstdCompressSync(database).subarray(0, 20))),
      /cut: broken archive: .* cut off/,
    )
    await refused(detectForm(file('bad', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff]))), /is damaged/)
  })
})

describe('a compressed database', () => {
  const out = join(folder, 'out.sqlite')
  const unpack = (bytes: Uint8Array, compression: 'gzip' | 'zstd', limits?: Parameters<typeof unpackTo>[3]) =>
    unpackTo(file('packed', bytes), compression, out, limits)

  it('is unpacked into a new file', async () => {
    const halves = [database.subarray(0, 60_000), database.subarray(60_000)]
    for (const [bytes, compression] of [
      [gzipSync(database), 'gzip'],
      [zstdCompressSync(database), 'zstd'],
      [Buffer.concat(halves.map((half) => zstdCompressSync(half))), 'zstd'],
    ] as const) {
      const to = join(folder, `${compression}-${bytes.length}`)
      assert.equal(await unpackTo(file('packed', bytes), compression, to), database.length)
      assert.deepEqual(readFileSync(to), database)
      await refused(unpackTo(file('packed', bytes), compression, to), /cannot write .*: the file exists/)
      assert.deepEqual(readFileSync(to), database)
    }
  })

  it('is refused where it is broken or too large, and leaves no file', async () => {
    const packed = zstdCompressSync(database)
    await refused(unpack(packed.subarray(0, packed.length - 1), 'zstd'), /cannot unpack .*packed: .* cut off/)
    await refused(unpack(gzipSync(database).subarray(0, 100), 'gzip'), /cut off/)
    await refused(unpack(Buffer.concat([packed, Buffer.from('junk')]), 'zstd'), /damaged/)
    const limits = { bytes: 50_000, ratio: 1000, free: 1000 }
    await refused(unpack(packed, 'zstd', limits), /more than 50000 bytes/)
    await refused(unpack(packed, 'zstd', { ...limits, bytes: 1e9, ratio: 2 }), /at most 2 times/)
    const zeros = zstdCompressSync(Buffer.alloc(70 * 1024 * 1024))
    await refused(unpack(zeros, 'zstd'), /at most 1000 times/)
    assert.ok(!existsSync(out))
  })

  it('says which file cannot be written', async () => {
    const to = join(folder, 'missing', 'out.sqlite')
    await refused(
      unpackTo(file('packed', gzipSync(database)), 'gzip', to),
      /cannot write .*missing.*: there is no such folder/,
    )
  })
})
