import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { openInput } from '../../src/import/input.ts'
import { memoryTaken } from '../memory.ts'
import { tarOf } from './archives.ts'
import { hostileTar, pax, TAR_END, tarEntries } from './hostile.ts'
import { readBytes, refused, scratchFolder } from './opening.ts'

const folder = scratchFolder()
const open = (bytes: Uint8Array, name = 'laws.tar') => readBytes(folder, name, bytes)
const octal = (size: number) => `${size.toString(8).padStart(11, '0')}\0`

describe('a tar archive', () => {
  it('is read in every form that archivers write', async () => {
    const long = `${'l'.repeat(90)}/${'m'.repeat(90)}/a.xml`
    const { contents, skipped, name } = await open(
      hostileTar([
        { name: 'volume', type: 'V' },
        { name: 'comment', type: 'g', content: '14 comment=ab\n' },
        { name: 'bgb/', type: '5' },
        { name: 'bgb/a.xml', content: '<a/>' },
        { name: './old/b.xml', content: '<b/>', type: '\0', alter: (header) => header.fill(0, 257, 265) },
        { name: 'gnu/c.xml', content: '<c/>', type: '7', alter: (header) => header.write('ustar  \0', 257) },
        { name: 'c.xml', content: '<front/>', alter: (header) => header.write('front', 345) },
        pax({ path: long }),
        { name: 'cut', content: '<long/>' },
        { name: '././@LongLink', type: 'L', content: `gnu${long}\0` },
        { name: 'cut', content: '<longer/>' },
        pax({ path: 'ä/ü.xml', size: '5' }),
        { name: 'x', content: '<big>', size: octal(0) },
        { name: 'spaces.xml', content: '<s/>', size: '          4 ' },
        { name: 'binary.xml', content: '<n/>', size: Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]) },
        { name: 'empty.xml' },
      ]),
    )
    assert.equal(name, 'laws')
    assert.deepEqual(skipped, {})
    assert.deepEqual(contents, {
      'bgb/a.xml': '<a/>',
      'binary.xml': '<n/>',
      'empty.xml': '',
      'front/c.xml': '<front/>',
      'gnu/c.xml': '<c/>',
      [`gnu${long}`]: '<longer/>',
      [long]: '<long/>',
      'old/b.xml': '<b/>',
      'spaces.xml': '<s/>',
      'ä/ü.xml': '<big>',
    })
  })

  it('leaves out links, devices and names that are no paths, and says so', async () => {
    const { contents, skipped } = await open(
      hostileTar([
        { name: '/etc/a.xml', content: 'no' },
        { name: '../a.xml', content: 'no' },
        { name: 'a\\b.xml', content: 'no' },
        pax({ path: 'a\0b.xml' }),
        { name: 'x', content: 'no' },
        { name: '', content: 'no' },
        { name: 'link.xml', type: '2' },
        { name: 'hard.xml', type: '1', size: octal(4096) },
        { name: 'device.xml', type: '3' },
        { name: 'pipe.xml', type: '6' },
        { name: 'odd.xml', type: 'Q', content: 'no' },
        { name: 'sparse.xml', type: 'S', content: 'no' },
        pax({ 'GNU.sparse.major': '1', 'GNU.sparse.name': 'newer.xml' }),
        { name: 'GNUSparseFile.1/newer.xml', content: 'no' },
        { name: 'bgb/a.xml', content: '<a/>' },
      ]),
    )
    assert.deepEqual(contents, { 'bgb/a.xml': '<a/>' })
    assert.deepEqual(skipped, {
      '/etc/a.xml': 'its name is an absolute path',
      '../a.xml': 'its name leads out of the archive ("..")',
      'a\\b.xml': 'its name holds a backslash; parts of a path are parted by "/"',
      'a\u{fffd}b.xml': 'its name holds a control character',
      '': 'it has no name',
      'link.xml': 'it is a symbolic link',
      'hard.xml': 'it is a hard link',
      'device.xml': 'it is a device',
      'pipe.xml': 'it is a named pipe',
      'odd.xml': 'it is of a kind that is not known',
      'sparse.xml': 'it is a sparse file',
      'newer.xml': 'it is a sparse file',
    })
  })

  it('keeps only the names of what nobody reads', async () => {
    const { contents } = await open(
      hostileTar([
        { name: 'bgb/a.pdf', content: 'x'.repeat(2000) },
        { name: 'bgb/laws.json', content: '{}' },
      ]),
    )
    assert.deepEqual(contents, { 'bgb/a.pdf': 'error: such files are not unpacked', 'bgb/laws.json': '{}' })
  })

  it('is broken where a name comes twice', async () => {
    const twice = hostileTar([
      { name: 'bgb/a.xml', content: '1' },
      { name: './bgb/a.xml', content: '2' },
    ])
    await refused(open(twice), /laws\.tar: broken archive: two members are named "bgb\/a\.xml"/)
  })

  it('is broken where a size or a header is no such thing', async () => {
    const a = { name: 'a.xml', content: '<a/>' }
    const negative = Buffer.alloc(12, 0xff)
    const endless = Buffer.alloc(12, 0xff)
    endless[0] = 0x80
    for (const [entries, message] of [
      [[a, { ...a, checksum: 1 }], /wrong checksum/],
      [[a, { ...a, size: '-0000000004\0' }], /no valid size/],
      [[a, { ...a, size: '0000000abc \0' }], /no valid size/],
      [[a, { ...a, size: negative }], /no valid size/],
      [[a, { ...a, size: endless }], /no valid size/],
      [[a, { ...a, size: '77777777777\0' }], /cut off/],
      [[a, { name: 'x', type: 'x', size: octal(2 ** 31) }], /a header of 2147483648 bytes/],
      [[a, pax({ size: '-4' }), a], /no valid size/],
      [[a, pax({ size: '9'.repeat(30) }), a], /no valid size/],
      [[a, { name: 'x', type: 'x', content: '-5 path=b\n' }, a], /extended header/],
      [[a, { name: 'x', type: 'x', content: '999 path=b\n' }, a], /extended header/],
      [[a, { name: 'x', type: 'x', content: 'no record' }, a], /extended header/],
    ] as const) {
      await refused(open(hostileTar([...entries])), message)
    }
  })

  it('is broken wherever it is cut off', async () => {
    const members = tarEntries([
      { name: 'bgb/a.xml', content: '<a/>'.repeat(300) },
      pax({ path: 'ä.xml' }),
      { name: 'x', content: '<b/>' },
    ])
    for (let length = 512; length <= members.length; length += 128) {
      await refused(open(members.subarray(0, length)), /cut off/)
    }
    for (const end of [512, 700, 1024, 10240]) {
      const { contents } = await open(Buffer.concat([members, Buffer.alloc(end)]))
      assert.deepEqual(Object.keys(contents), ['bgb/a.xml', 'ä.xml'])
    }
    const junk = Buffer.concat([members, TAR_END, Buffer.alloc(512, 7)])
    await refused(open(junk), /wrong checksum/)
  })

  it('is read whole where it is compressed in several parts', async () => {
    const tar = await tarOf([
      { name: 'bgb/a.xml', content: Buffer.from('<a/>'.repeat(1000)) },
      { name: 'sgb/b.xml', content: Buffer.from('<b/>'.repeat(1000)) },
    ])
    const parts = [tar.subarray(0, 700), tar.subarray(700, 6000), tar.subarray(6000)]
    const skippable = Buffer.alloc(18)
    skippable.writeUInt32LE(0x184d2a53, 0)
    skippable.writeUInt32LE(10, 4)
    const frames = parts.map((part) => zstdCompressSync(part))
    for (const bytes of [
      Buffer.concat(parts.map((part) => gzipSync(part))),
      Buffer.concat(frames),
      Buffer.concat([skippable, ...frames.flatMap((frame) => [frame, skippable])]),
      Buffer.concat([zstdCompressSync(Buffer.alloc(0)), ...frames]),
    ]) {
      const { contents } = await open(bytes)
      assert.deepEqual(contents, { 'bgb/a.xml': '<a/>'.repeat(1000), 'sgb/b.xml': '<b/>'.repeat(1000) })
    }
    await refused(open(Buffer.concat(frames.slice(0, 2))), /cut off/)
    const last = frames[2] as Buffer
    await refused(open(Buffer.concat([...frames.slice(0, 2), last.subarray(0, last.length - 3)])), /cut off/)
    await refused(open(Buffer.concat([...frames, Buffer.from('junk')])), /damaged/)
  })

  it('is refused where it has too many entries, without reading on', async () => {
    const folders = Buffer.alloc(512 * 200_001, tarEntries([{ name: 'a/', type: '5' }]))
    const started = performance.now()
    await refused(open(Buffer.concat([folders, Buffer.from('not reached')])), /200001 entries or more, at most 200000/)
    assert.ok(performance.now() - started < 60_000)
  })

  it('is refused where it is a bomb, before 64 MB have come out', async () => {
    const size = 1024 * 1024 * 1024
    const header = tarEntries([{ name: 'bgb/a.xml', size: octal(size) }])
    const zeros = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))
    const bomb = Buffer.concat([zstdCompressSync(header), ...Array(16).fill(zeros), zstdCompressSync(TAR_END)])
    const path = join(folder, 'bomb.tar.zst')
    writeFileSync(path, bomb)
    const taken = await memoryTaken(() =>
      refused(openInput(path), /bomb\.tar\.zst: its \d+ bytes unpack to \d+ or more: at most 200 times/),
    )
    assert.ok(taken < 64 * 1024 * 1024)
    const inner = gzipSync(Buffer.concat([header, Buffer.alloc(80 * 1024 * 1024)]), { level: constants.Z_BEST_SPEED })
    await refused(open(inner), /at most 200 times/)
  })

  it('does not unpack a member that is larger than is read', async () => {
    const size = 257 * 1024 * 1024
    const parts = [tarEntries([{ name: 'bgb/a.xml', size: octal(size) }]), Buffer.alloc(size, '<law>§</law>'), TAR_END]
    const noise = Buffer.from(Array.from({ length: 2_000_000 }, (_, i) => (i * i * 2654435761) >>> 24))
    const tar = [tarEntries([{ name: 'noise.bin', size: octal(2_000_384) }]), noise, Buffer.alloc(384), ...parts]
    writeFileSync(join(folder, 'large.tar.zst'), Buffer.concat(tar.map((part) => zstdCompressSync(part))))
    const input = await openInput(join(folder, 'large.tar.zst'))
    try {
      const law = input.files.find(({ path }) => path === 'bgb/a.xml')
      assert.equal(law?.size, size)
      await assert.rejects(Promise.resolve(law?.read()), /not unpacked/)
    } finally {
      await input.close()
    }
  })
})

