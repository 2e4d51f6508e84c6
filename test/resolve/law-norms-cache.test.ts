import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Corpus, LawSummary, NormSummary } from '../../src/model/corpus.ts'
import { lawNormsOf } from '../../src/resolve/law-norms.ts'

/** A corpus with laws of a number of norms each, which remembers the laws whose outlines were read. */
function corpusOf(norms: number): { corpus: Corpus; read: string[] } {
  const outline = Array.from(
    { length: norms },
    (_, place): NormSummary => ({
      norm: `par:${place + 1}`,
      label: `§ ${place + 1}`,
      heading: '',
      status: 'in_force',
    }),
  )
  const read: string[] = []
  const corpus: Partial<Corpus> = {
    async outline(code) {
      read.push(code)
      return outline
    },
  }
  return { corpus: corpus as Corpus, read }
}

const law = (code: string) => ({ code, abbreviation: code }) as LawSummary

test('the norms of a law are read once, and those of the law used least recently are given up for others', async () => {
  const { corpus, read } = corpusOf(8000)
  const use = async (codes: string) => {
    for (const code of codes) await lawNormsOf(corpus, law(code)).all()
    return read.splice(0).join('')
  }
  assert.equal(await use('aab'), 'ab')
  assert.equal(await use('aba'), '', '16,000 norms are kept')
  assert.equal(await use('c'), 'c')
  assert.equal(await use('ac'), '', 'b went, which was used least recently')
  assert.equal(await use('b'), 'b')
  assert.equal(await use('cb'), '')
  assert.equal(await use('a'), 'a')
})

test('the norms of a law larger than the cache are kept while nothing else is used', async () => {
  const { corpus, read } = corpusOf(20_001)
  for (const code of 'aabba') await lawNormsOf(corpus, law(code)).all()
  assert.deepEqual(read, ['a', 'b', 'a'])
})

test('each corpus has norms of its own', async () => {
  const [one, other] = [corpusOf(1), corpusOf(2)]
  assert.equal((await lawNormsOf(one.corpus, law('a')).all()).length, 1)
  assert.equal((await lawNormsOf(other.corpus, law('a')).all()).length, 2)
})
