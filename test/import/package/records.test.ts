import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import { jsonPackage } from '../../../src/import/package/family.ts'
import type { ParsedLaw } from '../../../src/model/parsed-law.ts'
import { status } from '../../../src/operations/status.ts'
import { inputOf, type Json, law, norm, source } from './packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))

/** Reads two lists: the laws, and unreadable records as `source_id, law_id, reason`. */
async function read(laws: unknown[], norms: unknown[], more: Json = {}) {
  const opened = await jsonPackage.open(inputOf({ 'laws.json': laws, 'norms.json': norms, ...more }), {})
  const found: ParsedLaw[] = []
  const limitations = [...opened.limitations]
  const findings = [...opened.findings]
  for await (const each of opened.laws(undefined)) {
    if (each.law !== undefined) found.push(each.law)
    limitations.push(...each.limitations)
    findings.push(...each.findings)
  }
  assert.ok(limitations.every(({ terminalState }) => terminalState === 'parse_failed'))
  return {
    laws: found,
    findings: [...limitations, ...findings].map(({ sourceId, lawId, reason }) => [sourceId, lawId, reason]),
  }
}

const only = async (changes: Json, norms: unknown[] = [norm('seeg', 'par:1')]) => {
  const { laws, findings } = await read([law('seeg', changes)], norms)
  assert.equal(laws.length, 1)
  return { law: laws[0] as ParsedLaw, findings }
}

describe('a bad record', () => {
  test('of a norm is left out, and the law keeps the others', async () => {
    const bad: [record: unknown, id: string, reason: RegExp][] = [
      [norm('seeg', 'par:2', { norm_id: undefined }), 'seeg/par:2', /norm_id: expected string/],
      [norm('seeg', 'par:2', { text: 7 }), 'seeg/par:2', /text: expected string, received number/],
      [norm('seeg', 'par:2', { title: '\ud800' }), 'seeg/par:2', /title: holds half a surrogate pair/],
      [norm('seeg', '§ 2'), 'seeg/§ 2', /norm_id "§ 2" is not a norm path, such as par:312/],
      [norm('seeg', 'par:2/abs:1'), 'seeg/par:2/abs:1', /is not a norm path/],
      [norm('seeg', 'container:x'), 'seeg/container:x', /is not a norm path/],
      [norm('seeg', 'par:2', { canonical_id: 'seeg/par:3' }), 'seeg/par:3', /canonical_id "seeg\/par:3" is not that/],
      [norm('seeg', 'PAR:1'), 'seeg/PAR:1', /there is a norm par:1 already/],
      [norm('nixg', 'par:2'), 'nixg/par:2', /there is no law "nixg" in laws\.json/],
      [norm('seeg', 'par:2', { law_id: undefined }), 'seeg/par:2', /there is no law null in laws\.json/],
      [null, 'norms.json[1]', /expected object/],
      [[], 'norms.json[1]', /expected object/],
    ]
    for (const [record, id, reason] of bad) {
      const { laws, findings } = await read([law('seeg')], [norm('seeg', 'par:1'), record, norm('seeg', 'par:9')])
      assert.deepEqual(
        laws[0]?.norms.map(({ path }) => path),
        ['par:1', 'par:9'],
      )
      assert.equal(findings.length, 1, id)
      assert.equal(findings[0]?.[0], id)
      assert.match(String(findings[0]?.[2]), reason)
      assert.match(String(findings[0]?.[2]), /^norms\.json\[1\] is left out: /)
    }
  })

  test('of a law takes its norms along', async () => {
    const norms = [norm('seeg', 'par:1'), norm('seeg', 'par:2'), norm('deichg', 'par:1')]
    const bad: [record: unknown, id: string, reason: string][] = [
      [
        law('seeg', { aliases: 'SeeG' }),
        'seeg',
        'laws.json[0] is left out, with its 2 norms: aliases: expected array, received string',
      ],
      [
        law('seeg', { source: [] }),
        'seeg',
        'laws.json[0] is left out, with its 2 norms: source: expected object, received array',
      ],
    ]
    for (const [record, id, reason] of bad) {
      const { laws, findings } = await read([record, law('deichg')], norms)
      assert.deepEqual(
        laws.map(({ code }) => code),
        ['deichg'],
      )
      assert.deepEqual(findings, [[id, 'seeg', reason]])
    }
    const { findings } = await read([law('see, g'), law('deichg'), law('DeichG'), {}, 7], norms.slice(2))
    assert.deepEqual(
      findings.map(([id, code]) => [id, code]),
      [
        ['see, g', null],
        ['DeichG', 'deichg'],
        ['laws.json[3]', null],
        ['laws.json[4]', null],
      ],
    )
    assert.match(String(findings[0]?.[2]), /canonical_id "see, g" is not a code/)
    assert.match(String(findings[1]?.[2]), /^laws\.json\[2\] is left out: laws\.json\[1\] has the same canonical_id/)
  })

  test('of a law that is served is a finding, which the status lists, and no source limitation', async () => {
    const norms = Array.from({ length: 150 }, (_, index) => norm('seeg', `norm ${index}`))
    const out = join(folder, 'status.sqlite')
    const files = { 'laws.json': [law('seeg')], 'norms.json': [norm('seeg', 'par:1'), ...norms] }
    await buildBundle({ from: inputOf(files), out, search: false })
    const corpus = await openEngine(out)
    const answer = status.output().parse(await status.run(corpus, {}))
    assert.equal(answer.findings_total, 150)
    assert.equal(answer.findings.length, 100)
    assert.match(answer.built_at, /^\d{4}-\d\d-\d\dT/)
    const [finding] = await corpus.findings()
    assert.deepEqual(finding, { source_family: 'inselrecht', ...answer.findings[0] })
    assert.deepEqual(answer.findings[0], {
      source_id: 'seeg/norm 0',
      law_id: 'seeg',
      reason: 'norms.json[1] is left out: norm_id "norm 0" is not a norm path, such as par:312',
    })
    const { findings, limitations } = await corpus.coverage()
    assert.deepEqual([findings, limitations, await corpus.limitations({})], [150, 0, []])
    await corpus.close()
  })
})