describe('the temporary file of a tar archive', () => {
  const archive = join(folder, 'killed.tar')
  const source = new URL('../../src/import/input.ts', import.meta.url).href
  const script = (then: string) => `const { openInput } = await import(${JSON.stringify(source)})
    try { const input = await openInput(${JSON.stringify(archive)}); ${then} } catch (error) { console.log(error.message) }`
  const run = (command: string, then: string, temporary: string) =>
    spawnSync('sh', ['-c', command, process.execPath, script(then)], {
      env: { ...process.env, TMPDIR: temporary, NODE_NO_WARNINGS: '1' },
      encoding: 'utf8',
    })
  const quietly = 'exec "$0" --input-type=module -e "$1"'

  it('has no name, so that none is left when the process is killed', () => {
    writeFileSync(archive, hostileTar([{ name: 'bgb/a.xml', content: '<a/>' }]))
    const { signal } = run(quietly, "process.kill(process.pid, 'SIGKILL')", folder)
    assert.equal(signal, 'SIGKILL')
    assert.deepEqual(
      readdirSync(folder).filter((name) => /^legal-text-\d/.test(name)),
      [],
    )
    assert.deepEqual(
      readdirSync(tmpdir()).filter((name) => name.startsWith(`legal-text-${process.pid}-`)),
      [],
    )
  })

  it('is written until the disk is full, which is said with its folder', { skip: process.platform === 'win32' }, () => {
    writeFileSync(archive, hostileTar([{ name: 'bgb/a.xml', content: 'x'.repeat(4_000_000) }]))
    const full = run(`ulimit -f 1000; ${quietly}`, "console.log('opened')", folder)
    assert.match(
      full.stdout,
      /^cannot unpack .*killed\.tar into .*legal-text-test-.*TMPDIR can name: the file would be larger/,
    )
    const none = run(quietly, "console.log('opened')", join(folder, 'missing'))
    assert.match(none.stdout, /^cannot unpack .*killed\.tar into .*missing, the folder .*: there is no such folder/)
  })
})
