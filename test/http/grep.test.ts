/** `GET /grep`: the same answers as the command, within a budget that no pattern exceeds. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { composedAnswer } from '../../src/http/apart.ts'
import { createApp } from '../../src/http/app.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { grep } from '../../src/operations/grep.ts'
import { renderParts } from '../../src/render/render.ts'
import { assertDocumented } from './document.ts'
import { listen, type TestServer } from './server.ts'

let corpus: Corpus
let server: TestServer
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
  server = await listen(createApp({ corpus: () => corpus, settings: { trustedProxies: ['127.0.0.1'] } }).handler)
})
after(async () => {
  await server.close()
  await corpus.close()
})

const askAs = (client: number, path: string) =>
  server.ask({ path, headers: { 'X-Forwarded-For': `192.0.2.${client}` } })

test('the inputs of the command are parameters, and the answer is that of the command in each format', async () => {
  const path = '/grep?pattern=HAFEN&ignore_case=true&codes=msgb,msverf&in=text&limit=2'
  const input = { pattern: 'HAFEN', ignore_case: true, codes: ['msgb', 'msverf'], in: 'text', limit: 2 } as const
  const answer = await server.ask(path)
  assertDocumented(path, answer)
  assert.deepEqual(answer.body, JSON.parse(JSON.stringify(await grep.run(corpus, input))))
  assert.equal(answer.body.is_complete, false)
  for (const format of ['ndjson', 'csv'] as const) {
    const { text } = await server.ask(`${path}&format=${format}`)
    const parts = renderParts(grep, format, corpus, await grep.stream(corpus, input))
    assert.equal(text, (await Array.fromAsync(parts)).join(''))
    assert(text.split('\n').length > 2)
  }
})

test('a wrong pattern is 422 with the place of the fault', async () => {
  const answer = await server.ask('/grep?pattern=(Hafen')
  assert.deepEqual([answer.status, answer.body.error], [422, 'invalid_input'])
  assert.match(answer.body.message, /^pattern: .* at character 1$/)
})

test('a pattern that takes too long is 422, and meanwhile everyone else is answered', async () => {
  const done: string[] = []
  const costly = askAs(1, `/grep?pattern=${encodeURIComponent('(\\w+\\s*)+;$')}`).finally(() => done.push('costly'))
  const greedy = Array.from({ length: 8 }, (_, client) =>
    askAs(client + 1, `/grep?pattern=Hafen&limit=${client + 1}`).finally(() => done.push('greedy')),
  )
  let longest = 0
  while (!done.includes('costly')) {
    const begin = performance.now()
    const [health, norm] = await Promise.all([askAs(9, '/health'), askAs(9, '/laws/msgb/norms/1')])
    assert.deepEqual([health.status, norm.status], [200, 200])
    longest = Math.max(longest, performance.now() - begin)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert(longest < 1500, `${longest} ms`)
  const { status, body } = await costly
  assert.equal(status, 422)
  assert.match(body.message, /^pattern: takes longer than 5 s: restrict it with codes/)
  for (const answer of await Promise.all(greedy)) assert.equal(answer.status, 200)
})

test('an answer over the budget ends with its search', async () => {
  let read = 0
  const endless = {
    ...grep,
    answerInParts: async () => ({
      head: {},
      parts: (async function* () {
        for (;;) yield [{ text: 'x'.repeat(2 ** 20), number: ++read }]
      })(),
    }),
  }
  await assert.rejects(composedAnswer(endless as never, corpus, { pattern: 'x' }, { format: 'ndjson' }), {
    kind: 'invalid_input',
    message: 'pattern: finds more than an answer may have: restrict it with codes or limit, or ask for count',
  })
  assert.equal(read, 4)
})
