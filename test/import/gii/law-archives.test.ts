import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { openInput } from '../../../src/import/input.ts'
import { packageRoot } from '../../../src/program/package.ts'
import { membersOf, tarOf } from '../../archive/archives.ts'
import { hostileZip } from '../../archive/hostile.ts'
import { readInput, scratchFolder } from '../../archive/opening.ts'
import { zip } from '../../archive/zip.ts'

const starter = join(packageRoot, 'src', 'starter')
const scratch = scratchFolder()

/** Folders of acts in the starter dataset that the official site lacks. */
const isAct = (path: string) => /^3\d{4}[a-z]\d{4}(?:\/|$)/.test(path)

/** The starter dataset as the official site serves it: one archive per law. */
function mirror(name: string): string {
  const folder = join(scratch, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'gii-toc.xml'), readFileSync(join(starter, 'gii-toc.xml')))
  for (const law of readdirSync(starter, { withFileTypes: true })) {
    if (!law.isDirectory() || isAct(law.name)) continue
    mkdirSync(join(folder, law.name))
    writeFileSync(join(folder, law.name, 'xml.zip'), zip(membersOf(join(starter, law.name))))
  }
  return folder
}

describe('archives of single laws', () => {
  it('are read as if they were unpacked, wherever they lie', async () => {
    const folder = mirror('site')
    const { 'README.md': _readme, ...all } = (await readInput(starter)).contents
    const expected = Object.fromEntries(Object.entries(all).filter(([path]) => !isAct(path)))
    writeFileSync(`${folder}.zip`, zip(membersOf(folder)))
    writeFileSync(`${folder}.tar.zst`, zstdCompressSync(await tarOf(membersOf(folder))))
    for (const from of [folder, `${folder}.zip`, `${folder}.tar.zst`]) {
      const { contents, skipped } = await readInput(from)
      for (const [path, content] of Object.entries(contents)) {
        if (/\.xml$/.test(path)) assert.equal(content, expected[path], path)
      }
      assert.deepEqual(Object.keys(contents), Object.keys(expected))
      assert.deepEqual(skipped, {})
    }
    const one = await readInput(join(folder, 'msgb'))
    assert.equal(one.name, 'msgb')
    assert.equal((await readInput(join(folder, 'msgb', 'xml.zip'))).name, 'msgb')
    assert.deepEqual(Object.keys(one.contents), readdirSync(join(starter, 'msgb')))
  })

  it('that are bad cost their law, not the others', async () => {
    const folder = join(scratch, 'bad')
    const archives: Record<string, Uint8Array> = {
      bomb: hostileZip([{ name: 'a.xml', content: Buffer.alloc(2 * 1024 * 1024) }]),
      cut: zip([{ name: 'a.xml', content: Buffer.from('<a/>') }]).subarray(0, 50),
      empty: hostileZip([]),
      good: hostileZip([
        { name: 'a.xml', content: '<a/>' },
        { name: 'images/i.gif', content: 'GIF' },
      ]),
      huge: hostileZip([{ name: 'a.xml', content: '<a/>', size: 2 ** 30 }]),
      locked: hostileZip([{ name: 'a.xml', content: '<a/>', flags: 1 }]),
      none: new Uint8Array(0),
      pair: hostileZip([
        { name: 'old/a.xml', content: '<a/>' },
        { name: 'new/a.xml', content: '<a/>' },
      ]),
      text: Buffer.from('<html>Wartungsarbeiten</html>'),
      twin: hostileZip([{ name: 'a.xml', content: '<old/>' }]),
    }
    for (const [law, bytes] of Object.entries(archives)) {
      mkdirSync(join(folder, law), { recursive: true })
      writeFileSync(join(folder, law, 'xml.zip'), bytes)
    }
    writeFileSync(join(folder, 'twin', 'b.xml'), '<unpacked/>')
    const input = await openInput(folder)
    assert.deepEqual(
      input.files.map(({ path, size }) => [path, size]),
      [
        ['good/a.xml', 4],
        ['good/i.gif', 3],
        ['huge/a.xml', 2 ** 30],
        ['twin/a.xml', 6],
        ['twin/b.xml', 11],
      ],
    )
    const skipped = input.skipped?.map(({ path, terminalState, reason }) => [path, terminalState, reason])
    assert.deepEqual(skipped?.map(([path, state]) => [path, state]).sort(), [
      ['bomb/a.xml', 'excluded_by_policy'],
      ['cut/xml.zip', 'parse_failed'],
      ['empty/xml.zip', 'unsupported_format'],
      ['locked/a.xml', 'unsupported_format'],
      ['none/xml.zip', 'unsupported_format'],
      ['pair/xml.zip', 'parse_failed'],
      ['text/xml.zip', 'unsupported_format'],
    ])
    assert.match(
      skipped?.find(([path]) => path === 'cut/xml.zip')?.[2] ?? '',
      /broken zip archive: it has no directory/,
    )
  })

  it('are not held in memory until they are read', async () => {
    const folder = join(scratch, 'lazy')
    mkdirSync(join(folder, 'bgb'), { recursive: true })
    const archive = join(folder, 'bgb', 'xml.zip')
    writeFileSync(archive, hostileZip([{ name: 'a.xml', content: '<a/>' }]))
    const input = await openInput(folder)
    writeFileSync(archive, hostileZip([{ name: 'b.xml', content: '<b/>' }]))
    await assert.rejects(Promise.resolve(input.files[0]?.read()), /not where the directory says/)
  })
})
