/** Remote clients learn nothing about the machine of the server. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { createApp } from '../../src/http/app.ts'
import { isLocal } from '../../src/http/client-address.ts'
import { listeningLine } from '../../src/http/serve.ts'
import { readSettings } from '../../src/program/settings.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { assertSecret, folder, REMOTE, reasonFor, SECRET, serve } from './disclosure-server.ts'
import { listen } from './server.ts'

const TOKEN = 'a-token-of-the-operator'

test('with tokens, it is for their clients wherever they are', async (t) => {
  const authTokenFile = join(folder, 'tokens')
  writeFileSync(authTokenFile, TOKEN)
  const [, port] = await serve(t, 'missing.sqlite', { authTokenFile, corsOrigin: ['https://a.example'] })
  assert.match(await reasonFor(port, { ...REMOTE, Authorization: `Bearer ${TOKEN}` }), /Secret-Place/)
  await assertSecret(port, REMOTE)
  await assertSecret(port, { ...REMOTE, Authorization: 'Bearer some-other-token-here' })
  // A preflight needs no token.
  await assertSecret(port, { ...REMOTE, Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' })
})

test('progress and failures inside have nothing of the machine', async (t) => {
  const log = t.mock.method(process.stderr, 'write', () => true)
  const progress = new LegalTextError('not_ready', 'the corpus is being made: fetching 3 of 4', { stage: 'fetch' })
  const making = await listen(createApp({ corpus: () => progress }).handler)
  const broken = await listen(
    createApp({
      corpus: () => {
        throw new Error(`${folder} is gone`)
      },
    }).handler,
  )
  t.after(() => Promise.all([making.close(), broken.close()]))
  assert.equal((await making.ask({ path: '/laws', headers: REMOTE })).body.message, progress.message)
  const failed = await broken.ask('/laws')
  assert.equal(failed.status, 500)
  assert.doesNotMatch(failed.text, SECRET)
  assert.match(String(log.mock.calls[0]?.arguments[0]), /Secret-Place/)
})

test('a client is on the machine if it connects from there and no proxy is in between', () => {
  const from = (remoteAddress: string | undefined, headers = {}) =>
    isLocal({ socket: { remoteAddress }, headers } as unknown as IncomingMessage)
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    assert(from(address), address)
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])
      assert(!from(address, { [name]: '127.0.0.1' }))
  }
  for (const address of ['192.0.2.1', '10.0.0.1', '::', 'fe80::1', '::ffff:192.0.2.127', '1127.0.0.1', undefined]) {
    assert(!from(address), address)
  }
})

test('the first line of the log says that everyone can connect, and how not', () => {
  const without = readSettings({})
  const protectedBy = readSettings({ AUTH_TOKEN_FILE: 'tokens' })
  for (const url of ['http://0.0.0.0:8001', 'http://[::]:8001']) {
    const line = listeningLine(url, without)
    assert(line.startsWith(`Listening on ${url} (`))
    assert.match(line, /all addresses.*without a token.*--host 127\.0\.0\.1/)
    assert.equal(listeningLine(url, protectedBy), `Listening on ${url}`)
  }
  for (const url of ['http://127.0.0.1:8001', 'http://[::1]:1', 'http://192.0.2.1:80', 'http://[2001:db8::]:80']) {
    assert.equal(listeningLine(url, without), `Listening on ${url}`)
  }
})
