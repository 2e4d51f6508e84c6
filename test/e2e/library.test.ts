import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { assetPath } from '../../src/program/package.ts'
import { ask, listen } from '../http/server.ts'

type Library = typeof import('../../src/index.ts')
type Program = typeof import('../../src/server.ts')

test('the built library: open, ask, and mount in a server of one’s own', async (context) => {
  const library: Library = await import(pathToFileURL(assetPath('index.js')).href)
  const corpus = await library.openCorpus({ dataset: 'starter' })
  context.after(() => corpus.close())
  const { norm } = library
  const section = await norm.run(corpus, { code: 'MSGB', norm: '§ 1' })
  assert.equal(section.norm, 'par:1')
  await assert.rejects(norm.run(corpus, { code: 'msgb', norm: '99' }), library.LegalTextError)

  const app = library.createApp({ corpus: () => corpus })
  const server = await listen((request, response) => app.handler(request, response))
  context.after(server.close)
  assert.deepEqual(
    (await server.ask('/laws/msgb/norms/par:1')).body,
    JSON.parse(JSON.stringify({ ...section, resolution: null })),
  )
  assert.deepEqual((await server.ask('/openapi.json')).body, JSON.parse(library.openApiJson()))
})

test('the built library: the front door', async () => {
  const library: Library = await import(pathToFileURL(assetPath('index.js')).href)
  const laws = await library.open({ dataset: 'starter' })
  const answer = await laws.norm('§ 1 Abs. 2 MSGB')
  assert.equal(answer.selection?.path, 'abs:2')
  assert.match(library.render(library.norm, 'md', answer), /^# § 1 Rücksicht/)
  assert.equal((await laws.check('§ 99 MSGB')).findings[0]?.class, 'wrong')
  await laws.close()
  await assert.rejects(laws.norm('§ 1 MSGB'), library.LegalTextError)
})

test('the built server as a module starts nothing by itself', async () => {
  const program: Program = await import(pathToFileURL(assetPath('server.js')).href)
  const settings = { host: '127.0.0.1', port: 0, datasetPath: 'starter', strictStartup: true, maxRequestBodyBytes: 0 }
  const server = await program.startServer(settings)
  const answer = await ask(Number(new URL(server.url).port), { path: '/ready' })
  assert.equal(answer.body.status, 'ready')
  await server.close()
})
