import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Corpus } from '../../src/corpus/corpus.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { LegalTextError } from '../../src/errors.ts'
import { listedNorms } from '../../src/resolve/listed-norms.ts'
import { readNamedNorms } from '../../src/resolve/named-norm.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'

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

/** Norms of MSGB, and what each text names. */
const CASES: [text: string, ...norms: string[]][] = [
  ['§§ 12 bis 14', 'par:12', 'par:12aa', 'par:13', 'par:14'],
  ['§§ 12, 14', 'par:12', 'par:14'],
  ['§§ 1, 14 Abs. 1 und 2', 'par:1', 'par:14/abs:1', 'par:14/abs:2'],
  ['§ 14 Abs. 1 bis 2', 'par:14/abs:1', 'par:14/abs:2'],
  ['§ 12 f.', 'par:12', 'par:12aa'],
  ['§§ 28 bis 99', 'par:28', 'par:30-31', 'par:32', 'MSGB has no § 99, where the range ends'],
  ['§§ 14 bis 12', 'par:14', 'the range goes backwards: only its first norm is given'],
  ['§§ 1 bis 3', 'par:1', 'par:2', 'par:3-6'],
  ['§ 1, § 14 Abs. 1', 'par:1', 'par:14/abs:1'],
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
  assert.deepEqual(await listed('§§ 1, 99, 2'), ['par:1', 'MSGB has no § 99 (it ends with § 32)', 'par:2'])
})

test('a part after a law with a year in its name is refused with the words to write', async () => {
  await assert.rejects(readNamedNorms(corpus, '§ 1 BienHV 2005 Satz 1'), {
    message: '"Satz 1" after the law is not read; put it before the law, as in "§ 1 Satz 1 BienHV 2005"',
  })
})
