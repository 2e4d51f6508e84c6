/** The contract of every storage engine for older states, over the starter dataset, whose README lists what changed in it. */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Change, Corpus, Norm } from '../../src/model/corpus.ts'
import { copyStarterState, STARTER_DAYS, STARTER_FETCHED_AT } from '../../src/packaging/starter-states.ts'
import { packageRoot } from '../../src/program/package.ts'

/** Includes acts, which are the same in all states: their versions tell their days. */
const STARTER = join(packageRoot, 'src', 'starter')
const NEWEST = STARTER_FETCHED_AT.slice(0, 'yyyy-mm-dd'.length)
const ALL = { limit: 1000, offset: 0 }

/** A change in short form: `2025-06-01 added msgb par:7a`, `… moved msgb par:29 > par:28`, `… removed sundlotso`. */
function short({ observed_on, type, code, norm, moved_to }: Change): string {
  return [observed_on, type, code, norm, moved_to && `> ${moved_to}`].filter((part) => part !== null).join(' ')
}

async function allNorms(corpus: Corpus, code: string): Promise<Norm[]> {
  return (await Array.fromAsync(corpus.norms(code))).flat()
}

/**
 * An answer without data that a corpus of a single state lacks: versions of norms, editions named in texts, and earlier fetches
 * of an unchanged document.
 */
function comparable(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer ?? null, (key, value) =>
      ['version', 'edition', 'as_of', 'fetch_timestamp'].includes(key) ? undefined : value,
    ),
  )
}

