import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { listen } from './server.ts'

test('caches are told that errors, too, depend on the origin where only some may read them', async (t) => {
  const corpus = await openCorpus({ dataset: 'starter' })
  t.after(() => corpus.close())
  for (const [corsOrigin, vary] of [
    [['https://a.example'], 'Origin'],
    [['*'], undefined],
    [undefined, undefined],
  ] as const) {
    const settings = corsOrigin === undefined ? {} : { corsOrigin: [...corsOrigin] }
    const server = await listen(createApp({ corpus: () => corpus, settings }).handler)
    t.after(() => server.close())
    for (const origin of ['https://a.example', 'https://b.example']) {
      const { status, headers } = await server.ask({ path: '/laws/none', headers: { host: 'x', origin } })
      assert.deepEqual([status, headers.vary, headers['cache-control']], [404, vary, 'no-store'])
    }
  }
})
