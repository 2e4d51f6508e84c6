/** A database gives the same answers as the bundle, byte for byte. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { assetPath } from '../../../src/program/package.ts'
import { publishBundle } from '../../../src/store/postgres/publish.ts'
import { answerTo, drawRequests } from './mixed-requests.ts'
import { PostgresServer, skip } from './server.ts'

test('3,000 mixed requests are answered as from the bundle, to the byte', { skip }, async (context) => {
  const server = await PostgresServer.start()
  context.after(() => server.remove())
  const file = assetPath('starter.sqlite')
  const address = await server.createDatabase()
  await publishBundle(file, address, { keep: 2 })
  const [bundle, published] = await Promise.all([openEngine(file), openEngine(address)])
  // As in commands, whose messages name the opened dataset.
  for (const corpus of [bundle, published]) corpus.bundle.name = 'the corpus'
  const requests = await drawRequests(bundle, 3000)
  for (let start = 0; start < requests.length; start += 20) {
    // Concurrently, like clients.
    const some = requests.slice(start, start + 20)
    const [expected, found] = await Promise.all([
      Promise.all(some.map((request) => answerTo(bundle, request))),
      Promise.all(some.map((request) => answerTo(published, request))),
    ])
    for (const [index, request] of some.entries()) {
      assert.equal(found[index], expected[index], JSON.stringify(request))
    }
  }
  await Promise.all([bundle.close(), published.close()])
})
