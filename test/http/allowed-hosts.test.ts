import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Settings } from '../../src/program/settings.ts'
import { readSettings } from '../../src/program/settings.ts'
import { assertError, type HardenedServer, serveHardened } from './hardening-server.ts'

const allowed = 'Laws.example.org, bücher.example., 2001:DB8::0:1, 192.0.2.1'

let server: HardenedServer
let closed: HardenedServer
before(async () => {
  const { allowedHosts } = readSettings({ ALLOWED_HOSTS: allowed })
  server = await serveHardened({ allowedHosts } satisfies Partial<Settings>)
  closed = await serveHardened({ allowedHosts: ['a.example'] })
})
after(async () => {
  await server.close()
  await closed.close()
})

const FORWARDED = 'X-Forwarded-For: 203.0.113.9\r\n'

/** Status of a request with this host. */
async function statusFor(host: string, path = '/laws?limit=1', more = '', target = server): Promise<number> {
  const { answers } = await target.exchange(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`, 1)
  const [answer] = answers
  if (answer?.status === 421) assertError(answer, 'misdirected', host)
  return answer?.status ?? 0
}

test('the names of the setting are answered, in any case, with a port and a final dot', async () => {
  for (const host of [
    ...['laws.example.org', 'LAWS.Example.ORG', 'laws.example.org:8080', 'laws.example.org.', 'laws.example.org.:80'],
    ...['xn--bcher-kva.example', '[2001:db8::1]', '[2001:0DB8:0::1]:443', '192.0.2.1', '192.0.2.1:1'],
  ]) {
    assert.equal(await statusFor(host, undefined, FORWARDED), 200, host)
  }
})

test('all other names are 421, as an error of ours', async () => {
  for (const host of [
    ...[
      'evil.example',
      'x.laws.example.org',
      'example.org',
      'laws.example.org.evil',
      'laws.example.org..',
      '192.0.2.2',
    ],
    ...['[2001:db8::2]', '2001:db8::1', 'laws.example.org:80:80', 'laws.example.org:x', 'laws.example.org/x', '', '.'],
    ...[
      'user@laws.example.org',
      'laws.example.org@evil',
      'laws.example.org evil',
      'laws.example.org,evil',
      '[::1',
      '%6caws',
    ],
  ]) {
    for (const path of ['/laws?limit=1', '/', '/ready', '/openapi.json', '/nowhere', '/laws/']) {
      assert.equal(await statusFor(host, path), 421, `${host} ${path}`)
    }
  }
})

test('requests from this machine may name it as such; forwarded ones may not', async () => {
  for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.1:8001', '127.1.2.3', '[::1]:1', '[0:0::1]']) {
    assert.equal(await statusFor(host), 200, host)
    for (const header of [FORWARDED, 'Forwarded: for=127.0.0.1\r\n', 'Via: 1.1 x\r\n', 'X-Real-IP: 127.0.0.1\r\n']) {
      assert.equal(await statusFor(host, undefined, header), 421, `${host} ${header}`)
    }
  }
})

test('health checks are answered under any name', async () => {
  for (const host of ['evil.example', '10.1.2.3:8001', '']) assert.equal(await statusFor(host, '/health'), 200)
})

test('the host of an absolute target takes the place of the header', async () => {
  const [own, other] = ['http://laws.example.org', 'http://evil.example']
  assert.equal(await statusFor('evil.example', `${own}/laws?limit=1`), 200)
  assert.equal(await statusFor('laws.example.org', `${other}/laws?limit=1`), 421)
  assert.equal(await statusFor('laws.example.org', 'HTTPS://laws.example.org@evil.example/laws'), 421)
  assert.equal(await statusFor('evil.example', 'http://user:x@LAWS.example.org:80?x=1'), 200)
})

test('HTTP/1.0 needs the header, too', async () => {
  const { answers } = await server.exchange('GET /laws HTTP/1.0\r\n\r\n')
  assertError(answers[0], 'misdirected')
})

test('without the setting any host is answered', async (context) => {
  const open = await serveHardened()
  context.after(open.close)
  for (const host of ['evil.example', '', '???']) assert.equal(await statusFor(host, undefined, '', open), 200, host)
})
