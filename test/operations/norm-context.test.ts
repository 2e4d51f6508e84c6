/** `norm --context N`: the norms before and after, in order, each once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { argumentRequests } from '../../src/cli/norm-requests.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { answersInContext } from '../../src/operations/norm-answers.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

/** Paths of the answers, without the law's path. */
async function answered(size: number, ...words: string[]): Promise<string[]> {
  const paths: string[] = []
  for await (const { answer } of answersInContext(corpus, await argumentRequests(corpus, words), size)) {
    if (answer instanceof LegalTextError) paths.push(answer.kind)
    else paths.push([answer.norm, answer.selection?.path].filter(Boolean).join('/'))
  }
  return paths
}

test('one norm comes between its neighbours', async () => {
  assert.deepEqual(await answered(1, 'msgb', '14'), ['par:13', 'par:14', 'par:15'])
  assert.deepEqual(await answered(2, '§ 14 Abs. 1 MSGB'), ['par:12aa', 'par:13', 'par:14/abs:1', 'par:15', 'par:16'])
})

test('neighbours end where the law ends', async () => {
  assert.deepEqual(await answered(2, 'msgb', 'toc:1'), ['toc:1', 'par:1', 'par:2'])
  assert.deepEqual(await answered(1, 'msgb', 'annex:1'), ['par:32', 'annex:1'])
  const norms = (await corpus.outline('msgb')).map(({ norm }) => norm)
  assert.deepEqual(await answered(100, 'msgb', '14'), norms)
})

test('no norm comes twice, and the law keeps its order, whatever the order of the requests', async () => {
  assert.deepEqual(await answered(1, 'msgb', '13', '14', '15'), ['par:12aa', 'par:13', 'par:14', 'par:15', 'par:16'])
  assert.deepEqual(await answered(1, 'msgb', '14', '14'), ['par:13', 'par:14', 'par:15'])
  const apart = ['par:13', 'par:14', 'par:15', 'par:17', 'par:18', 'par:19']
  assert.deepEqual(await answered(1, 'msgb', '18', '14'), apart)
  const overlapping = ['par:13', 'par:14', 'par:15', 'par:16', 'par:17']
  assert.deepEqual(await answered(1, 'msgb', '16', '14'), overlapping)
})

test('laws come in the order of the requests, and each of them once', async () => {
  const ofLaws = ['art:1', 'art:2', 'art:3', 'toc:1', 'par:1', 'par:2']
  assert.deepEqual(await answered(1, 'Art. 2 MSVerf', '§ 1 MSGB', 'Art. 2 MSVerf'), ofLaws)
})

test('several parts of one norm are all answered, each once', async () => {
  const parts = ['par:14/abs:1', 'par:14/abs:2', 'par:14/abs:1']
  assert.deepEqual(await answered(1, 'msgb', ...parts), ['par:13', 'par:14/abs:1', 'par:14/abs:2', 'par:15'])
})

test('a request without an answer has no neighbours, and ends nothing', async () => {
  assert.deepEqual(await answered(1, '§ 99 MSGB', '§ 1 MSGB'), ['not_found', 'toc:1', 'par:1', 'par:2'])
})

test('each norm is read once, whether it is requested or a neighbour', async ({ mock }) => {
  const reads = mock.method(corpus, 'norm').mock
  await answered(1, 'msgb', '14', '16')
  const read = reads.calls.map(({ arguments: [, path] }) => path)
  assert.deepEqual(read.sort(), ['par:13', 'par:14', 'par:15', 'par:16', 'par:17'])
})
