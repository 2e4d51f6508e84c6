import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELDS, PART_WEIGHT } from '../../src/search/bm25f.ts'
import type { ScorePart } from '../../src/search/records.ts'
import { hitOf, nameOf, norms, search, words } from './starter.ts'

const DIGITS = 10_000

/** Every word, adjacent word pairs at intervals, and one query of every other kind. */
function* queries(): Generator<string> {
  yield* words
  for (const { parts } of norms) {
    for (const part of parts) {
      for (let start = 0; start + 1 < part.length; start += 5) yield `${part[start]} ${part[start + 1]}`
    }
  }
  yield* ['kündig*', 'ha* Gebühr', '"Rücksicht und Redlichkeit"', '"in der"', '"in der" Honig', '+Boot -Hafen']
  yield* ['§ 7 HafenG', 'hafeng 7 Gebühr', '§ 5 MSGB', 'Kündigung MSGB', 'Kündigung Hafengesetz', 'MSGB HafenG']
  yield* ['borgen', 'abbestellen', 'Hafenbenutzungsgebührenbescheid', 'Art. 5 § 1 MSGBEG kündig* "Liegeplatz"']
}

const place = ({ kind, name, field, origin }: ScorePart) =>
  [kind, ['term', 'prefix', 'question'].includes(kind) ? '' : name, field, origin].filter(Boolean).join(' ')

test('the parts add up to the score, whatever the query, and every kind of part occurs', async () => {
  const met = new Set<string>()
  let hits = 0
  for (const query of queries()) {
    for (const { score, explanation: parts, ...hit } of (await search(query, { explain: true })).items) {
      const explanation = parts ?? []
      const sum = explanation.reduce((total, part) => total + Math.round(part.score * DIGITS), 0)
      assert.equal(sum, Math.round(score * DIGITS), `${query}: ${nameOf(hit)}`)
      const sizes = explanation.map((part) => Math.abs(part.score))
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => b - a),
        'the largest first',
      )
      for (const part of explanation) {
        assert.equal(Number(part.score.toFixed(4)), part.score)
        assert.notEqual(part.score, 0)
        met.add(place(part))
      }
      hits += 1
    }
  }
  assert.ok(hits > 10_000)
  const origins = ['word', 'part', 'paraphrase']
  const fields = ['heading', 'law', 'section', 'above', 'text', 'opening', 'defined', 'citations']
  assert.deepEqual(
    [...met].sort(),
    [
      'coverage words',
      'designation norm',
      'heading heading',
      'heading section',
      'law_named heading',
      'law_named law',
      'opening section',
      'prefix',
      ...['amending_law', 'citations', 'citing_laws', 'kind', 'repealed'].map((name) => `prior ${name}`),
      'question questions',
      'share law',
      'share section',
      'term label paraphrase',
      'term label part',
      'term label word',
      ...fields.flatMap((field) => origins.map((origin) => `term ${field} ${origin}`)),
    ].sort(),
  )
})

/** The scores of a hit's parts, by name. */
async function partsOf(query: string, name: string): Promise<Map<string, number>> {
  const { explanation } = await hitOf(query, name, { explain: true })
  return new Map((explanation ?? []).map((part) => [place(part), part.score]))
}

test('a word counts in the fields that have it, and in no others', async () => {
  const fieldsOf = async (query: string, name: string) =>
    [...(await partsOf(query, name)).keys()].flatMap((key) => key.match(/^term (\w+) word$/)?.[1] ?? []).sort()
  assert.deepEqual(await fieldsOf('Imker', 'bienhv_2005 part:1/par:1'), ['opening', 'text'])
  assert.deepEqual(await fieldsOf('Nebel', 'signalbek item:2'), ['heading', 'opening', 'text'])
  assert.deepEqual(await fieldsOf('Dach', 'bienhv_2005 part:1/par:1'), ['law', 'opening', 'section', 'text'])
  assert.deepEqual(await fieldsOf('Dach', 'bienhv_2005 part:1/par:2'), ['above', 'law', 'opening', 'text'])
  assert.deepEqual(await fieldsOf('Dach', 'bienhv_2005 par:3'), ['law'])
  // § 7a cites § 7 with these words, which are not in § 7.
  assert.deepEqual(await fieldsOf('Empfänger', 'msgb par:7'), ['citations'])
  assert.deepEqual(await fieldsOf('3.28a', 'leuchtfo par:3.28a'), ['label'])
})

