import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Check, examine, type Machine } from '../../src/cli/doctor.ts'
import { assetPath, version } from '../../src/program/package.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-doctor-'))
after(() => rmSync(folder, { recursive: true }))

/** An environment in which nothing is installed. */
const BARE = { PATH: join(folder, 'bin'), XDG_CACHE_HOME: join(folder, 'cache'), LANG: 'C' }

async function checksOf(machine: Partial<Machine> = {}): Promise<Record<string, Check>> {
  const checks = await examine({ dataset: 'starter', network: false, environment: BARE, platform: 'linux', ...machine })
  return Object.fromEntries(checks.map((check) => [check.name, check]))
}

const resultsOf = (checks: Record<string, Check>) =>
  Object.fromEntries(Object.values(checks).map(({ name, result }) => [name, result]))

test('the sample on a bare machine: nothing that commands need is missing', async () => {
  const checks = await checksOf()
  assert.deepEqual(resultsOf(checks), {
    version: 'good',
    platform: 'good',
    corpus: 'good',
    database: 'good',
    cache: 'good',
    terminal: 'good',
    locale: 'note',
    pager: 'note',
    clipboard: 'note',
    pdftotext: 'note',
    network: 'good',
  })
  assert(checks.version?.value.startsWith(version))
  assert.match(checks.corpus?.value ?? '', /^the starter dataset: \d+ laws, \d+ norms$/)
  assert.equal(checks.locale?.remedy, 'export LC_ALL=C.UTF-8')
  assert.equal(checks.pager?.remedy, 'sudo apt install less')
  assert.equal(checks.clipboard?.remedy, 'sudo apt install xclip')
  assert.equal(checks.pdftotext?.remedy, 'sudo apt install poppler-utils')
})

test('remedies are those of the system', async () => {
  const mac = await checksOf({ platform: 'darwin' })
  assert.equal(mac.pdftotext?.remedy, 'brew install poppler')
  assert.equal(mac.locale?.result, 'good')
  const windows = await checksOf({ platform: 'win32' })
  assert.equal(windows.pdftotext?.remedy, 'winget install oschwartz10612.Poppler')
  const wayland = await checksOf({ environment: { ...BARE, WAYLAND_DISPLAY: 'wayland-0' } })
  assert.equal(wayland.clipboard?.remedy, 'sudo apt install wl-clipboard')
})

test('programs of PATH are found, with the endings of Windows', async () => {
  for (const name of ['pdftotext', 'most', 'clip.exe', 'pdftotext.EXE']) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o755)
  }
  const environment = { ...BARE, PATH: folder, PAGER: 'most -s', LANG: 'de_DE.UTF-8' }
  const checks = await checksOf({ environment })
  assert.equal(checks.pdftotext?.value, join(folder, 'pdftotext'))
  assert.equal(checks.pager?.value, join(folder, 'most'))
  assert.equal(checks.clipboard?.value, join(folder, 'clip.exe'))
  assert.deepEqual(checks.locale, { name: 'locale', result: 'good', value: 'de_DE.UTF-8, Deutsch', remedy: null })
  rmSync(join(folder, 'pdftotext'))
  const windows = await checksOf({ environment, platform: 'win32' })
  // PATH uses the separator of the system that runs this test.
  assert.equal(windows.pdftotext?.value, join(folder, 'pdftotext.EXE'))
  assert.equal((await checksOf({ environment: { ...environment, PAGER: 'cat' } })).pager?.value, 'none is wanted')
})

test('without a corpus, with a damaged one, and with a cache that is a file', async () => {
  const none = await checksOf({ dataset: undefined })
  assert.deepEqual(
    [none.corpus?.result, none.corpus?.value, none.corpus?.remedy],
    ['bad', 'there is none on this machine', 'legal-text corpus pull'],
  )
  const damaged = join(folder, 'damaged.sqlite')
  writeFileSync(damaged, 'SQLite format 3\0 and no more')
  const broken = await checksOf({ dataset: damaged })
  assert.equal(broken.corpus?.result, 'bad')
  assert.match(broken.corpus?.value ?? '', /^cannot open .*damaged\.sqlite/)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const { cache } = await checksOf({ environment: { ...BARE, XDG_CACHE_HOME: file } })
  assert.deepEqual([cache?.result, cache?.remedy], ['bad', 'export XDG_CACHE_HOME=FOLDER'])
  const windows = await checksOf({
    environment: { ...BARE, XDG_CACHE_HOME: '', LOCALAPPDATA: file },
    platform: 'win32',
  })
  assert.deepEqual([windows.cache?.result, windows.cache?.remedy], ['bad', 'setx XDG_CACHE_HOME FOLDER'])
  assert.match(cache?.value ?? '', /^cannot write .*a file is where a folder should be$/)
})

test('a corpus is old after three months, and the sample never is', async () => {
  const { age } = await checksOf({ dataset: assetPath('starter.sqlite') })
  assert.match(age?.value ?? '', /^\d+ days \(of 2026-01-01\)$/)
  const isOld = Date.now() - Date.parse('2026-01-01') > 93 * 86_400_000
  if (isOld) assert.deepEqual([age?.result, age?.remedy], ['note', 'legal-text corpus update'])
  assert.equal((await checksOf()).age, undefined)
})

describe('with --network', () => {
  const server = createServer((_, response) => response.end('here'))
  let url = ''
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/corpus.sqlite`
  })
  after(() => server.close())

  test('the source answers, or does not', async () => {
    const environment = { ...BARE, DATASET_URL: url }
    const { network } = await checksOf({ environment, network: true })
    assert.deepEqual([network?.result, network?.value], ['good', `${url} answers`])
    const closed = await checksOf({ environment: { ...BARE, SOURCE_URL: 'http://127.0.0.1:9/' }, network: true })
    assert.deepEqual([closed.network?.result, closed.network?.remedy], ['bad', 'curl --head http://127.0.0.1:9/'])
  })
})
