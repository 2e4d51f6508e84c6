import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findDesignations } from '../../src/citation/text/find-designations.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { lawNormsOf } from '../../src/resolve/law-norms.ts'
import { seriesOf } from '../../src/resolve/norm-series.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** The norms and errors of a series, in order; `undefined` if the text names a single norm. */
async function members(law: string, text: string): Promise<string[] | undefined> {
  const [norm] = findDesignations(text)[0]?.norms ?? []
  assert(norm !== undefined)
  const series = await seriesOf(lawNormsOf(corpus, await resolveLaw(corpus, law)), norm)
  const errors = (list: readonly { kind: string; message: string }[]) =>
    list.map(({ kind, message }) => `${kind}: ${message}`)
  return series && [...errors(series.begins), ...series.norms.map(({ norm }) => norm), ...errors(series.ends)]
}

test('the norms of a series lie between its bounds, ranges that reach over them included', async () => {
  const cases: [law: string, text: string, ...norms: string[]][] = [
    ['msgb', '§§ 4 bis 7a', 'par:3-6', 'par:7', 'par:7a'],
    ['msgbeg', 'Art. 5 §§ 1 bis 2', 'art:5/par:1', 'art:5/par:2'],
    ['msgb', '§§ 1 f.', 'par:1', 'par:2'],
    ['bienhv_2005', '§§ 3 bis 4', 'par:3', 'par:4'],
    // Both norms with this number.
    ['bienhv_1998', '§§ 2 bis 4', 'par:2', 'par:4', 'par:4/seq:2'],
  ]
  for (const [law, text, ...norms] of cases) assert.deepEqual(await members(law, text), norms, text)
})

test('a single norm, an open series, and one that begins nowhere or at several norms are no series', async () => {
  for (const text of ['§ 1', '§§ 1 ff.', '§ 99 f', '§ 32 f', '§§ 99 f.']) {
    assert.equal(await members('msgb', text), undefined, text)
  }
  assert.equal(await members('bienhv_2005', '§ 1 f.'), undefined)
  assert.equal(await members('bienhv_1998', '§ 4 f.'), undefined)
})

test('bounds that do not exist are named, with the norms between them', async () => {
  const cases: [text: string, ...members: string[]][] = [
    ['§§ 32 bis 99', 'par:32', 'not_found: MSGB has no § 99, where the range ends'],
    ['§§ 12x bis 13', 'not_found: MSGB has no § 12x, where the range begins', 'par:13'],
    ['§§ 7 bis 3', 'invalid_input: the range goes backwards, from § 7 to § 3; write §§ 3-7'],
  ]
  for (const [text, ...expected] of cases) assert.deepEqual(await members('msgb', text), expected, text)
})

test('a bound that fits several norms is ambiguous, not missing', async () => {
  const teile = 'ambiguous: § 1 fits 2 norms of BienHV 2005: Teil 1 § 1, Teil 2 § 1'
  for (const text of ['§§ 1 bis 3', '§§ 1 bis 2']) {
    assert.deepEqual((await members('bienhv_2005', text))?.slice(0, 1), [teile], text)
  }
  assert.deepEqual(await members('bienhv_2005', '§§ 1 bis 3'), [teile])
  assert.deepEqual(await members('msgbeg', '§§ 2a bis 3'), [
    'art:5/par:2a',
    'not_found: MSGBEG has no Art. 5 § 3, where the range ends',
  ])
})
