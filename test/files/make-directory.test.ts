import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeDirectory } from '../../src/files/write-atomic.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-folder-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('makes a folder with all above it, and is content with one that is there', () => {
  const path = join(folder, 'a', 'b', 'c')
  makeDirectory(path, 0o700)
  makeDirectory(path)
  makeDirectory(`${path}/`)
  assert(statSync(path).isDirectory())
  assert.equal(statSync(join(folder, 'a')).mode & 0o777, 0o700)
})

test('a file in its place, or in its way, is an error', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  assert.throws(() => makeDirectory(file), { code: 'EEXIST' })
  assert.throws(() => makeDirectory(join(file, 'below')), { code: 'ENOTDIR' })
})

test('ends where the system lets nobody make folders', { skip: !existsSync('/proc/self') }, () => {
  assert.throws(() => makeDirectory('/proc/legal-text/code'), { code: 'ENOENT' })
})
