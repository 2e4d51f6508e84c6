import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { lock, removeLockFile, tryLock } from '../../src/dataset/lock.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { collectGarbage } from '../memory.ts'
import { until } from '../until.ts'
import { startChild } from './child.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0
const newFile = () => join(folder, `locks-${files++}`, 'a.lock')

test('one process may hold an exclusive lock, or several a shared one, also within one process', () => {
  const file = newFile()
  const one = tryLock(file, 'exclusive')
  assert(one)
  assert.equal(tryLock(file, 'exclusive'), undefined)
  assert.equal(tryLock(file, 'shared'), undefined)
  one.release()
  one.release()
  const [first, second] = [tryLock(file, 'shared'), tryLock(file, 'shared')]
  assert(first && second)
  assert.equal(tryLock(file, 'exclusive'), undefined)
  first.release()
  assert.equal(tryLock(file, 'exclusive'), undefined)
  second[Symbol.dispose]()
  tryLock(file, 'exclusive')?.release()
  const again = tryLock(file, 'exclusive')
  assert(again)
  again.release()
})

test('a lock that is held writes nothing', () => {
  for (const mode of ['exclusive', 'shared'] as const) {
    const file = newFile()
    const held = tryLock(file, mode)
    assert.equal(statSync(file).size, 0)
    assert.deepEqual(readdirSync(join(file, '..')), ['a.lock'])
    held?.release()
    assert.deepEqual(readdirSync(join(file, '..')), ['a.lock'])
  }
})

test('other processes have to wait, and a crash of the owner frees the lock', async (t) => {
  for (const mode of ['exclusive', 'shared'] as const) {
    const file = newFile()
    const child = await startChild(t, 'lock', file, mode)
    assert.equal(child.line, 'held')
    assert.equal(tryLock(file, 'exclusive'), undefined)
    const shared = tryLock(file, 'shared')
    assert.equal(shared !== undefined, mode === 'shared')
    shared?.release()
    await child.kill()
    const held = tryLock(file, 'exclusive')
    assert(held)
    const late = await startChild(t, 'lock', file, 'shared')
    assert.equal(late.line, 'taken')
    await late.kill()
    held.release()
  }
})

test('waiting ends when the lock is freed, and is told once', async () => {
  const file = newFile()
  const held = await lock(file, 'exclusive')
  let told = 0
  const waiting = lock(file, 'shared', { poll: 5, onWait: () => told++ })
  await until('it is told', () => told > 0)
  await setTimeout(30)
  assert.equal(told, 1)
  held.release()
  const got = await waiting
  assert.equal(tryLock(file, 'exclusive'), undefined)
  got.release()
})

test('waiting ends with the reason of the signal', async () => {
  const file = newFile()
  const held = await lock(file, 'shared')
  const reason = new Error('enough')
  const controller = new AbortController()
  const waiting = lock(file, 'exclusive', {
    signal: controller.signal,
    poll: 60_000,
    onWait: () => controller.abort(reason),
  })
  await assert.rejects(waiting, reason)
  await assert.rejects(lock(file, 'shared', { signal: AbortSignal.abort(reason) }), reason)
  held.release()
})

test('patience waits for a lock that is held for a moment', async () => {
  const file = newFile()
  const started = performance.now()
  const held = tryLock(file, 'exclusive')
  assert.equal(tryLock(file, 'shared', 50), undefined)
  assert(performance.now() - started >= 40)
  held?.release()
})

test('a lock that nobody refers to is still held', async () => {
  const file = newFile()
  tryLock(file, 'exclusive')
  collectGarbage()
  await setTimeout(10)
  collectGarbage()
  assert.equal(tryLock(file, 'exclusive'), undefined)
})

test('a lock file that is something else, or cannot be made, is an error that names it', () => {
  const file = newFile()
  tryLock(file, 'shared')?.release()
  writeFileSync(file, 'This is no database.'.repeat(100))
  writeFileSync(join(folder, 'file'), '')
  for (const each of [file, join(folder, 'file', 'a.lock')]) {
    assert.throws(
      () => tryLock(each, 'exclusive'),
      (error) => error instanceof LegalTextError && error.kind === 'not_ready' && error.message.includes(each),
    )
  }
})

test('a lock file is removed only while nobody holds the lock', async (t) => {
  for (const mode of ['exclusive', 'shared'] as const) {
    const file = newFile()
    const child = await startChild(t, 'lock', file, mode)
    assert.equal(removeLockFile(file), false)
    assert(existsSync(file))
    await child.kill()
    assert.equal(removeLockFile(file), true)
    assert(!existsSync(file))
  }
})

test('who opened a lock file before it was removed has the lock of the new one, and alone', async (t) => {
  const file = newFile()
  const holders = Array.from({ length: 4 }, () => startChild(t, 'turns', file, '100'))
  let removals = 0
  const removing = setInterval(() => {
    if (existsSync(file) && removeLockFile(file)) removals++
  })
  try {
    for (const { line } of await Promise.all(holders)) assert.equal(line, 'alone')
  } finally {
    clearInterval(removing)
    for (const holder of await Promise.all(holders)) await holder.kill()
  }
  assert(removals > 0)
})
