import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScorePart, SearchHit } from '../../src/search/types.ts'
import { searchResults } from '../../src/terminal/search-results.ts'

const wide = { width: 80, colour: false }

const hit: SearchHit = {
  code: 'hafg',
  abbreviation: 'HafG',
  norm: 'par:7',
  label: '§ 7',
  heading: 'Gebühren',
  snippet: 'Die Gebühr wird festgesetzt.',
  highlights: [[4, 10]],
  score: 11.7,
}

const part = (kind: ScorePart['kind'], name: string, score: number, changes: Partial<ScorePart> = {}): ScorePart => ({
  kind,
  name,
  field: null,
  from: null,
  origin: null,
  score,
  ...changes,
})

const draw = (results: SearchHit[], screen = wide, total = results.length, isExact = true) =>
  searchResults({ results, count: results.length, total, total_is_exact: isExact, next: null }, screen)

test('each norm is a block: designation and heading, path, words around the matches', () => {
  assert.equal(
    draw([hit, hit]),
    `HafG § 7  Gebühren
  hafg par:7
  Die *Gebühr* wird festgesetzt.

HafG § 7  Gebühren
  hafg par:7
  Die *Gebühr* wird festgesetzt.

2 results`,
  )
  assert.equal(draw([]), 'Nothing found.')
  assert.match(draw([hit], wide, 10_000, false), /\n\n1 of at least 10,000 results$/)
})

test('the score and its parts stand below, one a line, the numbers aligned', () => {
  const explanation = [
    part('designation', 'norm', 12),
    part('term', 'gebuhr', 2.3654, { field: 'heading', from: 'gebuehr', origin: 'word' }),
    part('term', 'haf', 0.5, { field: 'law', from: 'hafengebuehr', origin: 'part' }),
    part('term', 'entgelt', 0.25, { field: 'citations', from: 'gebuehr', origin: 'paraphrase' }),
    part('prefix', 'geb*', 0.1),
    part('prior', 'repealed', -3.5154),
    part('prior', 'unheard_of', 0.1),
    part('law_named', 'law', 1),
    part('law_named', 'heading', 1),
    part('share', 'law', 0.5),
    part('share', 'section', 0.5),
  ]
  assert.equal(
    draw([{ ...hit, explanation }]),
    `HafG § 7  Gebühren
  hafg par:7
  Die *Gebühr* wird festgesetzt.
  Score 11.7000
    +12.0000  the query designates it
     +2.3654  gebuehr in its heading
     +0.5000  haf in the title of its law (part of hafengebuehr)
     +0.2500  entgelt around citations of it (paraphrase of gebuehr)
     +0.1000  geb* in it
     -3.5154  it is repealed
     +0.1000  unheard_of
     +1.0000  the query names its law
     +1.0000  the query is its heading, beside the name of its law
     +0.5000  its law has many of the best results
     +0.5000  its section has many of the best results

1 result`,
  )
})

test('a part that is longer than a line wraps under its words', () => {
  const explanation = [part('prior', 'kind', -1.5)]
  const lines = draw([{ ...hit, explanation }], { width: 40, colour: false }).split('\n')
  assert.deepEqual(lines.slice(4, 7), [
    '    -1.5000  it is an annex, a formula,',
    '             a preamble or a table of',
    '             contents',
  ])
})

test('every field and every prior has words of its own', () => {
  const reasons = (parts: ScorePart[]) =>
    draw([{ ...hit, explanation: parts }])
      .split('\n')
      .slice(4, 4 + parts.length)
      .map((line) => line.trim().split('  ')[1])
  const fields = ['label', 'heading', 'law', 'section', 'above', 'text', 'opening', 'citations']
  const inFields = reasons(fields.map((field) => part('term', 'x', 1, { field, from: 'x', origin: 'word' })))
  assert.equal(new Set(inFields).size, fields.length)
  for (const reason of inFields) assert.match(reason ?? '', /^x (?:in|around) \S+ \S/)
  const names = ['citations', 'citing_laws', 'kind', 'repealed', 'amending_law']
  const priors = reasons(names.map((name) => part('prior', name, 1)))
  assert.equal(new Set(priors).size, names.length)
  for (const [index, name] of names.entries()) assert.notEqual(priors[index], name)
})
