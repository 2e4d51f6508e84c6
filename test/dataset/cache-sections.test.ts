import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CACHE_SECTIONS, openSection } from '../../src/dataset/cache-sections.ts'
import { cacheFolder } from '../../src/program/cache-path.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))

test('the cache is where the system keeps caches', { skip: process.platform === 'win32' }, () => {
  assert.equal(cacheFolder({ HOME: '/home/a' }, 'linux'), '/home/a/.cache/legal-text')
  assert.equal(cacheFolder({ HOME: '/Users/a' }, 'darwin'), '/Users/a/Library/Caches/legal-text')
  assert.equal(cacheFolder({ LOCALAPPDATA: '/local', USERPROFILE: '/a' }, 'win32'), '/local/legal-text')
  assert.equal(cacheFolder({ USERPROFILE: '/a' }, 'win32'), '/a/.cache/legal-text')
})

test('XDG_CACHE_HOME names another, where it is absolute', { skip: process.platform === 'win32' }, () => {
  assert.equal(cacheFolder({ HOME: '/home/a', XDG_CACHE_HOME: '/var/c' }, 'linux'), '/var/c/legal-text')
  assert.equal(cacheFolder({ HOME: '/home/a', XDG_CACHE_HOME: '/var/c' }, 'darwin'), '/var/c/legal-text')
  assert.equal(cacheFolder({ HOME: '/home/a', XDG_CACHE_HOME: 'c' }, 'linux'), '/home/a/.cache/legal-text')
  assert.equal(cacheFolder({ HOME: '/home/a', XDG_CACHE_HOME: '' }, 'linux'), '/home/a/.cache/legal-text')
  assert.equal(cacheFolder({ HOME: 'home' }, 'linux'), '/.cache/legal-text')
})

test('its sections are made, for their user only', () => {
  const cache = join(folder, 'new', 'legal-text')
  for (const section of CACHE_SECTIONS) assert(existsSync(openSection(cache, section)))
  if (process.platform !== 'win32') assert.equal(statSync(join(cache, 'bundles')).mode & 0o777, 0o700)
})

test('where they cannot be made, the error names the folder and the way out', () => {
  writeFileSync(join(folder, 'file'), '')
  assert.throws(
    () => openSection(join(folder, 'file', 'legal-text'), 'bundles'),
    (error) =>
      error instanceof LegalTextError &&
      error.kind === 'not_ready' &&
      error.message.includes(join(folder, 'file', 'legal-text')) &&
      error.message.includes('XDG_CACHE_HOME'),
  )
})
