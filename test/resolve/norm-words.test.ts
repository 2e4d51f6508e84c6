import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertOneLaw, lawAmongWords } from '../../src/cli/law-words.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { type NamedNorms, readNormArguments, readOneNorm } from '../../src/resolve/norm-words.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const ofLaw = (law: string, ...norms: string[]): NamedNorms => ({ law, norms })
const designations = (...texts: string[]): NamedNorms => ({ designations: texts })

test('designations and laws are read without quotation marks', async () => {
  const cases: [words: string[], named: NamedNorms][] = [
    [['§14', 'MSGB'], designations('§14 MSGB')],
    [['14', 'MSGB'], designations('14 MSGB')],
    [['Art', '1', 'MSVERF'], designations('Art 1 MSVERF')],
    [['§', '14', 'Abs.', '1', 'MSGB'], designations('§ 14 Abs. 1 MSGB')],
    [['14', 'Abs.', '1', 'MSGB'], designations('14 Abs. 1 MSGB')],
    [['§', '14', 'msgb', 'abs.', '1'], designations('§ 14 msgb abs. 1')],
    [['§', '3', 'BienHV', '2005'], designations('§ 3 BienHV 2005')],
    [['MSGB', '§', '14'], ofLaw('MSGB', '§ 14')],
    [['Möwensunder', 'Stadtgesetzbuch', '14'], designations('Möwensunder Stadtgesetzbuch 14')],
    [['Möwensunder', 'Stadtgesetzbuch', '1', '14'], ofLaw('Möwensunder Stadtgesetzbuch', '1', '14')],
    [['1', '14', 'MSGB'], ofLaw('MSGB', '1', '14')],
    [['msgb', '12', 'bis', '14'], ofLaw('msgb', '12 bis 14')],
    [['msgb', '1,', '14'], ofLaw('msgb', '1, 14')],
    [['msgb', '§§', '12', 'ff.'], ofLaw('msgb', '§§ 12 ff.')],
    [['msgbeg', '5', '/', '1'], ofLaw('msgbeg', '5 / 1')],
    [['msgbeg', '5', '/1'], ofLaw('msgbeg', '5 /1')],
    [['msgbeg', '5/', '1', 'Abs.', '1'], ofLaw('msgbeg', '5/ 1 Abs. 1')],
    [['msgb', '14,'], ofLaw('msgb', '14,')],
    [['32011l9902', 'Article 2'], ofLaw('32011l9902', 'Article 2')],
    [['32011l9902', 'Article', '2(1)'], ofLaw('32011l9902', 'Article 2(1)')],
    [['32011l9902', 'Recital 1', 'annex:a'], ofLaw('32011l9902', 'Recital 1', 'annex:a')],
    [['32024r9901', 'art:6'], ofLaw('32024r9901', 'art:6')],
    // Laws that the corpus lacks.
    [['32024d9903', 'Art. 1'], ofLaw('32024d9903', 'Art. 1')],
    [['14', 'XYZG'], ofLaw('XYZG', '14')],
    [['msgx', '1'], ofLaw('msgx', '1')],
  ]
  for (const [words, named] of cases) assert.deepEqual(await readNormArguments(corpus, words), named, words.join(' '))
})

test('several norms of a law, and several designations, stay what they were', async () => {
  const cases: [words: string[], named: NamedNorms][] = [
    [['msgb', '1', '2', '14'], ofLaw('msgb', '1', '2', '14')],
    [['msgb', 'par:1', '§ 14 Abs. 1'], ofLaw('msgb', 'par:1', '§ 14 Abs. 1')],
    [['§ 1 MSGB', '§ 14 MSGB'], designations('§ 1 MSGB', '§ 14 MSGB')],
    [['§§ 1, 2 MSGB', '§ 14 MSGB'], designations('§§ 1, 2 MSGB', '§ 14 MSGB')],
    [['§ 1 MSGB', 'nonsense'], designations('§ 1 MSGB', 'nonsense')],
    [['msgbeg', 'Art.', '5', '§', '1'], ofLaw('msgbeg', 'Art. 5 § 1')],
  ]
  for (const [words, named] of cases) assert.deepEqual(await readNormArguments(corpus, words), named, words.join(' '))
})

