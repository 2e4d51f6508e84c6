/** `AND`, `OR`, `NOT`, brackets and fields, compared with results of `+` and `-`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { search as operation } from '../../src/operations/search.ts'
import { germanAnalyzer } from '../../src/search/analyzer.ts'
import { MAX_HEADINGS_READ, QueryBudgetError } from '../../src/search/budgets.ts'
import { ClauseMatcher } from '../../src/search/clause-matcher.ts'
import { encodeValues } from '../../src/search/index-writer.ts'
import { Occurrence } from '../../src/search/postings.ts'
import { parseQuery } from '../../src/search/query-parser.ts'
import { pick, randomNumbers } from './random.ts'
import { corpus, found, norms, words } from './starter.ts'

const all = norms.map(({ name }) => name)
const sorted = (names: Iterable<string>) => [...names].sort()
const both = (a: readonly string[], b: readonly string[]) => a.filter((name) => b.includes(name))
const either = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]
const without = (a: readonly string[], b: readonly string[]) => a.filter((name) => !b.includes(name))

test('AND, OR and NOT are the sets of norms that + and - find', async () => {
  const random = randomNumbers(17)
  const candidates = words.filter((word) => /^[a-z]{4,}$/.test(word))
  let several = 0
  for (let round = 0; round < 40; round += 1) {
    const [a = '', b = '', c = ''] = [0, 0, 0].map(() => pick(candidates, random))
    const [withA, withB, withC] = [await found(`+${a}`), await found(`+${b}`), await found(`+${c}`)]
    const withoutC = await found(`+${a} -${c}`)
    const expected: [query: string, names: readonly string[]][] = [
      [`${a} AND ${b}`, both(withA, withB)],
      [`${a} OR ${b}`, either(withA, withB)],
      [`(${a} OR ${b}) AND ${c}`, both(either(withA, withB), withC)],
      [`${a} OR ${b} AND ${c}`, either(withA, both(withB, withC))],
      [`${a} ${b} AND ${c}`, both(either(withA, withB), withC)],
      [`${a} AND NOT ${c}`, withoutC],
      [`${c} OR NOT ${c} ${a}`, either(withC, withoutC)],
      [`${a} AND NOT (${b} AND ${c})`, either(await found(`+${a} -${b}`), withoutC)],
      [`${a} AND law:msgb`, withA.filter((name) => name.startsWith('msgb '))],
      [`${a} AND (law:msgb OR law:inselvtr)`, withA.filter((name) => /^(?:msgb|inselvtr) /.test(name))],
      [`(${a} OR ${b}) AND NOT law:msgb`, either(withA, withB).filter((name) => !name.startsWith('msgb '))],
    ]
    for (const [query, names] of expected) {
      assert.deepEqual(sorted(await found(query)), sorted(names), query)
      if (names.length > 1) several += 1
    }
  }
  assert.ok(several > 50)
  const some = await found('+Hafen')
  assert.deepEqual(
    sorted(await found('Hafen OR NOT (Hafen*)')),
    sorted(either(some, without(all, await found('Hafen*')))),
  )
})

test('the rest of a query still ranks, and NOT is like -', async () => {
  assert.deepEqual(await found('Kündigung NOT Liegeplatz'), await found('Kündigung -Liegeplatz'))
  assert.deepEqual(sorted(await found('Frist AND Kündigung')), sorted(await found('+Frist +Kündigung')))
  assert.deepEqual(await found('Kündigungg AND Frist'), await found('Kündigung AND Frist'), 'errors are corrected')
  assert.deepEqual(await found('Bienen oder Honig'), await found('Bienen oder honig'))
  for (const query of ['AND', 'Honig OR', 'NOT', '(Honig OR', 'Honig AND)', '((((', 'Honig AND "']) await found(query)
})

test('law: restricts like --codes, by any name of the law', async () => {
  for (const query of ['law:msgb Kündigung', 'law:"Möwensunder Stadtgesetzbuch" Kündigung', 'Kündigung LAW:MSGB']) {
    assert.deepEqual(await operationFinds(query), await found('Kündigung', { codes: ['msgb'] }), query)
  }
  const two = await operationFinds('Gebühr law:msgb,HafenG_2021')
  assert.deepEqual(two, await found('Gebühr', { codes: ['msgb', 'hafeng_2021'] }))
  assert.deepEqual(await operationFinds('Gebühr law:msgb law:hafeng_2021'), two)
  const others = (await found('Kündigung')).filter((name) => !name.startsWith('msgb '))
  assert.deepEqual(sorted(await operationFinds('Kündigung -law:MSGB')), sorted(others))
  const { total, codes } = await operation.run(corpus, { q: 'law:msgb Gebühr', codes: ['hafeng_2021'] })
  assert.deepEqual([total, codes], [0, ['hafeng_2021']])
  await assert.rejects(operation.run(corpus, { q: 'Gebühr law:msgbb' }), (error: { kind: string; message: string }) => {
    return error.kind === 'not_found' && /has no law msgbb; did you mean msgb/.test(error.message)
  })
  await assert.rejects(operation.run(corpus, { q: 'x AND law:BienHV' }), { kind: 'ambiguous' })
})

test('heading: the word, phrase or prefix is in the heading', async () => {
  const rows: [query: string, pattern: RegExp][] = [
    ['heading:Kündigung', /\bkuendigung(?:en)?\b/],
    ['heading:"Form der Kündigung"', /\bform der kuendigung\b/],
    ['heading:Künd*', /\bkuend/],
  ]
  const headed = (pattern: RegExp) => {
    return norms.filter(({ parts: [, heading = []] }) => pattern.test(heading.join(' '))).map(({ name }) => name)
  }
  for (const [query, pattern] of rows) {
    const names = headed(pattern)
    assert.ok(names.length > 0)
    assert.deepEqual(sorted(await found(query)), sorted(names), query)
    assert.deepEqual(sorted(await found(`${query} Honig`)), sorted(names), query)
    assert.deepEqual(sorted(await found(`Frist -${query}`)), sorted(without(await found('Frist'), names)), query)
    assert.deepEqual(sorted(await found(`Frist AND ${query}`)), sorted(both(await found('+Frist'), names)), query)
  }
  assert.deepEqual(await found('heading:"Kündigung Form"'), [])
})

test('phrases and prefixes are looked for in a limited number of headings', async () => {
  const documents = MAX_HEADINGS_READ + 1
  const numbers = Array.from({ length: documents }, (_, document) => document)
  const list = {
    documents,
    bytes: encodeValues(
      numbers,
      numbers.map(() => (1 << 2) | Occurrence.Heading),
    ),
  }
  const matcher = new ClauseMatcher({
    ...{ documents, turn: () => undefined },
    analyzer: germanAnalyzer({ isWord: () => false } as never),
    data: {
      terms: { list: () => list, withPrefix: () => [] },
      words: { list: () => list, withPrefix: () => [{ term: 'abend', list }] },
    },
    storage: { headings: async () => Promise.reject(new Error('reads them')) },
  })
  const [clause] = parseQuery('heading:ab*').wanted
  assert.ok(clause)
  await assert.rejects(matcher.documentsWith(clause, 0), QueryBudgetError)
})

test('a query that only excludes, or only names laws, is invalid', async () => {
  for (const q of ['NOT Hafen', 'NOT (Hafen OR Honig) AND NOT Bienen', 'law:msgb', 'law:msgb AND NOT Hafen']) {
    await assert.rejects(operation.run(corpus, { q }), { kind: 'invalid_input', message: /there is none in it/ }, q)
  }
})

async function operationFinds(q: string): Promise<string[]> {
  const { results } = await operation.run(corpus, { q, limit: 100 })
  return results.map(({ code, norm }) => `${code} ${norm}`)
}

test('all results of a query with operators are counted, since these say which words a norm must have', async () => {
  const { results, total, partial_total } = await operation.run(corpus, { q: 'Liegeplatz OR Leihfrist', limit: 100 })
  assert.ok(total > 2)
  assert.deepEqual([total, partial_total], [results.length, 0])
})
