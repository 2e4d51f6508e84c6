import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { definitions } from '../../src/operations/definitions.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

const find = (input: Parameters<typeof definitions.run>[1]) => definitions.run(corpus, input)

test('a term is found in every inflection, with the wording of its part', async () => {
  for (const term of ['Liegegast', 'Liegegästen', 'liegegasts']) {
    const { definitions: found, total } = await find({ term })
    assert.equal(total, 1, term)
    const [first] = found
    assert(first)
    assert.equal(first.cite_as, '§ 2 Nr. 3 HafenG')
    assert.deepEqual([first.norm, first.subdivision, first.kind, first.local], ['par:2', 'satz:1/nr:3', 'list', false])
    assert.equal(first.text, '3. Liegegast: wer länger als 24 Stunden im Hafen bleibt;')
    assert.equal(first.text.slice(first.start, first.end), first.term)
    assert.equal(first.lead_in, 'In diesem Gesetz bedeuten')
    assert.match(first.provenance.content_hash, /^sha256:/)
  }
})

test('several words are a term, and other words of the norm are not', async () => {
  const { definitions: found } = await find({ term: 'Tag der Möwe' })
  assert.deepEqual(
    found.map(({ cite_as }) => cite_as),
    ['§ 9 Abs. 1 Satz 2 MSGB'],
  )
  for (const term of ['Möwe', 'Quastenflosser', 'Tag']) assert.equal((await find({ term })).total, 0, term)
})

test('laws list their definitions in their order, in pages', async () => {
  const all = await find({ codes: ['msgb', 'hafeng_2021'] })
  assert.deepEqual(all.codes, ['msgb', 'hafeng_2021'])
  assert.deepEqual([all.term, all.count, all.total, all.next], [null, 9, 9, null])
  const terms: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page = await find({ codes: ['msgb', 'hafeng_2021'], limit: 4, offset })
    assert.equal(page.total, 9)
    terms.push(...page.definitions.map(({ term }) => term))
    offset = page.next
  }
  assert.deepEqual(
    terms,
    all.definitions.map(({ term }) => term),
  )
  assert.deepEqual(terms.slice(0, 3), ['Anlieger', 'Stadtschrift', 'Handschlag'])
})

test('a term is looked for in the laws and the place that are named', async () => {
  assert.equal((await find({ term: 'Anlieger', codes: ['MSGB'] })).total, 1)
  assert.equal((await find({ term: 'Anlieger', codes: ['hafeng_2021'] })).total, 0)
  assert.equal((await find({ term: 'Anlieger', jurisdiction: 'eu' })).total, 0)
  assert.equal((await find({ term: 'Sundhonig', jurisdiction: 'EU' })).total, 1)
})

test('an older state has its own definitions, of laws that are named', async () => {
  const asked = { codes: ['msgb'], as_of: '2024-06-01' }
  const { definitions: found, as_of } = await find({ ...asked, term: 'Anliegern' })
  assert.deepEqual([found.map(({ cite_as }) => cite_as), as_of], [['§ 2 Nr. 1 MSGB'], '2024-06-01'])
  await assert.rejects(find({ term: 'Anlieger', as_of: '2024-06-01' }), /codes: must name laws/)
  await assert.rejects(find({}), /codes: must name laws/)
  await assert.rejects(find({ term: '–' }), /term: must be a term/)
})
