/** `norm --context N`: the norms before and after, in their order, each once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { withNeighbours } from '../../src/commands/base/norm-neighbours.ts'
import { argumentRequests } from '../../src/commands/base/norm-requests.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { LegalTextError } from '../../src/errors.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

/** The paths that are asked for, without that of the law. */
async function asked(size: number, ...words: string[]): Promise<string[]> {
  const paths: string[] = []
  for await (const { read } of withNeighbours(corpus, await argumentRequests(corpus, words), size)) {
    paths.push(
      await read().then(
        ({ norm }) => norm,
        (error) => {
          assert(error instanceof LegalTextError)
          return error.kind
        },
      ),
    )
  }
  return paths
}

test('one norm comes between its neighbours, named as it was', async () => {
  assert.deepEqual(await asked(1, 'msgb', '14'), ['par:13', '14', 'par:15'])
  assert.deepEqual(await asked(2, '§ 14 Abs. 1 MSGB'), ['par:12aa', 'par:13', 'par:14/abs:1', 'par:15', 'par:16'])
})

test('neighbours end where the law ends', async () => {
  assert.deepEqual(await asked(2, 'msgb', 'toc:1'), ['toc:1', 'par:1', 'par:2'])
  assert.deepEqual(await asked(1, 'msgb', 'annex:1'), ['par:32', 'annex:1'])
  const { norms = [] } = (await corpus.law('msgb')) ?? {}
  assert.equal((await asked(100, 'msgb', '14')).length, norms.length)
})

test('no norm comes twice, and the law keeps its order', async () => {
  assert.deepEqual(await asked(1, 'msgb', '13', '14', '15'), ['par:12aa', '13', '14', '15', 'par:16'])
  assert.deepEqual(await asked(1, 'msgb', '14', '16'), ['par:13', '14', 'par:15', '16', 'par:17'])
  assert.deepEqual(await asked(2, 'msgb', '13', '14'), ['par:12', 'par:12aa', '13', '14', 'par:15', 'par:16'])
  assert.deepEqual(await asked(1, 'msgb', '16', '14'), ['par:15', '16', 'par:17', 'par:13', '14'])
})

test('several parts of one norm are all answered', async () => {
  assert.deepEqual(await asked(1, 'msgb', 'par:14/abs:1', 'par:14/abs:2'), [
    'par:13',
    'par:14/abs:1',
    'par:15',
    'par:14/abs:2',
  ])
})

test('a request without an answer has no neighbours, and ends nothing', async () => {
  assert.deepEqual(await asked(1, '§ 99 MSGB', '§ 1 MSGB'), ['not_found', 'toc:1', 'par:1', 'par:2'])
})
