/** Malicious URLs: path traversal, meaningless or overlong paths. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { ErrorKind } from '../../src/util/errors.ts'
import {
  assertAllRefused,
  assertError,
  assertHarmless,
  assertRefused,
  type HardenedServer,
  type RawAnswer,
  serveHardened,
} from './hardening-server.ts'

let server: HardenedServer
before(async () => {
  server = await serveHardened()
})
afterEach(() => server.assertAlive())
after(() => server.close())

async function get(target: string, method = 'GET', headers = ''): Promise<RawAnswer> {
  const { answers } = await server.exchange(`${method} ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`, 1)
  const [answer] = answers
  assert(answer, target)
  assertHarmless(answer)
  return answer
}

/** Fails unless every target is refused with one of these kinds. */
const assertNone = (targets: string[], ...kinds: ErrorKind[]) =>
  Promise.all(
    targets.map(async (target) => {
      const answer = await get(target)
      const kind = kinds.find((one) => answer.text.startsWith(`{"error":"${one}"`))
      assertError(answer, kind ?? 'internal', `${target}: ${answer.status}`)
      assert.doesNotMatch(answer.text, /root:|"version"/)
    }),
  )

test('an absolute URL means its path here, whatever its host', async () => {
  for (const url of ['http://x/health', 'HTTPS://example.org:443/health', 'http://user@[::1]:80/health?']) {
    assert.equal((await get(url)).text, '{"status":"ok"}', url)
  }
  assert.equal((await get('http://x')).headers.get('Content-Type'), 'text/html; charset=utf-8')
  assertError(await get('http://x?q=1', 'POST'), 'method_not_allowed')
  await assertNone(['ftp://x/health', '//x/health', '/http://x/health', 'http://x/http://x/health', '*'], 'not_found')
})

test('no path leads out of where it begins', async () => {
  const dots = [
    '..',
    '%2e%2e',
    '%2E.',
    '..%2f',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '%252e%252e%252f',
    '..%00',
    '.%00.',
    '....',
  ]
  const page = (await get('/')).text
  const folders = ['', 'laws/', 'laws/msgb/norms/', 'assets/', 'docs/', 'assets/docs/']
  for (const up of [...dots, '%c0%ae%c0%ae', '%u002e%u002e', '%EF%BC%8E%EF%BC%8E']) {
    const outside = [`${up}/${up}/package.json`, `${`${up}/`.repeat(12)}etc/passwd`, `${up}/${up}/server.js`]
    await assertNone(
      outside.flatMap((path) => folders.map((folder) => `/${folder}${path}`)),
      'not_found',
      'invalid_input',
    )
    for (const path of [`/${up}`, `/${up}/`, `/laws/${up}`, `/assets/${up}`, `/docs/${up}/`, `/docs/${up}`]) {
      const { status, text } = await get(path)
      assert([308, 404, 422].includes(status) || text === page, `${path}: ${status}`)
    }
  }
})

test('escapes that stand for nothing are refused, everywhere', async () => {
  const overlong = ['%c0%af', '%c1%81', '%e0%80%af', '%f0%80%80%af', '%c0%80']
  const others = ['%', '%a', '%zz', '%ed%a0%80', '%f5%80%80%80', '%80', '%ff', '%u0041', '%%20', '%-1', '%0x']
  const laws = [
    '/laws/~',
    '/laws/msgb/norms/~',
    '/laws/msgb/norms/par%3A1~',
    '/laws/msgb/norms/par:1/relationships?type=~',
  ]
  const rest = ['/laws?query=~', '/search?q=~', '/search?q=Amt&codes=~', '/laws?~=1', '/citations?q=~', '/~', '/laws~']
  for (const percent of [...overlong, ...others]) {
    await assertNone(
      [...laws, ...rest].map((path) => path.replace('~', percent)),
      'invalid_input',
    )
    await assertNone([`/assets/${percent}`, `/docs/${percent}`], 'invalid_input', 'not_found')
  }
})

