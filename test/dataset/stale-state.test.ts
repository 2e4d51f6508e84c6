/** What is remembered must not outlive what it is about. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pullCorpus } from '../../src/dataset/acquire.ts'
import { convertContent, existingConversion } from '../../src/dataset/convert.ts'
import type { ObtainOptions } from '../../src/dataset/locate.ts'
import { tryLock, withLock } from '../../src/dataset/lock.ts'
import { type FileState, isSameState, isVerified, recordVerified } from '../../src/dataset/verify-bundle.ts'
import { readSettings } from '../../src/settings.ts'
import { SCHEMA_VERSION } from '../../src/sqlite/bundle-schema.ts'
import { version } from '../../src/version.ts'
import { serve } from '../download/server.ts'
import { bundleOf, temporaryFolder, textOf } from './starter-bundles.ts'

const folder = temporaryFolder()
const one = await bundleOf(folder, 'one', ['msgb'])
const two = await bundleOf(folder, 'two', ['bienhv_2005'])

let caches = 0
const newCache = () => join(folder, `cache-${caches++}`)

test('a bundle counts as verified only in the very state, and with the digest, in which it was', () => {
  const cache = newCache()
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(one, { bigint: true })
  const state: FileState = { path: one, dev, ino, size, mtimeNs, ctimeNs }
  recordVerified(cache, state, 'sha256:a')
  assert(isVerified(cache, state, 'sha256:a'))
  assert(!isVerified(cache, state, 'sha256:b'))
  for (const field of ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const) {
    const other = { ...state, [field]: state[field] + 1n }
    assert(!isVerified(cache, other, 'sha256:a'), field)
    assert(!isSameState(state, other), field)
  }
  assert(!isVerified(cache, { ...state, path: two }, 'sha256:a'))
})

test('a lock is free again after work that fails', async () => {
  const cache = newCache()
  const work = () => Promise.reject(new Error('no luck'))
  await assert.rejects(withLock(cache, 'work', {}, work), /no luck/)
  const lock = tryLock(join(cache, 'locks', 'work.lock'), 'exclusive')
  assert(lock !== undefined)
  lock.release()
})

test('a conversion is used only by the version of the package and of the schema that made it', async () => {
  const cache = newCache()
  mkdirSync(join(cache, 'converted'), { recursive: true })
  const place = (made: string) => {
    const key = createHash('sha256').update(made).digest('hex').slice(0, 32)
    copyFileSync(one, join(cache, 'converted', `${key}.sqlite`))
  }
  for (const made of ['c', `c ${SCHEMA_VERSION}`, `c ${version}`, `c 1.0.0 ${SCHEMA_VERSION}`, `c ${version} 1`])
    place(made)
  assert.equal(await existingConversion(cache, 'c'), undefined)
  place(`c ${version} ${SCHEMA_VERSION}`)
  assert.notEqual(await existingConversion(cache, 'c'), undefined)
})

test('nothing is converted of a dataset that was written to while it was read', async () => {
  const cache = newCache()
  const convert = (content: string, isUnchanged: boolean) =>
    convertContent(one, content, { cache, isUnchanged: () => isUnchanged })
  await assert.rejects(convert('c', false), {
    kind: 'not_ready',
    message: `${one} was written to while it was read; try again`,
  })
  assert.deepEqual([readdirSync(join(cache, 'converted')), readdirSync(join(cache, 'temporary'))], [[], []])
  assert.deepEqual(readFileSync(await convert('d', true)), readFileSync(one))
})

test('what is at another address is downloaded, even if it has the ETag of the one before', async (t) => {
  const cache = newCache()
  const files: Record<string, Buffer> = { '/one.sqlite': readFileSync(one), '/two.sqlite': readFileSync(two) }
  const { url } = await serve(t, ({ url: path = '', headers }, response) => {
    const isSame = headers['if-none-match'] === '"1"'
    const content = files[path]
    if (content === undefined) response.writeHead(404).end()
    else response.writeHead(isSame ? 304 : 200, { etag: '"1"' }).end(isSame ? undefined : content)
  })
  const pull = (path: string) => {
    const settings = readSettings({ DATASET_URL: url + path })
    const options: ObtainOptions = { cache, settings, download: true }
    return pullCorpus(options)
  }
  const first = await pull('/one.sqlite')
  assert.equal((await pull('/one.sqlite')).changed, false)
  const second = await pull('/two.sqlite')
  assert.deepEqual([second.changed, second.id === first.id], [true, false])
  assert.equal(await textOf(second.file, 'msgb'), undefined)
})
