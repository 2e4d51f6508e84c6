import { after, before, describe } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { publishBundle } from '../../src/store/postgres/publish.ts'
import { PostgresServer, skip } from '../store/postgres/server.ts'
import { describeEngine } from './contract.ts'

describe('PostgreSQL', { skip }, () => {
  let server: PostgresServer
  const published = new Map<string, string>()

  before(async () => {
    server = await PostgresServer.start()
  })
  after(() => server.remove())

  describeEngine('postgres', async (bundle) => {
    const address = published.get(bundle) ?? (await server.createDatabase())
    if (!published.has(bundle)) await publishBundle(bundle, address, { keep: 2 })
    published.set(bundle, address)
    return openEngine(address)
  })
})
