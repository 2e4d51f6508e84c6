/** Invalid or ambiguous requests are refused, and the server reads nothing more from their connection. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAllRefused, assertError, assertRefused, type HardenedServer, serveHardened } from './hardening-server.ts'

let server: HardenedServer
before(async () => {
  server = await serveHardened()
})
afterEach(() => server.assertAlive())
after(() => server.close())

/** A smuggled request, which must never be answered. */
const SMUGGLED = 'GET /ready HTTP/1.1\r\nHost: x\r\n\r\n'

const POST = 'POST /laws HTTP/1.1\r\nHost: x\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'

const refused = (sent: (string | Buffer)[], kind: Parameters<typeof assertAllRefused>[2] = 'invalid_input') =>
  assertAllRefused(server, sent, kind)

/** A request with these headers, a body that ends soon in any framing, and a smuggled request. */
const withHeaders = (headers: string) => `${POST}${headers}\r\n0\r\n\r\n${SMUGGLED}`

test('a length that is not one number of digits is refused', async () => {
  const lengths = ['-1', '+4', '4, 4', '4,5', '0x4', '4.0', '4e0', ' ', '', 'four', '4 4', '4;', '٤', '"4"', '\u00004']
  const several = ['4 5', '4 4', '0 4', '4 0'].map((pair) => pair.replace(' ', '\r\nContent-Length: '))
  await refused([...lengths, ...several].map((length) => withHeaders(`Content-Length: ${length}\r\n`)))
  const enormous = ['1048577', '9007199254740993', '18446744073709551615', '9'.repeat(30)]
  const announced = enormous.map((length) => `${POST}Content-Length: ${length}\r\n\r\n`)
  await refused(announced, 'payload_too_large')
})

test('a length beside Transfer-Encoding is refused, in both orders', async () => {
  const [length, none] = ['Content-Length: 5\r\n', 'Content-Length: 0\r\n']
  await refused([length + CHUNKED, CHUNKED + length, none + CHUNKED, CHUNKED + none].map(withHeaders))
})

test('a Transfer-Encoding that is not plainly chunked is refused', async () => {
  const codings = ['xchunked', 'chunkedx', 'identity', 'chunked, identity', 'chunked, chunked', 'gzip, chunked', 'gzip']
  const spaced = ['\vchunked', 'chunked\v', '', ' ', 'chunk\red', 'chun ked', 'chunked,', ',chunked', 'chunked;q=1']
  const twice = ['chunked chunked', 'identity chunked', 'chunked identity', 'x chunked', 'chunked x']
  const several = twice.map((pair) => pair.replace(' ', '\r\nTransfer-Encoding: '))
  const all = [...codings, ...spaced, '"chunked"', 'ćhunked', ...several]
  await refused(all.map((coding) => withHeaders(`Transfer-Encoding: ${coding}\r\n`)))
})

test('headers that are not written by the book are refused', async () => {
  const coding = [
    'Transfer-Encoding : chunked\r\n',
    'Transfer-Encoding\t: chunked\r\n',
    ' Transfer-Encoding: chunked\r\n',
  ]
  const folded = ['Transfer-Encoding:\r\n chunked\r\n', 'Transfer-Encoding: chunked\r\n \r\n', 'X: y\r\n folded\r\n']
  const hidden = [
    'X: y\r\n\tZ: chunked\r\n',
    'X: y\nZ: chunked\r\n',
    'X: y\rZ: chunked\r\n',
    '\tX: y\r\n',
    'X: y\n',
    'X: y\r',
  ]
  const characters = [
    'X: a\0b\r\n',
    'X\0: ab\r\n',
    'X: a\u0001b\r\n',
    'X: a\u007fb\r\n',
    'X y: z\r\n',
    'X(y): z\r\n',
    'Ẋ: z\r\n',
  ]
  await refused([...coding, ...folded, ...hidden, ...characters, ': y\r\n', 'no colon\r\n', '\r\r\n'].map(withHeaders))
  const line = 'GET /laws HTTP/1.1'
  await refused([
    `${line}\nHost: x\n\n`,
    `${line}\r\nHost: x\n\r\n`,
    `${line}\r\nHost: x\r\n\n`,
    `${line}\rHost: x\r\n\r\n`,
  ])
})