/** @param opened returns the corpus while its tests run */
export function describeTime(opened: () => Corpus): void {
  describe('states', () => {
    it('are listed, oldest first, also by the coverage', async () => {
      const states = await opened().states()
      assert.deepEqual(
        states.map(({ observed_on }) => observed_on),
        [...STARTER_DAYS, NEWEST],
      )
      for (const { listing, incomplete } of states) assert.deepEqual([listing, incomplete], ['complete', null])
      assert.deepEqual((await opened().coverage()).states, states)
    })

    it('have the newest among them', async () => {
      const newest = opened().atState(NEWEST)
      assert.deepEqual(await newest.laws({}), await opened().laws({}))
      assert.deepEqual(await newest.norm('msgb', 'par:16'), await opened().norm('msgb', 'par:16'))
    })

    it('know the other ones, and what changed', async () => {
      const older = opened().atState('2024-06-01')
      assert.deepEqual(await older.states(), await opened().states())
      assert.deepEqual(await older.changes(ALL), await opened().changes(ALL))
      assert.deepEqual(await older.lawVersions('msgb'), await opened().lawVersions('msgb'))
      assert.deepEqual(await older.normVersions('msgb', 'par:16'), await opened().normVersions('msgb', 'par:16'))
      assert.deepEqual(await older.atState(NEWEST).law('msgb'), await opened().law('msgb'))
      assert.deepEqual(await older.coverage(), await opened().coverage())
      await older.close()
      assert((await opened().laws({})).total > 0, 'closing a state leaves the corpus open')
    })
  })

  for (const day of STARTER_DAYS) {
    describe(`the state of ${day} answers like a corpus of that state alone`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
      let alone: Corpus
      let codes: string[]
      const state = () => opened().atState(day)
      /** Compares the answers of both. */
      async function same(ask: (corpus: Corpus) => Promise<unknown>, what: string): Promise<void> {
        const [own, expected] = await Promise.all([state(), alone].map(ask))
        assert.deepEqual(comparable(own), comparable(expected), what)
      }
      before(async () => {
        const from = join(folder, 'laws')
        copyStarterState(day, from)
        for (const act of readdirSync(STARTER).filter((name) => /^3\d{4}[a-z]/.test(name))) {
          cpSync(join(STARTER, act), join(from, act), { recursive: true })
        }
        await buildBundle({ from, out: join(folder, 'alone.sqlite'), fetchedAt: `${day}T00:00:00Z`, search: false })
        alone = await openEngine(join(folder, 'alone.sqlite'))
        codes = (await alone.laws({})).items.map(({ code }) => code)
      })
      after(async () => {
        await alone.close()
        rmSync(folder, { recursive: true })
      })

      it('which laws there are, in pages, by their names and near misses', async () => {
        await same((corpus) => corpus.laws({}), 'all')
        await same((corpus) => corpus.laws({ limit: 2, offset: 1 }), 'a page')
        for (const initial of ['B', 'M', '#', 'Q']) await same((corpus) => corpus.laws({ initial }), initial)
        for (const query of ['Ordnung', 'MSGB', 'hafen', 'Lotsen', 'nolaw']) {
          await same((corpus) => corpus.laws({ query }), query)
        }
        const aliases = await Promise.all(codes.map(async (code) => (await alone.law(code))?.aliases ?? []))
        for (const name of [...codes, ...aliases.flat(), 'SignalBek', 'Sundlotsenordnung', 'msgp', 'nolaw']) {
          await same((corpus) => corpus.findLaws(name), name)
          await same((corpus) => corpus.lawsCalled(name), name)
          await same((corpus) => corpus.similarLaws(name, 3), name)
        }
      })

      it('each law, and its outline', async () => {
        for (const code of [...codes, 'nolaw']) {
          await same((corpus) => corpus.law(code), code)
          await same((corpus) => corpus.outline(code), code)
        }
      })

      it('each norm, alone and with its law, and what surrounds it', async () => {
        for (const code of [...codes, 'nolaw']) {
          await same((corpus) => allNorms(corpus, code), code)
          await same((corpus) => Array.fromAsync(corpus.norms(code, { start: 1, end: 19 })), code)
          for (const path of [...(await alone.outline(code)).map(({ norm }) => norm), 'par:4711']) {
            await same((corpus) => corpus.norm(code, path), `${code} ${path}`)
            await same((corpus) => corpus.normContext(code, path), `${code} ${path}`)
          }
        }
      })

      it('the relationships of each norm, whole and in pages', async () => {
        for (const code of codes) {
          for (const { norm } of await alone.outline(code)) {
            await same((corpus) => corpus.relationships(code, norm, ALL), `${code} ${norm}`)
            await same((corpus) => corpus.relationships(code, norm, { limit: 2, offset: 1 }), `${code} ${norm}`)
            await same((corpus) => corpus.relationships(code, norm, { ...ALL, type: 'cited_by' }), `${code} ${norm}`)
          }
        }
      })

      it('what a short form can mean', async () => {
        for (const code of [...codes, 'nolaw']) {
          const last = (path: string) => path.replace(/(\/seq:\d+)+$/, '').replace(/^.*\//, '')
          const elements = (await alone.outline(code)).map(({ norm }) => last(norm))
          for (const each of [...elements.map((element) => [element]), elements.slice(0, 3), []]) {
            await same((corpus) => corpus.normsEndingIn(code, each), `${code} ${each}`)
          }
          for (const value of ['3', '4', '10a', '30', '31', '7']) {
            await same((corpus) => corpus.normsIncluding(code, 'par', value), `${code} ${value}`)
          }
        }
      })

      it('to which version each norm belongs', async () => {
        for (const code of codes) {
          for (const { norm, version, label, heading, status } of await allNorms(state(), code)) {
            const known = await opened().normVersions(code, norm)
            const own = known.find(({ observed_from }) => observed_from === version?.observed_from)
            assert(own !== undefined, `${code} ${norm}`)
            assert(own.observed_from <= day && (own.observed_to === null || own.observed_to >= day))
            const { observed_from, observed_to, valid_from, valid_to } = own
            assert.deepEqual(version, { observed_from, observed_to, valid_from, valid_to }, `${code} ${norm}`)
            assert.deepEqual([own.label, own.heading, own.status], [label, heading, status])
          }
        }
      })
    })
  }

  describe('acts, which tell their days themselves', () => {
    const CODE = '32024r9901'

    it('have the text of each day, whatever the states are', async () => {
      const textOn = async (...days: [string, string?]) =>
        (
          await opened()
            .atState(...days)
            .norm(CODE, 'art:3')
        )?.text.slice(0, 6)
      assert.equal(await textOn('2024-01-21'), undefined)
      assert.equal(await textOn('2024-01-22'), 'Völker')
      assert.equal(await textOn('2024-04-30'), 'Völker')
      assert.equal(await textOn('2024-05-01'), '______')
      assert.equal(await textOn('2024-06-01', '2024-04-30'), 'Völker')
      assert.equal(await textOn('2025-12-24'), '______')
    })

    it('are known since their first day', async () => {
      assert.equal(await opened().datedSince(CODE), '2024-01-22')
      assert.equal(await opened().datedSince(), '2011-10-21')
      assert.equal(await opened().datedSince('msgb'), undefined)
      assert.equal(await opened().datedSince('nolaw'), undefined)
      assert.equal((await opened().coverage()).dated_since, '2011-10-21')
    })

    it('have versions with the days that the source names', async () => {
      const [newest, before] = await opened().normVersions(CODE, 'art:3')
      const span = (version: typeof newest) =>
        version && [version.observed_from, version.observed_to, version.valid_from, version.valid_to]
      assert.deepEqual(span(newest), ['2024-05-01', null, '2024-05-01', null])
      assert.deepEqual(span(before), ['2024-01-22', '2024-04-30', null, '2024-04-30'])
      assert.deepEqual((await opened().differingNorms(CODE, '2024-04-30', '2024-05-01')).sort(), [
        'annex:1',
        'annex:2',
        'art:1',
        'art:3',
        'art:5',
        'art:5a',
        'formula:closing',
      ])
    })

    it('have no changes from state to state', async () => {
      const codes = [CODE]
      assert.equal((await opened().changes({ ...ALL, codes })).total, 7)
      assert.equal((await opened().changes({ ...ALL, codes, observed: true })).total, 0)
    })
  })

  describe('the versions of a norm', () => {
    const spans = async (code: string, path: string) =>
      (await opened().normVersions(code, path)).map(({ observed_from, observed_to }) => [observed_from, observed_to])

    it('come newest first, with the amendment that the source named', async () => {
      const versions = await opened().normVersions('msgb', 'par:17')
      assert.deepEqual(await spans('msgb', 'par:17'), [
        ['2025-06-01', null],
        ['2024-06-01', '2024-06-01'],
      ])
      assert.deepEqual(
        versions.map(({ status_note }) => status_note),
        [
          'zuletzt geändert durch Art. 1 G v. 29.2.2024 I Nr. 8',
          'zuletzt geändert durch Art. 6 G v. 7.10.2022 I Nr. 51',
        ],
      )
      assert.notEqual(versions[0]?.text_hash, versions[1]?.text_hash)
      for (const { text_hash } of versions) assert.match(text_hash, /^sha256:[0-9a-f]{64}$/)
    })

    it('are one if a state left the norm out, or only white space changed', async () => {
      assert.deepEqual(await spans('msgb', 'par:24'), [['2024-06-01', null]])
      assert.deepEqual(await spans('msgbeg', 'art:2'), [['2024-06-01', null]])
    })

    it('differ if only a note changed', async () => {
      const [newest, before] = await opened().normVersions('hafeng_2021', 'par:6')
      assert.equal(newest?.text_hash, before?.text_hash)
      assert.deepEqual([newest?.observed_from, before?.observed_to], ['2026-01-01', '2025-06-01'])
    })

    it('tell when they are in force where the source says so, and nowhere else', async () => {
      assert.deepEqual(
        (await opened().normVersions('hafeng_2021', 'par:6')).map(({ status, valid_from }) => [status, valid_from]),
        [
          ['in_force', null],
          ['in_force', '2025-01-01'],
          ['not_yet_in_force', '2025-01-01'],
        ],
      )
    })

    it('tell where a norm was before', async () => {
      const [moved] = await opened().normVersions('msgb', 'par:28')
      assert.deepEqual([moved?.moved_from, moved?.observed_from], ['par:29', '2026-01-01'])
      assert.deepEqual(await spans('msgb', 'par:29'), [['2024-06-01', '2025-06-01']])
    })

    it('are there for norms and laws that are gone', async () => {
      assert.deepEqual(await spans('msgb', 'par:22a'), [['2024-06-01', '2024-06-01']])
      assert.deepEqual(await spans('sundlotso', 'par:5'), [['2024-06-01', '2025-06-01']])
      assert.deepEqual(await spans('msgb', 'par:4711'), [])
      assert.deepEqual(await spans('nolaw', 'par:1'), [])
    })
  })

  describe('the versions of a law', () => {
    it('come newest first, with the numbers of norms that changed', async () => {
      const numbers = (await opened().lawVersions('msgb')).map((version) => {
        const { observed_from, observed_to, added, changed, moved, removed } = version
        return [observed_from, observed_to, added, changed, moved, removed]
      })
      assert.deepEqual(numbers, [
        ['2026-01-01', null, 0, 2, 1, 0],
        ['2025-06-01', '2025-06-01', 1, 2, 0, 1],
        ['2024-06-01', '2024-06-01', 0, 0, 0, 0],
      ])
    })

    it('name the newest amendment of their time', async () => {
      const [newest, before] = await opened().lawVersions('hafeng_2021')
      assert.deepEqual(
        [newest?.status_date, newest?.status_note],
        ['2026-01-14', 'zuletzt geändert durch Art. 3 G v. 14.1.2026 I Nr. 2'],
      )
      assert.equal(before?.status_date, '2023-11-07')
    })

    it('are one if nothing but white space and dates changed', async () => {
      const versions = await opened().lawVersions('msgbeg')
      assert.deepEqual(
        versions.map(({ observed_from, observed_to }) => [observed_from, observed_to]),
        [['2024-06-01', null]],
      )
    })

    it('are there for laws that are gone, and for no others', async () => {
      const [removed] = await opened().lawVersions('sundlotso')
      assert.deepEqual([removed?.observed_from, removed?.observed_to], ['2024-06-01', '2025-06-01'])
      assert.deepEqual(await opened().lawVersions('nolaw'), [])
    })
  })

  describe('changes', () => {
    const found = async (filter: object) => (await opened().changes({ ...ALL, ...filter })).items.map(short)

    it('come newest state first, then by code and in document order', async () => {
      assert.deepEqual(await found({}), [
        '2026-01-01 changed bienhv_2005 par:3',
        '2026-01-01 changed hafeng_2021 par:6',
        '2026-01-01 changed hafeng_2021 par:7',
        '2026-01-01 changed hafeng_2021 annex:1',
        '2026-01-01 changed msgb par:12',
        '2026-01-01 changed msgb par:16',
        '2026-01-01 moved msgb par:29 > par:28',
        '2026-01-01 removed sundlotso',
        '2026-01-01 removed sundlotso par:1',
        '2026-01-01 removed sundlotso par:2',
        '2026-01-01 removed sundlotso par:3-4',
        '2026-01-01 removed sundlotso par:5',
        '2025-06-01 changed hafeng_2021 par:6',
        '2025-06-01 changed msgb toc:1',
        '2025-06-01 added msgb par:7a',
        '2025-06-01 changed msgb par:17',
        '2025-06-01 removed msgb par:22a',
        '2025-06-01 added msverf art:12a',
        '2025-06-01 added signalbek',
        '2025-06-01 added signalbek text:1',
        '2025-06-01 added signalbek item:i',
        '2025-06-01 added signalbek item:1',
        '2025-06-01 added signalbek item:3',
        '2025-06-01 added signalbek item:2',
        '2025-06-01 added signalbek text:2',
        '2024-05-01 changed 32024r9901 art:1',
        '2024-05-01 changed 32024r9901 art:3',
        '2024-05-01 changed 32024r9901 art:5',
        '2024-05-01 added 32024r9901 art:5a',
        '2024-05-01 changed 32024r9901 formula:closing',
        '2024-05-01 changed 32024r9901 annex:1',
        '2024-05-01 added 32024r9901 annex:2',
      ])
    })

    it('are kept to laws and days', async () => {
      assert.deepEqual(await found({ codes: ['msverf', 'hafeng_2021'], until: '2025-12-31' }), [
        '2025-06-01 changed hafeng_2021 par:6',
        '2025-06-01 added msverf art:12a',
      ])
      assert.deepEqual(await found({ codes: ['msgb'], since: '2025-06-02' }), [
        '2026-01-01 changed msgb par:12',
        '2026-01-01 changed msgb par:16',
        '2026-01-01 moved msgb par:29 > par:28',
      ])
      assert.deepEqual(await found({ since: '2026-01-02' }), [])
      assert.deepEqual(await found({ codes: [] }), [])
    })

    it('come in pages', async () => {
      const whole = await opened().changes(ALL)
      assert.equal(whole.total, whole.items.length)
      for (let offset = 0; offset <= whole.total; offset += 5) {
        const page = await opened().changes({ limit: 5, offset })
        assert.deepEqual([page.items, page.total], [whole.items.slice(offset, offset + 5), whole.total])
      }
    })

    it('name laws and norms as they are now, or were last', async () => {
      const { items } = await opened().changes(ALL)
      const named = (type: string, norm: string | null) => {
        const change = items.find((item) => item.type === type && item.norm === norm)
        return [change?.abbreviation, change?.label, change?.heading]
      }
      assert.deepEqual(named('moved', 'par:29'), ['MSGB', '§ 28', 'Noten'])
      assert.deepEqual(named('removed', 'par:22a'), ['MSGB', '§ 22a', 'Nachfrist'])
      assert.deepEqual(named('removed', null), ['SundLotsO', '', 'Ordnung des Lotsendienstes im Sund'])
    })

    it('are told by law, too', async () => {
      const { items, total } = await opened().changedLaws(ALL)
      assert.deepEqual(
        items.map(({ observed_on, observed_before, code, whole, added, changed, moved, removed }) =>
          [observed_before, observed_on, code, whole, added, changed, moved, removed].join(' '),
        ),
        [
          '2025-06-01 2026-01-01 bienhv_2005  0 1 0 0',
          '2025-06-01 2026-01-01 hafeng_2021  0 3 0 0',
          '2025-06-01 2026-01-01 msgb  0 2 1 0',
          '2025-06-01 2026-01-01 sundlotso removed 0 0 0 4',
          '2024-06-01 2025-06-01 hafeng_2021  0 1 0 0',
          '2024-06-01 2025-06-01 msgb  1 2 0 1',
          '2024-06-01 2025-06-01 msverf  1 0 0 0',
          ' 2025-06-01 signalbek added 6 0 0 0',
          '2024-04-30 2024-05-01 32024r9901  2 5 0 0',
        ],
      )
      assert.deepEqual(await opened().changedLaws({ limit: 2, offset: 1 }), { items: items.slice(1, 3), total })
      const { items: some } = await opened().changedLaws({ ...ALL, codes: ['msgb'], since: '2026-01-01' })
      assert.deepEqual(some, items.slice(2, 3))
    })
  })

  describe('what is not in every state', () => {
    it('is found: norms that two states do not have alike', async () => {
      const differing = async (from: string, to: string) => (await opened().differingNorms('msgb', from, to)).sort()
      assert.deepEqual(await differing('2025-06-01', NEWEST), ['par:12', 'par:16', 'par:24', 'par:28', 'par:29'])
      assert.deepEqual(await differing('2025-06-01', '2025-06-01'), [])
      assert.deepEqual(await opened().differingNorms('msgbeg', '2024-06-01', NEWEST), [])
      assert.deepEqual(await opened().differingNorms('nolaw', '2024-06-01', NEWEST), [])
    })

    it('is found: laws by the names that they have or had', async () => {
      const called = async (name: string) =>
        (await opened().lawsEverCalled(name)).map(({ code, observed_to }) => [code, observed_to])
      for (const name of ['sundlotso', 'SundLotsO', 'Sundlotsenordnung']) {
        assert.deepEqual(await called(name), [['sundlotso', '2025-06-01']], name)
      }
      assert.deepEqual(await called('MSGB'), [['msgb', null]])
      assert.deepEqual(await called('nolaw'), [])
    })

    it('is found: the last states of norms that are gone', async () => {
      assert.deepEqual(await opened().lastStatesOfNorms('msgb'), ['2025-06-01', '2024-06-01'])
      assert.deepEqual(await opened().lastStatesOfNorms('sundlotso'), ['2025-06-01'])
      assert.deepEqual(await opened().lastStatesOfNorms('msgbeg'), [])
    })
  })
}
