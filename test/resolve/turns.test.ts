/** Between the norms of a text, the resolution offers a pause: a list or range in one designation is as long as a text. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { computeInTurns } from '../../src/program/turns.ts'
import { citationsWithNotes } from '../../src/resolve/complete-citations.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** Resolves with a pause wherever one is offered. */
async function countPauses(text: string): Promise<{ pauses: number; citations: number }> {
  let pauses = 0
  let isOver = false
  const pause = () => {
    isOver = !isOver
    if (!isOver) return undefined
    pauses++
    return new Promise<void>((resolve) => setImmediate(resolve))
  }
  const { length } = await computeInTurns({ pause }, () => citationsWithNotes(corpus, text, {}))
  return { pauses, citations: length }
}

for (const [name, text] of [
  ['a list', `§§ ${'1,'.repeat(1000)}2 MSGB`],
  ['a list of parts', `§§ ${'1I,'.repeat(1000)}2 MSGB`],
  ['designations', '§ 1 MSGB. '.repeat(300)],
] as const) {
  test(`${name}: a pause is offered for each norm while it is read, resolved and noted`, async () => {
    const { pauses, citations } = await countPauses(text)
    assert(citations >= 300)
    // Of two offers only one is taken.
    assert(pauses >= 1.5 * citations, `${pauses} pauses for ${citations} citations`)
  })
}

test('a text without citations: pauses are offered while it is read', async () => {
  const { pauses, citations } = await countPauses(`§1 ${'A-'.repeat(4900)}`)
  assert.equal(citations, 1)
  assert(pauses > 50, `${pauses} pauses`)
})

test('a range: its norms are resolved with pauses between them', async () => {
  const one = await countPauses('§ 1 MSGB')
  const range = await countPauses('§§ 1 bis 7 MSGB')
  assert(range.citations > 3)
  assert(range.pauses - one.pauses >= (range.citations - 1) / 2, `${range.pauses} pauses, ${one.pauses} for one norm`)
})
