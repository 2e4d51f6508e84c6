import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type CheckOptions, checkBundle as checkWithCache } from '../../src/dataset/check-bundle.ts'
import { hashContent } from '../../src/dataset/fingerprint.ts'
import { signFile, writeKeys } from '../../src/dataset/signature.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const checkBundle = (file: string, options: Partial<CheckOptions> = {}) =>
  checkWithCache(file, { cache: path('cache'), ...options })

let bundle: string
before(async () => {
  bundle = await bundleOf(folder, 'a', ['msgb'])
  await writeKeys(path('publisher'))
  await writeKeys(path('other'))
})

/** The results of the checks: digest, database, checksum, signature. */
async function results(file: string, options: Partial<CheckOptions> = {}) {
  const report = await checkBundle(file, options)
  assert.equal(report.valid, !report.checks.some(({ result }) => result === 'failed'))
  assert.deepEqual(
    report.checks.map(({ check }) => check),
    ['digest', 'database', 'checksum', 'signature'],
  )
  return report.checks.map(({ result }) => result)
}

test('what is there is checked, what is not is skipped, unless it must be there', async () => {
  assert.deepEqual(await results(bundle), ['passed', 'passed', 'skipped', 'skipped'])
  const publicKey = path('publisher.pub')
  assert.deepEqual(await results(bundle, { publicKey }), ['passed', 'passed', 'skipped', 'skipped'])
  assert.deepEqual(await results(bundle, { publicKey, signed: true }), ['passed', 'passed', 'skipped', 'failed'])
  await signFile(bundle, path('publisher.key'))
  assert.deepEqual(await results(bundle), ['passed', 'passed', 'passed', 'skipped'])
  assert.deepEqual(await results(bundle, { publicKey }), ['passed', 'passed', 'passed', 'passed'])
  assert.deepEqual(await results(bundle, { publicKey: path('other.pub') }), ['passed', 'passed', 'passed', 'failed'])
  assert.deepEqual(await results(bundle, { signature: `${bundle}.sig` }), ['passed', 'passed', 'passed', 'failed'])
  assert.deepEqual(await results(bundle, { signature: path('none.sig'), publicKey }), [
    'passed',
    'passed',
    'passed',
    'failed',
  ])
  assert.deepEqual(await results(bundle, { signature: `${bundle}.sig`, publicKey }), [
    'passed',
    'passed',
    'passed',
    'passed',
  ])
})

test('a bundle that was changed fails, and is not opened', async () => {
  const changed = path('changed.sqlite')
  const bytes = readFileSync(bundle)
  bytes[30_000] = (bytes[30_000] as number) ^ 4
  writeFileSync(changed, bytes)
  for (const ending of ['.sha256', '.sig']) copyFileSync(bundle + ending, changed + ending)
  const report = await checkBundle(changed, { publicKey: path('publisher.pub') })
  assert.deepEqual(
    report.checks.map(({ result }) => result),
    ['failed', 'skipped', 'failed', 'failed'],
  )
  assert.equal(report.bytes, bytes.length)
  assert.equal(report.digest, null)
  writeFileSync(`${changed}.sha256`, '<html>')
  writeFileSync(`${changed}.sig`, '<html>')
  const reasons = (await checkBundle(changed, { publicKey: path('publisher.pub') })).checks.map(({ detail }) => detail)
  assert.match(reasons[2] ?? '', /not a SHA-256/)
  assert.match(reasons[3] ?? '', /not base64/)
})

test('what cannot be read, and a key that is none, are errors', async () => {
  const error = (kind: string) => (thrown: unknown) => thrown instanceof LegalTextError && thrown.kind === kind
  await assert.rejects(checkBundle(path('missing.sqlite')), error('not_ready'))
  await assert.rejects(checkBundle(folder), error('not_ready'))
  await signFile(bundle, path('publisher.key'))
  await assert.rejects(checkBundle(bundle, { publicKey: path('missing.pub') }), error('invalid_input'))
})

test('of a packed bundle the content is checked, and the checksum and signature of the packed file', async () => {
  const publicKey = path('publisher.pub')
  const pack = { zst: zstdCompressSync, gz: gzipSync }
  for (const [ending, compress] of Object.entries(pack)) {
    const packed = path(`packed.sqlite.${ending}`)
    writeFileSync(packed, compress(readFileSync(bundle)))
    await signFile(packed, path('publisher.key'))
    const report = await checkBundle(packed, { publicKey })
    assert.equal(report.file, packed)
    assert.equal(report.digest, (await checkBundle(bundle)).digest)
    assert.equal(report.bytes, readFileSync(packed).length)
    assert.deepEqual(
      report.checks.map(({ result }) => result),
      ['passed', 'passed', 'passed', 'passed'],
    )
    const bytes = readFileSync(bundle)
    bytes[30_000] = (bytes[30_000] as number) ^ 4
    writeFileSync(packed, compress(bytes))
    const damaged = await checkBundle(packed, { publicKey })
    assert.deepEqual(
      damaged.checks.map(({ result }) => result),
      ['failed', 'skipped', 'failed', 'failed'],
    )
    assert.match(
      damaged.checks[0]?.detail ?? '',
      new RegExp(`^cannot open .*packed\\.sqlite\\.${ending}: it is damaged`),
    )
    writeFileSync(packed, compress(readFileSync(bundle)).subarray(0, -20))
    const cut = await checkBundle(packed)
    assert.deepEqual(cut.checks.map(({ result }) => result).slice(0, 2), ['failed', 'skipped'])
    assert.match(cut.checks[0]?.detail ?? '', /cannot unpack .*packed/)
  }
  assert.deepEqual(readdirSync(path('cache/temporary')), [])
})

test('what is no bundle is not called one', async () => {
  const refused = { kind: 'not_ready', message: /is not a bundle: expected a bundle, which may be packed with/ }
  writeFileSync(path('text'), 'no bundle at all')
  writeFileSync(path('empty'), '')
  writeFileSync(path('packed.txt.gz'), gzipSync('no bundle at all'))
  const other = new DatabaseSync(path('other.sqlite'))
  other.exec('CREATE TABLE t (x)')
  other.close()
  writeFileSync(path('other.sqlite.gz'), gzipSync(readFileSync(path('other.sqlite'))))
  for (const name of ['text', 'empty', 'packed.txt.gz', 'other.sqlite', 'other.sqlite.gz']) {
    await assert.rejects(checkBundle(path(name)), refused, name)
  }
})

test('a pipe or a device is refused at once', { skip: process.platform === 'win32' }, async () => {
  execFileSync('mkfifo', [path('pipe')])
  const reason = /it is neither a file nor a folder/
  for (const file of [path('pipe'), '/dev/zero']) {
    await assert.rejects(checkBundle(file), { kind: 'not_ready', message: reason })
    await assert.rejects(signFile(file, path('publisher.key')), { kind: 'invalid_input', message: reason })
    await assert.rejects(hashContent(file), reason)
  }
})
