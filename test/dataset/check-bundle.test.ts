import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { type CheckOptions, checkBundle } from '../../src/dataset/check-bundle.ts'
import { signFile, writeKeys } from '../../src/dataset/sign-file.ts'
import { LegalTextError } from '../../src/errors.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)

let bundle: string
before(async () => {
  bundle = await bundleOf(folder, 'a', ['msgb'])
  await writeKeys(path('publisher'))
  await writeKeys(path('other'))
})

/** The results of the checks: digest, database, checksum, signature. */
async function results(file: string, options: CheckOptions = {}) {
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
  assert.match(reasons[2] ?? '', /no SHA-256/)
  assert.match(reasons[3] ?? '', /not base64/)
})

test('what cannot be read, and a key that is none, are errors', async () => {
  const error = (kind: string) => (thrown: unknown) => thrown instanceof LegalTextError && thrown.kind === kind
  await assert.rejects(checkBundle(path('missing.sqlite')), error('not_ready'))
  await assert.rejects(checkBundle(folder), error('not_ready'))
  await signFile(bundle, path('publisher.key'))
  await assert.rejects(checkBundle(bundle, { publicKey: path('missing.pub') }), error('invalid_input'))
})
