/** The compile cache that the package keeps for its commands. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { IS_EXECUTABLE, run } from './program.ts'

const root = mkdtempSync(join(tmpdir(), 'legal-text-compiled-'))
after(() => rmSync(root, { recursive: true }))

let folders = 0
const newFolder = () => join(root, String(++folders))
const NORM = ['norm', 'msgb', 'par:14', '--json', '--dataset', 'starter']

describe('compiled code', { skip: IS_EXECUTABLE }, () => {
  test('is kept for each command, in a folder that others cannot read', async () => {
    const settings = { XDG_CACHE_HOME: newFolder() }
    const folder = join(settings.XDG_CACHE_HOME, 'legal-text', 'code')
    const first = await run(NORM, settings)
    const file = join(folder, 'legal-text-norm')
    const kept = readFileSync(file)
    assert.deepEqual(await run(NORM, settings), first)
    assert.deepEqual(readFileSync(file), kept, 'nothing was compiled anew')
    await run(['--help'], settings)
    await run(['§', '14', 'MSGB', '--dataset', 'starter'], settings)
    const names = readdirSync(folder).filter((name) => name.startsWith('legal-text-'))
    assert.deepEqual(names.sort(), ['legal-text-help', 'legal-text-norm'])
    assert(readFileSync(file).length > kept.length, 'what a page needs has been added')
    if (process.platform !== 'win32') assert.equal(statSync(folder).mode & 0o777, 0o700)
  })

  test('that is damaged, or of another build, is replaced', async () => {
    const NODE_COMPILE_CACHE = newFolder()
    const settings = { NODE_COMPILE_CACHE }
    const first = await run(NORM, settings)
    const file = join(NODE_COMPILE_CACHE, 'legal-text-norm')
    const kept = readFileSync(file)
    const altered = Buffer.from(kept)
    for (let at = 10_000; at < kept.length / 2; at += 1000) altered[at] = 255 - (kept[at] as number)
    for (const content of [
      '',
      'another',
      kept.subarray(0, 5000),
      kept.toString('latin1').replace(/^./, 'x'),
      altered,
    ]) {
      writeFileSync(file, content, 'latin1')
      assert.deepEqual(await run(NORM, settings), first)
      assert.equal(readFileSync(file, 'latin1').split(' ')[0], kept.toString('latin1').split(' ')[0])
      assert(readFileSync(file).length > 100_000)
    }
  })

  test('is not kept if that is not wanted or not possible', async () => {
    const settings = { NODE_COMPILE_CACHE: newFolder(), NODE_DISABLE_COMPILE_CACHE: '1' }
    const { code } = await run(NORM, settings)
    assert.equal(code, 0)
    assert(!existsSync(settings.NODE_COMPILE_CACHE))
    const file = newFolder()
    writeFileSync(file, '')
    assert.equal((await run(NORM, { NODE_COMPILE_CACHE: file })).code, 0)
    // Node.js would retry forever to make a folder there for the packages that read Markdown.
    writeFileSync(join(root, 'a.md'), '§ 1 MSGB')
    const linked = await run(['link', join(root, 'a.md'), '--dataset', 'starter'], { XDG_CACHE_HOME: '/proc/cache' })
    assert.equal(linked.code, 0)
  })
})
