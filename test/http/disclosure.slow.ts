/** Answers to remote clients when a real dataset cannot be opened or replaced. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assetPath } from '../../src/program/package.ts'
import { until } from '../until.ts'
import { assertSecret, folder, REMOTE, reasonFor, serve } from './disclosure-server.ts'

test('why there is no corpus is for clients on the machine', async (t) => {
  writeFileSync(join(folder, 'text.sqlite'), 'no bundle')
  mkdirSync(join(folder, 'empty.sqlite'))
  copyFileSync(assetPath('starter.sqlite'), join(folder, 'short.sqlite'))
  truncateSync(join(folder, 'short.sqlite'), 50_000)
  for (const file of ['missing.sqlite', 'text.sqlite', 'empty.sqlite', 'short.sqlite', 'text.sqlite/below.sqlite']) {
    const [, port] = await serve(t, file)
    assert.match(await reasonFor(port, {}), /Secret-Place/, file)
    const message = await reasonFor(port, REMOTE)
    assert.match(message, /^no corpus is open.*tries again.*log says why/, file)
    await assertSecret(port, REMOTE)
  }
})

test('why a corpus was not replaced, and what an open one is read from, is for clients on the machine', async (t) => {
  const file = join(folder, 'replaced.sqlite')
  copyFileSync(assetPath('starter.sqlite'), file)
  const [server, port] = await serve(t, 'replaced.sqlite')
  await assertSecret(port, REMOTE)
  writeFileSync(file, 'no bundle')
  server.reload()
  await until('the replacement has failed', async () => (await reasonFor(port, {})) !== '')
  assert.match(await reasonFor(port, {}), /Secret-Place/)
  assert.equal(await reasonFor(port, REMOTE), 'the newer corpus could not be opened; the log says why')
  await assertSecret(port, REMOTE)
})
