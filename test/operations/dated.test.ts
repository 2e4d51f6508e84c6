/** Versions of acts, which state their day of effect, beside laws that only have states. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Corpus } from '../../src/model/corpus.ts'
import { changes } from '../../src/operations/changes.ts'
import { cite } from '../../src/operations/cite.ts'
import { law } from '../../src/operations/law.ts'
import { lawDiff } from '../../src/operations/law-diff.ts'
import { lawVersions } from '../../src/operations/law-versions.ts'
import { laws } from '../../src/operations/laws.ts'
import { norm } from '../../src/operations/norm.ts'
import { normDiff } from '../../src/operations/norm-diff.ts'
import { normVersions } from '../../src/operations/norm-versions.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { onDay } from '../../src/resolve/as-of.ts'
import { readNamedNorm } from '../../src/resolve/named-norm.ts'
import { act, alinea, article, consolidation, enacting, recitals } from '../import/eurlex/acts.ts'
import { type OpenStates, openStates } from '../open-states.ts'

const LAMP = 'Every pilot carries a lamp that can be seen from the shore at night.'
const body = (...articles: [number: string, text: string][]) =>
  enacting(articles.map(([number, text]) => article(number, alinea(text))).join(''))

const ADOPTED = body(['1', 'Pilots wear blue.'], ['2', 'They whistle.'], ['3', LAMP])
const FIRST = body(['1', 'Pilots wear blue.'], ['2', 'They whistle twice.'], ['3', LAMP])
const SECOND = body(['1', 'Pilots wear blue.'], ['2', 'They whistle twice.'], ['2a', 'They ring.'], ['4', LAMP])

const ACTS = {
  '32025R9901/2025-01-20/en/L_1.xml': act(recitals('Ships are big.') + ADOPTED),
  '32025R9901/2025-03-01/en/C1.xml': consolidation(FIRST, '20250301'),
  '32025R9901/2025-09-01/en/C2.xml': consolidation(SECOND, '20250901', { sequence: '002.001.0' }),
  '32025L9902/2025-05-01/en/C1.xml': consolidation(body(['1', 'Lamps are lit.']), '20250501', {
    type: 'L',
    number: '9902',
  }),
}

const RULE = 'Für Lotsen gilt Artikel 2 der Verordnung (EU) 2025/9901.'

/** The act changed between the states, and on other days than the law. */
const STATES = {
  '2025-02-01': { LotsenG: { '§ 1: Zweck': 'Das Gesetz dient der Fahrt.', '§ 2: Signale': RULE } },
  '2025-08-01': { LotsenG: { '§ 1: Zweck': 'Das Gesetz dient der sicheren Fahrt.', '§ 2: Signale': RULE } },
  '2025-12-01': { LotsenG: { '§ 1: Zweck': 'Das Gesetz dient der sicheren Fahrt.', '§ 2: Signale': RULE } },
}

const CODE = '32025r9901'

