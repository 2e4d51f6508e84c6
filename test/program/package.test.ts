import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { assetPath, packageRoot, processModule, threadModule, version } from '../../src/program/package.ts'

test('the package finds itself', () => {
  assert.equal(packageRoot, join(import.meta.dirname, '..', '..'))
  assert.equal(version, JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version)
  assert.equal(assetPath('starter.sqlite'), join(packageRoot, 'dist', 'starter.sqlite'))
})

test('from source, modules that are started on their own are source', () => {
  const file = join(packageRoot, 'src', 'import', 'parse-worker.ts')
  assert.deepEqual(threadModule('import/parse-worker'), { code: pathToFileURL(file), eval: false })
  assert.deepEqual(processModule('import/parse-worker'), [file, []])
  assert(existsSync(file))
})

test('the build puts the bundled modules where they are looked for', () => {
  for (const name of [
    'import/parse-worker.js',
    'cli.cjs',
    'program.cjs',
    'rest.cjs',
    'index.js',
    'server.js',
    'starter.sqlite',
    'openapi.json',
    'import/gii/official-laws.txt',
  ]) {
    assert(existsSync(assetPath(name)), name)
  }
})

test('the licences of bundled packages come with the code', () => {
  const notices = readFileSync(assetPath('THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const name of ['@oclif/core', 'zod', 'entities', 'postgres'])
    assert.match(notices, new RegExp(`^${name} \\d`, 'm'))
})
