import assert from 'node:assert/strict'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { ensureVerified, markVerified, verifyBundle } from '../../src/dataset/verify-bundle.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import { packageRoot } from '../../src/program/package.ts'
import { DIGEST_PLACEHOLDER, SCHEMA_VERSION } from '../../src/store/bundle-schema.ts'
import { sealBundle } from '../../src/store/sqlite/seal.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { randomNumbers } from '../search/random.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)
const cache = path('cache')
const bundle = path('starter.sqlite')
const changed = path('changed.sqlite')
const random = randomNumbers(1)

let content: Buffer
let digest: string
let place: number
before(async () => {
  digest = (await buildBundle({ from: join(packageRoot, 'src', 'starter'), out: bundle, search: false })).digest
  content = readFileSync(bundle)
  place = content.indexOf(digest)
})

/** Asserts that every way to open it fails as not ready. */
async function refused(file: string, message: RegExp): Promise<void> {
  for (const verify of [() => verifyBundle(file), () => ensureVerified(file, cache)]) {
    await assert.rejects(
      verify,
      (error) =>
        error instanceof LegalTextError &&
        error.kind === 'not_ready' &&
        error.message.startsWith(`cannot open ${file}: `) &&
        message.test(error.message),
      String(message),
    )
  }
}

async function refusedAs(bytes: Buffer | string, message: RegExp): Promise<void> {
  writeFileSync(changed, bytes)
  await refused(changed, message)
}

describe('a bundle', () => {
  test('as it was built is verified, with the digest that the build told', async () => {
    const told: number[] = []
    const expected = { digest, bytes: content.length }
    assert.deepEqual(await verifyBundle(bundle, { onProgress: (done, total) => told.push(done, total) }), expected)
    assert.deepEqual(told.slice(-2), [content.length, content.length])
    assert.deepEqual(await ensureVerified(bundle, cache), expected)
  })

  test('cut off at 100 places is refused', async () => {
    for (let step = 0; step < 100; step++) {
      const length = Math.floor(random() * content.length)
      const message =
        length < 100 ? /is not a bundle/ : new RegExp(`cut off: it has ${length} of ${content.length} bytes`)
      await refusedAs(content.subarray(0, length), message)
    }
    await refusedAs(content.subarray(0, -1), /cut off/)
  })

  test('with any byte changed is refused', async () => {
    for (let step = 0; step < 200; step++) {
      const bytes = Buffer.from(content)
      const at = Math.floor(random() * bytes.length)
      bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8))
      await refusedAs(bytes, /damaged|not a bundle|schema version|cut off/)
    }
  })

  test('with any bit of its header or digest changed is refused', async () => {
    for (const [start, end] of [
      [0, 100],
      [place - 'digest'.length, place + digest.length],
    ] as const) {
      for (let at = start; at < end; at++) {
        const bytes = Buffer.from(content)
        bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8))
        await refusedAs(bytes, /damaged|not a bundle|schema version|cut off/)
      }
    }
  })

  test('with another digit in its digest says what it has and should have', async () => {
    const bytes = Buffer.from(content)
    const other = bytes[place + 20] === 0x61 ? 'b' : 'a'
    bytes.write(other, place + 20)
    await refusedAs(bytes, new RegExp(`has the digest ${digest}, and should have sha256:`))
  })

  test('with the digest twice at its head, never finished, or with bytes after its end is refused', async () => {
    const twice = Buffer.from(content)
    twice.write(`digest${digest}`, content.length - 200, 'latin1')
    await refusedAs(twice, /its digest cannot be found/)
    const unsealed = Buffer.from(content)
    unsealed.write(DIGEST_PLACEHOLDER, place, 'latin1')
    await refusedAs(unsealed, /damaged/)
    writeFileSync(changed, content)
    appendFileSync(changed, 'x')
    await refused(changed, /damaged: it has \d+ bytes instead of/)
  })

  test('of another schema version says which one is read', async () => {
    for (const [version, advice] of [
      [SCHEMA_VERSION + 1, 'a newer version of legal-text reads it'],
      [SCHEMA_VERSION - 1, 'build it again'],
    ] as const) {
      copyFileSync(bundle, changed)
      const database = new DatabaseSync(changed)
      database.exec(`PRAGMA user_version = ${version}`)
      database.close()
      await refused(changed, new RegExp(`schema version is ${version}, .* reads ${SCHEMA_VERSION}; ${advice}`))
    }
  })
})