describe('acts with federal laws of several states', () => {
  let history: OpenStates
  let corpus: Corpus
  before(async () => {
    history = await openStates(STATES, ACTS)
    corpus = history.corpus
  })
  after(() => history.close())

  test('hold by effect from the day that a consolidation names; of the text as adopted, no day is known', async () => {
    const on = (in_force_on: string) => norm.run(corpus, { code: CODE, norm: 'art:2', in_force_on })
    assert.match((await on('2025-03-01')).text, /twice/)
    const words =
      /does not say that its wording of 2025-02-28 was in force: .* published from 2025-01-20 to 2025-12-01$/
    await assert.rejects(on('2025-02-28'), words)
    const listed = async (day: string) => (await laws.run(corpus, { in_force_on: day })).laws.map(({ code }) => code)
    assert.deepEqual(await listed('2025-02-28'), [])
    assert.deepEqual(await listed('2025-03-01'), [CODE])
    const { citations } = await cite.run(corpus, { q: 'Artikel 2 VO (EU) 2025/9901', in_force_on: '2025-02-28' })
    assert.equal(citations[0]?.class, 'uncertain')
  })

  const textOn = async (as_of: string, path = 'art:2') =>
    (await norm.run(corpus, { code: CODE, norm: path, as_of })).text

  test('have the wording of the day, also between states and before the first one', async () => {
    assert.equal(await textOn('2025-01-20'), 'They whistle.')
    assert.equal(await textOn('2025-02-28'), 'They whistle.')
    assert.equal(await textOn('2025-03-01'), 'They whistle twice.')
    assert.equal(await textOn('2025-07-01', 'art:3'), LAMP)
    assert.equal(await textOn('2025-09-01', 'art:4'), LAMP)
    assert.equal(await textOn('2031-01-01', 'art:2a'), 'They ring.')
    assert.equal(await textOn('2025-04-01', 'recital:1'), '(1) Ships are big.')
  })

  test('tell that there was no wording yet', async () => {
    await assert.rejects(norm.run(corpus, { code: CODE, norm: 'art:2', as_of: '2025-01-19' }), {
      kind: 'not_found',
      details: { as_of: '2025-01-19', states: { first: '2025-02-01', last: '2025-12-01' } },
    })
    await assert.rejects(norm.run(corpus, { code: CODE, norm: 'art:2a', as_of: '2025-08-31' }), {
      kind: 'not_found',
      message: /published since 2025-09-01/,
    })
    const before = await norm
      .run(corpus, { code: 'lotseng', norm: 'par:1', as_of: '2025-01-25' })
      .catch((error) => error)
    assert.deepEqual([before.kind, before.details.states], ['not_found', { first: '2025-02-01', last: '2025-12-01' }])
  })

  test('tell which states they have, by each of their names, if one of them begins later', async () => {
    const details = { as_of: '2025-03-15', states: { first: '2025-05-01', last: '2025-12-01' } }
    for (const code of ['32025l9902', 'Directive (EU) 2025/9902']) {
      const error = await norm.run(corpus, { code, norm: '1', as_of: '2025-03-15' }).catch((reason) => reason)
      assert.match(error.message, /; its first version in the corpus is of 2025-05-01$/)
      assert.partialDeepStrictEqual(error.details, { code, ...details })
    }
    const named = await onDay(corpus, { as_of: '2025-03-15' }, (view) =>
      readNamedNorm(view, 'Art. 1 RL (EU) 2025/9902'),
    ).catch((reason) => reason)
    assert.partialDeepStrictEqual(named.details, { norm: 'art:1', ...details })
    const { citations } = await cite.run(corpus, { q: 'Art. 1 Richtlinie (EU) 2025/9902', as_of: '2025-03-15' })
    assert.deepEqual(
      citations.map(({ class: verdict, suggestions }) => [verdict, suggestions?.[0]?.observed_on]),
      [['uncertain', '2025-05-01']],
    )
  })

  test('leave the laws of states as they are, uncertain between two of them', async () => {
    const onDay = (as_of: string) => norm.run(corpus, { code: 'lotseng', norm: 'par:1', as_of })
    assert.equal((await onDay('2025-02-01')).text, 'Das Gesetz dient der Fahrt.')
    await assert.rejects(onDay('2025-03-01'), { kind: 'ambiguous' })
    assert.equal((await onDay('2025-09-01')).text, 'Das Gesetz dient der sicheren Fahrt.')
    const { norms } = await law.run(corpus, { code: CODE, as_of: '2025-07-31' })
    assert.deepEqual(
      norms.map(({ norm, uncertain }) => [norm, uncertain]).filter(([, uncertain]) => uncertain),
      [],
    )
  })

  test('have days that the source names, but not for the act as adopted, which only tells when it was published', async () => {
    const { versions } = await normVersions.run(corpus, { code: CODE, norm: 'art:2' })
    assert.deepEqual(
      versions.map(({ observed_from, observed_to, valid_from, valid_to }) => [
        observed_from,
        observed_to,
        valid_from,
        valid_to,
      ]),
      [
        ['2025-03-01', null, '2025-03-01', null],
        ['2025-01-20', '2025-02-28', null, '2025-02-28'],
      ],
    )
    const { version, provenance } = await norm.run(corpus, { code: CODE, norm: 'art:2' })
    const newest = { observed_from: '2025-03-01', observed_to: null, valid_from: '2025-03-01', valid_to: null }
    assert.deepEqual(version, newest)
    assert.equal(provenance.celex, '02025R9901-20250901')
    const older = await norm.run(corpus, { code: CODE, norm: 'art:2', as_of: '2025-04-01' })
    assert.deepEqual(older.version, newest)
    assert.equal(older.provenance.celex, '02025R9901-20250301')
    const first = await norm.run(corpus, { code: CODE, norm: 'art:2', as_of: '2025-02-01' })
    assert.deepEqual([first.provenance.celex, first.provenance.legal_effect], ['32025R9901', true])
  })

  test('list the versions of an act', async () => {
    const { versions } = await lawVersions.run(corpus, { code: CODE })
    assert.deepEqual(
      versions.map(({ observed_from, observed_to, added, changed, moved, removed }) => {
        return [observed_from, observed_to, added, changed, moved, removed]
      }),
      [
        ['2025-09-01', null, 1, 0, 1, 0],
        ['2025-03-01', '2025-08-31', 0, 1, 0, 0],
        ['2025-01-20', '2025-02-28', 0, 0, 0, 0],
      ],
    )
  })

  test('show what changed, with the day of the source', async () => {
    const found = await changes.run(corpus, { codes: [CODE] })
    assert.deepEqual(
      found.changes.map(({ observed_on, type, norm: path, moved_to }) => [observed_on, type, path, moved_to]),
      [
        ['2025-09-01', 'added', 'art:2a', null],
        ['2025-09-01', 'moved', 'art:3', 'art:4'],
        ['2025-03-01', 'changed', 'art:2', null],
      ],
    )
    const diff = await normDiff.run(corpus, { code: CODE, norm: 'art:2' })
    assert.deepEqual(diff.parts, [
      { type: 'equal', text: 'They whistle' },
      { type: 'inserted', text: ' twice' },
      { type: 'equal', text: '.' },
    ])
    const moved = await normDiff.run(corpus, { code: CODE, norm: 'art:4' })
    assert.deepEqual([moved.from?.norm, moved.parts.map(({ type }) => type)], ['art:3', ['equal']])
    const between = await lawDiff.run(corpus, { code: CODE, from: '2025-02-10', to: '2025-09-10' })
    assert.deepEqual(
      between.norms.map(({ norm: path, type }) => [path, type]),
      [
        ['art:2', 'changed'],
        ['art:2a', 'added'],
        ['art:3', 'moved'],
      ],
    )
    await assert.rejects(normDiff.run(corpus, { code: CODE, norm: 'art:1' }), {
      kind: 'not_found',
      message: /^Article 1 .*2025\/9901 has one version only, that of 2025-01-20: there is none to compare it with$/,
    })
    const single = await normDiff.run(corpus, { code: CODE, norm: 'art:1', from: '2025-02-01' })
    assert.deepEqual(single.parts, [{ type: 'equal', text: 'Pilots wear blue.' }])
    await assert.rejects(lawDiff.run(corpus, { code: CODE, from: '2025-01-01', to: '2025-09-10' }), {
      kind: 'not_found',
      message: /first version is of 2025-01-20/,
    })
  })

  test('cite and are cited as of the day', async () => {
    const citing = async (as_of: string) => {
      const found = await relationships.run(corpus, { code: CODE, norm: 'art:2', type: 'cited_by', as_of })
      return found.relationships.map(({ code, norm: path }) => [code, path])
    }
    assert.deepEqual(await citing('2025-02-10'), [['lotseng', 'par:2']])
    assert.deepEqual(await citing('2025-09-10'), [['lotseng', 'par:2']])
    const [edition] = (
      await cite.run(corpus, {
        q: 'Artikel 2 der Verordnung (EU) 2025/9901 in der bis zum 28. Februar 2025 geltenden Fassung',
      })
    ).citations
    assert.deepEqual(
      [edition?.class, edition?.as_of, edition?.version?.observed_to],
      ['right', '2025-02-28', '2025-02-28'],
    )
    const [former] = (await cite.run(corpus, { q: 'Art. 2 VO (EU) 2025/9901 a. F.' })).citations
    assert.deepEqual([former?.status, former?.as_of], ['resolved', '2025-02-28'])
  })

  test('are listed from their first day', async () => {
    const codes = async (as_of: string) => (await laws.run(corpus, { as_of })).laws.map(({ code }) => code)
    assert.deepEqual(await codes('2025-01-25'), [CODE])
    assert.deepEqual(await codes('2025-03-15'), [CODE, 'lotseng'])
    assert.deepEqual(await codes('2025-06-01'), ['32025l9902', CODE, 'lotseng'])
  })
})

