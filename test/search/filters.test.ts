/** Filters by kind of norm and by norms in force. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NORM_KINDS } from '../../src/model/corpus.ts'
import { parseInput } from '../../src/operations/operation.ts'
import { search as operation } from '../../src/operations/search.ts'
import { corpus, found, norms } from './starter.ts'

const QUERIES = ['Hafen', 'Kündigung -Liegeplatz', '"der Stadt"', 'Ge*', '§ 1 MSGB', 'Hafen OR Bienen']
const byName = new Map(norms.map(({ name, norm }) => [name, norm]))
/** The last kind of a path, except `seq`. */
const kindOf = (name: string) => /(\w+):[^/]*(?:\/seq:\d+)?$/.exec(name)?.[1] ?? ''
const spent = new Set<string>()
for (const { code } of (await corpus.laws({})).items) {
  const law = await corpus.law(code)
  const isRepealed = law?.norms.every(({ status }) => status === 'repealed')
  if (isRepealed || law?.status_notes.some(({ type }) => type === 'repealed')) spent.add(code)
}
const isInForce = (name: string) => byName.get(name)?.status === 'in_force' && !spent.has(name.split(' ')[0] ?? '')

test('kinds and in_force leave out exactly the other norms, and keep the order of the rest', async () => {
  const left = new Set<string>()
  for (const query of QUERIES) {
    const all = await found(query)
    for (const kinds of [...NORM_KINDS.map((kind) => [kind]), ['art', 'annex'], ['par', 'art', 'par']]) {
      const expected = all.filter((name) => kinds.includes(kindOf(name) as (typeof NORM_KINDS)[number]))
      assert.deepEqual((await found(query, { kinds })).sort(), expected.sort(), `${query} ${kinds}`)
      const inForce = expected.filter(isInForce)
      assert.deepEqual((await found(query, { kinds, inForce: true })).sort(), inForce.sort(), `${query} ${kinds}`)
    }
    for (const name of all) if (!isInForce(name)) left.add(byName.get(name)?.status ?? '')
    assert.deepEqual((await found(query, { inForce: true })).sort(), all.filter(isInForce).sort(), query)
  }
  assert.ok(left.has('repealed'))
})

/** Runs an input in the form of a query string. */
const asked = async (input: Record<string, unknown>) => operation.answer(corpus, parseInput(operation, input))

test('the operation takes kinds in one string or several, counts what is left, and pages through it', async () => {
  const whole = await asked({ q: 'Hafen', kind: 'par, art', in_force: 'true', limit: '100' })
  assert.deepEqual([whole.kind, whole.in_force, whole.total_is_exact], [['par', 'art'], true, true])
  assert.equal(whole.total, whole.results.length)
  const same = await operation.run(corpus, { q: 'Hafen', kind: ['par', 'art'], in_force: true, limit: 100 })
  assert.deepEqual(same, whole)
  const second = await asked({ q: 'Hafen', kind: 'par,art', in_force: true, limit: 2, offset: 2 })
  assert.deepEqual([second.results, second.total], [whole.results.slice(2, 4), whole.total])
})

test('a norm that is named comes first only if it is among them', async () => {
  assert.equal((await found('§ 1 MSGB', { kinds: ['par'] }))[0], 'msgb par:1')
  assert.ok(!(await found('§ 1 MSGB', { kinds: ['art'] })).includes('msgb par:1'))
})

test('an unknown kind is invalid input, and the message lists those that are known', async () => {
  for (const kind of ['paragraph', '', 'par,', 'par art']) {
    await assert.rejects(asked({ q: 'Hafen', kind }), {
      kind: 'invalid_input',
      message: `kind: must be kinds of norms, separated by commas: ${NORM_KINDS.join(', ')}`,
    })
  }
})
