import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { memorySource, packMembers, readDirectory, readMember, replaceMembers } from '../../src/archive/zip.ts'
import { openInput } from '../../src/import/input.ts'
import { hostileZip, type ZipEntry } from './hostile.ts'
import { readBytes, refused, scratchFolder } from './opening.ts'
import { zip } from './zip.ts'

const folder = scratchFolder()
const open = (bytes: Uint8Array) => readBytes(folder, 'laws.zip', bytes)
const a: ZipEntry = { name: 'bgb/a.xml', content: '<a/>'.repeat(100) }
const ofA = { 'bgb/a.xml': '<a/>'.repeat(100) }

/** An extra field of an entry. */
function extra(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(kind, 0)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}

describe('a zip archive', () => {
  it('is read in every form that archivers write', async () => {
    const oldName = Buffer.from([0x81, 0x62, 0x2f, 0x61, 0x2e, 0x78, 0x6d, 0x6c])
    const unicode = Buffer.concat([Buffer.alloc(5), Buffer.from('ö/a.xml')])
    unicode[0] = 1
    unicode.writeUInt32LE(crc32('o/a.xml'), 1)
    const sizes = Buffer.alloc(16)
    sizes.writeBigUInt64LE(4n, 0)
    sizes.writeBigUInt64LE(BigInt(deflateRawSync('<w/>').length), 8)
    const { contents, skipped } = await open(
      hostileZip(
        [
          { name: 'bgb/', method: 0 },
          a,
          { name: './stored.xml', content: '<s/>', method: 0 },
          { name: 'descriptor.xml', content: '<d/>', flags: 0x0808 },
          { name: oldName, content: '<o/>', flags: 0 },
          { name: 'ä.xml', content: '<u/>', flags: 0 },
          { name: 'o/a.xml', content: '<p/>', flags: 0, extra: extra(0x7075, unicode) },
          { name: 'wide.xml', content: '<w/>', size: 0xffffffff, compressedSize: 0xffffffff, extra: extra(1, sizes) },
          { name: 'empty.xml' },
          { name: 'unix.xml', content: '<x/>', mode: 0o100644 },
        ],
        { comment: 'PK\x05\x06 is no end', zip64: {} },
      ),
    )
    assert.deepEqual(skipped, {})
    assert.deepEqual(contents, {
      ...ofA,
      'descriptor.xml': '<d/>',
      'empty.xml': '',
      'stored.xml': '<s/>',
      'unix.xml': '<x/>',
      'wide.xml': '<w/>',
      'ä.xml': '<u/>',
      'ö/a.xml': '<p/>',
      'üb/a.xml': '<o/>',
    })
    assert.deepEqual((await open(hostileZip([]))).contents, {})
  })

  it('leaves out links, names that are no paths, and what it cannot unpack, and says so', async () => {
    const { contents, skipped } = await open(
      hostileZip([
        a,
        { name: '../up.xml', content: 'no' },
        { name: '/etc/a.xml', content: 'no' },
        { name: 'C:\\a.xml', content: 'no' },
        { name: 'sub\\a.xml', content: 'no' },
        { name: 'nul\0.xml', content: 'no' },
        { name: 'link.xml', content: '/etc/passwd', mode: 0o120777 },
        { name: 'locked.xml', content: 'no', flags: 0x0801 },
        { name: 'strong.xml', content: 'no', flags: 0x0841 },
        { name: 'lzma.xml', content: 'no', method: 14 },
      ]),
    )
    assert.deepEqual(contents, ofA)
    assert.deepEqual(skipped, {
      '../up.xml': 'its name leads out of the archive ("..")',
      '/etc/a.xml': 'its name is an absolute path',
      'C:\\a.xml': 'its name is an absolute path',
      'sub\\a.xml': 'its name holds a backslash; parts of a path are parted by "/"',
      'nul\u{fffd}.xml': 'its name holds a control character',
      'link.xml': 'it is a link or a device',
      'locked.xml': 'it is encrypted',
      'strong.xml': 'it is encrypted',
      'lzma.xml': 'it is compressed by method 14; read are 0 (stored) and 8 (deflated)',
    })
  })

  it('never gives a content that does not fit its checksum, size or name', async () => {
    const { contents } = await open(
      hostileZip([
        a,
        { name: 'checksum.xml', content: '<c/>', checksum: 1 },
        { name: 'long.xml', content: '<l/>'.repeat(1000), size: 10 },
        { name: 'short.xml', content: '<s/>', size: 1000 },
        { name: 'none.xml', content: '<n/>', size: 0 },
        { name: 'stored.xml', content: '<s/>', method: 0, size: 2 },
        { name: 'name.xml', localName: 'mane.xml', content: '<n/>' },
        { name: 'notdeflate.xml', content: '<n/>', method: 0, size: 4, flags: 0x0800 },
        { name: 'kept.pdf', content: '%PDF' },
      ]),
    )
    const faults = Object.entries(contents).map(([path, content]) => [
      path,
      /^error: (.*)/.exec(content)?.[1] ?? 'read',
    ])
    assert.deepEqual(Object.fromEntries(faults), {
      'bgb/a.xml': 'read',
      'checksum.xml': 'broken zip archive: the content does not fit its checksum',
      'kept.pdf': 'such files are not unpacked',
      'long.xml': 'broken zip archive: there are more than the 10 bytes that it says',
      'name.xml': 'broken zip archive: the member is not where the directory says',
      'none.xml': 'broken zip archive: there are more than the 0 bytes that it says',
      'notdeflate.xml': 'read',
      'short.xml': 'broken zip archive: it has 4 bytes, its directory says 1000',
      'stored.xml': 'broken zip archive: there are more than the 2 bytes that it says',
    })
  })

  it('is broken where its directory does not fit', async () => {
    const two = [a, { name: 'b.xml', content: '<b/>' }]
    const whole = hostileZip(two)
    const faults: [Buffer, RegExp][] = [
      [hostileZip([a, a]), /two members are named "bgb\/a\.xml"/],
      [hostileZip([a, { ...a, name: 'b.xml', place: 0 }]), /"b\.xml" lies on the member before it/],
      [hostileZip([{ ...a, compressedSize: 100_000 }]), /a member reaches into its directory/],
      [hostileZip(two, { count: 1 }), /another length than its 1 entries/],
      [hostileZip(two, { count: 3 }), /directory is damaged/],
      [hostileZip(two, { size: 10 }), /directory is damaged/],
      [hostileZip(two, { place: 3 }), /directory is damaged/],
      [hostileZip(two, { place: 2 ** 31 }), /directory is not where it says/],
      [hostileZip(two, { zip64: { at: 2n ** 63n } }), /an offset or a size that no file has/],
      [hostileZip(two, { zip64: { at: 5n } }), /directory is not where it says/],
      [hostileZip(two, { zip64: { place: 2n ** 60n } }), /an offset or a size that no file has/],
      [hostileZip(two, { zip64: { at: 2n ** 50n } }), /cut off/],
      [Buffer.concat([whole, Buffer.from('more')]), /no directory at its end/],
      [hostileZip([{ ...a, size: 0xffffffff, extra: extra(1, Buffer.alloc(4)) }]), /directory is damaged/],
    ]
    for (const [bytes, message] of faults) {
      await refused(open(bytes), message)
      await refused(open(bytes), /^cannot build from .*laws\.zip: broken/)
    }
    for (let length = 4; length < whole.length; length += 7)
      await refused(open(whole.subarray(0, length)), /broken zip/)
  })

  it('is refused where it has too many entries, before they are read', async () => {
    const started = performance.now()
    await refused(open(hostileZip([a], { zip64: { count: 10_000_000n } })), /10000000 entries or more, at most 200000/)
    assert.ok(performance.now() - started < 30_000)
    const path = join(folder, 'directory.zip')
    writeFileSync(path, Buffer.concat([hostileZip([]).subarray(0, 4), Buffer.alloc(65 * 1024 * 1024)]))
    const wide = hostileZip([], { zip64: { size: 65n * 1024n * 1024n, place: 0n, at: 65n * 1024n * 1024n + 4n } })
    writeFileSync(path, wide, { flag: 'a' })
    await refused(openInput(path), /its directory has 68157440 bytes, at most 67108864/)
  })

  it('is refused where it is a bomb, by what its directory says', async () => {
    const { contents, skipped } = await open(
      hostileZip([
        a,
        { name: 'noise.pdf', content: 'x'.repeat(1_000_000), method: 0 },
        { name: 'bomb.xml', content: Buffer.alloc(2 * 1024 * 1024) },
      ]),
    )
    assert.deepEqual(Object.keys(contents), ['bgb/a.xml', 'noise.pdf'])
    assert.match(skipped['bomb.xml'] ?? '', /at most 100 times/)
  })

  it('does not unpack a member that is larger than is read, whatever is in it', async () => {
    writeFileSync(join(folder, 'large.zip'), hostileZip([{ ...a, size: 2 ** 30 }]))
    const input = await openInput(join(folder, 'large.zip'))
    assert.equal(input.files[0]?.size, 2 ** 30)
    await assert.rejects(Promise.resolve(input.files[0]?.read()), /not unpacked/)
    await input.close()
  })

  it('gets other content for some members, also if it is of zip64, and is then an ordinary one', async () => {
    const sizes = Buffer.alloc(24)
    for (const [index, value] of [4, deflateRawSync('<w/>').length, 0].entries())
      sizes.writeBigUInt64LE(BigInt(value), index * 8)
    const wide = { name: 'w.xml', content: '<w/>', size: 0xffffffff, compressedSize: 0xffffffff, place: 0xffffffff }
    const archive = hostileZip([{ ...wide, extra: extra(1, sizes) }, a], { zip64: {} })
    const replaced = await replaceMembers(
      archive,
      new Map([
        ['new.xml', '<n/>'],
        [a.name as string, 'ä'],
      ]),
    )
    const source = memorySource(replaced)
    const members = await readDirectory(source)
    const contents = await Promise.all(members.map((member) => readMember(source, member)))
    assert.deepEqual(
      members.map(({ name }, index) => [name, contents[index]?.toString()]),
      [
        ['w.xml', '<w/>'],
        [a.name, 'ä'],
        ['new.xml', '<n/>'],
      ],
    )
    assert.deepEqual(
      [replaced.readUInt32LE(replaced.length - 6), replaced.includes('PK\x06\x06')],
      [replaced.indexOf('PK\x01\x02'), false],
    )
  })

  it('gives its members to a new archive as they are compressed', async () => {
    const noise = randomBytes(500)
    const source = memorySource(
      zip([
        { name: 'a/ä.xml', content: '<a/>'.repeat(100) },
        { name: 'b/bild.jpg', content: noise, method: 0 },
        { name: 'leer.xml', content: '' },
      ]),
    )
    const packed = memorySource(await packMembers(source, await readDirectory(source)))
    const members = await readDirectory(packed)
    assert.deepEqual(
      members.map(({ name, size, method }) => [name, size, method]),
      [
        ['ä.xml', 400, 8],
        ['bild.jpg', 500, 0],
        ['leer.xml', 0, 8],
      ],
    )
    const [first, second, third] = await Promise.all(members.map((member) => readMember(packed, member)))
    assert.deepEqual([first?.toString(), second, third?.length], ['<a/>'.repeat(100), noise, 0])
  })
})