describe('a law', () => {
  test('without a readable norm is still a law', async () => {
    const { law: read } = await only({}, [])
    assert.deepEqual(read.norms, [])
  })

  test('may have nothing but its identifier, and fields that nobody knows', async () => {
    const { laws, findings } = await read(
      [{ canonical_id: 'SeeG', extra: 1 }],
      [{ law_id: 'seeg', norm_id: 'SeeG/par:1', more: [] }],
    )
    assert.deepEqual(findings, [])
    const [read1] = laws
    assert.deepEqual(
      [read1?.code, read1?.abbreviation, read1?.title, read1?.sourceFamily, read1?.jurisdiction, read1?.statusDate],
      ['seeg', 'SeeG', 'SeeG', 'json-package', 'DE', null],
    )
    assert.match(read1?.contentHash ?? '', /^sha256:[0-9a-f]{64}$/)
    assert.deepEqual(
      read1?.norms.map(({ path, label, text }) => [path, label, text]),
      [['par:1', '§ 1', '']],
    )
  })

  test('has the names that the package gives, each at its rank', async () => {
    const { law: named } = await only({
      display_code: 'SeeG 1977',
      display_name: 'Seegesetz',
      aliases: ['SEEG', 'Meer', 'Gesetz vom Meer', 'Seegesetz'],
    })
    assert.deepEqual(
      named.aliases.map(({ name, rank }) => [name, rank]),
      [
        ['SeeG 1977', 0],
        ['seeg', 0],
        ['Meer', 0],
        ['Gesetz vom Meer', 1],
        ['Seegesetz', 1],
      ],
    )
    const { laws } = await read([law('s_g', { aliases: ['s_g'] })], [])
    assert.deepEqual(
      laws[0]?.aliases.map(({ name }) => name),
      ['S_G', 'Gesetz über s_g'],
    )
  })

  test('is law where the package says', async () => {
    const places: [Json, string][] = [
      [{}, 'DE'],
      [{ jurisdiction: 'AT' }, 'AT'],
      [{ source: source({ source_kind: 'eur-lex-cellar' }) }, 'EU'],
      [{ source: source({ source_metadata: { state_code: 'bb', jurisdiction: 'Brandenburg' } }) }, 'DE-BB'],
      [{ source: source({ source_metadata: { state_code: 'eu', jurisdiction: 'Insel' } }) }, 'Insel'],
    ]
    for (const [changes, place] of places) assert.equal((await only(changes)).law.jurisdiction, place)
  })

  test('keeps what the package knows to be wrong', async () => {
    const { law: read } = await only(
      {
        stand_date: '2025-12-31',
        source: source({ stand_date_issue: 'UNKLAR', known_issues: [{ code: 'A', note: 'b' }] }),
      },
      [norm('seeg', 'par:1', { known_issues: ['fehlt'] }), norm('seeg', 'par:2', { status: 'known_issue' })],
    )
    assert.equal(read.statusDate, '2025-12-31')
    assert.deepEqual(read.statusNotes, [
      { type: 'stand_date_issue', text: 'UNKLAR' },
      { type: 'known_issue', text: 'code: A; note: b' },
      { type: 'known_issue', text: '§ 1: fehlt' },
      { type: 'known_issue', text: '§ 2: not described' },
    ])
  })

  test('with values of no use is told in one finding, and served', async () => {
    const { law: read, findings } = await only({
      norm_count: 7,
      stand_date: 'Mai',
      source: source({ content_hash: 'fixture', retrieved_at: 'gestern' }),
    })
    assert.equal(findings.length, 1)
    for (const part of [
      /"fixture" is not a SHA-256/,
      /"gestern" is not an ISO/,
      /"Mai" is not an ISO/,
      /norm_count is 7, but there are 1/,
    ]) {
      assert.match(String(findings[0]?.[2]), part)
    }
    assert.deepEqual([read.statusDate, read.fetchedAt], [null, undefined])
  })
})