describe('acts with federal laws of one state', () => {
  let history: OpenStates
  before(async () => {
    history = await openStates({ '2025-12-01': STATES['2025-12-01'] }, ACTS)
  })
  after(() => history.close())

  test('have their versions, and the others only the text of that day', async () => {
    const { corpus } = history
    const older = await norm.run(corpus, { code: CODE, norm: 'art:2', as_of: '2025-02-01' })
    assert.equal(older.text, 'They whistle.')
    const today = await norm.run(corpus, { code: 'lotseng', norm: 'par:1' })
    assert.equal(today.version, undefined)
    await assert.rejects(norm.run(corpus, { code: 'lotseng', norm: 'par:1', as_of: '2025-02-01' }), {
      kind: 'not_found',
    })
    const noVersions = { kind: 'no_history', message: /no older versions of lotseng, only the text of one day/ }
    await assert.rejects(normVersions.run(corpus, { code: 'LotsenG', norm: 'par:1' }), noVersions)
    await assert.rejects(lawDiff.run(corpus, { code: 'LotsenG' }), noVersions)
    await assert.rejects(changes.run(corpus, { codes: ['LotsenG'] }), noVersions)
    const { relationships: cited } = await relationships.run(corpus, { code: 'lotseng', norm: 'par:2', type: 'cites' })
    assert.deepEqual(
      cited.map(({ code, norm: path }) => [code, path]),
      [[CODE, 'art:2']],
    )
  })
})
