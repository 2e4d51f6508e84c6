import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { singleNumber } from '../../src/citation/ranges.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus, LawSummary, NormSummary } from '../../src/model/corpus.ts'
import { lawNormsOf } from '../../src/resolve/law-norms.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

it('a single number, with its letters or without', () => {
  assert.deepEqual(['433', '433a', '3-6', 'ii', '3_4'].map(singleNumber), [
    433,
    433,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
})

describe('the norms of a law', () => {
  const NORMS = 8000
  const norms = Array.from(
    { length: NORMS },
    (_, number): NormSummary => ({ norm: `par:${number}`, label: `§ ${number}`, heading: '', status: 'in_force' }),
  )
  const law = (code: string) => ({ code, abbreviation: code, norm_count: NORMS }) as LawSummary

  /** A corpus of laws with the same norms, and a record of the calls to it. */
  function counted(): { of: Corpus; calls: string[] } {
    const calls: string[] = []
    const of: Partial<Corpus> = {
      outline: async (code) => {
        calls.push(`outline ${code}`)
        return norms
      },
      normsEndingIn: async (code, elements) => {
        calls.push(`look-up ${code}`)
        return norms.filter(({ norm }) => elements.includes(norm))
      },
    }
    return { of: of as Corpus, calls }
  }

  it('are looked up by name at first, and read as a whole when more is asked', async () => {
    const { of, calls } = counted()
    for (let number = 1; number <= 50; number++) {
      const found = await lawNormsOf(of, law('a')).endingIn([`par:${number}`, `art:${number}`])
      assert.deepEqual(
        found.map(({ norm }) => norm.norm),
        [`par:${number}`],
      )
    }
    assert.equal(calls.filter((call) => call === 'outline a').length, 1)
    assert.equal(calls.length, 9)
  })

  it('come in document order, whichever element they end in', async () => {
    const found = await lawNormsOf(corpus, await resolveLaw(corpus, 'msgbeg')).endingIn(['par:2', 'art:1', 'par:1'])
    const all = await lawNormsOf(corpus, await resolveLaw(corpus, 'msgbeg')).all()
    const paths = found.map(({ norm }) => norm.norm)
    assert.deepEqual(
      paths,
      all.map(({ norm }) => norm.norm).filter((norm) => paths.includes(norm)),
    )
    assert(paths.length > 2)
  })
})
