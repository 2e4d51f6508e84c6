import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { portableName, removeLeftovers, temporaryFile } from '../../src/dataset/temporary.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { startChild } from './child.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
let caches = 0
const newCache = () => join(folder, `cache-${caches++}`)

test('names of temporary files are given once', () => {
  const cache = newCache()
  const names = [temporaryFile(cache, 'a'), temporaryFile(cache, 'a'), temporaryFile(newCache(), 'a')]
  assert.equal(new Set(names).size, 3)
  for (const name of names) assert(basename(name).startsWith(`${process.pid}-`))
  assert(!existsSync(names[0] as string))
})

test('names of downloads are those of files on Windows, too', () => {
  const names = [
    'laws.sqlite',
    'laws:2026.sqlite',
    'aux.xml',
    'COM1',
    'com10.xml',
    'console.md',
    'a. .',
    '%2F*|.zip',
    '...',
  ]
  assert.deepEqual(names.map(portableName), [
    ...['laws.sqlite', 'laws-2026.sqlite', 'aux-.xml', 'COM1-', 'com10.xml', 'console.md', 'a', '%2F--.zip', ''],
  ])
})

test('files of processes that run stay; those of processes that were killed are removed, whatever has their number', async (t) => {
  const cache = newCache()
  const own = temporaryFile(cache, 'own')
  writeFileSync(own, 'x')
  const child = await startChild(t, 'temporary', cache)
  assert.deepEqual(await removeLeftovers(cache), [])
  assert(existsSync(child.line))
  await child.kill()
  // The id of the dead process may have been reused, for example by this one.
  const reused = join(cache, 'temporary', `${process.pid}-0123456789ab-0-x`)
  mkdirSync(reused)
  writeFileSync(join(reused, 'y'), 'yy')
  const foreign = join(cache, 'temporary', 'notes.txt')
  writeFileSync(foreign, '')
  assert.deepEqual(
    (await removeLeftovers(cache)).sort((a, b) => (a.file < b.file ? -1 : 1)),
    [
      { file: child.line, bytes: 4 },
      { file: `${child.line}-journal`, bytes: 4 },
      { file: reused, bytes: 2 },
    ].sort((a, b) => (a.file < b.file ? -1 : 1)),
  )
  assert.deepEqual(readdirSync(join(cache, 'temporary')).sort(), [basename(own), 'notes.txt'].sort())
  assert.equal(readdirSync(join(cache, 'locks')).length, 1)
})

test('a process that ends leaves no lock behind', async (t) => {
  const cache = newCache()
  const child = await startChild(t, 'temporary', cache)
  await child.kill()
  assert.equal(readdirSync(join(cache, 'locks')).length, 1)
  await removeLeftovers(cache)
  assert.deepEqual(readdirSync(join(cache, 'locks')), [])
})

test('without a cache there is nothing to remove, and no name to give', async () => {
  assert.deepEqual(await removeLeftovers(newCache()), [])
  writeFileSync(join(folder, 'file'), '')
  assert.throws(() => temporaryFile(join(folder, 'file'), 'a'), LegalTextError)
})
