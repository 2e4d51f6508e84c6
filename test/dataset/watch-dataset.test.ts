import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { watchDataset } from '../../src/dataset/served-corpus.ts'
import { temporaryFolder } from './starter-bundles.ts'

const SECOND = 1000

/** Watches a dataset on its own clock. @returns the number of changes reported after some more seconds */
function watch(test: TestContext, dataset: string | undefined, cache: string): (seconds: number) => number {
  test.mock.timers.enable({ apis: ['setInterval'] })
  let told = 0
  const watched = watchDataset(dataset, cache, () => {
    told++
  })
  test.after(() => watched.close())
  return (seconds) => {
    for (let second = 0; second < seconds; second++) test.mock.timers.tick(SECOND)
    return told
  }
}

test('a changed file is told of once, a second after the last change', (t) => {
  const file = join(temporaryFolder(), 'a.sqlite')
  writeFileSync(file, '')
  const toldAfter = watch(t, file, '/nowhere')
  assert.equal(toldAfter(3), 0)
  for (const text of ['1', '12', '123']) {
    writeFileSync(file, text)
    assert.equal(toldAfter(1), 0, `${text} may go on`)
  }
  assert.equal(toldAfter(1), 1)
  assert.equal(toldAfter(5), 1)
  writeFileSync(file, '1234')
  assert.equal(toldAfter(2), 2)
})

test('a file that is removed and put back is told of once it is back, and so is one that takes its place', (t) => {
  const folder = temporaryFolder()
  const [file, other] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')]
  writeFileSync(file, '1')
  writeFileSync(other, '2')
  const toldAfter = watch(t, file, '/nowhere')
  renameSync(other, file)
  assert.equal(toldAfter(2), 1)
  rmSync(file)
  assert.equal(toldAfter(1), 1)
  writeFileSync(file, '345')
  assert.equal(toldAfter(1), 1)
  assert.equal(toldAfter(4), 2)
})

test('without a dataset the bundles of the cache are watched, also before there are any', (t) => {
  const cache = temporaryFolder()
  const toldAfter = watch(t, undefined, cache)
  assert.equal(toldAfter(2), 0)
  mkdirSync(join(cache, 'bundles'))
  writeFileSync(join(cache, 'bundles', 'a.sqlite'), '')
  assert.equal(toldAfter(3), 1)
  writeFileSync(join(cache, 'bundles', 'a.sqlite'), '1')
  assert.equal(toldAfter(3), 2)
})
