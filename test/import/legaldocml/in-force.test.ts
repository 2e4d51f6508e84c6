/**
 * Queries by day of effect: the wording in force on a day, two paragraphs with different days, future wordings, and a text
 * checked against the law of its day.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { citationList } from '../../../src/cli/terminal/pages/citation-list.ts'
import { lawsTable } from '../../../src/cli/terminal/pages/laws-table.ts'
import { normPage } from '../../../src/cli/terminal/pages/norm-page.ts'
import { normVersionsTable } from '../../../src/cli/terminal/pages/versions-table.ts'
import { openCorpus } from '../../../src/dataset/open.ts'
import { createApp } from '../../../src/http/app.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import type { Corpus } from '../../../src/model/corpus.ts'
import { changes } from '../../../src/operations/changes.ts'
import { check } from '../../../src/operations/check.ts'
import { cite } from '../../../src/operations/cite.ts'
import { CitedParts } from '../../../src/operations/cited-parts.ts'
import { law } from '../../../src/operations/law.ts'
import { lawVersions } from '../../../src/operations/law-versions.ts'
import { laws } from '../../../src/operations/laws.ts'
import { norm } from '../../../src/operations/norm.ts'
import { normDiff } from '../../../src/operations/norm-diff.ts'
import { normVersions } from '../../../src/operations/norm-versions.ts'
import { relationships } from '../../../src/operations/relationships.ts'
import { packageRoot } from '../../../src/program/package.ts'
import type { LegalTextError } from '../../../src/util/errors.ts'
import { pageText } from '../../cli/terminal/page-text.ts'
import { listen } from '../../http/server.ts'
import { article, paragraph, written } from './documents.ts'

const event = (id: string, date: string, kind = 'inkrafttreten') =>
  `<akn:eventRef eId="${id}" date="${date}" refersTo="${kind}"/>`
const group = (id: string, start: string, end?: string) =>
  `<akn:temporalGroup eId="${id}"><akn:timeInterval start="#${start}"${end === undefined ? '' : ` end="#${end}"`}/></akn:temporalGroup>`

const EVENTS = [
  event('e1', '2010-03-01'),
  event('e2', '2026-07-01'),
  event('e3', '2024-12-31', 'ausserkrafttreten'),
  event('e4', '2027-01-01'),
].join('')
const GROUPS = [group('g1', 'e1'), group('g2', 'e2'), group('g3', 'e1', 'e3'), group('g4', 'e4')].join('')
const given = { events: EVENTS, groups: GROUPS }
const screen = { width: 100, colour: false, links: false }
const of = (text: string, attributes = '') => paragraph('(1)', `<akn:p>${text}</akn:p>`, attributes)
const second = (text: string, attributes = '') => paragraph('(2)', `<akn:p>${text}</akn:p>`, attributes)

/** § 1 Abs. 2 changes on 1 July 2026, § 2 ended in 2024, § 3 is new on 1 July 2026, § 1 is replaced on 1 January 2027. */
const EXPRESSIONS = {
  first: written({
    ...given,
    day: '2010-03-01',
    body: [
      article('§ 1', 'Liegezeit', of('Schiffe liegen drei Tage.') + second('Boote liegen zwei Tage.')),
      article('§ 2', 'Gebühr', of('Die Gebühr beträgt neun Taler.'), 'period="#g3"'),
    ].join(''),
  }),
  second: written({
    ...given,
    day: '2026-01-01',
    body: [
      article('§ 1', 'Liegezeit', of('Schiffe liegen drei Tage.') + second('Boote liegen einen Tag.', 'period="#g2"')),
      article('§ 2', 'Gebühr', of('Die Gebühr beträgt neun Taler.'), 'period="#g3"'),
      article('§ 3', 'Lotsen', of('Lotsen sind nach § 1 Abs. 2 Pflicht.'), 'period="#g2"'),
    ].join(''),
  }),
  third: written({
    ...given,
    day: '2027-01-01',
    body: [
      article('§ 1', 'Liegezeit', of('Schiffe liegen so lange wie Boote.'), 'period="#g4"'),
      article('§ 3', 'Lotsen', of('Lotsen sind nach § 1 Abs. 2 Pflicht.'), 'period="#g2"'),
    ].join(''),
  }),
}

