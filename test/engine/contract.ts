/** The contract of every storage engine, over the starter dataset, whose laws are made up and do not change. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compareInIndex, initialOf } from '../../src/citation/laws/law-names.ts'
import { formatNormPath, parseNormPath } from '../../src/citation/norm-path.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Corpus, Law, Norm, NormSummary, Relationship, SearchPage } from '../../src/model/corpus.ts'
import { catalogue } from '../../src/operations/catalogue.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { routedOf } from '../../src/operations/operation.ts'
import { assetPath } from '../../src/program/package.ts'
import { parseQuery } from '../../src/search/index.ts'
import { readPattern } from '../../src/search/patterns/pattern.ts'
import { openSqliteCorpus } from '../../src/store/sqlite/sqlite-corpus.ts'
import { errorBody, LegalTextError } from '../../src/util/errors.ts'
import { jpeg, LAWS, writeFiles } from '../import/illustrated.ts'
import { searchCorpus } from '../search/search-corpus.ts'
import { describeTime } from './time-contract.ts'

/** Opens a bundle with an engine; the same bundle may be opened several times. */
export type OpenBundle = (bundle: string) => Promise<Corpus>

const RELATIONSHIP_TYPES = ['cites', 'cited_by', 'contains', 'contained_in']
const ALL = { limit: 1000, offset: 0 }

/** Inputs that nobody types: characters that an engine may reject, large numbers, and apparent escapes. */
const ODD_INPUTS = [
  ...[
    '\0',
    'a\0b',
    'par:1\0',
    '§ 1\0 MSGB',
    'msgb\0',
    '\ud800',
    'x\udc00',
    '\uffff',
    '\u{10ffff}',
    '\\u0000',
    '\\\\u0000',
  ],
  ...['"\\', "'", '{"', '%', '_', 'par:99999999999999999999', '§ 99999999999 MSGB', '2147483648', '-1', '💡'],
]

