import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Relationship } from '../../src/corpus/corpus.ts'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { assetPath } from '../../src/package.ts'

const corpus = await openEngine(assetPath('starter.sqlite'))
after(() => corpus.close())

const ALL = { limit: 1000, offset: 0 }
const { items: laws } = await corpus.laws({})
const norms = (
  await Promise.all(
    laws.map(async ({ code }) =>
      (await corpus.outline(code)).map(({ norm }) => ({ code, norm, name: `${code} ${norm}` })),
    ),
  )
).flat()
const related = new Map<string, Relationship[]>()
for (const { code, norm, name } of norms) related.set(name, (await corpus.relationships(code, norm, ALL)).items)

test('what is cited lists what cites it, with the same wording at the same place', async () => {
  let count = 0
  for (const { code, norm, name } of norms) {
    for (const cites of related.get(name) ?? []) {
      if (cites.type !== 'cites' || !cites.resolved) continue
      const back = related.get(`${cites.code} ${cites.norm}`)?.filter(({ type }) => type === 'cited_by')
      const same = back?.find(
        (other) =>
          other.code === code &&
          other.norm === norm &&
          other.start === cites.start &&
          other.subdivision === cites.subdivision,
      )
      assert.deepEqual([same?.citation, same?.end], [cites.citation, cites.end], `${name}: ${cites.citation}`)
      count += 1
    }
  }
  const { relationships_by_type: counts, citations } = await corpus.coverage()
  assert.equal(count, citations.resolved)
  assert.equal(counts.cited_by, citations.resolved)
  assert.equal(
    counts.cites,
    Object.values(citations).reduce((sum, each) => sum + each, 0),
  )
})

test('the wording is that of the text at its offsets', async () => {
  for (const { code, norm, name } of norms) {
    const { text } = (await corpus.norm(code, norm)) as { text: string }
    for (const { type, citation, start, end } of related.get(name) ?? []) {
      if (type !== 'cites') continue
      assert.equal(citation, text.slice(start ?? 0, end ?? 0))
      assert.ok((citation?.length ?? 0) > 0)
    }
  }
})

test('what the corpus does not have is listed as far as it is known', () => {
  const unresolved = norms.flatMap(({ name }) => (related.get(name) ?? []).filter(({ resolved }) => !resolved))
  const of = (law: string | null, norm: string | null) =>
    unresolved.find((each) => each.law === law && each.norm === norm)
  assert.deepEqual(of('Strandfischereigesetzes', 'par:12'), {
    type: 'cites',
    code: null,
    abbreviation: null,
    norm: 'par:12',
    label: null,
    heading: null,
    subdivision: null,
    law: 'Strandfischereigesetzes',
    citation: '§ 12 des Strandfischereigesetzes',
    start: of('Strandfischereigesetzes', 'par:12')?.start,
    end: of('Strandfischereigesetzes', 'par:12')?.end,
    resolved: false,
  })
  assert.equal(of('Verordnung (EU) 2016/679', 'art:6')?.subdivision, 'abs:1/buchst:c')
  assert.equal(of('BienHV', 'par:2')?.resolved, false, 'two laws have the name')
})

test('pages run through all types in their order', async () => {
  for (const { code, norm, name } of norms) {
    const all = related.get(name) ?? []
    const types = all.map(({ type }) => type)
    assert.deepEqual(
      types,
      ['cites', 'cited_by', 'contains', 'contained_in'].flatMap((type) => types.filter((each) => each === type)),
    )
    for (let offset = 0; offset <= all.length; offset += 2) {
      const page = await corpus.relationships(code, norm, { limit: 2, offset })
      assert.deepEqual([page.items, page.total], [all.slice(offset, offset + 2), all.length])
    }
  }
})
