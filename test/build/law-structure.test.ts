import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lawStructure } from '../../src/build/law-structure.ts'
import type { StructureElement } from '../../src/corpus/corpus.ts'
import { openCorpus } from '../../src/dataset/open.ts'

const element = (label: string): StructureElement => ({ kind: 'part', number: '', title: '', label, footnotes: '' })
const shown = (chains: string[][]) =>
  lawStructure(chains.map((chain) => chain.map(element))).map(({ label, level, start, end }) => [
    label,
    level,
    start,
    end,
  ])

test('every heading is there once, with the norms under it', () => {
  assert.deepEqual(shown([[], ['A'], ['A', 'a'], ['A', 'a'], ['A', 'b'], ['B'], []]), [
    ['A', 0, 1, 5],
    ['a', 1, 2, 4],
    ['b', 1, 4, 5],
    ['B', 0, 5, 6],
  ])
})

test('a heading that comes again is another one, and so are those of one name under different ones', () => {
  assert.deepEqual(shown([['A'], [], ['A'], ['A', 'a'], ['B', 'a']]), [
    ['A', 0, 0, 1],
    ['A', 0, 2, 4],
    ['a', 1, 3, 4],
    ['B', 0, 4, 5],
    ['a', 1, 4, 5],
  ])
  assert.deepEqual(shown([]), [])
})

test('the structure of a law is that of its norms', async () => {
  const corpus = await openCorpus({ dataset: 'starter' })
  const law = await corpus.law('msgb')
  assert(law)
  for (const [index, { norm: path }] of law.norms.entries()) {
    const norm = await corpus.norm('msgb', path)
    const above = law.structure.filter(({ start, end }) => start <= index && index < end)
    assert.deepEqual(
      above.map(({ level: _level, start: _start, end: _end, ...heading }) => heading),
      norm?.structure,
      path,
    )
  }
  await corpus.close()
})
