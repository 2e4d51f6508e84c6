import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { displayWidth } from '../../src/cli/terminal/width.ts'
import { assetPath } from '../../src/program/package.ts'
import { type Outcome, run } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)
const settings = { XDG_CACHE_HOME: path('cache'), COLUMNS: '60' }
const corpus = (...args: string[]) => run(['corpus', ...args], settings)

function assertPage({ stdout, stderr, code }: Outcome): void {
  assert.equal(code, 0, stderr)
  assert.equal(stderr, '')
  for (const line of stdout.split('\n')) assert(displayWidth(line) <= 60, line)
}

describe('a cache that is empty', () => {
  test('has nothing to list and to prune, and no bundle to verify', async () => {
    assertPage(await corpus('list'))
    assertPage(await corpus('prune'))
    assert.deepEqual(JSON.parse((await corpus('list', '--json')).stdout).bundles, [])
    const { code, stdout } = await corpus('verify', '--json')
    assert.equal(code, 5)
    assert.equal(JSON.parse(stdout).error, 'not_ready')
    assert.equal((await corpus('prune', '--keep', 'x')).code, 2)
  })
})

describe('publishing a bundle', () => {
  test('keys, a signature, and whoever checks it', async () => {
    const bundle = path('starter.sqlite')
    copyFileSync(assetPath('starter.sqlite'), bundle)
    assertPage(await corpus('keygen', '--out', path('publisher')))
    assert.equal((await corpus('keygen', '--out', path('publisher'))).code, 2)
    assertPage(await corpus('sign', bundle, '--key', path('publisher.key')))

    const page = await corpus('verify', bundle, '--public-key', path('publisher.pub'))
    assertPage(page)
    assert.match(page.stdout, /Signature: passed/)
    const environment = { ...settings, DATASET_PUBLIC_KEY: readFileSync(path('publisher.pub'), 'utf8') }
    assert.equal((await run(['corpus', 'verify', bundle], environment)).code, 0)
    assertPage(await corpus('verify', '--dataset', 'starter'))
    // As `corpus info starter` does.
    assertPage(await corpus('verify', 'starter'))

    await corpus('keygen', '--out', path('other'))
    const wrong = await corpus('verify', bundle, '--public-key', path('other.pub'), '--json')
    assert.equal(wrong.code, 5)
    assert.equal(JSON.parse(wrong.stdout).valid, false)
    assert.equal((await corpus('verify', bundle, '--public-key', path('nowhere.pub'))).code, 2)

    const bytes = readFileSync(bundle)
    bytes[40_000] = (bytes[40_000] as number) ^ 1
    writeFileSync(bundle, bytes)
    const changed = await corpus('verify', bundle)
    assert.equal(changed.code, 5)
    assert.match(changed.stdout, /must not be used/)
    assert.equal((await corpus('sign', bundle, '--key', path('publisher.key'))).code, 5)
  })
})
