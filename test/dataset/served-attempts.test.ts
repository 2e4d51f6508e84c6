import assert from 'node:assert/strict'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ServedCorpus } from '../../src/dataset/served-corpus.ts'
import { readSettings } from '../../src/program/settings.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

const folder = temporaryFolder()
const one = await bundleOf(folder, 'one', ['msgb'])
const two = await bundleOf(folder, 'two', ['bienhv_2005'])

/** Time limit for events that should come at once, in milliseconds. */
const PATIENCE = 20_000

/** Serves a file on a stopped clock. */
function serve(test: TestContext, file: string) {
  test.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  process.env.XDG_CACHE_HOME = temporaryFolder()
  let attempts = 0
  let bundle: string | undefined
  const served = new ServedCorpus(readSettings({ DATASET_PATH: file }), () => {}, {
    onChange({ current }) {
      attempts++
      bundle = current instanceof LegalTextError ? undefined : current.bundle.id
    },
    async whenReleased() {},
  })
  test.after(() => served.close())
  const settle = async (isDone: () => boolean) => {
    const end = performance.now() + PATIENCE
    while (!isDone() && performance.now() < end) await setImmediate()
    assert(isDone())
    // The attempt ends after its report.
    for (let turn = 0; turn < 10; turn++) await setImmediate()
  }
  return {
    served,
    bundle: () => bundle,
    /** Advances the clock, and waits for one more attempt to end. */
    async passes(milliseconds: number) {
      const before = attempts
      test.mock.timers.tick(milliseconds)
      await settle(() => attempts > before)
    },
    opened: () => settle(() => bundle !== undefined),
  }
}

test('a change during an attempt leads to another attempt at once', async (t) => {
  const file = join(folder, 'late.sqlite')
  const { served, opened } = serve(t, file)
  copyFileSync(one, file)
  served.reload()
  await assert.rejects(served.opened, { kind: 'not_ready' })
  await opened()
})

test('after a success the first retry comes after a second again', async (t) => {
  const file = join(folder, 'changing.sqlite')
  const { served, bundle, passes } = serve(t, file)
  await assert.rejects(served.opened)
  for (const wait of [1000, 2000, 4000]) await passes(wait)
  copyFileSync(one, file)
  await passes(8000)
  const first = bundle()
  assert.notEqual(first, undefined)
  writeFileSync(file, 'no bundle')
  served.reload()
  await passes(0)
  assert.equal(bundle(), first)
  copyFileSync(two, file)
  await passes(1000)
  assert.notEqual(bundle(), first)
})
