import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openInput, readFolder } from '../../src/import/input.ts'
import { readInput, refused, scratchFolder } from '../archive/opening.ts'
import { zip } from '../archive/zip.ts'

const scratch = scratchFolder()
const posix = { skip: process.platform === 'win32' }

/** A folder with the given files; a name with a trailing `/` is a folder. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(scratch, 'f-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, path.endsWith('/') ? '' : '..'), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(join(folder, path), content)
  }
  return folder
}

describe('a folder', () => {
  it('gives its files, sorted by their paths, and those of its subfolders', async () => {
    const folder = folderOf({ 'b/a.xml': '<b/>', 'a.xml': '<a/>', 'b/c/d/e.pdf': '%PDF', 'empty/': '' })
    const { contents, skipped } = await readInput(folder)
    assert.deepEqual(Object.entries(contents), [
      ['a.xml', '<a/>'],
      ['b/a.xml', '<b/>'],
      ['b/c/d/e.pdf', '%PDF'],
    ])
    assert.deepEqual(skipped, {})
    const input = await openInput(folder)
    assert.deepEqual(
      input.files.map(({ size, location }) => [size, location]),
      [
        [4, join(folder, 'a.xml')],
        [4, join(folder, 'b/a.xml')],
        [4, join(folder, 'b/c/d/e.pdf')],
      ],
    )
  })

  it('names archives in it that are not opened', async () => {
    const inner = zip([{ name: 'act.xml', content: '<ACT/>' }])
    const folder = folderOf({ 'a.xml': '<a/>' })
    writeFileSync(join(folder, 'other.tar.gz'), inner)
    writeFileSync(join(folder, 'bgb.zip'), zip([{ name: 'inner.zip', content: inner }]))
    const { contents, skipped } = await readInput(folder)
    assert.deepEqual(Object.keys(contents), ['a.xml'])
    assert.deepEqual(Object.keys(skipped).sort(), ['bgb/inner.zip', 'other.tar.gz'])
    assert.match(skipped['other.tar.gz'] ?? '', /archive within the input that is not opened/)
  })

  it('is without what programs keep in it, and opens the archive of a law of any name', async () => {
    const folder = folderOf({ '.github/ci.xml': '<ci/>', '._a.xml': '', 'a.xml': '<a/>' })
    writeFileSync(join(folder, 'bgb.zip'), zip([{ name: 'BJNR.xml', content: '<bgb/>' }]))
    const { contents, skipped } = await readInput(folder)
    assert.deepEqual(contents, { 'a.xml': '<a/>', 'bgb/BJNR.xml': '<bgb/>' })
    assert.deepEqual(skipped, {})
  })

  it('is left by no link, and those that may be missed are named', posix, async () => {
    const outside = folderOf({ 'secret.xml': '<s/>', 'notes.txt': '' })
    const folder = folderOf({ 'bgb/a.xml': '<a/>' })
    symlinkSync(join(outside, 'secret.xml'), join(folder, 'bgb', 'link.xml'))
    symlinkSync(join(outside, 'secret.xml'), join(folder, 'renamed'))
    symlinkSync(outside, join(folder, 'sgb'))
    symlinkSync(folder, join(folder, 'bgb', 'circle'))
    symlinkSync(join(outside, 'nowhere.xml'), join(folder, 'dangling.xml'))
    symlinkSync(join(outside, 'notes.txt'), join(folder, 'notes.txt'))
    symlinkSync('nothing', join(folder, 'nothing'))
    execFileSync('mkfifo', [join(folder, 'pipe.xml')])
    const { contents, skipped } = await readInput(folder)
    assert.deepEqual(contents, { 'bgb/a.xml': '<a/>' })
    const expected = ['bgb/circle', 'bgb/link.xml', 'dangling.xml', 'pipe.xml', 'renamed', 'sgb']
    assert.deepEqual(Object.keys(skipped).sort(), expected)
    assert.match(skipped.sgb ?? '', /a link or a device, which are not followed/)
  })

  it('is refused where it has too many entries', async () => {
    const folder = folderOf({ '1/a.xml': '', '2/a.xml': '', '3/a.xml': '' })
    assert.equal(readFolder(folder, 6).files.length, 3)
    assert.throws(() => readFolder(folder, 5), { kind: 'invalid_input', message: /more than 5 files and folders/ })
  })

  it('names a subfolder that cannot be read', { skip: posix.skip || process.getuid?.() === 0 }, async () => {
    const folder = folderOf({ 'bgb/a.xml': '<a/>', 'locked/b.xml': '' })
    chmodSync(join(folder, 'locked'), 0)
    const { contents, skipped } = await readInput(folder)
    chmodSync(join(folder, 'locked'), 0o700)
    assert.deepEqual(Object.keys(contents), ['bgb/a.xml'])
    assert.match(skipped.locked ?? '', /cannot be read \(EACCES\)/)
  })

  it('that does not exist, or is neither folder nor file, is said to be so', async () => {
    await refused(openInput(join(scratch, 'nothing')), /cannot read .*nothing: there is no such file or folder/)
    await refused(
      openInput('/dev/null'),
      /neither a folder nor a bundle, nor a \.zip, \.tar, \.tar\.gz, \.tar\.zst, \.xml or \.md file/,
    )
  })
})
