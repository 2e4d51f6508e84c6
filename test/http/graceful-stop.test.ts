import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { gracefulStop } from '../../src/http/graceful-stop.ts'

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  const stop = gracefulStop(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { stop, open: () => connect(port, '127.0.0.1') }
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function ask(socket: Socket): Promise<string> {
  socket.write(REQUEST)
  return String((await once(socket, 'data'))[0])
}

test('connections that are not used are closed at once, and no new ones are taken', async () => {
  const { stop, open } = await serve((_request, response) => response.end('x'))
  const [idle, silent] = [open(), open()]
  assert.match(await ask(idle), /\r\nConnection: keep-alive\r\n/)
  const closed = Promise.all([once(idle, 'close'), once(silent, 'close')])
  silent.destroy()
  await stop()
  await closed
  const late = open()
  await assert.rejects(once(late, 'connect'), { code: 'ECONNREFUSED' })
})

test('a connection on which nothing was ever sent is closed after a second', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { stop, open } = await serve((_request, response) => response.end('x'))
  const silent = open()
  await once(silent, 'connect')
  await ask(open())
  const closed = once(silent, 'close')
  const stopped = stop()
  context.mock.timers.tick(1000)
  await closed
  await stopped
})

test('a large answer arrives whole, however slowly it is read', async () => {
  const body = Buffer.alloc(20_000_000, 'a')
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const { stop, open } = await serve((_request, response) => {
    response.end(body)
    resolve()
  })
  const slow = open().pause()
  slow.write(REQUEST)
  await answered
  const stopped = stop()
  const answer = await text(slow)
  assert.equal(answer.length - answer.indexOf('\r\n\r\n') - 4, body.length)
  await stopped
})

test('who asks again on an open connection is answered, and told that it is the last time', async () => {
  const waiting: ServerResponse[] = []
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const { stop, open } = await serve((_request, response) => {
    if (waiting.push(response) === 1) resolve()
    else response.end('last')
  })
  const second = open()
  second.write(REQUEST.slice(0, 10))
  await once(second, 'connect')
  const first = open()
  first.write(REQUEST)
  await asked
  const stopped = stop()
  second.write(REQUEST.slice(10))
  assert.match(await text(second), /\r\nConnection: close\r\n[\s\S]*last$/)
  waiting[0]?.end('first')
  assert.match(await text(first), /first$/)
  await stopped
})
