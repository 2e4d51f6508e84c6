import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { LAW_ARCHIVES } from '../../../../src/import/gii/site/fetch-laws.ts'
import { ArchiveError, SiteArchive } from '../../../../src/import/site/site-store.ts'
import { deflatedZeros, type ZipMember, zip } from '../../../archive/zip.ts'
import { memoryTaken } from '../../../memory.ts'

const XML = '<dokumente builddate="20260101120000"><norm/></dokumente>'
const LAW: ZipMember = { name: 'BJNR900010001.xml', content: XML }
const MEGABYTE = 2 ** 20

const openArchive = (bytes: Uint8Array) => SiteArchive.open(bytes, LAW_ARCHIVES)

/** Result of opening an archive and reading everything in it. */
async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    const archive = await openArchive(bytes)
    await archive.contentHash()
    return 'fine'
  } catch (error) {
    assert(error instanceof ArchiveError, String(error))
    return `${error.terminalState}: ${error.message}`
  }
}

test('lists the members and reads them', async () => {
  const picture = { name: 'picture.jpg', content: Buffer.from([1, 2, 3]), method: 0 }
  const archive = await openArchive(zip([picture, LAW]))
  assert.deepEqual(archive.members, [
    { name: 'picture.jpg', size: 3 },
    { name: 'BJNR900010001.xml', size: XML.length },
  ])
  assert.deepEqual(Buffer.from(await archive.read(0)), picture.content)
  assert.equal(Buffer.from(await archive.read(1)).toString(), XML)
  await assert.rejects(archive.read(2), ArchiveError)
})

test('reads empty members and large ones', async () => {
  const large = randomBytes(3 * MEGABYTE)
  for (const method of [0, 8]) {
    const archive = await openArchive(
      zip([
        { name: 'empty.xml', content: '', method },
        { name: 'large.xml', content: large, method },
      ]),
    )
    assert.equal((await archive.read(0)).length, 0)
    assert(large.equals(await archive.read(1)))
    assert.match(await archive.contentHash(), /^[0-9a-f]{64}$/)
  }
})

test('of a path only the last part counts', async () => {
  const names = [
    '../../etc/a.xml',
    '/etc/b.xml',
    'C:\\Windows\\c.xml',
    'folder/',
    'folder/d.xml',
    '..',
    './..',
    '.\\e.xml',
  ]
  const archive = await openArchive(zip(names.map((name) => ({ name, content: name.endsWith('/') ? '' : XML }))))
  assert.deepEqual(
    archive.members.map(({ name }) => name),
    ['a.xml', 'b.xml', 'c.xml', 'd.xml', 'e.xml'],
  )
})

test('equal content has equal hashes, whatever its build date and its name', async () => {
  const hashOf = async (...members: ZipMember[]) => (await openArchive(zip(members))).contentHash()
  const hash = await hashOf(LAW)
  const other = { ...LAW, content: XML.replace('20260101120000', '20270101120000') }
  assert.equal(await hashOf(other), hash)
  assert.equal(await hashOf({ name: 'notes.txt', content: 'a' }, other), hash)
  const illustrated = await hashOf({ name: 'picture.gif', content: 'a' }, other)
  assert.equal(await hashOf({ name: 'picture.gif', content: 'a' }, LAW), illustrated)
  for (const different of [hash, await hashOf({ name: 'picture.gif', content: 'b' }, other)]) {
    assert.notEqual(different, illustrated)
  }
  assert.notEqual(await hashOf({ ...LAW, content: XML.replace('norm', 'Norm') }), hash)
})

test('tells what was sent instead of an archive', async () => {
  const sent: [string | Uint8Array, string][] = [
    ['', 'nothing was sent instead of a zip archive'],
    ['<!DOCTYPE html><title>Maintenance</title>', 'an HTML page was sent instead of a zip archive'],
    ['\n<HTML lang="de">', 'an HTML page was sent instead of a zip archive'],
    ['PK', 'something else was sent instead of a zip archive'],
    [randomBytes(1000).fill(7, 0, 1), 'something else was sent instead of a zip archive'],
    [zip([]), 'the archive is empty, no XML'],
    [
      zip([
        { name: 'a.pdf', content: '' },
        { name: 'b.pdf', content: '' },
        { name: 'c', content: '' },
      ]),
      'only PDF, UNKNOWN in the archive, no XML',
    ],
    [zip([{ ...LAW, flags: 1 }]), 'BJNR900010001.xml: it is encrypted'],
    [zip([{ ...LAW, flags: 0x0841 }]), 'BJNR900010001.xml: it is encrypted'],
    [
      zip([{ ...LAW, method: 14 }]),
      'BJNR900010001.xml: it is compressed by method 14; read are 0 (stored) and 8 (deflated)',
    ],
  ]
  for (const [bytes, expected] of sent) {
    assert.equal(await outcome(Buffer.from(bytes as string)), `unsupported_format: ${expected}`)
  }
})