/** Changes § 1 Abs. 2 of the Hafenordnung from 1 July 2026, and a missing law. */
const AMENDING = written({
  ...given,
  day: '2026-01-01',
  work: 'eli/bund/bgbl-1/2025/9',
  names: '<akn:docTitle>Erstes Gesetz zur Änderung der Hafenordnung</akn:docTitle>',
  body: article('Art 1', 'Änderung der Hafenordnung', of('§ 1 Absatz 2 wird geändert.'), 'period="#g2"'),
  modifications: [
    'eli/bund/bgbl-1/2010/s77/2010-03-01/1/deu/regelungstext-1/art-z1_abs-z2/4-9.xml',
    'eli/bund/bgbl-1/1999/s1/1999-01-01/1/deu/regelungstext-1/art-z3.xml',
  ]
    .map(
      (href, index) =>
        `<akn:textualMod eId="m${index}" type="substitution"><akn:source href="#art-z1_abs-n1_mod-n${index}"/><akn:destination href="${href}"/><akn:force period="#g2"/></akn:textualMod>`,
    )
    .join(''),
})

describe('a law with days of effect', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-'))
  let corpus: Corpus
  const build = async (name: string, from: string | string[], fetchedAt: string) => {
    const out = join(folder, name)
    await buildBundle({ from, out, search: false, fetchedAt })
    return openCorpus({ dataset: out })
  }

  before(async () => {
    for (const [name, text] of Object.entries({ ...EXPRESSIONS, amending: AMENDING }))
      writeFileSync(join(folder, `${name}.xml`), text)
    const files = [...Object.keys(EXPRESSIONS), 'amending'].map((name) => join(folder, `${name}.xml`))
    corpus = await build('corpus.sqlite', [...files, join(packageRoot, 'src/starter/msgb')], '2026-04-29T00:00:00Z')
  })
  after(async () => {
    await corpus.close()
    rmSync(folder, { recursive: true })
  })

  const wording = async (path: string, days: { in_force_on?: string; as_of?: string }) => {
    const {
      status,
      text,
      in_force_from: from,
      in_force_to: to,
    } = await norm.run(corpus, { code: 'hafo', norm: path, ...days })
    return [status, text.replace(/\s+/g, ' '), from, to].filter((each) => each !== null)
  }
  const failure = (asked: Promise<unknown>) =>
    asked.then(
      () => assert.fail(),
      (error: LegalTextError) => error,
    )

  it('has the wording of each day, whether or not it was known then', async () => {
    const old = '(1) Schiffe liegen drei Tage. (2) Boote liegen zwei Tage.'
    assert.deepEqual(await wording('1', {}), ['in_force', old, '2010-03-01'])
    for (const day of ['2010-03-01', '2025-12-31', '2026-01-01', '2026-06-30'])
      assert.deepEqual(await wording('1', { in_force_on: day }), ['in_force', old, '2010-03-01'], day)
    const changed = '(1) Schiffe liegen drei Tage. (2) Boote liegen einen Tag.'
    for (const day of ['2026-07-01', '2026-12-31'])
      assert.deepEqual(await wording('1', { in_force_on: day }), ['in_force', changed, '2010-03-01'], day)
    assert.deepEqual(await wording('1', { in_force_on: '2027-01-01' }), [
      'in_force',
      '(1) Schiffe liegen so lange wie Boote.',
      '2027-01-01',
    ])
    assert.equal((await wording('2', { in_force_on: '2024-12-31' }))[0], 'in_force')
    assert.equal((await wording('2', { in_force_on: '2025-01-01' }))[0], 'repealed')
    assert.equal((await wording('3', { in_force_on: '2026-06-30' }))[0], 'not_yet_in_force')
    assert.equal((await wording('3', {}))[0], 'not_yet_in_force')
    assert.equal((await wording('3', { in_force_on: '2026-07-01' }))[0], 'in_force')
  })

  it('has it as it was known on another day', async () => {
    // The file of the future expression was made on 2 January 2026.
    assert.match(String((await wording('1', { in_force_on: '2028-01-01', as_of: '2026-01-01' }))[1]), /einen Tag/)
    for (const as_of of ['2026-01-02', '2026-04-29', '2027-01-01'])
      assert.match(String((await wording('1', { in_force_on: '2028-01-01', as_of }))[1]), /so lange wie/, as_of)
    assert.match(String((await wording('1', { in_force_on: '2028-01-01', as_of: '2025-12-31' }))[1]), /zwei Tage/)
    const both = await law.run(corpus, { code: 'hafo', in_force_on: '2028-01-01', as_of: '2025-12-31' })
    assert.deepEqual([both.in_force_on, both.as_of, both.version], ['2028-01-01', '2025-12-31', undefined])
    const early = { in_force_on: '2028-01-01', as_of: '2009-12-31' }
    assert.equal((await failure(norm.run(corpus, { code: 'hafo', norm: '1', ...early }))).kind, 'not_found')
    assert.equal((await failure(law.run(corpus, { code: 'hafo', ...early }))).kind, 'not_found')
  })

  it('has parts with days of their own', async () => {
    const { subdivisions } = await norm.run(corpus, { code: 'hafo', norm: '1', in_force_on: '2026-08-01' })
    const absatz = subdivisions.filter(({ path }) => /^abs:\d$/.test(path))
    assert.deepEqual(
      absatz.map(({ path, status, in_force_from }) => [path, status, in_force_from]),
      [
        ['abs:1', 'in_force', undefined],
        ['abs:2', 'in_force', '2026-07-01'],
      ],
    )
  })

  it('is listed, related, cited and compared as of the day', async () => {
    const listed = await laws.run(corpus, { in_force_on: '2026-08-01' })
    assert.deepEqual(
      [listed.in_force_on, listed.laws.map(({ code }) => code)],
      ['2026-08-01', ['bgbl-1_2025_9', 'hafo']],
    )
    assert.deepEqual((await laws.run(corpus, { in_force_on: '2009-01-01' })).laws, [])
    const outline = await law.run(corpus, { code: 'HafO', in_force_on: '2026-08-01' })
    assert.deepEqual(
      outline.norms.map(({ norm: path, status }) => [path, status]),
      [
        ['par:1', 'in_force'],
        ['par:2', 'repealed'],
        ['par:3', 'in_force'],
      ],
    )
    const related = await relationships.run(corpus, {
      code: 'hafo',
      norm: '3',
      in_force_on: '2026-08-01',
      type: 'cites',
    })
    assert.deepEqual(
      related.relationships.map(({ norm: path, subdivision }) => [path, subdivision]),
      [['par:1', 'abs:2']],
    )
    const { versions } = await normVersions.run(corpus, { code: 'hafo', norm: '1' })
    assert.deepEqual(
      versions.map(({ observed_from, observed_to, status }) => [observed_from, observed_to, status]),
      [
        ['2027-01-01', null, 'in_force'],
        ['2026-07-01', '2026-12-31', 'in_force'],
        ['2010-03-01', '2026-06-30', 'in_force'],
      ],
    )
    const onDay = await normVersions.run(corpus, { code: 'hafo', norm: '1', in_force_on: '2026-08-01' })
    assert.deepEqual(
      onDay.versions.map(({ observed_from }) => observed_from),
      ['2026-07-01'],
    )
    const ofLaw = await lawVersions.run(corpus, { code: 'hafo', in_force_on: '2028-01-01' })
    assert.deepEqual(
      ofLaw.versions.map(({ observed_from }) => observed_from),
      ['2027-01-01'],
    )
    const { parts } = await normDiff.run(corpus, { code: 'hafo', norm: '1', in_force_on: '2027-01-01' })
    assert.equal(
      parts
        .filter(({ type }) => type !== 'deleted')
        .map(({ text }) => text)
        .join(''),
      '(1) Schiffe liegen so lange wie Boote.',
    )
  })

  it('is cited and checked by the law of the day', async () => {
    const text = '§ 1 Abs. 2 HafO, § 2 HafO, § 3 HafO, § 1 Abs. 1 MSGB'
    const judged = async (day: string) =>
      (await check.run(corpus, { text, in_force_on: day })).findings.map((each) => each.class)
    assert.deepEqual(await judged('2024-06-01'), ['right', 'right', 'wrong', 'uncertain'])
    assert.deepEqual(await judged('2026-08-01'), ['right', 'wrong', 'right', 'uncertain'])
    assert.deepEqual(await judged('2027-02-01'), ['wrong', 'wrong', 'right', 'uncertain'])
    const { citations } = await cite.run(corpus, { q: '§ 1 MSGB', in_force_on: '2026-08-01' })
    assert.match(citations[0]?.message ?? '', /names no dates of effect: .* published (?:on|from)/)
  })

  it('leads from a day without a wording to a day of effect, not to one of publication', async () => {
    const leads = async (asked: Promise<unknown>) => {
      const { kind, message, details } = await failure(asked)
      assert.equal(kind, 'not_found')
      assert.doesNotMatch(message, /publish|as of/, message)
      assert(details.suggestions?.every(({ observed_on }) => observed_on === undefined))
      return [message.replace(/^.*; /, ''), details.suggestions?.[0]?.in_force_on]
    }
    const on = (in_force_on: string, norm: string) => ({ code: 'hafo', norm, in_force_on })
    const early = '2009-12-31'
    assert.deepEqual(await leads(norm.run(corpus, on('2020-01-01', '3'))), [
      'it is in force from 2026-07-01',
      '2026-07-01',
    ])
    assert.deepEqual(await leads(norm.run(corpus, on('2027-01-01', '2'))), [
      'it was in force until 2024-12-31',
      '2024-12-31',
    ])
    assert.deepEqual(await leads(law.run(corpus, { code: 'hafo', in_force_on: early })), [
      'its first version in the corpus is of 2010-03-01',
      '2010-03-01',
    ])
    assert.deepEqual(await leads(normVersions.run(corpus, on(early, '1'))), [
      'it is in force from 2010-03-01',
      '2010-03-01',
    ])
    assert.deepEqual(await leads(lawVersions.run(corpus, { code: 'hafo', in_force_on: early })), [
      'it is in force from 2010-03-01',
      '2010-03-01',
    ])
    const {
      findings: [cited],
    } = await check.run(corpus, { text: '§ 3 HafO', in_force_on: '2020-01-01' })
    assert.equal(cited?.suggestions?.[0]?.in_force_on, '2026-07-01')
    const words = await pageText(
      citationList(await cite.run(corpus, { q: '§ 3 HafO', in_force_on: '2020-01-01' }), screen),
    )
    assert.match(words, /hafo par:3 --in-force-on 2026-07-01 {2}§ 3 Lotsen/)
  })

  it('has a day before all laws, on which a list says how far back the days go', async () => {
    const none = await laws.run(corpus, { in_force_on: '2009-01-01', query: 'haf', jurisdiction: 'DE' })
    assert.deepEqual([none.laws, none.dated_since, none.jurisdiction], [[], '2010-03-01', 'de'])
    const drawn = await pageText(lawsTable(none, screen))
    assert.match(
      drawn,
      /\nNo law with “haf” in its name \(Federal law\) was in force on 2009-01-01, by the days of effect that\ssources name\. These go back to 2010-03-01\.$/,
    )
  })

  it('tells of a law without dates of effect what is known', async () => {
    const { kind, message, details } = await failure(
      norm.run(corpus, { code: 'msgb', norm: '1', in_force_on: '2020-01-01' }),
    )
    assert.equal(kind, 'not_found')
    assert.match(
      message,
      /^the source of msgb names no dates of effect: what is known is that it was published on 2026-04-29$/,
    )
    assert.partialDeepStrictEqual(details, { code: 'msgb', in_force_on: '2020-01-01', states: { first: '2026-04-29' } })
    const early = await failure(norm.run(corpus, { code: 'hafo', norm: '1', in_force_on: '2009-12-31' }))
    assert.match(early.message, /^in force on 2009-12-31: .*2010-03-01/)
  })

  it('is amended by norms of amending laws, with the day of effect', async () => {
    const linked = async (code: string, path: string, type: 'amends' | 'amended_by') => {
      const { relationships: found } = await relationships.run(corpus, { code, norm: path, type })
      return found.map((each) => [each.code, each.norm, each.subdivision, each.law, each.effective_from, each.resolved])
    }
    assert.deepEqual(await linked('bgbl-1_2025_9', 'Art 1', 'amends'), [
      ['hafo', 'par:1', 'abs:2', null, '2026-07-01', true],
      [null, null, null, 'eli/bund/bgbl-1/1999/s1', '2026-07-01', false],
    ])
    assert.deepEqual(await linked('hafo', '1', 'amended_by'), [
      ['bgbl-1_2025_9', 'art:1', 'abs:2', null, '2026-07-01', true],
    ])
    const { relationships_by_type: counts } = await corpus.coverage()
    assert.deepEqual([counts.amends, counts.amended_by], [2, 1])
  })

  it('lists what takes effect, also to come; days of publication leave that out', async () => {
    const byEffect = await changes.run(corpus, { by: 'effect', since: '2026-04-29', codes: ['hafo'] })
    assert.deepEqual(
      byEffect.changes.map(({ observed_on, type, norm: path }) => [observed_on, type, path]),
      [
        ['2027-01-01', 'changed', 'par:1'],
        ['2026-07-01', 'changed', 'par:1'],
        ['2026-07-01', 'added', 'par:3'],
      ],
    )
    const published = await changes.run(corpus, {})
    assert(published.changes.every(({ observed_on }) => observed_on <= '2026-04-29'))
    const { kind } = await failure(changes.run(corpus, { by: 'effect', codes: ['msgb'] }))
    assert.equal(kind, 'not_found')
  })

  it('has each Absatz as it is on the day, if two of them change on two days', async () => {
    const days = {
      events: ['2010-01-01', '2027-01-01', '2028-01-01'].map((day, index) => event(`e${index}`, day)).join(''),
      groups: [0, 1, 2].map((index) => group(`g${index}`, `e${index}`)).join(''),
      work: 'eli/bund/bgbl-1/2010/s78',
      names: '<akn:docTitle>Kaiordnung</akn:docTitle><akn:shortTitle>(KaiO)</akn:shortTitle>',
    }
    const part = (label: string, text: string, period = 'g0') =>
      paragraph(label, `<akn:p>${text}</akn:p>`, `period="#${period}"`)
    const of = (...parts: string[]) => article('§ 1', 'Kai', parts.join(''), 'period="#g0"')
    const old = [
      part('(1)', 'Der Kai ist <akn:b>offen</akn:b>.'),
      part('(2)', 'Alt zwei.'),
      part('(3)', 'Drei <akn:i>gilt</akn:i>.'),
    ]
    const [one, , three] = old as [string, string, string]
    const coming = of(
      one,
      part('(1a)', 'Neu ist das.', 'g1'),
      part('(2)', 'Neu und <akn:b>länger</akn:b> zwei.', 'g2'),
      three,
    )
    const files = {
      old: written({ ...days, day: '2010-01-01', body: of(...old) }),
      coming: written({ ...days, day: '2026-01-01', body: coming }),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `kai-${name}.xml`), text)
    const kai = await build(
      'kai.sqlite',
      Object.keys(files).map((name) => join(folder, `kai-${name}.xml`)),
      '2026-04-29T00:00:00Z',
    )
    const on = async (day: string) => {
      const { text, spans, subdivisions } = await norm.run(kai, { code: 'kaio', norm: '1', in_force_on: day })
      return [
        text.replace(/\s+/g, ' '),
        spans
          .flatMap(({ kind, start, end }) => (kind === 'bold' || kind === 'italic' ? text.slice(start, end) : []))
          .join(),
        subdivisions
          .filter(({ path }) => !path.includes('/'))
          .map(({ path, status }) => `${path} ${status}`)
          .join(),
        subdivisions.every(
          (each) => text.includes(each.text) && (each.path.includes('/') || each.text.startsWith('(')),
        ),
      ]
    }
    const all = (...paths: string[]) => paths.map((path) => `abs:${path} in_force`).join()
    const first = '(1) Der Kai ist offen. (2) Alt zwei. (3) Drei gilt.'
    assert.deepEqual(await on('2026-12-31'), [first, 'offen,gilt', all('1', '2', '3'), true])
    const second = '(1) Der Kai ist offen. (1a) Neu ist das. (2) Alt zwei. (3) Drei gilt.'
    assert.deepEqual(await on('2027-06-01'), [second, 'offen,gilt', all('1', '1a', '2', '3'), true])
    const third = '(1) Der Kai ist offen. (1a) Neu ist das. (2) Neu und länger zwei. (3) Drei gilt.'
    assert.deepEqual(await on('2028-01-01'), [third, 'offen,länger,gilt', all('1', '1a', '2', '3'), true])
    const judged = await check.run(kai, { text: '§ 1 Abs. 2 KaiO und § 1 Abs. 1a KaiO', in_force_on: '2027-06-01' })
    assert.deepEqual(
      judged.findings.map((each) => each.class),
      ['right', 'right'],
    )
    const { changes: found } = await changes.run(kai, { by: 'effect', since: '2026-01-01' })
    assert.deepEqual(
      found.map(({ observed_on, type }) => [observed_on, type]),
      [
        ['2028-01-01', 'changed'],
        ['2027-01-01', 'changed'],
      ],
    )
    await kai.close()
  })

  it('ends with its law, has norms that take effect before they are known, and norms that come back', async () => {
    const days = {
      events: ['2010-01-01', '2021-01-01', '2027-01-01'].map((day, index) => event(`e${index}`, day)).join(''),
      groups: [0, 1, 2].map((index) => group(`g${index}`, `e${index}`)).join(''),
      work: 'eli/bund/bgbl-1/2010/s79',
      names: '<akn:docTitle>Krananordnung</akn:docTitle><akn:shortTitle>(KranA)</akn:shortTitle>',
    }
    const ending = '<ris:ausserkraft date="2030-12-31"/>'
    const norms = (...all: [string, string, string][]) =>
      all.map(([label, text, period]) => article(label, '', of(text), `period="#${period}"`)).join('')
    const files = [
      written({ ...days, day: '2010-01-01', body: norms(['§ 1', 'Eins.', 'g0'], ['§ 2', 'Zwei.', 'g0']) }),
      written({ ...days, day: '2022-06-01', body: norms(['§ 1', 'Eins neu.', 'g1'], ['§ 3', 'Drei.', 'g1']) }),
      written({
        ...days,
        ris: ending,
        day: '2026-02-01',
        body: norms(['§ 1', 'Eins neu.', 'g1'], ['§ 2', 'Zwei wieder.', 'g2'], ['§ 3', 'Drei.', 'g1']),
      }),
    ]
    const paths = files.map((text, index) => {
      writeFileSync(join(folder, `kran-${index}.xml`), text)
      return join(folder, `kran-${index}.xml`)
    })
    const kran = await build('kran.sqlite', paths, '2026-04-29T00:00:00Z')
    const on = async (path: string, day: string) => {
      const answer = await norm.run(kran, { code: 'krana', norm: path, in_force_on: day }).catch(() => undefined)
      return answer && `${answer.text.replace(/^\(1\)\s*/, '')} ${answer.status}`
    }
    const expected: [string, string, string | undefined][] = [
      ['1', '2020-12-31', 'Eins. in_force'],
      ['1', '2021-06-01', 'Eins neu. in_force'],
      ['3', '2020-12-31', undefined],
      ['3', '2021-06-01', 'Drei. in_force'],
      ['2', '2021-06-01', 'Zwei. in_force'],
      ['2', '2022-06-01', undefined],
      ['2', '2026-04-01', 'Zwei wieder. not_yet_in_force'],
      ['2', '2027-01-01', 'Zwei wieder. in_force'],
      ['2', '2030-12-31', 'Zwei wieder. in_force'],
      ['2', '2031-01-01', 'Zwei wieder. repealed'],
      ['1', '2031-01-01', 'Eins neu. repealed'],
    ]
    for (const [path, day, wanted] of expected) assert.equal(await on(path, day), wanted, `§ ${path} on ${day}`)
    const judged = await check.run(kran, { text: '§ 1 KranA', in_force_on: '2031-01-01' })
    assert.deepEqual(
      judged.findings.map((each) => each.class),
      ['wrong'],
    )
    const { versions } = await normVersions.run(kran, { code: 'krana', norm: '2' })
    assert.deepEqual(
      versions.map(({ observed_from, status }) => [observed_from, status]),
      [
        ['2031-01-01', 'repealed'],
        ['2026-02-01', 'in_force'],
        ['2010-01-01', 'in_force'],
      ],
    )
    // A norm that takes effect before its expression counts for its own day.
    await (await build('kran-2021.sqlite', paths, '2021-06-01T00:00:00Z')).close()
    const between = await build('kran-2025.sqlite', paths, '2025-01-01T00:00:00Z')
    const { versions: gone } = await normVersions.run(between, { code: 'krana', norm: '2' })
    assert.deepEqual(
      gone.map(({ observed_from }) => observed_from),
      ['2031-01-01', '2026-02-01', '2010-01-01'],
    )
    await between.close()
    const { changes: found } = await changes.run(kran, { by: 'effect', since: '2010-01-02', limit: 100 })
    assert.deepEqual(
      found.map(({ observed_on, type, norm: path }) => `${observed_on} ${type} ${path}`),
      [
        '2031-01-01 removed par:1',
        '2031-01-01 removed par:2',
        '2031-01-01 removed par:3',
        '2027-01-01 added par:2',
        '2022-06-01 removed par:2',
        '2021-01-01 changed par:1',
        '2021-01-01 added par:3',
      ],
    )
    await kran.close()
  })

  it('has a line of time in the terminal and on the page of the reader', async () => {
    const text = await pageText(normPage(corpus, await norm.run(corpus, { code: 'hafo', norm: '1' }), screen))
    assert.match(
      text,
      /\nTo come +another wording from 2026-07-01:\s+legal-text norm hafo par:1 --in-force-on 2026-07-01\n/,
    )
    const ended = await pageText(normPage(corpus, await norm.run(corpus, { code: 'hafo', norm: '2' }), screen))
    assert.doesNotMatch(ended, /To come/)
    const table = await pageText(normVersionsTable(await normVersions.run(corpus, { code: 'hafo', norm: '1' }), screen))
    assert.equal([...table.matchAll(/to come: text/g)].length, 2)
    const server = await listen(createApp({ corpus: () => corpus }).handler)
    try {
      const address = `http://127.0.0.1:${server.port}/hafo/par:1`
      const page = await (await fetch(address, { headers: { accept: 'text/html', 'accept-language': 'en' } })).text()
      const [line = ''] = /<ol[^>]* class="timeline".*?<\/ol>/s.exec(page) ?? []
      const items = line.split('<li>').slice(1)
      assert.deepEqual(
        items.map((item) => [item.includes('to come'), item.includes('aria-current="true"')]),
        [
          [true, false],
          [true, false],
          [false, true],
        ],
      )
      assert.match(items[0] ?? '', />From <span class="unbroken">1 January<\/span> 2027</)
    } finally {
      await server.close()
    }
  })

  it('has a feed by effect, each entry of which shows what changed, and which is as new as its newest entry', async () => {
    const server = await listen(createApp({ corpus: () => corpus }).handler)
    try {
      const at = async (path: string) => (await fetch(new URL(path, `http://127.0.0.1:${server.port}/`))).text()
      const feed = await at('changes.atom?by=effect')
      assert.deepEqual([...feed.matchAll(/<updated>(.{10})/g)].map(([, day]) => day).slice(0, 2), [
        '2027-01-01',
        '2027-01-01',
      ])
      const links = [...feed.matchAll(/application\/json" href="(laws[^"]*)"/g)].map(([, link = '']) => link)
      const found = await Promise.all(links.map(async (link) => JSON.parse(await at(link.replaceAll('&amp;', '&')))))
      assert.deepEqual(
        found.map(({ code, from, to, norms }) => [code, from, to, ...norms.map((each: { norm: string }) => each.norm)]),
        [
          ['hafo', '2026-12-31', '2027-01-01', 'par:1'],
          ['bgbl-1_2025_9', '2026-06-30', '2026-07-01', 'art:1'],
          ['hafo', '2026-06-30', '2026-07-01', 'par:1', 'par:3'],
          ['hafo', '2024-12-31', '2025-01-01', 'par:2'],
        ],
      )
      const ofNorm = await at(`changes.atom?by=effect&norms=${encodeURIComponent('§ 3 HafO')}`)
      assert.match(ofNorm, /<title>§ 3 HafO: added<\/title>\n<updated>2026-07-01/)
      assert.match(ofNorm, /href="laws\/hafo\/norms\/par%3A3\/diff\?from=2026-06-30&amp;to=2026-07-01"/)
    } finally {
      await server.close()
    }
  })

  it('tells what will become of a cited part, once', async () => {
    const parts = await CitedParts.of(corpus)
    const coming = async (norm: string, subdivision: string | null, keys?: readonly string[]) => {
      const part = await parts.partOf({ code: 'hafo', norm, subdivision })
      assert(part !== undefined)
      const news = await parts.newsOf({ ...part, coming: keys ?? [] })
      return news.coming.map(({ type, effective_from, difference }) => {
        return [type, effective_from, difference?.filter((each) => each.type !== 'equal').map(({ text }) => text)]
      })
    }
    assert.deepEqual(await coming('par:1', 'abs:2'), [
      ['changed', '2026-07-01', ['zwei Tage', 'einen Tag']],
      ['repealed', '2027-01-01', undefined],
    ])
    assert.deepEqual(await coming('par:1', 'abs:2', ['changed 2026-07-01']), [['repealed', '2027-01-01', undefined]])
    assert.deepEqual(await coming('par:2', null), [])
  })
})
