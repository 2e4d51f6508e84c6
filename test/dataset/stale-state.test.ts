/** What is remembered must not outlive what it is about. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pullCorpus } from '../../src/dataset/acquire.ts'
import { convertPath, copyBundle } from '../../src/dataset/convert.ts'
import { tryLock, withLock } from '../../src/dataset/lock.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { storedDigest } from '../../src/dataset/verify-bundle.ts'
import { version } from '../../src/program/package.ts'
import { readSettings } from '../../src/program/settings.ts'
import { SCHEMA_VERSION } from '../../src/store/bundle-schema.ts'
import { serve } from '../download/server.ts'
import { bundleOf, temporaryFolder, textOf } from './starter-bundles.ts'

const folder = temporaryFolder()
const one = await bundleOf(folder, 'one', ['msgb'])
const two = await bundleOf(folder, 'two', ['bienhv_2005'])

let caches = 0
const newCache = () => join(folder, `cache-${caches++}`)

test('a lock is free again after work that fails', async () => {
  const cache = newCache()
  const work = () => Promise.reject(new Error('no luck'))
  await assert.rejects(withLock(cache, 'work', {}, work), /no luck/)
  const lock = tryLock(join(cache, 'locks', 'work.lock'), 'exclusive')
  assert(lock !== undefined)
  lock.release()
})

test('a conversion is told by its content, the version of the package and that of the schema', async () => {
  const cache = newCache()
  const digest = storedDigest(one)
  const copy = await copyBundle({ file: one, digest }, cache, undefined)
  const key = createHash('sha256').update(`${digest} ${version} ${SCHEMA_VERSION}`).digest('hex')
  assert.equal(copy, join(cache, 'converted', `${key.slice(0, 32)}.sqlite`))
})

test('nothing is converted of a dataset that was written to while it was read', async () => {
  const cache = newCache()
  const file = join(folder, 'one.sqlite.gz')
  writeFileSync(file, gzipSync(readFileSync(one)))
  const onProgress = () => utimesSync(file, 1, 1)
  const message = `${file} was written to while it was read; try again`
  await assert.rejects(convertPath(file, { cache, onProgress }), { kind: 'not_ready', message })
  assert.deepEqual([readdirSync(join(cache, 'converted')), readdirSync(join(cache, 'temporary'))], [[], []])
  assert.deepEqual(readFileSync(await convertPath(file, { cache: newCache() })), readFileSync(one))
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