describe('what is no bundle', () => {
  test('is told as what it is', async () => {
    await refused(path('missing.sqlite'), /there is no such file/)
    await refused(folder, /is not a file/)
    await refusedAs('', /is empty/)
    await refusedAs('SQLite format 3\0', /not a database of SQLite/)
    await refusedAs('This is no database.'.repeat(100), /not a database of SQLite/)
    await refusedAs(zstdCompressSync(content), /packed with zstd/)
    await refusedAs(gzipSync(content), /packed with gzip/)
    const other = new DatabaseSync(path('other.sqlite'))
    other.exec('CREATE TABLE t (x)')
    other.close()
    await refused(path('other.sqlite'), /not a bundle of legal-text/)
  })
})

describe('a large bundle', () => {
  const large = path('large.sqlite')
  /** Number of bytes read for verification. */
  async function bytesRead(file: string, folder = cache): Promise<number> {
    let read = 0
    const onProgress = (done: number) => {
      read = done
    }
    assert.equal((await ensureVerified(file, folder, { onProgress })).bytes, size)
    return read
  }
  let size: number
  before(async () => {
    copyFileSync(bundle, large)
    const database = new DatabaseSync(large)
    database.exec(`
      UPDATE meta SET value = '${DIGEST_PLACEHOLDER}' WHERE key = 'digest';
      CREATE TABLE padding (bytes BLOB); INSERT INTO padding VALUES (zeroblob(9000000)); VACUUM;`)
    database.close()
    await sealBundle(large)
    size = readFileSync(large).length
  })

  /** A changed byte is noticed even if size and time of the file stay the same. */
  async function refusedWhileDamaged(): Promise<void> {
    const bytes = readFileSync(large)
    const place = size - 5000
    writeFileSync(large, bytes.with(place, 1))
    utimesSync(large, 1, 1)
    await refused(large, /damaged/)
    writeFileSync(large, bytes)
  }

  test('that was written to just now is read each time, one that rests only once', async () => {
    utimesSync(large, new Date(), new Date())
    assert.equal(await bytesRead(large), size)
    assert.equal(await bytesRead(large), size)
    await setTimeout(2100)
    await bytesRead(large)
    assert.equal(await bytesRead(large), 0)
    symlinkSync(large, path('link.sqlite'))
    assert.equal(await bytesRead(path('link.sqlite')), 0, 'a link is the same file')
    assert.equal(await bytesRead(large, path('other-cache')), size)
    assert(readdirSync(join(cache, 'verified')).every((name) => name.endsWith('.json')))
  })

  test('is read again once anything is different, whatever time is put on it', async () => {
    markVerified(large, cache)
    assert.equal(await bytesRead(large), 0)
    utimesSync(large, 1, 1)
    assert.equal(await bytesRead(large), size)
    markVerified(large, cache)
    copyFileSync(large, path('copy.sqlite'))
    renameSync(path('copy.sqlite'), large)
    assert.equal(await bytesRead(large), size)
    markVerified(large, cache)
    await refusedWhileDamaged()
  })

  test('is read again after a write that puts its size and time back, and where the note has another digest', async () => {
    utimesSync(large, 1, 1)
    markVerified(large, cache)
    await refusedWhileDamaged()
    markVerified(large, cache)
    assert.equal(await bytesRead(large), 0)
    const folder = join(cache, 'verified')
    for (const name of readdirSync(folder)) {
      const note = readFileSync(join(folder, name), 'utf8')
      writeFileSync(join(folder, name), note.replace(/sha256:\w/, 'sha256:_'))
    }
    assert.equal(await bytesRead(large), size)
  })

  test('that is written to while it is read is refused', async () => {
    let isTouched = false
    const onProgress = () => {
      if (!isTouched) utimesSync(large, 2, 2)
      isTouched = true
    }
    await assert.rejects(ensureVerified(large, cache, { onProgress }), /written to while it was verified/)
  })

  test('opens without a cache: a note that is damaged, or cannot be written, only costs time', async () => {
    writeFileSync(path('no-folder'), '')
    assert.equal(await bytesRead(large, path('no-folder')), size)
    markVerified(large, path('no-folder'))
    markVerified(large, cache)
    for (const name of readdirSync(join(cache, 'verified'))) writeFileSync(join(cache, 'verified', name), '{}')
    assert.equal(await bytesRead(large), size)
    rmSync(join(cache, 'verified'), { recursive: true })
    mkdirSync(join(cache, 'verified'), { mode: 0o500 })
    assert.equal(await bytesRead(large), size)
  })
})
