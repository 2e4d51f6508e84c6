import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchResults } from '../../../../src/cli/terminal/pages/search-results.ts'
import { styled } from '../../../../src/cli/terminal/screen.ts'
import type { ScorePart, SearchHit } from '../../../../src/search/records.ts'

const wide = { width: 80, colour: false }

const hit: SearchHit = {
  code: 'hafg',
  abbreviation: 'HafG',
  title: 'Hafengesetz',
  norm: 'par:7',
  label: '§ 7',
  heading: 'Gebühren',
  html_url: null,
  language: 'de',
  snippet: 'Die Gebühr wird festgesetzt.',
  highlights: [[4, 10]],
  score: 11.7,
  matched_by: 'words',
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

const draw = (results: SearchHit[], screen = wide, total = results.length, partial = 0, isExact = true) =>
  searchResults(
    {
      query: 'Gebühr',
      codes: [],
      jurisdiction: null,
      kind: [],
      in_force: false,
      corrections: [],
      suggestions: [],
      suggested_laws: [],
      results,
      count: results.length,
      total,
      partial_total: partial,
      total_is_exact: isExact,
      ...{ limit: 10, offset: 0 },
      next: null,
    },
    screen,
  )

test('each norm is a block: designation and heading, path, words around the matches', async () => {
  assert.equal(
    await draw([hit, hit]),
    `hafg par:7  HafG § 7 Gebühren
  Die *Gebühr* wird festgesetzt.

hafg par:7  HafG § 7 Gebühren
  Die *Gebühr* wird festgesetzt.

2 results`,
  )
  const last = async (total: number, partial: number, isExact = true) =>
    (await draw([hit], wide, total, partial, isExact)).split('\n\n').at(-1)
  assert.equal(await last(1, 0), '1 result')
  assert.equal(await last(12, 340), '12 norms have all words; 340 more have some.\n1 of 352 results')
  assert.equal(await last(0, 1), 'No norm has all words; 1 has some.\n1 result')
  assert.equal(
    await last(1, 9999, false),
    '1 norm has all words; at least 9,999 more have some.\n1 of at least 10,000 results',
  )
})

test('the score and its parts stand below, one a line, the numbers aligned', async () => {
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
    part('heading', 'heading', 1),
    part('heading', 'section', 1),
    part('share', 'law', 0.5),
    part('share', 'section', 0.5),
  ]
  assert.equal(
    await draw([{ ...hit, explanation }]),
    `hafg par:7  HafG § 7 Gebühren
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
     +1.0000  the query is its heading
     +1.0000  a section with the query as its title begins with it
     +0.5000  its law has many of the best results
     +0.5000  its section has many of the best results

1 result`,
  )
})

test('a part that is longer than a line wraps under its words', async () => {
  const explanation = [part('prior', 'kind', -1.5)]
  const lines = (await draw([{ ...hit, explanation }], { width: 40, colour: false })).split('\n')
  assert.deepEqual(lines.slice(3, 6), [
    '    -1.5000  it is an annex, a formula,',
    '             a preamble or a table of',
    '             contents',
  ])
})

test('every field and every prior has words of its own', async () => {
  const reasons = async (parts: ScorePart[]) =>
    (await draw([{ ...hit, explanation: parts }]))
      .split('\n')
      .slice(3, 3 + parts.length)
      .map((line) => line.trim().split('  ')[1])
  const fields = ['label', 'heading', 'law', 'section', 'above', 'text', 'opening', 'citations']
  const inFields = await reasons(fields.map((field) => part('term', 'x', 1, { field, from: 'x', origin: 'word' })))
  assert.equal(new Set(inFields).size, fields.length)
  for (const reason of inFields) assert.match(reason ?? '', /^x (?:in|around) \S+ \S/)
  const names = ['citations', 'citing_laws', 'kind', 'repealed', 'amending_law']
  const priors = await reasons(names.map((name) => part('prior', name, 1)))
  assert.equal(new Set(priors).size, names.length)
  for (const [index, name] of names.entries()) assert.notEqual(priors[index], name)
})

test('on a wide screen the results are a table, unless their scores are explained', async () => {
  const screen = { width: 140, colour: false }
  assert.equal(
    await draw([hit, { ...hit, norm: 'par:8', label: '§ 8', heading: '' }], screen),
    `Norm        Heading            Text
hafg par:7  HafG § 7 Gebühren  Die *Gebühr* wird festgesetzt.

hafg par:8  HafG § 8           Die *Gebühr* wird festgesetzt.

2 results`,
  )
  assert.match(await draw([{ ...hit, explanation: [part('prior', 'kind', 1)] }], screen), /^hafg par:7 {2}HafG § 7 /)
})

test('where nothing is found, the page says what was looked for, where, and what may help', async () => {
  const nothing = { query: '+"Gebühr des Hafens"', codes: ['hafg', 'msgb'], results: [], count: 0, total: 0 }
  const none = { suggestions: [], suggested_laws: [] }
  const answer = {
    ...nothing,
    jurisdiction: null,
    kind: [],
    in_force: false,
    corrections: [],
    ...none,
    ...{ limit: 10, offset: 0 },
    partial_total: 0,
    total_is_exact: true,
    next: null,
  }
  assert.equal(
    await searchResults(answer, wide),
    `Nothing found for “+"Gebühr des Hafens"” in hafg, msgb.

What may help:
- fewer words, or others; the beginning of a word with an asterisk: Miet*
- the designation of a norm, such as § 433 BGB
- legal-text laws --query '+"Gebühr des Hafens"', for laws that are called so`,
  )
  const anywhere = await searchResults({ ...answer, query: 'Gebühr', codes: [] }, wide)
  assert.match(anywhere, /^Nothing found for “Gebühr” in any law\.\n/)
  const suggestions = [
    { q: 'Gebühr Hafen', everywhere: false, total: 2, partial_total: 1 },
    { q: '-Gebühr', everywhere: true, total: 1, partial_total: 0 },
  ]
  const elsewhere = { ...answer, query: 'Gebühr', codes: [], jurisdiction: 'eu', suggestions }
  assert.match(
    await searchResults(
      { ...elsewhere, suggested_laws: [{ code: 'hafg', abbreviation: 'HafG', title: 'Hafengesetz' }] },
      wide,
    ),
    /^Nothing found for “Gebühr” in any law \(jurisdiction eu\)\.\n\nWhat may help:\n- legal-text search --jurisdiction eu 'Gebühr Hafen': 3 results\n- legal-text search -- -Gebühr: 1 result\n- legal-text law hafg: Hafengesetz\n/,
  )
  assert.match(await searchResults(answer, wide, 'the sample'), /in hafg, msgb\.\nLooked in the sample\.\n\n/)
  assert.match(await searchResults({ ...answer, total: 7 }, wide), /^No more: 7 results\.\n[\s\S]*offset/)
})

test('where there are colours, the path and the matches have them', async () => {
  const colours = { width: 80, colour: true }
  const drawn = await draw([hit], colours)
  assert.equal(
    drawn.split('\n').slice(0, 2).join('\n'),
    `${styled(colours, 'path', 'hafg par:7')}  ${styled(colours, 'heading', 'HafG § 7 Gebühren')}
  Die ${styled(colours, 'match', 'Gebühr')} wird festgesetzt.`,
  )
})

test('a hit that was not explained says so', async () => {
  const drawn = await draw([
    { ...hit, explanation: [part('designation', 'norm', 11.7)] },
    { ...hit, explanation: null },
  ])
  assert.match(drawn, /Score 11\.7000, not explained: the texts before it are too long\. Use a smaller\n +--limit\./)
})
