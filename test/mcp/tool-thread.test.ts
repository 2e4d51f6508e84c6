import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { ToolThread } from '../../src/mcp/tool-thread.ts'
import { checkText } from '../../src/mcp/tools/check-text.ts'

const corpus = await openCorpus({ dataset: 'starter' })
const threads: ToolThread[] = []
after(async () => {
  for (const each of threads) each.close()
  await corpus.close()
})

function thread(options?: { heap?: number; longest?: number }): ToolThread {
  const made = new ToolThread(options)
  threads.push(made)
  return made
}

const { file, digest } = corpus.bundle
const callOf = (given: object, tool = 'check_text') => ({ location: file, digest, tool, given })
const WAITED = { signal: new AbortController().signal }
const LONG = 'Nach § 16 Abs. 1 MSGB und § 99 MSGB. '.repeat(3000)

test('a call in the thread has the answer of one beside it, and so has its error', async () => {
  const apart = thread()
  const given = { text: 'Nach § 16 Abs. 1 MSGB und § 99 MSGB.' }
  assert.deepEqual(await apart.call(callOf(given), WAITED), await checkText.call(corpus, given))
  await assert.rejects(apart.call(callOf({ text: 5 }), WAITED), { kind: 'invalid_input' })
})

test('the event loop goes on during a long call, and progress is told', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  let told = 0
  await thread().call(callOf({ text: LONG }), { ...WAITED, onProgress: () => told++ })
  clearInterval(timer)
  assert(turns > 20, `${turns} turns`)
  assert(told > 0)
})

test('a call that takes too long or too much memory is refused, and the next one is answered', async () => {
  const short = thread({ longest: 1 })
  await assert.rejects(short.call(callOf({ text: LONG }), WAITED), { kind: 'payload_too_large' })
  const small = thread({ heap: 24 })
  const huge = '§§ 1, 2, 3, 4, 5, '.repeat(50_000)
  await assert.rejects(small.call(callOf({ text: huge }), WAITED), { kind: 'payload_too_large' })
  const answer = await small.call(callOf({ text: '§ 16 MSGB' }), WAITED)
  assert.match(JSON.stringify(answer.content), /1 right/)
})

test('the call of a client that leaves ends, and the one after it is answered', async () => {
  const apart = thread()
  const left = new AbortController()
  const first = apart.call(callOf({ text: LONG }), { signal: left.signal })
  const second = apart.call(callOf({ text: '§ 16 MSGB' }), WAITED)
  setTimeout(() => left.abort(), 50)
  await assert.rejects(first, { name: 'AbortError' })
  assert.match(JSON.stringify((await second).content), /1 right/)
})
