import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { openEngine } from '../../src/dataset/open-engine.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { corpusAsOf } from '../../src/resolve/as-of.ts'
import { type ErrorKind, LegalTextError } from '../../src/util/errors.ts'
import { bundleOf, temporaryFolder } from '../dataset/starter-bundles.ts'

// States of the starter dataset: 2024-06-01, 2025-06-01, 2026-01-01.
const BETWEEN = '2025-09-15'
let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const on = (day: string) => corpusAsOf(corpus, day)
const textOn = async (day: string, code: string, path: string) => (await (await on(day)).norm(code, path))?.text

async function fails(promise: Promise<unknown>, kind: ErrorKind): Promise<LegalTextError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert(error instanceof LegalTextError, String(error))
  assert.equal(error.kind, kind)
  return error
}

describe('the corpus as of a day', () => {
  it('is the state of that day', async () => {
    assert.match((await textOn('2025-06-01', 'msgb', 'par:12')) ?? '', /in zwei Jahren/)
    assert.match((await textOn('2026-01-01', 'msgb', 'par:12')) ?? '', /in drei Jahren/)
    assert.equal(await textOn('2025-06-01', 'msgb', 'par:28'), undefined)
  })

  it('is the newest state on every later day', async () => {
    for (const day of ['2026-01-02', '9999-12-31']) {
      const norm = await (await on(day)).norm('msgb', 'par:16')
      assert.deepEqual(norm, await corpus.norm('msgb', 'par:16'))
      assert.equal(norm?.version?.observed_to, null)
    }
  })

  it('does not exist before the first state', async () => {
    const error = await fails(on('2010-05-31'), 'not_found')
    assert.deepEqual(error.details.states, { first: '2024-06-01', last: '2026-01-01' })
    assert.equal(error.details.as_of, '2010-05-31')
    assert.match(error.message, /2010-05-31.*2024-06-01/)
  })

  it('does not exist if the corpus has one state only', async () => {
    const single = await openEngine(await bundleOf(temporaryFolder(), 'single', ['msgb']))
    try {
      assert.deepEqual(await single.states(), [])
      assert.match((await fails(corpusAsOf(single, '2026-01-01'), 'no_history')).message, /no older versions/)
    } finally {
      await single.close()
    }
  })
})