test('an escaped NUL is a character like others, and is found nowhere', async () => {
  const laws = ['/laws/%00', '/laws/msgb%00', '/laws/msgb/norms/par%3A1%00', '/laws/msgb/norms/%00']
  const files = ['/assets/%00', '/assets/index.js%00.html', '/docs/%00', '/docs/..%00/index.html']
  await assertNone(['/%00', ...laws, ...files], 'not_found', 'invalid_input')
  for (const path of ['/laws?query=%00', '/search?q=%00', '/search?q=Amt%00', '/citations?q=%00']) {
    const { status } = await get(path)
    assert([200, 422].includes(status), `${path}: ${status}`)
  }
})

test('what is too long is 413 that names the limit', async () => {
  const long = 'a'.repeat(100_000)
  const escaped = '%20'.repeat(34_000)
  const paths = [`/${long}`, `/laws/${long}`, `/laws/msgb/norms/${escaped}`, `/search?q=${long}`, `/assets/${long}`]
  const heads = [...paths, `http://${long}/`].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const headers = [`X: ${long}\r\n`, `${long}: x\r\n`, 'X: y\r\n'.repeat(20_000)]
  const all = [...heads, ...headers.map((header) => `GET /laws HTTP/1.1\r\n${header}\r\n`)]
  await assertAllRefused(server, all, 'payload_too_large')
  const message = assertRefused(await server.exchange(all[0] as string), 'payload_too_large')
  assert.equal(message, 'the URL and the headers are larger than 16384 bytes')
  for (const [path, expected] of [
    [`/${'a'.repeat(12_288)}`, 'the URL is longer than 12288 bytes'],
    [`/laws?query=${'a'.repeat(10_235)}`, 'the query of the URL is longer than 10240 bytes'],
  ]) {
    const refusal = await server.exchange(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    assert.equal(assertRefused(refusal, 'payload_too_large'), expected)
  }
  await assertNone([`/${'a'.repeat(12_287)}`], 'not_found')
  assert.notEqual((await get(`/laws?query=${'a'.repeat(10_234)}`)).status, 413)
})

test('the limits are those of the settings', async (context) => {
  const strict = await serveHardened({ maxHeaderBytes: 1024, maxUrlBytes: 200, maxQueryBytes: 50 })
  context.after(strict.close)
  for (const [request, message] of [
    [`GET /laws HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(1024)}`, 'the URL and the headers are larger than 1024 bytes'],
    [`GET /${'a'.repeat(200)} HTTP/1.1\r\nHost: x`, 'the URL is longer than 200 bytes'],
    [`GET /laws?query=${'a'.repeat(45)} HTTP/1.1\r\nHost: x`, 'the query of the URL is longer than 50 bytes'],
  ]) {
    assert.equal(assertRefused(await strict.exchange(`${request}\r\n\r\n`), 'payload_too_large'), message)
  }
  const within = `GET /laws?query=${'a'.repeat(44)} HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(900)}\r\n\r\n`
  assert.equal((await strict.exchange(within, 1)).answers[0]?.status, 200)
  const larger = await serveHardened({ maxHeaderBytes: 300_000, maxUrlBytes: 150_000 })
  context.after(larger.close)
  const { answers } = await larger.exchange(
    `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
    1,
  )
  assertError(answers[0], 'not_found')
})

test('no answer says what serves it; pages may load nothing from elsewhere', async () => {
  const documents = ['/health', '/ready', '/openapi.json', '/laws', '/laws/nix', '/laws/msgb', '/search']
  const pages = ['/', '/docs', '/?view=laws', '/msgb', '/msgb/1', '/nowhere', '/?q=Hafen', '/msgb?view=full']
  for (const path of [...pages, ...documents]) {
    for (const accept of ['*/*', 'text/html']) {
      await get(path, 'POST', `Accept: ${accept}\r\n`)
      const { headers } = await get(path, 'GET', `Accept: ${accept}\r\n`)
      const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false
      if (accept === 'text/html') assert.equal(isPage, !documents.includes(path), path)
      if (isPage)
        assert.match(headers.get('Content-Security-Policy') ?? '', /^default-src 'none'; .*frame-ancestors 'none'$/)
    }
  }
})
