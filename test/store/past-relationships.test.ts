import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import type { Corpus, RelationshipType } from '../../src/model/corpus.ts'
import { buildStates } from '../invented-states.ts'

const FIRST = '2020-01-01'
const SECOND = '2021-01-01'
const NEWEST = '2022-01-01'

const ACKER = {
  '§ 1': 'Nach § 4 gilt § 2 WiesG.',
  '§ 2': 'Es gelten die §§ 3 bis 6 und § 9.',
  '§ 7': 'Das Nähere regelt § 1 des Teichgesetzes.',
  '§ 8': 'Es gelten die §§ 3 bis 6 Absatz 1 und 2, § 11, § 4 und §§ 3 bis 6 in Verbindung mit Satz 1.',
}
const WIESE = { '§ 1': 'Gras.', '§ 2': 'Heu nach § 7 AckerG.', '§ 3': 'Mähen.' }

const STATES = {
  [FIRST]: {
    AckerG: {
      ...ACKER,
      '§ 3': 'Drei.',
      '§ 4': '(1) Vier.\n(2) Vier nach Absatz 1.',
      '§ 5': 'Fünf.',
      '§ 6': 'Sechs.',
      '§ 9': 'Neun.',
    },
    WiesG: { ...WIESE, '§ 3': 'Mähen nach § 1 und § 4 AckerG.' },
    TeichG: { title: 'Teichgesetz', norms: { '§ 1': 'Karpfen.' } },
    'Wald G': { title: 'Waldgesetz', norms: { '§ 1': 'Alte Bäume.' }, number: '7001' },
    JagdG: { '§ 1': 'Im Wald nach § 1 WaldG.' },
  },
  [SECOND]: {
    AckerG: { ...ACKER, '§§ 3 bis 5': '(weggefallen)', '§ 6': 'Sechs.' },
    WiesG: { ...WIESE, '§ 2': 'Heu nach § 7 und § 1 AckerG.' },
    'Wald G': { title: 'Waldgesetz', norms: { '§ 1': 'Alte Bäume.' }, number: '7001' },
    JagdG: { '§ 1': 'Im Wald nach § 1 WaldG.' },
  },
  [NEWEST]: {
    AckerG: { ...ACKER, '§§ 3 bis 6': '(weggefallen)' },
    WiesG: WIESE,
    WaldG: { title: 'Neues Waldgesetz', norms: { '§ 1': 'Junge Bäume.' }, number: '7002' },
    JagdG: { '§ 1': 'Im Wald nach § 1 WaldG.' },
  },
}

