import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { listedNorms } from '../../src/resolve/listed-norms.ts'
import { readNamedNorms } from '../../src/resolve/named-norm.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'
import { LegalTextError } from '../../src/util/errors.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const asText = (each: { norm: string; note?: string } | LegalTextError) =>
  each instanceof LegalTextError ? each.message : [each.norm, each.note].filter(Boolean).join(': ')

async function listed(text: string): Promise<string[]> {
  return (await listedNorms(corpus, await resolveLaw(corpus, 'msgb'), text)).map(asText)
}

/** Norms of MSGB, and the norms that each text names. */
const CASES: [text: string, ...norms: string[]][] = [
  ['§§ 12 bis 14', 'par:12', 'par:12aa', 'par:13', 'par:14'],
  ['§§ 12, 14', 'par:12', 'par:14'],
  ['§§ 1, 14 Abs. 1 und 2', 'par:1', 'par:14/abs:1', 'par:14/abs:2'],
  ['§ 14 Abs. 1 bis 2', 'par:14/abs:1', 'par:14/abs:2'],
  ['§ 12 f.', 'par:12', 'par:12aa'],
  ['§§ 28 bis 99', 'par:28', 'par:30-31', 'par:32', 'MSGB has no § 99, where the range ends'],
  ['§§ 14 bis 12', 'the range goes backwards, from § 14 to § 12; write §§ 12-14'],
  ['§§ 12x bis 13', 'MSGB has no § 12x, where the range begins', 'par:13'],
  ['§ 12x f.', 'MSGB has no § 12x (it goes from § 12aa to § 13)'],
  ['§ 14 Abs. 1 f.', 'par:14/abs:1', 'par:14/abs:2'],
  ['§ 14 Abs. 2 bis 1', 'the range goes backwards, from Abs. 2 to Abs. 1'],
  ['§ 1 Abs. 3 bis 9', 'par:1/abs:3', '§ 1 MSGB has only Abs. 1, 2 and 3'],
  ['§ 32 f.', 'par:32: “f.” names the next norm, too, but there is none'],
  ['§§ 1 bis 3', 'par:1', 'par:2', 'par:3-6'],
  ['§ 1, § 14 Abs. 1', 'par:1', 'par:14/abs:1'],
  // Each norm once.
  ['§§ 12 f. und 12aa, 14', 'par:12', 'par:12aa', 'par:14'],
  ['§§ 14, 1, 14', 'par:14', 'par:1'],
]

test('a range, a list and f. name the same norms with the law before or after them', async () => {
  for (const [text, ...norms] of CASES) {
    assert.deepEqual(await listed(text), norms, text)
    assert.deepEqual((await readNamedNorms(corpus, `${text} MSGB`)).map(asText), norms, `${text} MSGB`)
  }
})

test('numbers alone are lists and ranges, too', async () => {
  assert.deepEqual(await listed('12-14'), ['par:12', 'par:12aa', 'par:13', 'par:14'])
  assert.deepEqual(await listed('1, 14'), ['par:1', 'par:14'])
  assert.deepEqual(await listed('30-31'), ['par:30-31'])
  assert.deepEqual(await listed('4-7'), ['par:3-6', 'par:7'])
})

test('one norm, one label for several, and what is no designation are no list', async () => {
  for (const text of ['1', '§ 14 Abs. 1', 'par:30-31', '§§ 3 bis 6', '§§ 30 und 31', '§§ 12 ff.', 'hello']) {
    assert.deepEqual(await listed(text), [], text)
  }
})

test('a member that does not exist is told in its place', async () => {
  const missing = (number: string) => ['par:1', `MSGB has no § ${number} (it ends with § 32)`, 'par:2']
  assert.deepEqual(await listed('§§ 1, 99, 2'), missing('99'))
})

test('a number that is too long for a norm leaves the others of its list', async () => {
  for (const number of ['10000', '99999', '1234567890123']) {
    const expected = ['par:1', `MSGB has no § ${number} (it ends with § 32)`, 'par:2']
    for (const text of [`§§ 1, ${number}, 2`, `1, ${number}, 2`, `§ 1, § ${number}, § 2`, `§§ 1, ${number} und 2`]) {
      assert.deepEqual(await listed(text), expected, text)
      assert.deepEqual((await readNamedNorms(corpus, `${text} MSGB`)).map(asText), expected, `${text} MSGB`)
    }
  }
  assert.deepEqual((await listed('§§ 10000, 1')).at(-1), 'par:1')
})

test('`§ 12 f` is § 12 and the next norm where the law has no § 12f, and § 7a stays what it is', async () => {
  assert.deepEqual(await listed('§ 12 f'), ['par:12', 'par:12aa'])
  assert.deepEqual(await listed('12 f'), ['par:12', 'par:12aa'])
  assert.deepEqual(await listed('§ 12 f, 14'), ['par:12', 'par:12aa', 'par:14'])
  assert.deepEqual((await readNamedNorms(corpus, '§ 12 f MSGB')).map(asText), ['par:12', 'par:12aa'])
  for (const text of ['§ 7 a', '§ 12 f Abs. 1', '§ 32 f']) assert.deepEqual(await listed(text), [], text)
})

test('a part after a law with a year in its name is refused with the words to write', async () => {
  await assert.rejects(readNamedNorms(corpus, '§ 1 BienHV 2005 Satz 1'), {
    message: '"Satz 1" after the law is not read; put it before the law, as in "§ 1 Satz 1 BienHV 2005"',
  })
})