test('a command that takes one norm says how many are named', async () => {
  assert.deepEqual(await readOneNorm(corpus, ['§', '14', 'MSGB']), { code: 'msgb', norm: 'par:14' })
  await assert.rejects(readOneNorm(corpus, ['msgb', '1', '2']), /names 2 norms; this command takes one at a time/)
  const message = (text: string) => `${text} names 2 norms of MSGB; ask for one at a time: § 1, § 2`
  for (const text of ['§§ 1, 2 MSGB', '§ 1 f. MSGB', '§ 1 f MSGB', '§ 1 MSGB, § 2 MSGB']) {
    await assert.rejects(readOneNorm(corpus, [text]), { kind: 'ambiguous', message: message(text) }, text)
  }
  await assert.rejects(readOneNorm(corpus, ['§§ 1, 99 MSGB']), { kind: 'not_found' })
  await assert.rejects(readOneNorm(corpus, ['§ 1 MSGB, § 1 InselVtr']), {
    message: /names 2 norms; ask for one at a time: § 1 MSGB, /,
  })
})

test('a command that takes one norm notes what is named and not given, with the law before or after it', async () => {
  const note = '“ff.” leaves open where the series ends; only its first norm is given'
  assert.deepEqual(await readOneNorm(corpus, ['msgb', '§ 12 ff.']), { code: 'msgb', norm: '§ 12 ff.', note })
  assert.deepEqual(await readOneNorm(corpus, ['msgb', '§ 12 f.']), { code: 'msgb', norm: '§ 12 f.' })
  const none = '“f.” names the next norm, too, but there is none'
  assert.deepEqual(await readOneNorm(corpus, ['msgb', '§ 32 f.']), { code: 'msgb', norm: '§ 32 f.', note: none })
  assert.deepEqual(await readOneNorm(corpus, ['§ 32 f. MSGB']), { code: 'msgb', norm: 'par:32', note: none })
  assert.deepEqual(await readOneNorm(corpus, ['§ 12 ff. MSGB']), { code: 'msgb', norm: 'par:12', note })
})

test('the words of a law are one name; several laws are too many', async () => {
  await assertOneLaw(corpus, ['Möwensunder', 'Stadtgesetzbuch'])
  await assertOneLaw(corpus, ['no', 'such', 'law'])
  await assert.rejects(assertOneLaw(corpus, ['msgb', 'msverf']), /expected one law, not 2: msgb, msverf/)
})

test('words after a law point to the command for its norms or parts', async () => {
  const cases = [
    [['msgb', '14'], 'msgb 14 is not a law; for a norm of MSGB: legal-text norm msgb 14'],
    [['MSGB', 'Buch', '2'], "MSGB Buch 2 is not a law; for a part of MSGB: legal-text law msgb --part 'Buch 2'"],
  ] as const
  for (const [words, message] of cases) {
    await assert.rejects(assertOneLaw(corpus, words), { kind: 'not_found', message })
  }
})

test('a law among the words of a query, with others in --codes, is told of', async () => {
  const note = (q: string[], ...codes: string[]) => lawAmongWords(corpus, { args: { q }, flags: { codes } })
  const told = 'is read as a word to look for; to search in that law, too: --codes'
  assert.equal(await note(['Gebühr', 'msverf'], 'msgb'), `msverf ${told} msgb,msverf`)
  assert.equal(await note(['Gebühr', 'HafenG'], 'msgb', 'msverf'), `HafenG ${told} msgb,msverf,HafenG`)
  assert.equal(await note(['Gebühr', 'msverf,msgbeg'], 'msgb'), `msverf,msgbeg ${told} msgb,msverf,msgbeg`)
  for (const query of [['Treu', 'und', 'Glauben'], ['MSGB', 'Gebühr'], ['Gebühr nach msverf'], ['a,']]) {
    assert.equal(await note(query, 'msgb'), undefined, query.join(' '))
  }
})
