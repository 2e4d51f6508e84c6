/** Answers that are computed in a separate thread. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBundleFile } from '../../src/dataset/open-engine.ts'
import { answerOf, calledTool, type OperationJob, placeOf, renderedAnswer } from '../../src/http/apart.ts'
import { tools } from '../../src/mcp/tools.ts'
import { check } from '../../src/operations/check.ts'
import { laws } from '../../src/operations/laws.ts'
import { parseInput } from '../../src/operations/operation.ts'
import { search } from '../../src/operations/search.ts'
import { JobThread } from '../../src/program/job-thread.ts'
import { assetPath } from '../../src/program/package.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-apart-'))
const file = join(folder, 'copy.sqlite')
copyFileSync(assetPath('starter.sqlite'), file)
const corpus = openBundleFile(file)
const threads: JobThread<OperationJob, { content: unknown }>[] = []
after(async () => {
  for (const each of threads) await each.end()
  await corpus.close()
  rmSync(folder, { recursive: true })
})

/** A text whose check takes some seconds. */
const LONG = 'Nach § 16 Abs. 1 MSGB und § 99 MSGB. '.repeat(3000)

function thread(options: { heap?: number; longest?: number } = {}) {
  const made = new JobThread<OperationJob, { content: unknown }>({
    module: 'http/operation-worker',
    longest: 30_000,
    overLimit: (limit) => new LegalTextError('payload_too_large', limit),
    ...options,
  })
  threads.push(made)
  const { id, digest } = corpus.bundle
  return (text: unknown, following = {}) =>
    made.run({ location: file, bundle: { id, digest }, question: { tool: 'check_text', given: { text } } }, following)
}

test('an answer from the thread is the one of this thread, and so is its error', async () => {
  const input = parseInput(search, { q: 'Hafen', facets: 'true', explain: true })
  assert.deepEqual(await answerOf(search, corpus, input), await search.answer(corpus, input))
  const none = parseInput(search, { q: 'Hafen', codes: 'nowhere' })
  const error = await search.answer(corpus, none).catch((thrown: unknown) => thrown)
  await assert.rejects(answerOf(search, corpus, none), { ...(error as LegalTextError) })
  const all = parseInput(laws, {})
  for (const format of ['json', 'csv'] as const) {
    const apart = await renderedAnswer(laws, corpus, all, { format })
    const here = await renderedAnswer(laws, corpus, all, { format, place: 'here' })
    assert.deepEqual(apart, here)
  }
})

test('long inputs and long answers are computed apart, those of a wrapped corpus never', () => {
  assert.equal(placeOf(corpus, {}), 'here')
  assert.equal(placeOf(corpus, { longWork: 'searching' }), 'answers')
  assert.equal(placeOf(corpus, { longWork: 'scanning' }), 'scans')
  assert.equal(placeOf(corpus, { longWork: 'computing', length: 10_000 }), 'texts')
  assert.equal(placeOf(Object.create(corpus), { longWork: 'computing', length: 10_000 }), 'here')
})

test('a tool and a posted text are answered as in this thread', async () => {
  const tool = tools.find(({ name }) => name === 'check_text')
  assert(tool !== undefined)
  const given = { text: 'Nach § 16 Abs. 1 MSGB und § 99 MSGB.' }
  const expected = await tool.call(corpus, given)
  const here = () => Promise.reject(new Error('here'))
  assert.deepEqual(await calledTool('texts', corpus, { tool: tool.name, given }, { here }), expected)
  const input = parseInput(check, { text: given.text })
  const { body } = await renderedAnswer(check, corpus, input, { format: 'json', place: 'texts' })
  assert.deepEqual(JSON.parse(body as string), await check.answer(corpus, input))
})

test('the event loop goes on during a long call, and progress is reported', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  let told = 0
  await thread()(LONG, { onProgress: () => told++ })
  clearInterval(timer)
  assert(turns > 20, `${turns} turns`)
  assert(told > 0)
})

test('a call over a limit is refused, and the next one is answered', async () => {
  await assert.rejects(thread({ longest: 1 })(LONG), { kind: 'payload_too_large', message: 'time' })
  const small = thread({ heap: 24 })
  const huge = small('§§ 1, 2, 3, 4, 5, '.repeat(50_000))
  const next = small('§ 16 MSGB')
  await assert.rejects(huge, { kind: 'payload_too_large', message: 'memory' })
  assert.match(JSON.stringify((await next).content), /1 right/)
})

test('the call of a client that leaves ends, and the one after it is answered', async () => {
  const apart = thread()
  const left = new AbortController()
  const first = apart(LONG, { signal: left.signal })
  const second = apart('§ 16 MSGB')
  setTimeout(() => left.abort(), 50)
  await assert.rejects(first, { name: 'AbortError' })
  assert.match(JSON.stringify((await second).content), /1 right/)
})

test('a bundle that is no longer at its place is answered by the server, which has it open', async () => {
  const other = join(folder, 'other.sqlite')
  copyFileSync(assetPath('starter.sqlite'), other)
  const opened = openBundleFile(other)
  rmSync(other)
  const input = parseInput(search, { q: 'Hafen' })
  assert.deepEqual(await answerOf(search, opened, input), await search.answer(opened, input))
  await opened.close()
})