export function describeEngine(name: string, open: OpenBundle): void {
  describe(`engine ${name}`, () => {
    let corpus: Corpus
    before(async () => {
      corpus = await open(assetPath('starter.sqlite'))
    })
    after(() => corpus.close())

    const codesOf = (laws: readonly { code: string }[]) => laws.map(({ code }) => code)
    const pathsOf = (norms: readonly { norm: string }[]) => norms.map(({ norm }) => norm)
    const allCodes = async () => codesOf((await corpus.laws({})).items)
    async function lawOf(code: string): Promise<Law> {
      const law = await corpus.law(code)
      assert(law !== undefined, code)
      return law
    }
    async function normOf(code: string, path: string): Promise<Norm> {
      const norm = await corpus.norm(code, path)
      assert(norm !== undefined, `${code} ${path}`)
      return norm
    }

    it('answers to every odd input as a bundle does', async () => {
      const bundle = openSqliteCorpus(assetPath('starter.sqlite'))
      // Messages contain the name.
      bundle.bundle.name = corpus.bundle.name
      const outcome = async (operation: Operation, engine: Corpus, input: Record<string, unknown>) => {
        try {
          return JSON.stringify(await operation.run(engine, input))
        } catch (error) {
          return JSON.stringify(errorBody(error))
        }
      }
      let asked = 0
      for (const operation of routedOf(catalogue)) {
        const example = operation.example as Record<string, unknown>
        for (const name of Object.keys(operation.input.shape)) {
          for (const odd of ODD_INPUTS) {
            const input = { ...example, [name]: odd }
            const [own, expected] = [await outcome(operation, corpus, input), await outcome(operation, bundle, input)]
            assert.equal(own, expected, `${operation.name} ${JSON.stringify(input)}`)
            assert.doesNotMatch(own, /"error":"(?:internal|not_ready)"/)
            asked++
          }
        }
      }
      assert(asked > 300, `${asked}`)
      await bundle.close()
    })

    it('finds the lines that a pattern matches, in the order of the norms, until the reader ends', async () => {
      const request = { pattern: readPattern('^§ \\d+'), codes: [], parts: ['text'] as const }
      const found = (await Array.fromAsync(corpus.matches(request))).flat()
      const expected: [string, string, string[]][] = []
      for (const code of await allCodes()) {
        for await (const norms of corpus.norms(code)) {
          for (const { norm, text } of norms) {
            const lines = text.split('\n').filter((line) => /^§ \d+/.test(line))
            if (lines.length > 0) expected.push([code, norm, lines])
          }
        }
      }
      assert(expected.length > 1)
      assert.deepEqual(
        found.map(({ code, norm, lines }) => [code, norm, lines.map(({ text }) => text)]),
        expected,
      )
      const ofOne = (await Array.fromAsync(corpus.matches({ ...request, codes: ['msgb'], jurisdiction: 'de' }))).flat()
      assert.deepEqual(
        ofOne,
        found.filter(({ code }) => code === 'msgb'),
      )
      for await (const _ of corpus.matches(request)) break
    })

    describe('laws', () => {
      it('come in the order of their codes, in pages', async () => {
        const { items, total } = await corpus.laws({})
        const codes = codesOf(items)
        assert.deepEqual(codes, codes.toSorted())
        assert.equal(total, codes.length)
        const page = await corpus.laws({ limit: 2, offset: 1 })
        assert.deepEqual(codesOf(page.items), codes.slice(1, 3))
        assert.equal(page.total, total)
        assert.deepEqual(await corpus.laws({ offset: 1000 }), { items: [], total })
      })

      it('are listed by their initials, in the order of a dictionary, in pages', async () => {
        const all = (await corpus.laws({})).items
        const listed = new Set<string>()
        for (const initial of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#']) {
          const { items, total } = await corpus.laws({ initial })
          assert.equal(total, items.length)
          assert.deepEqual(
            items,
            items.toSorted((a, b) => compareInIndex(a.abbreviation, b.abbreviation)),
          )
          for (const law of items) {
            assert.equal(initialOf(law.abbreviation), initial)
            assert.deepEqual(
              all.find(({ code }) => code === law.code),
              law,
            )
            listed.add(law.code)
          }
          const pages = await Promise.all(items.map((_, offset) => corpus.laws({ initial, limit: 1, offset })))
          assert.deepEqual(
            pages.map((page) => [page.items, page.total]),
            items.map((item) => [[item], total]),
          )
        }
        assert.equal(listed.size, all.length)
        assert.deepEqual(codesOf((await corpus.laws({ query: 'stadt', initial: 'M' })).items), [
          'msgb',
          'msgbeg',
          'msverf',
        ])
        assert.deepEqual(await corpus.laws({ query: 'Raumfahrt', initial: 'M' }), { items: [], total: 0 })
      })

      it('are found by any part of their names, however it is spelled', async () => {
        for (const query of ['hafen', 'HAFEN-G', 'Hafengesetz']) {
          const { items, total } = await corpus.laws({ query })
          assert(codesOf(items).includes('hafeng_2021'), query)
          assert.equal(total, items.length)
        }
        assert.deepEqual(await corpus.laws({ query: 'Raumfahrt' }), { items: [], total: 0 })
        // Gazette references are found only as a whole.
        assert.deepEqual(codesOf((await corpus.laws({ query: 'BGBl. I 1999 S. 101' })).items), ['leuchtfo'])
        for (const query of ['BGBl', 'BGBl. I 1999 S. 1']) assert.equal((await corpus.laws({ query })).total, 0)
        assert.deepEqual(await corpus.laws({ query: "%' OR 1=1 --" }), { items: [], total: 0 })
        const [first] = (await corpus.laws({ query: 'MSGB', limit: 1 })).items
        assert.deepEqual([first?.code, (await corpus.laws({ query: 'MSGB', limit: 1 })).total], ['msgb', 2])
      })

      it('have names of different strength', async () => {
        const codes = async (name: string) => codesOf(await corpus.findLaws(name))
        assert.deepEqual(await codes('MSGB'), ['msgb'])
        assert.deepEqual(await codes('hafeng_2021'), ['hafeng_2021'])
        assert.deepEqual(await codes('Hafen G'), ['hafeng_2021'])
        assert.deepEqual(await codes('BienHV'), ['bienhv_1998', 'bienhv_2005'])
        assert.deepEqual(await codes('BienHV 1998'), ['bienhv_1998'])
        assert.deepEqual(await codes('Moewensunder Stadtgesetzbuch'), ['msgb'])
        assert.deepEqual(await codes('constructor'), [])
        assert.deepEqual(await codes(''), [])
        const [exact, alias] = [await corpus.findLaws('hafeng_2021'), await corpus.findLaws('BienHV')]
        assert.equal(exact[0]?.rank, 0)
        assert((alias[0]?.rank ?? 0) > 0)
      })

      it('are found by every alias, also as running text calls them', async () => {
        for (const code of await allCodes()) {
          for (const alias of (await lawOf(code)).aliases) {
            const called = codesOf(await corpus.lawsCalled(alias))
            assert(called.includes(code), `${code} ${alias}`)
            assert.deepEqual(codesOf(await corpus.findLaws(alias)), called, alias)
          }
          assert.deepEqual(codesOf(await corpus.lawsCalled(code)), [code])
        }
        assert.deepEqual(await corpus.lawsCalled('Raumfahrtgesetz'), [])
      })

      it('are suggested for near misses', async () => {
        const near = async (name: string) => codesOf(await corpus.similarLaws(name, 3))
        assert.equal((await near('msgp'))[0], 'msgb')
        assert.equal((await near('smgb'))[0], 'msgb')
        assert.deepEqual(await near('zzzzzzzz'), [])
        assert.deepEqual(await near('x'.repeat(10_000)), [])
        assert.equal((await corpus.similarLaws('msgp', 1)).length, 1)
      })

      it('carry everything that the source says of them', async () => {
        const law = await lawOf('hafeng_2021')
        assert.equal(law.abbreviation, 'HafenG')
        assert.equal(law.norm_count, law.norms.length)
        assert.match(law.notes, /Muster/)
        assert.match(law.provenance.content_hash, /^sha256:[0-9a-f]{64}$/)
        assert.equal(law.provenance.source_url, 'https://recht.example/hafeng_2021/xml.zip')
        assert.equal(await corpus.law('HAFENG_2021'), undefined)
        assert.equal(await corpus.law('nolaw'), undefined)
      })

      it('tell their state, as do their norms: when they end, and up to what they are documented', async () => {
        const law = await lawOf('bienhv_2005')
        assert.equal(law.expires_on, '2030-12-31')
        assert.deepEqual(
          law.endings.map(({ on, last_day, norms, except }) => [on, last_day, norms, except]),
          [['2030-12-31', '2030-12-31', [], []]],
        )
        const { endings, expires_on, pending, documented_to } = await normOf('bienhv_2005', 'par:3')
        assert.deepEqual([endings, expires_on, pending, documented_to], [law.endings, '2030-12-31', [], null])
        const ofNorm = { documented_to, pending, expires_on, endings }
        assert.deepEqual(await corpus.lawState('bienhv_2005'), ofNorm)
        assert.equal(await corpus.lawState('nolaw'), undefined)
        const other = await corpus.lawState('msgb')
        assert.deepEqual([other?.documented_to, other?.pending, other?.expires_on], ['2024-02-29', [], null])
        assert.equal(await corpus.corpusDate(), (await corpus.coverage()).corpus_date)
      })

      it('have the same summary wherever they are listed', async () => {
        for (const summary of (await corpus.laws({})).items) {
          const law: Record<string, unknown> = { ...(await lawOf(summary.code)) }
          const [found] = await corpus.findLaws(summary.code)
          for (const [field, value] of Object.entries(summary)) {
            assert.equal(law[field], value, `${summary.code} ${field}`)
            assert.equal(found?.[field as keyof typeof found], value, `${summary.code} ${field}`)
          }
        }
      })
    })

    describe('the outline', () => {
      it('is that of the law', async () => {
        for (const code of await allCodes()) {
          const [outline, { norms, structure }] = [await corpus.outline(code), await lawOf(code)]
          assert.equal(JSON.stringify(outline), JSON.stringify(norms))
          for (const { start, end } of structure) assert(0 <= start && start <= end && end <= norms.length)
        }
        assert.deepEqual(await corpus.outline('nolaw'), [])
      })

      it('gives the norms whose path ends in an element, counters aside, in document order', async () => {
        const ending = async (code: string, ...elements: string[]) =>
          pathsOf(await corpus.normsEndingIn(code, elements))
        assert.deepEqual(await ending('msgb', 'par:1'), ['par:1'])
        assert.deepEqual(await ending('bienhv_1998', 'par:4'), ['par:4', 'par:4/seq:2'])
        assert.deepEqual(await ending('bienhv_2005', 'par:1'), ['part:1/par:1', 'part:2/par:1'])
        assert.deepEqual(await ending('msgb', 'par:4711'), [])
        assert.deepEqual(await ending('nolaw', 'par:1'), [])
        assert.deepEqual(await ending('msgb'), [])
        for (const code of await allCodes()) {
          const outline = await corpus.outline(code)
          const last = ({ norm }: NormSummary) => norm.replace(/(\/seq:\d+)+$/, '').replace(/^.*\//, '')
          for (const element of ['par:1', 'par:2', 'art:5', ...outline.map(last)]) {
            const expected = outline.filter((norm) => last(norm) === element)
            assert.deepEqual(await corpus.normsEndingIn(code, [element]), expected, `${code} ${element}`)
          }
          const both = outline.filter((norm) => ['par:2', 'par:1'].includes(last(norm)))
          assert.deepEqual(await corpus.normsEndingIn(code, ['par:2', 'par:1']), both)
        }
      })
    })

    describe('norms', () => {
      it('each have a path of their own that parses, and neighbours in document order', async () => {
        for (const code of await allCodes()) {
          const paths = pathsOf(await corpus.outline(code))
          assert.equal(new Set(paths).size, paths.length)
          for (const [index, path] of paths.entries()) {
            const parsed = parseNormPath(path)
            assert.equal(parsed && formatNormPath(parsed), path)
            const norm = await normOf(code, path)
            assert.equal(norm.previous, paths[index - 1] ?? null)
            assert.equal(norm.next, paths[index + 1] ?? null)
            for (const { path: part, text } of norm.subdivisions) {
              assert(parseNormPath(`${path}/${part}`), `${path}/${part}`)
              assert(norm.text.includes(text))
            }
          }
        }
      })

      it('carry what the outline and the law say of them', async () => {
        for (const code of await allCodes()) {
          const { abbreviation, title, status_date, norms } = await lawOf(code)
          for (const summary of norms) {
            const norm = await normOf(code, summary.norm)
            const of = { code: norm.code, abbreviation: norm.abbreviation, title: norm.title, date: norm.status_date }
            assert.deepEqual(of, { code, abbreviation, title, date: status_date })
            const { label, heading, status } = norm
            const days = { in_force_from: norm.in_force_from, in_force_to: norm.in_force_to }
            const told = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== null))
            assert.deepEqual({ norm: norm.norm, label, heading, status, ...told }, summary)
            assert.equal(norm.selection, null)
          }
        }
      })

      it('give back their text from their paragraphs', async () => {
        const { subdivisions, text } = await normOf('msgb', 'par:1')
        const paragraphs = subdivisions.filter(({ path }) => /^abs:\w+$/.test(path)).map((part) => part.text)
        assert.equal(paragraphs.join('\n'), text)
      })

      it('that stand for several are found by each of these', async () => {
        const including = async (value: string, kind = 'par') =>
          pathsOf(await corpus.normsIncluding('msgb', kind, value))
        assert.deepEqual(await including('4'), ['par:3-6'])
        assert.deepEqual(await including('10a'), ['par:10_10a-11'])
        assert.deepEqual(await including('30a'), [], '§§ 30 und 31 are these two only')
        assert.deepEqual(await including('7'), [])
        assert.deepEqual(await including('4', 'art'), [])
      })

      it('are undefined where there are none', async () => {
        assert.equal(await corpus.norm('msgb', 'par:4711'), undefined)
        assert.equal(await corpus.norm('MSGB', 'par:1'), undefined)
        assert.equal(await corpus.norm('nolaw', 'par:1'), undefined)
      })

      it('of a whole law come in parts, each as it comes alone', async () => {
        for (const code of [...(await allCodes()), 'nolaw']) {
          const read: Norm[] = []
          for await (const part of corpus.norms(code)) {
            assert(part.length > 0)
            read.push(...part)
          }
          assert.deepEqual(pathsOf(read), pathsOf(await corpus.outline(code)))
          for (const norm of read) assert.deepEqual(norm, await normOf(code, norm.norm))
        }
      })

      it('of a range are these and no others, however many are read at a time', async () => {
        for (const code of [...(await allCodes()), 'nolaw']) {
          const paths = pathsOf(await corpus.outline(code))
          for (const [start, end] of [
            [0, paths.length],
            [1, 3],
            [3, 3],
            [2, 19],
            [paths.length - 1, paths.length + 5],
          ] as const) {
            const read: Norm[] = []
            for await (const part of corpus.norms(code, { start, end })) read.push(...part)
            assert.deepEqual(pathsOf(read), start < 0 ? [] : paths.slice(start, end), `${code} ${start} ${end}`)
          }
        }
      })

      it('are told with their neighbours, and with as many citations as there are relationships', async () => {
        for (const code of await allCodes()) {
          const outline = await corpus.outline(code)
          for (const [index, { norm }] of outline.entries()) {
            const context = await corpus.normContext(code, norm)
            const beside = { previous: outline[index - 1] ?? null, next: outline[index + 1] ?? null }
            assert.deepEqual({ previous: context?.previous, next: context?.next }, beside)
            for (const type of ['cites', 'cited_by'] as const) {
              const { items, total } = await corpus.relationships(code, norm, { ...ALL, type })
              const norms = new Set(items.map((item) => JSON.stringify([item.code ?? item.law, item.norm])))
              assert.deepEqual(context?.citations[type], { total, norms: norms.size }, `${code} ${norm} ${type}`)
            }
          }
        }
        assert.equal(await corpus.normContext('msgb', 'par:4711'), undefined)
        assert.equal(await corpus.normContext('nolaw', 'par:1'), undefined)
      })
    })

    describe('acts of the Union', () => {
      const originOf = async (code: string, path: string) => {
        const { provenance, language, previous } = await normOf(code, path)
        const { celex, eli, consolidated_on, legal_effect, document_id } = provenance
        assert.equal(document_id, celex)
        return { previous, origin: [celex, eli, consolidated_on, legal_effect, language] }
      }

      it('have articles and annexes of the newest consolidation, recitals of the act as adopted', async () => {
        const eli = 'http://data.europa.eu/eli/reg/2024/9901'
        const adopted = ['32024R9901', `${eli}/oj`, null, true, 'de']
        const consolidated = ['02024R9901-20240501', `${eli}/2024-05-01`, '2024-05-01', false, 'de']
        for (const path of ['preamble:1', 'recital:3', 'formula:entry']) {
          assert.deepEqual((await originOf('32024r9901', path)).origin, adopted, path)
        }
        for (const path of ['art:1', 'art:5a', 'formula:closing', 'annex:2']) {
          assert.deepEqual((await originOf('32024r9901', path)).origin, consolidated, path)
        }
        assert.equal((await originOf('32024r9901', 'art:1')).previous, 'formula:entry')
        const { language, jurisdiction, source_family, promulgated_on, status_date, status_notes, provenance } =
          await lawOf('32024r9901')
        assert.deepEqual([language, jurisdiction, source_family], ['de', 'eu', 'eur-lex'])
        assert.deepEqual([promulgated_on, status_date], ['2024-01-12', '2024-04-19'])
        assert.deepEqual(
          status_notes.map(({ type, text }) => `${type} ${text}`),
          [
            'amended Verordnung (EU) 2024/9905 (32024R9905, ABl. L 2024/9905, 26.4.2024)',
            'corrected 32024R9901R(01) (ABl. L 2024/90902, 5.2.2024)',
          ],
        )
        assert.equal(provenance.celex, '02024R9901-20240501')
      })

      it('tell their language where it is another one', async () => {
        const { origin } = await originOf('32011l9902', 'annex:b')
        assert.deepEqual(origin, ['32011L9902', 'http://data.europa.eu/eli/dir/2011/9902/oj', null, true, 'en'])
        assert.equal((await lawOf('32011l9902')).language, 'en')
        assert.deepEqual((await corpus.coverage()).laws_by_language, { de: 10, en: 1 })
      })

      it('have no provenance of acts if they are none', async () => {
        const { provenance, language } = await normOf('msgb', 'par:1')
        assert.equal(language, 'de')
        assert.deepEqual(
          Object.keys(provenance).filter((field) => /celex|eli|consolidated|effect/.test(field)),
          [],
        )
      })

      it('have numbers in all forms as names', async () => {
        for (const name of ['Verordnung (EU) 2024/9901', 'VO 2024/9901', '(EU) 2024/9901', '2024/9901', '32024R9901']) {
          assert.deepEqual(codesOf(await corpus.findLaws(name)), ['32024r9901'], name)
        }
        for (const name of ['Richtlinie 2011/9902/EU', 'RL 2011/9902/EU', 'Directive 2011/9902/EU', '2011/9902/EU']) {
          assert.deepEqual(codesOf(await corpus.findLaws(name)), ['32011l9902'], name)
        }
      })

      it('cite statutes, and statutes cite them, down to subparagraphs', async () => {
        const cited = async (of: string, path: string, type: 'cites' | 'cited_by') =>
          (await corpus.relationships(of, path, { ...ALL, type })).items.map(({ code, law, norm, subdivision }) =>
            [code ?? law, norm, subdivision].filter(Boolean).join(' '),
          )
        assert.deepEqual(await cited('bienhv_2005', 'par:3', 'cites'), [
          '32024r9901 art:6 abs:1/uabs:1/buchst:f',
          '32024r9901 art:5a',
        ])
        assert((await cited('32024r9901', 'art:6', 'cited_by')).includes('bienhv_2005 par:3 abs:1/uabs:1/buchst:f'))
        assert.deepEqual(await cited('32024r9901', 'art:5a', 'cites'), ['32011l9902 art:2 abs:1'])
        assert.deepEqual(await cited('32024r9901', 'art:1', 'cites'), ['msverf art:1'])
        assert.deepEqual(await cited('msverf', 'art:1', 'cited_by'), ['32024r9901 art:1'])
        // Numbers in quoted text are those of the amended act.
        assert.deepEqual(await cited('32011l9902', 'art:3', 'cites'), ['Directive 2005/9904/EC'])
      })
    })

    describe('relationships', () => {
      const all = new Map<string, Relationship[]>()
      before(async () => {
        for (const code of await allCodes()) {
          for (const { norm } of await corpus.outline(code)) {
            all.set(`${code} ${norm}`, (await corpus.relationships(code, norm, ALL)).items)
          }
        }
      })
      const each = () =>
        [...all].map(([name, related]) => {
          const [code = '', norm = ''] = name.split(' ')
          return { name, code, norm, related }
        })

      it('tell articles and the sections below them', async () => {
        const contains = await corpus.relationships('msgbeg', 'art:5', { limit: 2, offset: 1 })
        assert.equal(contains.total, 3)
        assert.deepEqual(
          contains.items.map(({ type, norm }) => [type, norm]),
          [
            ['contains', 'art:5/par:2'],
            ['contains', 'art:5/par:2a'],
          ],
        )
        const up = await corpus.relationships('msgbeg', 'art:5/par:2', { type: 'contained_in', limit: 9, offset: 0 })
        assert.deepEqual(
          up.items.map(({ norm, label, citation, resolved }) => [norm, label, citation, resolved]),
          [['art:5', 'Art 5', null, true]],
        )
        assert.equal((await corpus.relationships('msgbeg', 'art:5', { type: 'cites', limit: 9, offset: 0 })).total, 0)
        assert.deepEqual(await corpus.relationships('msgb', 'par:4711', ALL), { items: [], total: 0 })
      })

      it('stand with what is cited as with what cites, with the same wording at the same place', async () => {
        let [count, own] = [0, 0]
        for (const { name, code, norm, related } of each()) {
          for (const cites of related) {
            if (cites.type !== 'cites' || !cites.resolved) continue
            const isOwn = cites.code === code && cites.norm === norm
            const back = all.get(`${cites.code} ${cites.norm}`)?.filter(({ type }) => type === 'cited_by')
            const same = back?.find(
              (other) =>
                other.code === code &&
                other.norm === norm &&
                other.start === cites.start &&
                other.subdivision === cites.subdivision,
            )
            // No norm cites itself.
            const expected = isOwn ? [undefined, undefined] : [cites.citation, cites.end]
            assert.deepEqual([same?.citation, same?.end], expected, `${name}: ${cites.citation}`)
            count += 1
            own += Number(isOwn)
          }
        }
        const { relationships_by_type: counts, citations } = await corpus.coverage()
        assert.equal(count, citations.resolved)
        assert.equal(counts.cited_by, citations.resolved - own)
        assert.equal(
          counts.cites,
          Object.values(citations).reduce((sum, one) => sum + one, 0),
        )
      })

      it('have the wording of the text at their offsets', async () => {
        for (const { code, norm, related } of each()) {
          const { text } = await normOf(code, norm)
          for (const { type, citation, start, end } of related) {
            if (type !== 'cites') continue
            assert.equal(citation, text.slice(start ?? 0, end ?? 0))
            assert((citation?.length ?? 0) > 0)
          }
        }
      })

      it('with what the corpus does not have say as much as is known', () => {
        const unresolved = each().flatMap(({ related }) => related.filter(({ resolved }) => !resolved))
        const of = (law: string | null, norm: string | null) =>
          unresolved.find((one) => one.law === law && one.norm === norm)
        assert.deepEqual(of('Strandfischereigesetzes', 'par:12'), {
          type: 'cites',
          code: null,
          abbreviation: null,
          norm: 'par:12',
          label: null,
          heading: null,
          subdivision: null,
          law: 'Strandfischereigesetzes',
          citation: '§ 12 des Strandfischereigesetzes',
          start: of('Strandfischereigesetzes', 'par:12')?.start,
          end: of('Strandfischereigesetzes', 'par:12')?.end,
          resolved: false,
        })
        assert.equal(of('Verordnung (EU) 2016/679', 'art:6')?.subdivision, 'abs:1/buchst:c')
        assert.equal(of('BienHV', 'par:2')?.resolved, false, 'two laws have the name')
      })

      it('have pages that run through all types in their order', async () => {
        for (const { code, norm, related } of each()) {
          const types = related.map(({ type }) => type)
          assert.deepEqual(
            types,
            RELATIONSHIP_TYPES.flatMap((type) => types.filter((one) => one === type)),
          )
          for (let offset = 0; offset <= related.length; offset += 2) {
            const page = await corpus.relationships(code, norm, { limit: 2, offset })
            assert.deepEqual([page.items, page.total], [related.slice(offset, offset + 2), related.length])
          }
        }
      })
    })

    describe('search', () => {
      const search = (query: string, codes: string[] = [], limit = 100, offset = 0): Promise<SearchPage> =>
        searchCorpus(corpus, query, { codes, limit, offset })
      const namesOf = ({ items }: SearchPage) => items.map(({ code, norm }) => `${code} ${norm}`)

      it('gives norms with the words, the best first, in pages', async () => {
        const found = await search('Hafen')
        assert.deepEqual([found.exact, found.total], [true, found.items.length])
        assert(found.total > 5)
        const scores = found.items.map(({ score }) => score)
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        )
        for (const { code, norm, abbreviation, label, heading, snippet, highlights } of found.items) {
          const whole = await normOf(code, norm)
          assert.deepEqual([abbreviation, label, heading], [whole.abbreviation, whole.label, whole.heading])
          for (const [start, end] of highlights) assert(0 <= start && start < end && end <= snippet.length)
        }
        for (let offset = 0; offset <= found.total; offset += 3) {
          const page = await search('Hafen', [], 3, offset)
          assert.deepEqual([namesOf(page), page.total], [namesOf(found).slice(offset, offset + 3), found.total])
        }
      })

      it('keeps to the laws that are asked for', async () => {
        const [all, some] = [await search('Hafen'), await search('Hafen', ['msgb', 'hafeng_2021'])]
        assert(some.items.every(({ code }) => ['msgb', 'hafeng_2021'].includes(code)))
        assert(some.total > 0 && some.total < all.total)
        assert.equal((await search('Hafen', ['nolaw'])).total, 0)
      })

      it('takes phrases, prefixes, and words that must or must not be in the norm', async () => {
        const all = namesOf(await search('Hafen'))
        const without = namesOf(await search('Hafen -Wasser'))
        const with_ = namesOf(await search('Hafen +Wasser'))
        assert(with_.length > 0 && without.length > 0)
        assert.deepEqual([...with_, ...without].filter((name) => all.includes(name)).toSorted(), all.toSorted())
        assert(namesOf(await search('Haf*')).includes('hafeng_2021 par:1'))
        assert.deepEqual(namesOf(await search('"den Hafen sicher, das Wasser sauber"')), ['hafeng_2021 par:1'])
        assert.deepEqual(await search('Quastenflosser'), {
          items: [],
          total: 0,
          partial: 0,
          exact: true,
          corrections: [],
          near: [],
        })
      })

      it('says what a score is made of, if asked', async () => {
        const { items } = await searchCorpus(corpus, 'Hafen', { limit: 5, explain: true })
        for (const { score, explanation } of items) {
          const sum = (explanation ?? []).reduce((total, part) => total + part.score, 0)
          assert(Math.abs(sum - score) < 0.01, `${sum} ${score}`)
        }
      })
    })

    describe('coverage, limitations and findings', () => {
      it('count what is there', async () => {
        const coverage = await corpus.coverage()
        const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)
        assert.equal(sum(coverage.norms_by_kind), coverage.norms)
        assert.equal(sum(coverage.norms_by_status), coverage.norms)
        assert.equal(sum(coverage.limitations_by_terminal_state), coverage.limitations)
        assert.equal(sum(coverage.limitations_by_source_family), coverage.limitations)
        assert.equal((await corpus.laws({})).total, coverage.laws)
        assert.equal((await corpus.limitations({})).length, coverage.limitations)
        assert.equal((await corpus.findings()).length, coverage.findings)
        const outlines = await Promise.all((await allCodes()).map((code) => corpus.outline(code)))
        assert.equal(outlines.flat().length, coverage.norms)
        assert(coverage.characters.text > 10_000)
        const { headers, structure, designated, elements } = coverage.account
        assert.equal(headers.total + structure.total + designated, elements)
        const { id, digest, schema_version } = corpus.bundle
        assert.deepEqual([coverage.bundle_id, coverage.digest, coverage.schema_version], [id, digest, schema_version])
        assert.match(digest, /^sha256:[0-9a-f]{64}$/)
        assert.equal(id, digest.slice('sha256:'.length).slice(0, 16))
      })

      it('filter limitations', async () => {
        const ids = async (filter: Parameters<Corpus['limitations']>[0]) =>
          (await corpus.limitations(filter)).map(({ source_id }) => source_id)
        assert.deepEqual(await ids({}), ['32024d9903', 'buechv', 'fischmkto'])
        assert.deepEqual(await ids({ terminal_state: 'unsupported_format' }), ['32024d9903', 'fischmkto'])
        assert.deepEqual(await ids({ law_id: '32024d9903', source_family: 'eur-lex' }), ['32024d9903'])
        assert.deepEqual(await ids({ law_id: 'buechv', terminal_state: 'parse_failed' }), ['buechv'])
        assert.deepEqual(await ids({ state_code: 'BY' }), [])
        assert.deepEqual(await ids({ source_family: 'gesetze-im-internet' }), ['buechv', 'fischmkto'])
      })
    })

    describeTime(() => corpus)

    describe('closing', () => {
      it('waits for what is being read, and answers nothing after it', async () => {
        const other = await open(assetPath('starter.sqlite'))
        const reading = other.norms('msgb')[Symbol.asyncIterator]()
        const first = await reading.next()
        let isClosed = false
        const closing = other.close().then(() => {
          isClosed = true
        })
        const rest = await reading.next()
        assert.equal(isClosed, false)
        assert((first.value?.length ?? 0) + (rest.value?.length ?? 0) > 16)
        await reading.return?.()
        await closing
        await other.close()
      })

      it('is what every later question is told, however much of its answer is in memory', async () => {
        const other = await open(assetPath('starter.sqlite'))
        const request = {
          query: parseQuery('Hafen'),
          codes: [],
          designated: [],
          limit: 1,
          offset: 0,
          typing: false,
          explain: false,
        }
        const questions: (() => Promise<unknown>)[] = [
          () => other.laws({}),
          () => other.law('msgb'),
          () => other.findLaws('MSGB'),
          () => other.lawsCalled('MSGB'),
          () => other.similarLaws('MSGG', 3),
          () => other.outline('msgb'),
          () => other.normsEndingIn('msgb', ['par:1']),
          () => other.normsIncluding('msgb', 'par', '4'),
          () => Array.fromAsync(other.norms('msgb')),
          () => other.norm('msgb', 'par:1'),
          () => other.relationships('msgb', 'par:1', ALL),
          () => other.states(),
          async () => other.atState('2024-06-01').outline('msgb'),
          () => other.normVersions('msgb', 'par:1'),
          () => other.lawVersions('msgb'),
          () => other.changes(ALL),
          () => other.coverage(),
          () => other.limitations({}),
          () => other.findings(),
          () => other.search(request),
        ]
        for (const ask of questions) await ask()
        await other.close()
        for (const ask of questions) {
          await assert.rejects(ask, (error) => {
            assert(error instanceof LegalTextError, String(error))
            assert.equal(error.kind, 'not_ready', ask.toString())
            return /closed/.test(error.message)
          })
        }
      })

      it('leaves other openings of the same bundle alone', async () => {
        const other = await open(assetPath('starter.sqlite'))
        await other.close()
        assert.equal((await corpus.laws({})).total, (await allCodes()).length)
      })
    })

    it('gives images by their hash, in a corpus that has some', async () => {
      assert.equal(await corpus.image('0'.repeat(64)), undefined)
      const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
      const out = join(folder, 'images.sqlite')
      await buildBundle({ from: writeFiles(join(folder, 'laws'), LAWS), out })
      const illustrated = await open(out)
      const [attachment] = (await illustrated.norm('planv', 'par:1'))?.attachments ?? []
      assert.equal(attachment?.image?.width, 300)
      const image = await illustrated.image(attachment.image.sha256)
      assert.deepEqual([image?.media_type, Buffer.from(image?.bytes ?? [])], ['image/jpeg', jpeg(300, 200)])
      for (const odd of ['', '0'.repeat(64), ...ODD_INPUTS]) assert.equal(await illustrated.image(odd), undefined)
      assert.deepEqual((await illustrated.coverage()).images, { stored: 3, missing: 1 })
      await illustrated.close()
      rmSync(folder, { recursive: true })
    })

    it('refuses what is not there', async () => {
      await assert.rejects(
        open('/no/such/bundle'),
        (error) => error instanceof LegalTextError && error.kind === 'not_ready',
      )
    })
  })
}