test('chunks that are not written by the book are refused', async () => {
  const sizes = [
    'zz',
    '-1',
    '+3',
    '0x3',
    ' 3',
    '3 ',
    '3,3',
    '3.0',
    '',
    'fffffffffffffffff',
    '10000000000000003',
    ';a=b',
  ]
  const chunks = sizes.map((size) => `${size}\r\nabc\r\n0`)
  const lengths = ['3\nabc\n0', '3\r\nabcdef\r\n0', '3\r\nab\r\n0', '3\r\nabc0', '3\r\nabc\n0', '3\rabc\r\n0']
  const bodies = [...chunks, ...lengths].map((chunk) => `${POST}${CHUNKED}\r\n${chunk}\r\n\r\n${SMUGGLED}`)
  await refused([...bodies, `${POST}${CHUNKED}\r\n0\r\nbad trailer\r\n\r\n${SMUGGLED}`])
  const extended = `3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n`
  const trailed = `0\r\nX: ${'y'.repeat(20_000)}\r\n`
  const long = [extended, trailed].map((body) => `${POST}${CHUNKED}\r\n${body}\r\n${SMUGGLED}`)
  await refused(long, 'payload_too_large')
})

test('a chunked body of HTTP/1.0 is the last thing of its connection', async () => {
  const sent = `POST /laws HTTP/1.0\r\nConnection: keep-alive\r\n${CHUNKED}\r\n0\r\n\r\n${SMUGGLED}`
  await refused([sent], 'method_not_allowed')
})

test('first lines that are not written by the book are refused', async () => {
  const versions = [
    '',
    ' HTTP/0.9',
    ' HTTP/2.0',
    ' HTTP/1.2',
    ' HTTP/3',
    ' http/1.1',
    ' HTTP/1.1 ',
    '\tHTTP/1.1',
    ' HTTP/1.1x',
  ]
  const paths = ['/la ws', '/laws\0', '/läws', 'laws', '/laws\u007f', 'example.org:443', '']
  const lines = [...versions.map((end) => `GET /laws${end}`), ...paths.map((path) => `GET ${path} HTTP/1.1`)]
  const others = ['GET\t/laws HTTP/1.1', 'GET', '/laws HTTP/1.1', 'HTTP/1.1 200 OK', ' GET /laws HTTP/1.1']
  await refused([...lines, ...others].map((line) => `${line}\r\nHost: x\r\n\r\n${SMUGGLED}`))
})

test('first lines of protocols that look like HTTP are refused', async () => {
  const lines = [
    'GET /laws RTSP/1.0',
    'GET /laws RTSP/1.1',
    'POST /laws RTSP/1.0',
    'OPTIONS * RTSP/1.0',
    'GET / ICE/1.0',
  ]
  const all = [
    ...lines,
    'OPTIONS rtsp://x/ RTSP/1.0',
    'DESCRIBE / RTSP/1.0',
    'SOURCE /laws ICE/1.0',
    'SOURCE / ICE/1.1',
  ]
  await refused(all.map((line) => `${line}\r\nHost: x\r\n\r\n${SMUGGLED}`))
  await refused(['GET /laws RTSP/1.0\r\nConnection: keep-alive\r\n\r\n'])
  const later = await server.exchange(`${SMUGGLED}GET /laws RTSP/1.0\r\nConnection: keep-alive\r\n\r\n${SMUGGLED}`)
  assert.deepEqual([later.answers.map(({ status }) => status), later.isClosed], [[200, 422], true])
  const named = await server.exchange('GET /search?q=RTSP/1.0 HTTP/1.0\r\nX: GET /laws RTSP/1.0\r\n\r\n', 1)
  assert.equal(named.answers[0]?.status, 200)
})