describe('a day between two states', () => {
  it('has what both have alike', async () => {
    const norm = await (await on(BETWEEN)).norm('msgb', 'par:17')
    assert.equal(norm?.text, (await corpus.norm('msgb', 'par:17'))?.text)
    assert.deepEqual([norm?.version?.observed_from, norm?.version?.observed_to], ['2025-06-01', null])
  })

  it('has a norm that one of them left out by mistake', async () => {
    const expected = (await corpus.norm('msgb', 'par:24'))?.text
    for (const day of ['2024-10-01', BETWEEN]) assert.equal(await textOn(day, 'msgb', 'par:24'), expected)
    assert.equal(await textOn('2025-06-01', 'msgb', 'par:24'), undefined, 'the state itself is as it was published')
  })

  it('does not tell which of two wordings held', async () => {
    const error = await fails(textOn(BETWEEN, 'msgb', 'par:16'), 'ambiguous')
    assert.deepEqual(
      error.details.candidates?.map(({ code, norm, observed_on }) => [code, norm, observed_on]),
      [
        ['msgb', 'par:16', '2025-06-01'],
        ['msgb', 'par:16', '2026-01-01'],
      ],
    )
    assert.equal(error.details.as_of, BETWEEN)
    for (const day of [BETWEEN, '2025-06-01', '2026-01-01']) assert(error.message.includes(day), error.message)
  })

  it('does not tell whether there was a norm that only one of them has', async () => {
    for (const [path, day] of [
      ['par:29', '2025-06-01'],
      ['par:28', '2026-01-01'],
    ] as const) {
      const error = await fails(textOn(BETWEEN, 'msgb', path), 'ambiguous')
      assert.deepEqual(
        error.details.candidates?.map(({ observed_on }) => observed_on),
        [day],
        path,
      )
    }
    assert.equal(await textOn(BETWEEN, 'msgb', 'par:4711'), undefined)
  })

  it('has an outline with the norms marked that cannot be told', async () => {
    const law = await (await on(BETWEEN)).law('msgb')
    const uncertain = law?.norms.filter((norm) => norm.uncertain).map(({ norm }) => norm)
    assert.deepEqual(uncertain, ['par:12', 'par:16', 'par:28', 'par:29'])
    assert.deepEqual(await (await on(BETWEEN)).outline('msgb'), law?.norms)
    assert((await (await on(BETWEEN)).law('msverf'))?.norms.every((norm) => norm.uncertain === undefined))
    assert((await (await on('2025-06-01')).law('msgb'))?.norms.every((norm) => norm.uncertain === undefined))
  })

  it('has the norms of both states, under their headings', async () => {
    const law = await (await on(BETWEEN)).law('msgb')
    const place = law?.norms.findIndex(({ norm }) => norm === 'par:28') ?? -1
    assert.deepEqual(
      law?.norms.slice(place - 1, place + 2).map(({ norm }) => norm),
      ['par:27', 'par:28', 'par:29'],
    )
    assert.equal(law?.norm_count, law?.norms.length)
    const older = await corpus.atState('2025-06-01').law('msgb')
    for (const [index, { label, start, end }] of (law?.structure ?? []).entries()) {
      const before = older?.structure[index]
      const known = older?.norms.slice(before?.start, before?.end).map(({ norm }) => norm)
      const paths: string[] | undefined = law?.norms.slice(start, end).map(({ norm }) => norm)
      assert.deepEqual([label, paths?.filter((path) => path !== 'par:28' && path !== 'par:24')], [before?.label, known])
    }
    const above = law?.structure.filter(({ start, end }) => start <= place && place < end) ?? []
    assert(above.length > 0, 'it is under the headings of its neighbour')
  })

  it('lists the laws of both states, those of one marked', async () => {
    const view = await on(BETWEEN)
    const { items, total } = await view.laws({})
    assert.deepEqual(
      items.filter(({ uncertain }) => uncertain).map(({ code }) => code),
      ['sundlotso'],
    )
    assert.equal(total, items.length)
    assert.deepEqual((await view.laws({ limit: 2, offset: 3 })).items, items.slice(3, 5))
    const { items: early } = await (await on('2025-01-01')).laws({ query: 'signal' })
    assert.deepEqual(
      early.map(({ code, uncertain }) => [code, uncertain]),
      [
        ['32011l9902', undefined],
        ['signalbek', true],
      ],
    )
  })

  it('does not tell whether there was a law that only one of them has', async () => {
    const removed = await fails((await on(BETWEEN)).law('sundlotso'), 'ambiguous')
    assert.deepEqual(
      removed.details.candidates?.map(({ code, observed_on }) => [code, observed_on]),
      [['sundlotso', '2025-06-01']],
    )
    const added = await fails((await on('2024-12-24')).law('signalbek'), 'ambiguous')
    assert.deepEqual(
      added.details.candidates?.map(({ code, observed_on }) => [code, observed_on]),
      [['signalbek', '2025-06-01']],
    )
    assert.equal(await (await on(BETWEEN)).law('nolaw'), undefined)
  })

  it('gives all norms of a law only if each can be told', async () => {
    const between = await on(BETWEEN)
    const all = (await Array.fromAsync(between.norms('msverf'))).flat()
    assert.deepEqual(
      all.map(({ norm }) => norm),
      (await corpus.outline('msverf')).map(({ norm }) => norm),
    )
    await fails(Array.fromAsync(between.norms('msgb')), 'ambiguous')
    const some = (await Array.fromAsync(between.norms('msgb', { start: 0, end: 3 }))).flat()
    assert.deepEqual(
      some.map(({ norm }) => norm),
      ['toc:1', 'par:1', 'par:2'],
    )
  })

  it('has the names and short forms of either', async () => {
    const between = await on('2024-12-24')
    const codes = async (name: string) => (await between.findLaws(name)).map(({ code }) => code)
    assert.deepEqual(await codes('Sundlotsenordnung'), ['sundlotso'])
    assert.deepEqual(await codes('SignalBek'), ['signalbek'])
    const ending = async (element: string) => (await between.normsEndingIn('msgb', [element])).map(({ norm }) => norm)
    assert.deepEqual([await ending('par:22a'), await ending('par:7a')], [['par:22a'], ['par:7a']])
  })
})