test('tells that an archive is broken', async () => {
  const whole = zip([LAW])
  const broken: [Uint8Array, RegExp][] = [
    [zip([{ ...LAW, sum: 1 }]), /BJNR900010001.xml: the content does not fit its checksum/],
    [zip([{ ...LAW, size: XML.length + 1 }]), /has 57 bytes, its directory says 58/],
    [zip([{ ...LAW, size: XML.length - 1 }]), /has 57 bytes, its directory says 56/],
    [zip([{ ...LAW, method: 0, size: 5 }]), /has 57 bytes, its directory says 5$/],
    [zip([{ ...LAW, data: Buffer.from([0xff, 0xff]) }]), /BJNR900010001.xml: its compressed data is damaged/],
    [zip([LAW], { count: 2 }), /its directory is damaged/],
    [zip([LAW, { ...LAW, name: 'b.xml' }], { count: 1 }), /its directory has another length than its 1 entries/],
    [zip([LAW, LAW]), /two members are named "BJNR900010001.xml"/],
  ]
  for (const [bytes, expected] of broken) {
    const found = await outcome(bytes)
    assert.match(found, /^parse_failed: broken zip archive: /)
    assert.match(found, expected)
  }
  for (let length = 4; length < whole.length; length++) {
    assert.match(await outcome(whole.subarray(0, length)), /^parse_failed: broken zip archive: /, String(length))
  }
})

test('a flipped byte is noticed, or changes nothing that is read', async () => {
  const whole = zip([{ name: 'a.jpg', content: 'picture' }, LAW])
  const hash = await (await openArchive(whole)).contentHash()
  for (let index = 0; index < whole.length; index++) {
    const flipped = Buffer.from(whole)
    flipped[index] = (flipped[index] as number) ^ 0x55
    const found = await outcome(flipped)
    if (found !== 'fine') continue
    const archive = await openArchive(flipped)
    const place = archive.members.findIndex(({ name }) => name === 'a.jpg')
    // A damaged image is left out when read, but its law is kept.
    if ((await archive.contentHash()) === hash) continue
    if (place >= 0) await assert.rejects(archive.read(place), { terminalState: 'parse_failed' }, `byte ${index}`)
  }
})

test('a large member whose data is broken', async () => {
  const data = Buffer.concat([(await deflatedZeros(2)).data.subarray(0, 1000), randomBytes(10_000)])
  const member = { name: 'a.xml', content: '', data, size: 2 * MEGABYTE }
  assert.match(await outcome(zip([member, { name: 'b.jpg', content: randomBytes(20_000) }])), /^parse_failed: .* a.xml/)
})

test('too many members, too large ones and too dense ones are left alone', async () => {
  const many = Array.from({ length: 1001 }, (_, index) => ({ name: `${index}.xml`, content: '' }))
  assert.equal(await outcome(zip(many)), 'excluded_by_policy: it has 1001 entries or more, at most 1000 are read')
  assert.equal(await outcome(zip(many.slice(1))), 'fine')
  const large = { name: 'a.xml', content: '', size: 17 * MEGABYTE }
  assert.equal(await outcome(zip([large])), 'excluded_by_policy: a.xml has more than 16777216 bytes')
  const dense = { name: 'a.xml', content: '', size: 15 * MEGABYTE }
  const tooDense = 'excluded_by_policy: unpacked it would be more than 100 times as large as the archive'
  assert.equal(await outcome(zip([dense])), tooDense)
  assert.equal(await outcome(zip([{ name: 'a.xml', content: ' '.repeat(MEGABYTE) }])), 'fine')
  assert.equal(await outcome(zip([{ name: 'a.xml', content: ' '.repeat(MEGABYTE + 1) }])), tooDense)
})

test('a bomb takes no memory, whatever its directory says', async (t) => {
  const { data, size, sum } = await deflatedZeros(1024)
  const padding = { name: 'b.jpg', content: randomBytes(2 * MEGABYTE), method: 0 }
  const bomb = (said: number) => zip([{ name: 'a.xml', content: '', data, size: said, sum }, padding])
  const bombs = { honest: bomb(size), 'a little': bomb(1000), 'all that is allowed': bomb(16 * MEGABYTE) }
  for (const [name, bytes] of Object.entries(bombs)) {
    await t.test(name, async () => {
      const taken = await memoryTaken(async () => {
        const found = await Promise.all(Array.from({ length: 8 }, () => outcome(bytes)))
        for (const one of found) assert.match(one, /^excluded_by_policy: /)
      })
      assert(taken < 64 * MEGABYTE, `${Math.round(taken / MEGABYTE)} MB`)
    })
  }
})
