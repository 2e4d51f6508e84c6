/** Limits on resolving texts, and properties that one citation must not take over from another. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus, LawSummary, NormSummary } from '../../src/model/corpus.ts'
import { checkText } from '../../src/resolve/check-text.ts'
import { lawNormsOf } from '../../src/resolve/law-norms.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** The starter corpus, with one method replaced. */
function corpusWith<Key extends keyof Corpus>(name: Key, answer: Corpus[Key]): Corpus {
  return new Proxy(corpus, {
    get(target, key: keyof Corpus) {
      const value = key === name ? answer : target[key]
      return typeof value === 'function' ? value.bind(target as never) : value
    },
  })
}

test('as many citations are resolved as are allowed, and one more is an error', async () => {
  assert.equal((await resolveCitations(corpus, '§§ 1, 2 MSGB', { most: 2 })).length, 2)
  await assert.rejects(resolveCitations(corpus, '§§ 1, 2, 7 MSGB', { most: 2 }), { kind: 'invalid_input' })
})

test('similar names are looked for to twenty unknown ones of a text, and to no more', async () => {
  const names = Array.from({ length: 21 }, (_, place) => `MSGB${String.fromCharCode(0x46 + place)}`)
  const cited = await resolveCitations(corpus, names.map((name) => `§ 1 ${name}`).join('. '))
  assert.deepEqual(
    cited.map(({ suggestions = [] }) => suggestions.length > 0),
    names.map((_, place) => place < 20),
  )
})

test('a norm alone and with the one after it are told apart, in any order', async () => {
  const normsOf = async (text: string) => (await resolveCitations(corpus, text)).map(({ norm }) => norm)
  assert.deepEqual(await normsOf('§§ 1 f. MSGB und § 1 MSGB'), ['par:1', 'par:2', 'par:1'])
  assert.deepEqual(await normsOf('§ 1 MSGB und §§ 1 f. MSGB'), ['par:1', 'par:1', 'par:2'])
})

test('the end of a range of parts is looked for in the law that is cited', async () => {
  const statuses = async (text: string) => (await checkText(corpus, text)).findings.map(({ status }) => status)
  const whole = await statuses('§ 7 Abs. 1 bis 3 MSGB')
  const short = await statuses('§ 7 Abs. 1 bis 3 HafenG')
  assert.deepEqual([whole.includes('out_of_range'), short.includes('out_of_range')], [false, true])
  assert.deepEqual(await statuses('§ 7 Abs. 1 bis 3 MSGB; § 7 Abs. 1 bis 3 HafenG'), [...whole, ...short])
})

test('a federal name is wrong only where the corpus has the law of the federation', async () => {
  const classOf = async (asked: Corpus) => (await checkText(asked, '§ 5 Bundesrosengesetz')).findings[0]?.class
  assert.equal(await classOf(corpus), 'uncertain')
  const [law] = await corpus.findLaws('msgb')
  assert(law !== undefined)
  const federal = corpusWith('findLaws', async (name) => (name === 'gg' ? [law] : corpus.findLaws(name)))
  assert.equal(await classOf(federal), 'wrong')
})

test('a part without a norm is told of if any of the names that its law may have is known', async () => {
  const [law] = await corpus.findLaws('msgb')
  assert(law !== undefined)
  for (const known of ['SGB V', 'SGB']) {
    const asked = corpusWith('findLaws', async (name) => (name === known ? [law] : []))
    const { findings } = await checkText(asked, 'Abs. 2 SGB V')
    assert.deepEqual(
      findings.map(({ status }) => status),
      ['unread'],
      known,
    )
  }
})

test('a law is an extract from four numbers on if fewer than six of ten are there', async () => {
  const gapOf = async (...numbers: number[]) => {
    const outline = numbers.map(
      (number): NormSummary => ({ norm: `par:${number}`, label: `§ ${number}`, heading: '', status: 'in_force' }),
    )
    const asked = { outline: async () => outline } as Partial<Corpus> as Corpus
    return (await lawNormsOf(asked, { code: 'a', abbreviation: 'A' } as LawSummary).textGap()) !== null
  }
  assert.deepEqual([await gapOf(3), await gapOf(1, 3)], [false, false])
  assert.deepEqual([await gapOf(4), await gapOf(1, 4), await gapOf(1, 2, 4)], [true, true, false])
  assert.deepEqual([await gapOf(1, 2, 3, 4, 10), await gapOf(1, 2, 3, 4, 5, 10)], [true, false])
})
