import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, describe, it } from 'node:test'
import { findInputs, leftOutNote } from '../../../src/cli/check/inputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-inputs-'))
after(() => rmSync(folder, { recursive: true }))
for (const name of [
  'b.md',
  'a.TXT',
  'sub/c.tex',
  'sub/deep/d.docx',
  'sub/e.png',
  'f',
  '[g].md',
  '.git/h.md',
  'node_modules/i.md',
  'j.rtf',
  'k.png',
]) {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), '')
}
mkdirSync(join(folder, 'empty'))
mkdirSync(join(folder, 'pictures'))
writeFileSync(join(folder, 'pictures', 'a.png'), '')
symlinkSync('..', join(folder, 'sub', 'round'))

async function found(...words: string[]) {
  const { files, leftOut } = await findInputs(words.map((word) => join(folder, word)))
  return { files: files.map((file) => relative(folder, file)), note: leftOutNote(leftOut) }
}

describe('files that are named', () => {
  it('a folder: all below it of formats that are read, in order; the others are counted', async () => {
    assert.deepEqual(await found('.'), {
      files: ['[g].md', 'a.TXT', 'b.md', 'sub/c.tex', 'sub/deep/d.docx'],
      note: '5 files of other formats left out (3 .png, 1 without extension, 1 .rtf)',
    })
  })

  it('a pattern: all files that it fits', async () => {
    assert.deepEqual(
      (await found('**/*.{md,tex}')).files.filter((name) => !/^\.git|node_modules/.test(name)),
      ['[g].md', 'b.md', 'sub/c.tex'],
    )
    assert.deepEqual(await found('sub/*'), { files: ['sub/c.tex'], note: '1 file of other formats left out (1 .png)' })
    assert.deepEqual((await found('*.rtf')).files, ['j.rtf'])
  })

  it('each file once, and one whose name looks like a pattern as it is', async () => {
    assert.deepEqual((await found('b.md', '[g].md', 'b.md', '*.md')).files, ['b.md', '[g].md'])
    assert.deepEqual((await found('nowhere.md')).files, ['nowhere.md'])
  })

  it('a folder or pattern without any is refused: nothing to check is no success', async () => {
    await assert.rejects(found('empty'), /has no file of a format that is read$/)
    await assert.rejects(found('pictures'), /has no file of a format that is read; it has 1 of other formats/)
    await assert.rejects(found('*.odt'), /no file fits the pattern/)
  })
})