test('part of a compound counts less than the word', async () => {
  const parts = await partsOf('Gebühr', 'hafeng_2021 par:8')
  const weight = FIELDS.find(({ name }) => name === 'heading')?.weight ?? 0
  // Once as a word and twice in a compound; in the heading only in a compound.
  const expected = (1 + 2 * PART_WEIGHT) / (weight * PART_WEIGHT)
  const ratio = (parts.get('term text word') ?? 0) / (parts.get('term heading word') ?? 0)
  assert.ok(Math.abs(ratio - expected) < 0.02, `${ratio}, not ${expected}`)
})

test('parts of compounds and paraphrases say which words of the query they stand for', async () => {
  const parts = (await hitOf('Bescheidgebühr', 'hafeng_2021 par:8', { explain: true })).explanation ?? []
  assert.ok(parts.some(({ origin }) => origin === 'part'))
  for (const { kind, from } of parts) assert.equal(from, kind === 'term' ? 'bescheidgebuehr' : null)
  const wordings = (await hitOf('Honig borgen', 'msgb par:26', { explain: true })).explanation ?? []
  const terms = wordings.filter(({ kind }) => kind === 'term')
  assert.ok(terms.length > 0)
  for (const { origin, from } of terms) assert.deepEqual([origin, from], ['paraphrase', 'borgen'])
})

test('what is known of a norm without the query', async () => {
  const priorsOf = async (query: string, name: string) =>
    [...(await partsOf(query, name))]
      .filter(([key]) => key.startsWith('prior'))
      .map(([key, score]) => [key.slice(6), score > 0])
  assert.deepEqual(await priorsOf('Nebel', 'signalbek item:2'), [], 'nobody cites it or its law')
  assert.deepEqual(await priorsOf('Blendung', 'msgb par:24'), [['citing_laws', true]])
  assert.deepEqual(await priorsOf('abmelden', 'bienhv_1998 annex:1'), [
    ['kind', false],
    ['citing_laws', true],
  ])
  assert.deepEqual(await priorsOf('Rang', 'msgbeg art:3'), [
    ['amending_law', false],
    ['citing_laws', true],
  ])
  const repealed = await priorsOf('weggefallen', 'msgb par:3-6')
  assert.ok(repealed.some(([name, isMore]) => name === 'repealed' && isMore === false))
})

test('only norms of the named law and designated norms have parts for that', async () => {
  const { items } = await search('Gebühr § 7 HafenG', { explain: true })
  assert.ok(items.some(({ code }) => code !== 'hafeng_2021'))
  for (const { explanation, ...hit } of items) {
    const has = (kind: ScorePart['kind']) => (explanation ?? []).some((part) => part.kind === kind)
    assert.equal(has('law_named'), hit.code === 'hafeng_2021', nameOf(hit))
    assert.equal(has('designation'), nameOf(hit) === 'hafeng_2021 par:7', nameOf(hit))
  }
})

test('a score is explained only where that is asked for, and is the same', async () => {
  const explained = (await search('Kündigung', { explain: true })).items
  assert.ok(explained.every(({ explanation }) => (explanation ?? []).length > 0))
  for (const explain of [false, undefined]) {
    const { items } = await search('Kündigung', { explain })
    assert.ok(items.every((hit) => !('explanation' in hit)))
    assert.deepEqual(
      items,
      explained.map(({ explanation, ...hit }) => hit),
    )
  }
})

const isEnglish = ({ code }: { code: string }) => code === '32011l9902'

test('norms that differ in nothing stand in the order of their laws and documents', async () => {
  const order = new Map(norms.map(({ name }, index) => [name, index]))
  let ties = 0
  for (const word of words) {
    const { items } = await search(word, { explain: true })
    for (const [index, hit] of items.entries()) {
      const before = items[index - 1]
      if (before === undefined) continue
      // English texts rank after German ones, unless the word is English.
      if (isEnglish(hit) && !isEnglish(before)) continue
      assert.ok(before.score >= hit.score, word)
      if (JSON.stringify(before.explanation) !== JSON.stringify(hit.explanation)) continue
      // Differences in small scores and down-weighted words may vanish in four decimals.
      if (hit.score < 0.5 || hit.explanation?.some(({ kind, origin }) => kind === 'term' && origin !== 'word')) continue
      assert.ok((order.get(nameOf(before)) ?? 0) < (order.get(nameOf(hit)) ?? 0), word)
      ties += 1
    }
  }
  // Most norms of the sample differ in their place in the section.
  assert.ok(ties > 1)
})
