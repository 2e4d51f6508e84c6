import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { formatElements } from '../../src/citation/norm-path.ts'
import { singleNumber } from '../../src/citation/ranges.ts'
import { findDesignations } from '../../src/citation/text/find-designations.ts'
import type { Corpus } from '../../src/corpus/corpus.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { readLawNorms, seriesMembers } from '../../src/resolve/law-norms.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

async function members(law: string, text: string): Promise<string[] | undefined> {
  const [norm] = findDesignations(text)[0]?.norms ?? []
  assert(norm !== undefined)
  return seriesMembers(await readLawNorms(corpus, await resolveLaw(corpus, law)), norm)?.map(formatElements)
}

describe('the norms of a series', () => {
  it('lie between its bounds, ranges that reach over them included', async () => {
    assert.deepEqual(await members('msgb', '§§ 4 bis 7a'), ['par:3-6', 'par:7', 'par:7a'])
    assert.deepEqual(await members('msgbeg', 'Art. 5 §§ 1 bis 2'), ['art:5/par:1', 'art:5/par:2'])
    assert.deepEqual(await members('msgb', '§§ 1 f.'), ['par:1', 'par:2'])
  })

  it('are none where it is no series, or holds none', async () => {
    for (const text of ['§ 1', '§§ 1 ff.', '§§ 98 bis 99', '§§ 7 bis 3'])
      assert.equal(await members('msgb', text), undefined)
  })
})

it('a single number, with its letters or without', () => {
  assert.deepEqual(['433', '433a', '3-6', 'ii', '3_4'].map(singleNumber), [
    433,
    433,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
})
