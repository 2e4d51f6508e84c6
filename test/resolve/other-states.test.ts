/** Norms that a state lacks lead to the states that have them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { check } from '../../src/operations/check.ts'
import { law } from '../../src/operations/law.ts'
import { norm } from '../../src/operations/norm.ts'
import { errorBody } from '../../src/util/errors.ts'

// States of the starter dataset: 2024-06-01, 2025-06-01, 2026-01-01.
let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

async function failure(answer: Promise<unknown>) {
  const error = await answer.then(
    () => assert.fail('it should fail'),
    (reason: unknown) => reason,
  )
  const { message, suggestions = [] } = errorBody(error)
  return { message, other: suggestions.filter(({ observed_on }) => observed_on !== undefined) }
}

test('a norm that is gone leads to the last state that has it', async () => {
  const { message, other } = await failure(norm.run(corpus, { code: 'msgb', norm: '22a' }))
  assert.match(message, /^MSGB has no § 22a .*; it was published until 2024-06-01$/)
  assert.deepEqual(other, [
    { code: 'msgb', norm: 'par:22a', label: '§ 22a', title: 'Nachfrist', observed_on: '2024-06-01' },
  ])
})

test('a norm that came later leads to the first state that has it', async () => {
  const { message, other } = await failure(norm.run(corpus, { code: 'msverf', norm: '12a', as_of: '2024-06-01' }))
  assert.match(message, /; it is published since 2025-06-01$/)
  assert.deepEqual(
    other.map(({ norm, observed_on }) => [norm, observed_on]),
    [['art:12a', '2025-06-01']],
  )
})

test('a law that is gone leads to the last state that has it, by each of its names', async () => {
  for (const name of ['sundlotso', 'Sundlotsenordnung']) {
    const { message, other } = await failure(law.run(corpus, { code: name }))
    assert.match(message, /has no law \S+; it was published until 2025-06-01$/)
    assert.deepEqual(
      other.map(({ code, observed_on }) => [code, observed_on]),
      [['sundlotso', '2025-06-01']],
    )
  }
})

test('what no state has leads nowhere', async () => {
  for (const code of ['msgb', 'raumfahrtgesetz'])
    assert.deepEqual((await failure(norm.run(corpus, { code, norm: '999' }))).other, [])
})

test('a citation of what is gone says until when it was published', async () => {
  const { findings } = await check.run(corpus, { text: '§ 22a MSGB. § 3 Sundlotsenordnung.' })
  assert.deepEqual(
    findings.map(({ message }) => message?.replace(/^.*; /, '')),
    ['it was published until 2024-06-01', 'it was published until 2025-06-01'],
  )
})