describe('a norm', () => {
  test('keeps its text as it is', async () => {
    const text = ' \t(1)\u00a0Ä\u0308 \r\n\u0000 \u{1f30a} '
    const { law: read } = await only({}, [norm('seeg', 'par:1', { text })])
    assert.equal(read.norms[0]?.text, text)
  })

  test('is repealed where its status says so', async () => {
    const states = ['active', 'repealed', 'container', 'known_issue']
    const { law: read } = await only(
      {},
      states.map((status, index) => norm('seeg', `par:${index}`, { status })),
    )
    assert.deepEqual(
      read.norms.map(({ status }) => status),
      ['in_force', 'repealed', 'in_force', 'in_force'],
    )
  })

  test('that stands for several is found by each of them', async () => {
    const { law: read } = await only({}, [norm('seeg', 'par:3-6', { status: 'repealed' })])
    assert.deepEqual(read.norms[0]?.ranges, [{ kind: 'par', from: '3', to: '6' }])
  })

  test('is contained in one norm, and never in itself', async () => {
    const { law: read, findings } = await only({}, [
      norm('seeg', 'art:1', { children: ['seeg/art:2', 'seeg/par:9', 'Unfug'] }),
      norm('seeg', 'art:2', { children: ['seeg/art:3'] }),
      norm('seeg', 'art:3', { children: ['seeg/art:1', 'seeg/art:3', 'seeg/art:2'] }),
    ])
    assert.deepEqual(
      read.norms.map(({ container }) => container),
      [undefined, 0, 1],
    )
    assert.deepEqual(
      findings.map(([id, , reason]) => [id, String(reason).replace(/^[^ ]+ /, '')]),
      [
        ['seeg/art:1', 'art:1 cannot contain par:9: there is no norm par:9'],
        ['seeg/art:1', 'art:1 cannot contain Unfug: there is no norm Unfug'],
        ['seeg/art:3', 'art:3 cannot contain art:1: it would contain itself'],
        ['seeg/art:3', 'art:3 cannot contain art:3: art:2 contains it already'],
        ['seeg/art:3', 'art:3 cannot contain art:2: art:1 contains it already'],
      ],
    )
  })

  test('whose parts are not in its text has one finding', async () => {
    const subdivisions = [
      { path: 'abs:1', text: 'Da.' },
      { path: 'abs:2', text: 'Nicht da.' },
      'nichts',
      { path: 'halb', text: 'Da.' },
    ]
    const { law: read, findings } = await only({}, [norm('seeg', 'par:1', { text: '(1) Da.', subdivisions })])
    assert.deepEqual(read.norms[0]?.subdivisions, [{ path: 'abs:1', label: '(1)', start: 4, end: 7 }])
    assert.deepEqual(findings, [
      ['seeg/par:1', 'seeg', 'norms.json[0]: these parts are not found in its text: abs:2, subdivisions[2], halb'],
    ])
  })
})
