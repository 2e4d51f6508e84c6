import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAddress } from '../../src/download/address.ts'
import { makeAgents, sendRequest } from '../../src/download/request.ts'
import { quickClient, serve } from './server.ts'

const BODY = Buffer.alloc(4 * 1024 * 1024, 'a')

/** Sends a fixed answer to whatever comes first. @returns its address */
async function serveRaw(t: TestContext, answer: (socket: Socket, request: string) => void): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}).once('data', (data) => answer(socket, data.toString()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const ask = (url: string, idleTimeout: number) =>
  sendRequest(
    readAddress(url),
    {},
    { agents: makeAgents({}), connectTimeout: 30_000, idleTimeout, signal: new AbortController().signal },
  )

test('a body that ends with its connection is whole, however slowly it is read', async (t) => {
  const url = await serveRaw(t, (socket) => socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), BODY])))
  const { status, body } = await ask(url, 2000)
  let bytes = 0
  for await (const part of body) {
    // Longer than the server's time limit.
    if (bytes === 0) await sleep(2500)
    bytes += part.length
    await sleep(1)
  }
  assert.deepEqual([status, bytes], [200, BODY.length])
})

test('a body whose connection breaks is not taken for whole', async (t) => {
  const url = await serveRaw(t, (socket) => {
    socket.write(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), BODY]))
    setTimeout(() => socket.resetAndDestroy(), 20)
  })
  const { body } = await ask(url, 30_000)
  await assert.rejects(async () => {
    for await (const _ of body) await sleep(5)
  }, /aborted|ECONNRESET/)
})

test('what is closed is no longer sent', async (t) => {
  const closed = Promise.withResolvers<void>()
  const url = await serveRaw(t, (socket) => {
    socket.on('close', () => closed.resolve()).write(`HTTP/1.1 200 OK\r\ncontent-length: ${BODY.length}\r\n\r\n`)
  })
  const answer = await ask(url, 30_000)
  answer.close()
  await closed.promise
})

test('an answer that is no answer ends at once', async (t) => {
  const url = await serveRaw(t, (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  )
  await assert.rejects(ask(url, 30_000), { code: 'ECONNRESET' })
})

test('a body of another encoding than chunks ends with its connection, too', async (t) => {
  const url = await serveRaw(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\nab')
    setTimeout(() => socket.resetAndDestroy(), 20)
  })
  const { body } = await ask(url, 30_000)
  await assert.rejects(async () => {
    for await (const _ of body);
  }, /aborted|ECONNRESET/)
})

test('connections that the server has closed meanwhile cost no attempt', async (t) => {
  const sockets = new Set<Socket>()
  const { url } = await serve(t, (request, response) => {
    if (sockets.has(request.socket)) return request.socket.destroy()
    sockets.add(request.socket)
    response.end('whole')
  })
  const client = quickClient({ retries: 0 })
  for (let count = 0; count < 5; count += 1) {
    assert.equal(Buffer.from((await client.get(url)).body).toString(), 'whole')
  }
  assert.equal(sockets.size, 5)
})

test('an error is told, however slowly its page comes', async (t) => {
  const { url } = await serve(t, (_, response) => {
    response.writeHead(404)
    const timer = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(timer))
  })
  await assert.rejects(quickClient().get(url), { kind: 'unavailable', status: 404 })
})

test('a redirect may name its target in UTF-8', async (t) => {
  const { url, requests } = await serve(t, ({ url: path }, response) => {
    if (path === '/') response.writeHead(302, { location: Buffer.from('/gesetz/ü').toString('latin1') })
    response.end()
  })
  await quickClient().get(url)
  assert.equal(requests[1]?.url, '/gesetz/%C3%BC')
})

for (const [behaviour, problem] of [
  ['refuses', 'the proxy makes no connection'],
  ['is silent', 'no answer within the time allowed'],
  ['makes a connection on which nobody answers', 'no answer within the time allowed'],
] as const) {
  test(`a proxy that ${behaviour} is told of, without its password, and left`, async (t) => {
    t.after(() => delete process.env.HTTPS_PROXY)
    const left = Promise.withResolvers<void>()
    let asked = ''
    const proxy = await serveRaw(t, (socket, request) => {
      asked = request
      socket.on('close', () => left.resolve())
      if (behaviour === 'refuses') socket.write('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      if (behaviour.startsWith('makes')) socket.write('HTTP/1.1 200 OK\r\n\r\n')
    })
    process.env.HTTPS_PROXY = proxy.replace('://', '://user:secret@')
    const idleTimeout = behaviour === 'refuses' ? 30_000 : 1000
    await assert.rejects(quickClient({ retries: 0, idleTimeout }).get('https://law.example/a'), {
      kind: 'unavailable',
      message: `https://law.example/a: ${problem}`,
    })
    assert.match(asked, /^CONNECT law\.example:443 /)
    await left.promise
  })
}

test('a proxy that Node.js would go past, or show, is refused', () => {
  for (const proxy of [
    'proxy.example:3128',
    'http:proxy.example',
    'http://u:secret@h:9\n',
    'http://u:%zz@h',
    'socks5://h',
  ]) {
    assert.throws(() => makeAgents({ HTTP_PROXY: proxy }), {
      kind: 'invalid_input',
      message: 'HTTP_PROXY and HTTPS_PROXY must be URLs such as http://proxy.example:3128',
    })
  }
  makeAgents({ HTTP_PROXY: 'http://u:p%40@h:9', HTTPS_PROXY: '', https_proxy: 'https://[::1]:9' })
})
