/** Counts by law and by kind: each equals the number of norms that a search restricted to this law or kind finds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facets, SearchPage } from '../../src/search/records.ts'
import { corpus, search, words } from './starter.ts'

const allCodes = (await corpus.laws({})).items.map(({ code }) => code)
const allKinds = [
  ...new Set(
    (await search('wer OR der OR § OR Anlage OR Artikel', { limit: 500, facets: true })).facets?.kinds.map(
      ({ kind }) => kind,
    ),
  ),
]

/** Pairs of names and numbers without zeros, in facet order. */
const ordered = (counts: readonly (readonly [string, number])[]) =>
  counts.filter(([, count]) => count > 0).sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))

const lawCounts = ({ laws }: Facets) => laws.map(({ code, count }): [string, number] => [code, count])
const kindCounts = ({ kinds }: Facets) => ordered(kinds.map(({ kind, count }) => [kind, count]))

/** The `total` of each search, or all results if every total is 0. */
async function counted(names: readonly string[], ask: (name: string) => Promise<SearchPage>) {
  const pages = await Promise.all(names.map(async (name) => ({ name, ...(await ask(name)) })))
  const isComplete = pages.some(({ total }) => total > 0)
  return ordered(pages.map(({ name, total, partial }) => [name, isComplete ? total : total + partial]))
}

const QUERIES = [
  'Hafen',
  'Hafen Gebühr',
  'Honig Wachs Ruder',
  'Kündigung MSGB',
  '§ 1 MSGB',
  '"auf Zeit"',
  '+Hafen -Gebühr',
  'Hafen OR Honig',
  'Gebühr NOT law:msgb',
  'law:msgb Zeit',
  'Hafen*',
  'Raumfahrt',
  'Kündigugn',
  'harbour dues',
  ...words.filter((word) => word.length > 4).filter((_, index) => index % 40 === 0),
]

for (const [name, filter] of [
  ['no filter', {}],
  ['a law', { codes: ['msgb'] }],
  ['kinds', { kinds: ['par'] }],
  ['all filters', { codes: ['hafeng_2021', 'msgb'], kinds: ['par', 'art'], jurisdiction: 'DE', inForce: true }],
] as const) {
  test(`with ${name}, counts are the totals of searches with this law, or this kind, instead`, async () => {
    for (const query of QUERIES) {
      const { facets } = await search(query, { ...filter, limit: 1, facets: true })
      assert(facets !== undefined)
      const ofLaw = (code: string) => search(query, { ...filter, codes: [code], limit: 1 })
      const ofKind = (kind: string) => search(query, { ...filter, kinds: [kind], limit: 1 })
      assert.deepEqual(lawCounts(facets), (await counted(allCodes, ofLaw)).slice(0, 20), query)
      assert.deepEqual(kindCounts(facets), await counted(allKinds, ofKind), query)
    }
  })
}

test('the rest of the answer is that of a search without counts', async () => {
  for (const query of QUERIES) {
    const { facets: _, ...page } = await search(query, { facets: true })
    assert.deepEqual(page, await search(query), query)
  }
  assert(!('facets' in (await search('Hafen'))))
})

test('laws have their names', async () => {
  const { facets } = await search('Hafengebühr', { facets: true })
  const { code, abbreviation, title } = (await corpus.law('hafeng_2021')) ?? {}
  assert.deepEqual(
    facets?.laws.find((law) => law.code === code),
    { ...{ code, abbreviation, title }, count: facets?.laws[0]?.count },
  )
})