describe('relationships of older states', () => {
  let folder: string
  let corpus: Corpus
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'past-relationships-'))
    corpus = await openEngine(await buildStates(folder, STATES))
  })
  after(async () => {
    await corpus.close()
    rmSync(folder, { recursive: true })
  })

  const linked = async (day: string, code: string, path: string, type: RelationshipType) => {
    const { items, total } = await corpus.atState(day).relationships(code, path, { type, limit: 100, offset: 0 })
    assert.equal(items.length, total)
    return items.map(({ citation, code, norm, law, resolved }) => {
      return `${citation} = ${resolved ? '' : '? '}${code ?? law} ${norm}`
    })
  }

  test('a norm cites what its state has', async () => {
    assert.deepEqual(await linked(FIRST, 'ackerg', 'par:1', 'cites'), ['§ 4 = ackerg par:4', '§ 2 WiesG = wiesg par:2'])
    assert.deepEqual(await linked(SECOND, 'ackerg', 'par:1', 'cites'), [
      '§ 4 = ackerg par:3-5',
      '§ 2 WiesG = wiesg par:2',
    ])
    assert.deepEqual(await linked(NEWEST, 'ackerg', 'par:1', 'cites'), [
      '§ 4 = ackerg par:3-6',
      '§ 2 WiesG = wiesg par:2',
    ])
  })

  test('a range cites each norm that is in it then', async () => {
    const range = '§§ 3 bis 6'
    assert.deepEqual(await linked(FIRST, 'ackerg', 'par:2', 'cites'), [
      ...[3, 4, 5, 6].map((number) => `${range} = ackerg par:${number}`),
      '§ 9 = ackerg par:9',
    ])
    assert.deepEqual(await linked(SECOND, 'ackerg', 'par:2', 'cites'), [
      `${range} = ackerg par:3-5`,
      `${range} = ackerg par:6`,
      '§ 9 = ? null par:9',
    ])
  })

  test('a norm is cited by what its state has', async () => {
    assert.deepEqual(await linked(FIRST, 'ackerg', 'par:4', 'cited_by'), [
      // The most frequently citing norm comes first.
      ...['§§ 3 bis 6', '§ 4', '§§ 3 bis 6'].map((citation) => `${citation} = ackerg par:8`),
      '§ 4 = ackerg par:1',
      '§§ 3 bis 6 = ackerg par:2',
      '§ 4 AckerG = wiesg par:3',
    ])
    assert.deepEqual(await linked(SECOND, 'ackerg', 'par:3-5', 'cited_by'), [
      ...['§§ 3 bis 6', '§ 4', '§§ 3 bis 6'].map((citation) => `${citation} = ackerg par:8`),
      '§ 4 = ackerg par:1',
      '§§ 3 bis 6 = ackerg par:2',
    ])
    assert.deepEqual(await linked(SECOND, 'ackerg', 'par:6', 'cited_by'), [
      ...['§§ 3 bis 6', '§§ 3 bis 6', 'Satz 1'].map((citation) => `${citation} = ackerg par:8`),
      '§§ 3 bis 6 = ackerg par:2',
    ])
    assert.deepEqual(await linked(FIRST, 'ackerg', 'par:9', 'cited_by'), ['§ 9 = ackerg par:2'])
    assert.deepEqual(await linked(FIRST, 'ackerg', 'par:1', 'cited_by'), ['§ 1 = wiesg par:3'])
    assert.deepEqual(await linked(SECOND, 'ackerg', 'par:1', 'cited_by'), ['§ 1 AckerG = wiesg par:2'])
    assert.deepEqual(await linked(FIRST, 'wiesg', 'par:2', 'cited_by'), ['§ 2 WiesG = ackerg par:1'])
  })

  test('a law that is gone is cited in the states that had it', async () => {
    assert.deepEqual(await linked(FIRST, 'ackerg', 'par:7', 'cites'), ['§ 1 des Teichgesetzes = teichg par:1'])
    assert.deepEqual(await linked(SECOND, 'ackerg', 'par:7', 'cites'), [
      '§ 1 des Teichgesetzes = ? Teichgesetzes par:1',
    ])
    assert.deepEqual(await linked(NEWEST, 'ackerg', 'par:7', 'cites'), [
      '§ 1 des Teichgesetzes = ? Teichgesetzes par:1',
    ])
    assert.deepEqual(await linked(FIRST, 'teichg', 'par:1', 'cited_by'), ['§ 1 des Teichgesetzes = ackerg par:7'])
  })

  test('before a law had its name, another one is cited by it', async () => {
    assert.deepEqual(await linked(NEWEST, 'jagdg', 'par:1', 'cites'), ['§ 1 WaldG = waldg par:1'])
    assert.deepEqual(await linked(FIRST, 'jagdg', 'par:1', 'cites'), ['§ 1 WaldG = wald_g par:1'])
    assert.deepEqual(await linked(FIRST, 'wald_g', 'par:1', 'cited_by'), ['§ 1 WaldG = jagdg par:1'])
  })

  test('they are those of a corpus of that state alone', async () => {
    for (const day of [FIRST, SECOND] as const) {
      const alone = await openEngine(await buildStates(join(folder, `alone-${day}`), { [day]: STATES[day] }))
      for (const { code } of (await alone.laws({})).items) {
        for (const { norm } of await alone.outline(code)) {
          const all = { limit: 100, offset: 0 }
          const [expected, found] = [alone, corpus.atState(day)].map((each) => each.relationships(code, norm, all))
          assert.deepEqual(await found, await expected, `${day} ${code} ${norm}`)
        }
      }
      await alone.close()
    }
  })

  test('counts agree with relationships, and pages with the whole', async () => {
    for (const day of [FIRST, SECOND, NEWEST]) {
      const state = corpus.atState(day)
      for (const { code } of (await state.laws({})).items) {
        for (const { norm } of await state.outline(code)) {
          const context = await state.normContext(code, norm)
          for (const type of ['cites', 'cited_by'] as const) {
            const all = await state.relationships(code, norm, { type, limit: 100, offset: 0 })
            assert.deepEqual(context?.citations[type].total, all.total, `${day} ${code} ${norm} ${type}`)
            const distinct = new Set(all.items.map((each) => JSON.stringify([each.code, each.norm, each.law])))
            assert.equal(context?.citations[type].norms, distinct.size, `${day} ${code} ${norm} ${type}`)
          }
          const all = await state.relationships(code, norm, { limit: 100, offset: 0 })
          const singly = await Promise.all(
            all.items.map(async (_, offset) => (await state.relationships(code, norm, { limit: 1, offset })).items[0]),
          )
          assert.deepEqual(singly, all.items)
        }
      }
    }
  })

  test('the same input gives the same bytes', async () => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')]
    assert.deepEqual(readFileSync(await buildStates(one, STATES)), readFileSync(await buildStates(other, STATES)))
  })
})

test('a range that begins with a letter does not have the norm before it', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'past-ranges-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const ACKER = { '§ 1': 'Acker.', '§§ 10a bis 12': '(weggefallen)' }
  const STATES = {
    [FIRST]: { AckerG: ACKER, WiesG: { '§ 1': 'Es gelten § 10 AckerG und § 11 AckerG.' } },
    [NEWEST]: { AckerG: { '§ 1': 'Acker.' }, WiesG: { '§ 1': 'Gras.' } },
  }
  const corpus = await openEngine(await buildStates(folder, STATES))
  context.after(() => corpus.close())
  const { items } = await corpus.atState(FIRST).relationships('wiesg', 'par:1', { type: 'cites', limit: 9, offset: 0 })
  assert.deepEqual(
    items.map(({ citation, norm, resolved }) => `${citation} ${norm} ${resolved}`),
    ['§ 10 AckerG par:10 false', '§ 11 AckerG par:10a-12 true'],
  )
})
