/** Messages on missing or ambiguous norms and parts: for people, so without norm paths. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { norm } from '../../src/operations/norm.ts'
import { type ErrorBody, errorBody } from '../../src/util/errors.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

async function errorOf(code: string, designation: string): Promise<ErrorBody> {
  try {
    await norm.run(corpus, { code, norm: designation })
  } catch (error) {
    return errorBody(error)
  }
  throw new Error(`${code} ${designation} should fail`)
}

test('messages name norms and parts as people do; the fields keep the paths', async () => {
  const cases: [code: string, designation: string, message: string][] = [
    ['msgb', '9999', 'MSGB has no § 9999 (it ends with § 32)'],
    ['msgb', 'par:9999', 'MSGB has no § 9999 (it ends with § 32)'],
    [
      'msgb',
      '29',
      'MSGB has no § 29 (it goes from § 28 to §§ 30 und 31); now § 28 MSGB; it was published until 2025-06-01',
    ],
    ['msgbeg', '5/99', 'MSGBEG has no Art. 5 § 99 (it ends with Art. 5 § 2a); two norms are written 5, 99'],
    ['msgb', 'Art. 12', 'MSGB has no Art. 12 (it has § 12)'],
    ['msverf', '99', 'MSVerf has no Art. 99 (it ends with Art. 16)'],
    ['msgbeg', 'art:5/par:99', 'MSGBEG has no Art. 5 § 99 (it ends with Art. 5 § 2a)'],
    ['bienhv_2005', '§ 5 Satz 1', 'BienHV 2005 has no § 5 (it ends with § 4)'],
    ['msgbeg', '§ 1', '§ 1 fits 2 norms of MSGBEG: Art. 5 § 1, Art. 6 § 1'],
    ['bienhv_2005', '§ 1', '§ 1 fits 2 norms of BienHV 2005: Teil 1 § 1, Teil 2 § 1'],
    ['bienhv_1998', '§ 4', '§ 4 fits 2 norms of BienHV 1998: § 4, § 4 (2nd)'],
    ['msgb', '§ 1 Abs. 1 Satz 2', '§ 1 Abs. 1 MSGB has only Satz 1'],
    ['msgb', 'par:1/abs:9', '§ 1 MSGB has only Abs. 1, 2 and 3'],
    ['msgb', '§ 14 Abs. 1 Nr. 77', '§ 14 Abs. 1 MSGB has only Nr. 1, 2 and 3'],
    ['msgb', '§ 17 Abs. 1', '§ 17 MSGB has no Abs. 1, only Satz 1, Satz 2'],
    ['msgb', '§ 8 Abs. 1', '§ 8 MSGB is repealed and has no Abs. 1'],
  ]
  for (const [code, designation, message] of cases) {
    assert.equal((await errorOf(code, designation)).message, message, `${code} ${designation}`)
  }
  for (const [code, designation, path] of [
    ['msgb', '9999', 'par:9999'],
    ['msgb', '§ 99 Abs. 1', 'par:99/abs:1'],
    ['msgbeg', '5/99', 'art:5/par:99'],
  ] as const) {
    assert.equal((await errorOf(code, designation)).norm, path, designation)
  }
  const { norm: missing, suggestions } = await errorOf('msgb', 'par:9999')
  assert.equal(missing, 'par:9999')
  assert.equal(suggestions?.at(-1)?.norm, 'par:32')
  assert.equal((await errorOf('msgb', '§ 1 Abs. 9')).norm, 'par:1/abs:9')
  assert.equal((await errorOf('bienhv_2005', '§ 1')).candidates?.[0]?.norm, 'part:1/par:1')
})

test('where one norm can be given, a list or range is ambiguous, and the message says how many norms it names', async () => {
  const cases: [designation: string, message: string, candidates: string[]][] = [
    ['§§ 1, 2', '§§ 1, 2 names 2 norms of MSGB; ask for one at a time: § 1, § 2', ['par:1', 'par:2']],
    [
      '12-13',
      '12-13 names 3 norms of MSGB; ask for one at a time: § 12, § 12aa, § 13',
      ['par:12', 'par:12aa', 'par:13'],
    ],
    [
      '§ 14 Abs. 1 und 2',
      '§ 14 Abs. 1 und 2 names 2 parts of § 14 MSGB; ask for one at a time: § 14 Abs. 1, § 14 Abs. 2',
      ['par:14/abs:1', 'par:14/abs:2'],
    ],
    ...['§ 1 f.', '§ 1 f'].map((text): [string, string, string[]] => [
      text,
      `${text} names 2 norms of MSGB; ask for one at a time: § 1, § 2`,
      ['par:1', 'par:2'],
    ]),
    ...['§ 14 Abs. 1 f.', '§ 14 Abs. 1 bis 2'].map((text): [string, string, string[]] => [
      text,
      `${text} names 2 parts of § 14 MSGB; ask for one at a time: § 14 Abs. 1, § 14 Abs. 2`,
      ['par:14/abs:1', 'par:14/abs:2'],
    ]),
  ]
  for (const [designation, message, norms] of cases) {
    const error = await errorOf('msgb', designation)
    assert.deepEqual([error.error, error.message], ['ambiguous', message])
    assert.deepEqual(
      error.candidates?.map((candidate) => candidate.norm),
      norms,
    )
  }
})

test('a law without annexes has no `Anlage`, and nothing else is suggested', async () => {
  for (const [designation, name] of [
    ['Anlage', 'Anlage'],
    ['Anlage 1', 'Anlage 1'],
  ] as const) {
    const { message, suggestions } = await errorOf('bienhv_2005', designation)
    assert.deepEqual([message, suggestions], [`BienHV 2005 has no ${name}`, undefined])
  }
})

test('a range within one label is the norm of that label', async () => {
  for (const text of ['4-5', '§§ 3 bis 5']) {
    const { norm: path, resolution } = await norm.run(corpus, { code: 'msgb', norm: text })
    assert.deepEqual([path, resolution?.by], ['par:3-6', 'range'], text)
  }
})

test('a law that the corpus lacks is told with the name of the dataset', async () => {
  assert.equal((await errorOf('msgx', '1')).message, 'the starter dataset has no law msgx; did you mean msgb (MSGB)?')
})
