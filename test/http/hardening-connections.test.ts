/** Which connection is closed beyond the limit. Addresses of 127.0.0.0/8 are different clients. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { App } from '../../src/http/app.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import { readSettings } from '../../src/program/settings.ts'
import { until } from '../until.ts'
import { type OpenConnection, open, serveHardened } from './hardening-server.ts'

const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
const [GREEDY, POLITE] = ['127.0.0.1', '127.0.0.2'] as const

/** A server with a limit. `connect` opens connections one by one and resolves once each is accepted. */
async function serve(context: TestContext, maxConnections: number) {
  const server = await serveHardened({ maxConnections })
  context.after(() => server.close())
  const connect = async (address: string, sent = HEALTH): Promise<OpenConnection> => {
    const before = await server.connections()
    const opened = open(server.port, address)
    if (sent !== '') opened.socket.write(sent)
    if (sent === HEALTH) await opened.answered(1)
    else await until('it is accepted', async () => (await server.connections()) > before)
    return opened
  }
  return { server, connect }
}

async function isUsable({ socket, received, answered }: OpenConnection): Promise<boolean> {
  const count = received().match(/HTTP\/1\.1 /g)?.length ?? 0
  socket.write(HEALTH)
  await answered(count + 1)
  return true
}

test('a new connection takes the place of the longest idle one of the client that has most', async (context) => {
  const { server, connect } = await serve(context, 5)
  const polite = await connect(POLITE)
  const kept = await connect(GREEDY)
  const silent = await connect(GREEDY, '')
  const begun = await connect(GREEDY, 'GET /hea')
  const uploading = await connect(GREEDY, 'POST /laws HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n')
  // It is now the most recently active one.
  assert(await isUsable(kept))
  const newcomers: OpenConnection[] = []
  for (const [index, next] of [silent, begun, uploading].entries()) {
    newcomers.push(await connect(`127.0.0.${index + 3}`))
    await next.closed
    assert.equal(await server.connections(), 5)
  }
  for (const one of [polite, kept, ...newcomers]) assert(await isUsable(one))
})

test('a client that has most gives its own connections for further ones, and nobody else does', async (context) => {
  const { connect } = await serve(context, 3)
  const polite = await connect(POLITE)
  const first = [await connect(GREEDY), await connect(GREEDY)]
  for (const old of first) {
    await connect(GREEDY)
    await old.closed
  }
  assert(await isUsable(polite))
})

test('one client of a proxy after the other is served, on connections that are idle for a moment', async (context) => {
  const { connect } = await serve(context, 2)
  const connections = [await connect(GREEDY), await connect(GREEDY)]
  for (let count = 0; count < 5; count++) {
    connections.push(await connect(GREEDY))
    await connections[count]?.closed
  }
  for (const one of connections.slice(-2)) assert(await isUsable(one))
})

test('hundreds of connections that send nothing do not keep another client out', async (context) => {
  const { server, connect } = await serve(context, 300)
  const idle = Array.from({ length: 300 }, () => open(server.port, GREEDY))
  await until('all are accepted', async () => (await server.connections()) === 300)
  assert(await isUsable(await connect(POLITE)))
  for (const { socket } of idle) socket.destroy()
})

test('a connection that is being answered is not closed; a new one is, if there are no others', async (context) => {
  const pending: ServerResponse[] = []
  const handler: App['handler'] = (_request, response) => pending.push(response)
  const server = createHttpServer({ handler } as App, { ...readSettings({}), maxConnections: 2 })
  await new Promise<void>((resolve) => server.listen(0, GREEDY, resolve))
  const { port } = server.address() as AddressInfo
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const first = [open(port), open(port)]
  for (const { socket } of first) socket.write(HEALTH)
  await until('both are being answered', async () => pending.length === 2)
  const refused = open(port, POLITE)
  refused.socket.write(HEALTH)
  await refused.closed
  assert.equal(refused.received(), '')
  for (const response of pending) response.end('x')
  await Promise.all(pending.map((response) => new Promise((resolve) => response.once('close', resolve))))
  const admitted = open(port, POLITE)
  admitted.socket.write(HEALTH)
  await first[0]?.closed
  await until('it is admitted', async () => pending.length === 3)
})