test('other protocols and noise are refused', async () => {
  const hello = Buffer.from('16030100f1010000ed0303a1b2c3d4e5f60718293a4b5c6d7e8f90', 'hex')
  const others = [
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'SSH-2.0-OpenSSH_9.9\r\n',
    '*1\r\n$4\r\nPING\r\n',
    '{"id":1}\n',
    '<xml/>',
  ]
  await refused([hello, Buffer.alloc(5000, 0xff), Buffer.alloc(1_000_000), ...others])
})

test('unknown methods are 405, and tunnels are not made', async () => {
  for (const method of ['FOO', 'get', 'Get', 'GETT', 'G-E_T!']) {
    const exchange = await server.exchange(`${method} /laws HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`)
    assertRefused(exchange, 'method_not_allowed', method)
    assert.equal(exchange.answers[0]?.headers.get('Allow'), 'GET, HEAD, OPTIONS')
  }
  await refused([`CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n${SMUGGLED}`], 'method_not_allowed')
})

test('an upgrade that is not known is not made, and what could follow it is not read', async () => {
  for (const upgrade of ['h2c', 'websocket', 'TLS/1.0']) {
    const headers = `Host: x\r\nConnection: upgrade\r\nUpgrade: ${upgrade}\r\n`
    const body = `Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`
    await refused([`POST /laws HTTP/1.1\r\n${headers}${body}${SMUGGLED}`], 'method_not_allowed')
    const { answers, isClosed } = await server.exchange(`GET /health HTTP/1.1\r\n${headers}\r\n${SMUGGLED}`)
    assert.deepEqual([answers.length, answers[0]?.text, isClosed], [1, '{"status":"ok"}', true])
  }
})

test('what is valid before what is not is answered first, and whole', async () => {
  const overflow = `${POST}X: ${'y'.repeat(20_000)}\r\n\r\n`
  const faults = ['NONSENSE\r\n\r\n', `${POST}Content-Length: -1\r\n\r\n`, overflow, 'CONNECT x:1 HTTP/1.1\r\n\r\n']
  for (const fault of [...faults, `${POST}${CHUNKED}\r\nzz\r\n`, `${POST}${CHUNKED}\r\n3\r\nabcdef\r\n`]) {
    for (const count of [1, 2, 5]) {
      const valid = 'GET /laws/msgb HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n'.repeat(count)
      const { answers, isClosed } = await server.exchange(`${valid}${fault}${SMUGGLED}`)
      assert(isClosed)
      const statuses = answers.map(({ status }) => status)
      assert.deepEqual(statuses.slice(0, -1), Array(count).fill(200), fault)
      assert((statuses.at(-1) ?? 0) >= 400, fault)
    }
  }
})

test('nothing follows an answer after which the client wants the connection closed', async () => {
  const sent = `GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${SMUGGLED}`
  const { answers, isClosed } = await server.exchange(sent)
  assert.deepEqual([answers.length, answers[0]?.status, isClosed], [1, 200, true])
})

test('HTTP/1.0 is answered and its connection closed', async () => {
  const { answers, isClosed } = await server.exchange('GET /health HTTP/1.0\r\n\r\n')
  assert.deepEqual([answers[0]?.text, isClosed], ['{"status":"ok"}', true])
})

test('a header counts after any number of others', async () => {
  const many = 'a:\r\n'.repeat(3500)
  await refused([`${POST}${many}Content-Length: 2000000\r\n\r\n`], 'payload_too_large')
  await refused([withHeaders(`${many}Transfer-Encoding: gzip, chunked\r\n`)])
})

test('HTTP/1.1 without Host is refused, HTTP/1.0 is not', async () => {
  for (const head of ['GET /health HTTP/1.1\r\n', 'GET /laws HTTP/1.1\r\nX-Host: x\r\n']) {
    const { answers } = await server.exchange(`${head}\r\n`, 1)
    assert.equal(assertError(answers[0], 'invalid_input'), 'the header Host is missing')
  }
  const { answers } = await server.exchange('GET /health HTTP/1.0\r\n\r\n')
  assert.equal(answers[0]?.status, 200)
})
