import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memorySource, readDirectory, readMember, replaceMembers } from '../../src/archive/zip.ts'
import { zip } from './zip.ts'

/** Contents of an archive by member name. */
async function contentsOf(archive: Buffer): Promise<[string, string][]> {
  const source = memorySource(archive)
  const members = await readDirectory(source)
  return Promise.all(
    members.map(
      async (member): Promise<[string, string]> => [member.name, (await readMember(source, member)).toString()],
    ),
  )
}

describe('replacing members of an archive', () => {
  const archive = zip([
    { name: 'mimetype', content: 'x', method: 0 },
    { name: 'ä.xml', content: 'alt'.repeat(100) },
    { name: 'z', content: 'z' },
  ])

  it('keeps the order, and adds new members at the end', async () => {
    const replaced = await replaceMembers(
      archive,
      new Map([
        ['new', 'n'],
        ['ä.xml', 'neu'],
      ]),
    )
    assert.deepEqual(await contentsOf(replaced), [
      ['mimetype', 'x'],
      ['ä.xml', 'neu'],
      ['z', 'z'],
      ['new', 'n'],
    ])
    assert.ok(replaced.subarray(0, 39).equals(archive.subarray(0, 39)))
  })

  it('makes an archive of nothing', async () => {
    const made = await replaceMembers(Buffer.alloc(0), new Map([['a/b.xml', 'ß']]))
    assert.deepEqual(await contentsOf(made), [['a/b.xml', 'ß']])
  })

  it('keeps the comment of the archive', async () => {
    const commented = Buffer.concat([archive, Buffer.from('note')])
    commented.writeUInt16LE(4, archive.length - 2)
    assert.equal((await replaceMembers(commented, new Map([['z', '']]))).toString('latin1').endsWith('note'), true)
  })

  it('refuses an archive that is broken', async () => {
    await assert.rejects(replaceMembers(archive.subarray(0, -5), new Map([['z', '']])), /no directory/)
  })
})
