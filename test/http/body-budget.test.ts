import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { BodyBudget } from '../../src/http/body-budget.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import { readSettings } from '../../src/program/settings.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { open, parseAnswers } from './hardening-server.ts'

const MEBIBYTE = 1024 * 1024

/** A budget with a clock that the test sets. */
function budgetAt() {
  const clock = { now: 0 }
  const budget = new BodyBudget(MEBIBYTE, () => clock.now)
  const given: string[] = []
  const begin = (client: string) => {
    const held = budget.begin(client, ({ message }) => {
      given.push(`${client}: ${message}`)
      budget.release(held)
    })
    return held
  }
  return { clock, budget, begin, given }
}

const isTooMany = (error: unknown) => error instanceof LegalTextError && error.kind === 'too_many_requests'

test('what waits counts until it is answered, by client and in all', () => {
  const { budget, begin } = budgetAt()
  const whole = (client: string) => {
    const held = begin(client)
    budget.add(held, MEBIBYTE)
    budget.complete(held)
    return held
  }
  const first = Array.from({ length: 6 }, () => whole('a'))
  assert.throws(() => whole('a'), /of this client wait/)
  // A refused body counts until the endpoint releases it.
  for (const [client, count] of Object.entries({ b: 6, c: 3 })) {
    for (let bodies = 0; bodies < count; bodies++) whole(client)
  }
  assert.throws(() => whole('e'), isTooMany)
  for (const released of first.slice(0, 2)) budget.release(released)
  whole('f')
  const short = begin('e')
  budget.add(short, 500)
})

test('a body that nothing comes of gives way to others, the one that waits longest first', () => {
  const { budget, begin, clock, given } = budgetAt()
  for (let client = 0; client < 16; client++) {
    clock.now = client
    budget.add(begin(`attacker ${client}`), MEBIBYTE - 1)
  }
  const other = begin('other')
  assert.throws(() => budget.add(other, 100_000), isTooMany)
  budget.release(other)
  clock.now = 600
  const later = begin('other')
  budget.add(later, MEBIBYTE)
  assert.deepEqual(given, ['attacker 0: the request body arrives too slowly'])
})

test('a body below the lowest rate is given up, however many bytes came at first', () => {
  const { budget, begin, clock, given } = budgetAt()
  const [slow, steady, whole] = [begin('slow'), begin('steady'), begin('whole')]
  for (const each of [slow, steady, whole]) budget.add(each, 500_000)
  budget.complete(whole)
  for (let second = 1; second <= 12; second++) {
    clock.now = second * 1000
    budget.add(slow, 1)
    budget.add(steady, 2000)
    budget.checkRates()
  }
  assert.deepEqual(given, ['slow: the request body arrives too slowly'])
})

/** `POST /mcp` with a check of a text. */
function checkRequest(length: number, missing = 0): Buffer {
  const params = { name: 'check_text', arguments: { text: '§ 1 MSGB '.repeat(length / 9) } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const whole = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  return whole.subarray(0, whole.length - missing)
}

test('many large checks of one client are refused at once, and another client is answered', async () => {
  const corpus = await openCorpus({ dataset: 'starter' })
  const settings = { ...readSettings({}), mcp: true }
  const server: Server = createHttpServer(createApp({ corpus: () => corpus, settings }), settings)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const attackers = Array.from({ length: 12 }, () => open(port))
  for (const { socket } of attackers) socket.write(checkRequest(900_000, 1))
  const other = open(port, '127.0.0.2')
  other.socket.write(checkRequest(100))
  assert.equal((await other.answered(1))[0]?.status, 200)
  const refused = () => attackers.filter(({ received }) => parseAnswers(received())[0]?.status === 429).length
  while (refused() < 5) await new Promise((resolve) => setTimeout(resolve, 20))
  for (const { socket } of [...attackers, other]) socket.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await corpus.close()
})
