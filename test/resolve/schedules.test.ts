import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkText } from '../../src/resolve/check-text.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'
import { resolveNorm } from '../../src/resolve/resolve-norm.ts'
import { shownPart } from '../../src/resolve/select-subdivision.ts'
import { type OpenStates, openStates } from '../open-states.ts'

const list = (...items: [number: string, text: string][]) =>
  `<DL Type="arabic">${items.map(([number, text]) => `<DT>${number}</DT><DD><LA>${text}</LA></DD>`).join('')}</DL>`

let states: OpenStates
before(async () => {
  const rows = list(['1000', 'Ein Boot'], ['1001', 'Zwei Boote'], ['1002', 'Ein Ruder'], ['1010', 'Ein Segel'])
  states = await openStates({
    '2026-01-01': {
      RVG: { title: 'Ruderbootvergütungsgesetz', norms: { '§ 1': 'Boote.', 'Anlage 1 (zu § 1)': rows } },
      GKG: {
        title: 'Großes Kutterkostengesetz',
        norms: {
          '§ 1': '(1) Kutter.\n(2) Mehr.',
          '§ 2': '(1) Kutter.\n(2) Mehr.',
          '§ 3': list(['1', 'Kahn'], ['2', 'Boot']),
          'Anlage 1 (zu § 1)': list(['1210', 'Ein Kutter']),
        },
      },
      StVO: {
        title: 'Strandverkehrs-Ordnung',
        norms: { '§ 1': 'Zeichen.', 'Anlage 1': list(['1', 'Rast']), 'Anlage 2': list(['7', 'Zeichen 274 Tempo']) },
      },
    },
  })
})
after(() => states.close())

async function judged(text: string, format: 'plain' | 'html' = 'plain'): Promise<string[]> {
  const { findings } = await checkText(states.corpus, text, { format })
  return findings.map(({ class: verdict, code, norm, subdivision }) =>
    [verdict, code, norm, subdivision].filter(Boolean).join(' '),
  )
}

const row = (number: number, code = 'rvg') => `right ${code} annex:1 nr:${number}`

test('a row ends with its line or cell, and before a number that has a law of its own', async () => {
  for (const gap of ['\n', '\n\n', '\t', ' ', ', '])
    assert.deepEqual(await judged(`VV RVG 1000${gap}Nr. 1210 KV GKG`), [row(1000), row(1210, 'gkg')], gap)
  assert.deepEqual(await judged('Gebühr VV RVG 1000\nNr. 1 Reise'), [row(1000)])
  assert.deepEqual(await judged('Anlage 1 GKG Nr. 1210\nNr. 1000 VV RVG'), [row(1210, 'gkg'), row(1000)])
  assert.deepEqual(await judged('VV RVG Nr. 1000, Nr. 1002'), [row(1000), row(1002)])
})

test('ranges of rows are all their rows', async () => {
  const all = [1000, 1001, 1002].map((number) => row(number))
  for (const words of ['Nr. 1000 bis 1002', 'Nrn. 1000-1002', 'Nr. 1000 – Nr. 1002'])
    assert.deepEqual(await judged(`${words} VV RVG`), all, words)
  for (const words of ['Nr. 1000 f.', 'Nr. 1000f.']) assert.deepEqual(await judged(`${words} VV RVG`), all.slice(0, 2))
  assert.deepEqual(await judged('Nrn. 1000 ff. VV RVG'), all.slice(0, 1))
  assert.deepEqual(await judged('VV RVG 1000 – 20 EUR'), all.slice(0, 1))
  assert.deepEqual(await judged('Nr. 1002 bis 1000 VV RVG'), [row(1002), 'uncertain rvg'])
  assert.deepEqual(await judged('Nr. 1002 bis 9999 VV RVG'), [row(1002), row(1010), 'wrong rvg annex:1'])
  assert.deepEqual(await judged('Nr. 0 VV RVG'), ['wrong rvg annex:1 nr:0'])
})

test('variants of road signs, and supplementary signs, have their numbers elsewhere', async () => {
  const { findings } = await checkText(states.corpus, 'Zeichen 274-50 StVO')
  assert.equal(findings.length, 1)
  assert.match(findings[0]?.message ?? '', /variant 50 .*VzKat/)
  assert.deepEqual(await judged('Zeichen 274-50 StVO'), ['right stvo annex:2 nr:7'])
  assert.deepEqual(await judged('Zeichen 275-50 StVO'), ['wrong stvo annex:2 nr:zeichen.275'])
})

test('a row that is named with an annex is one of the annex', async () => {
  const [section, annex] = ['right gkg par:1 abs:1', row(1210, 'gkg')]
  const wrong = 'wrong gkg annex:1 nr:9'
  for (const words of [
    'Anlage zu § 1 Abs. 1 Nr. # GKG',
    'Anlage zu § 1 Abs. 1 GKG Nr. #',
    'Nr. # der Anlage zu § 1 Abs. 1 GKG',
    'Anl. 1 zu § 1 Abs. 1 GKG, lfd. Nr. #',
    '§ 1 Abs. 1 GKG i. V. m. Nr. # der Anlage',
    '§ 1 Abs. 1 GKG i. V. m. Anlage 1 Nr. #',
    '§ 1 Abs. 1 i. V. m. Nr. # der Anlage GKG',
  ]) {
    assert.deepEqual((await judged(words.replace('#', '1210'))).toSorted(), [annex, section].toSorted(), words)
    assert.deepEqual((await judged(words.replace('#', '9'))).toSorted(), [section, wrong].toSorted(), words)
  }
  assert.deepEqual(await judged('Anlage zu § 1 Abs. 1 GKG'), [section])
  assert.deepEqual(await judged('Anlage Nr. 1210 GKG'), [annex])
  assert.deepEqual(await judged('Anlage zu § 3 Nr. 2 GKG'), ['right gkg par:3 satz:1/nr:2'])
})

test('a section after an annex in a list shares its law', async () => {
  assert.deepEqual(await judged('§ 1 Abs. 1 iVm Anlage 1 Nr. 9, § 2 GKG'), [
    'right gkg par:1 abs:1',
    'wrong gkg annex:1 nr:9',
    'right gkg par:2',
  ])
  assert.deepEqual(await judged('§§ 1 i. V. m. Anlage 1, 2 Abs. 2 GKG'), [
    'right gkg par:1',
    'right gkg annex:1',
    'right gkg par:2 abs:2',
  ])
})

test('a law in brackets behind a reference is meant; in another item the law itself may be', async () => {
  assert.deepEqual(await judged('§ 1 RVG. Nach § 9 dieses Gesetzes (GKG)'), ['right rvg par:1', 'wrong gkg'])
  assert.deepEqual(await judged('§ 1 GKG. Nach § 9 dieses Gesetzes'), ['right gkg par:1', 'wrong gkg'])
  assert.deepEqual(await judged('1. § 1 GKG gilt.\n2. § 9 dieses Gesetzes'), ['right gkg par:1', 'uncertain gkg'])
})

test('after a code, a row is one of the schedule of the law, which may be named again', async () => {
  const [rvg, stvo, gkg] = await Promise.all(['RVG', 'StVO', 'GKG'].map((name) => resolveLaw(states.corpus, name)))
  const found = async (law: typeof rvg, words: string) => {
    assert.ok(law)
    const { norm, subdivision } = await resolveNorm(states.corpus, law, words)
    return [norm.norm, shownPart(norm, subdivision).selection?.path].filter(Boolean).join(' ')
  }
  for (const words of ['Nr. 1001', 'VV 1001', 'Nr. 1001 VV RVG', 'Anlage Nr. 1001'])
    assert.equal(await found(rvg, words), 'annex:1 nr:1001', words)
  assert.equal(await found(stvo, 'Zeichen 274'), 'annex:2 nr:7')
  assert.equal(await found(gkg, '§ 1 GKG'), 'par:1')
  await assert.rejects(found(rvg, 'Nr. 9999'), /has only Nr\. 1000, 1001, 1002 and 1010/)
  await assert.rejects(found(gkg, '§ 1 RVG'), /not a designation/)
})

test('English words for parts are read after German signs', async () => {
  assert.deepEqual(await judged('Under § 1 para. 2 GKG'), ['right gkg par:1 abs:2'])
  assert.deepEqual(await judged('§ 1 par 9 GKG'), ['wrong gkg par:1 abs:9'])
  assert.deepEqual(await judged('§ 1 para. 2 sentence 1 GKG'), ['right gkg par:1 abs:2/satz:1'])
})

test('numbers that no norm has, and signs of print, are read', async () => {
  assert.deepEqual(await judged('§ 12345 Großes Kutterkostengesetz'), ['wrong gkg'])
  assert.deepEqual(await judged('§§ 99998\u201099999 GKG'), ['wrong gkg'])
  assert.deepEqual(await judged('Nrn. 1000\u22121001 VV RVG'), [row(1000), row(1001)])
  for (const last of [99, 9999])
    assert.deepEqual(await judged(`§ 1 Abs. 1 bis ${last} GKG`), [
      'right gkg par:1 abs:1',
      'right gkg par:1 abs:2',
      'wrong gkg par:1',
    ])
  const cells = (number: number) => `<table><tr><td>§ ${number}</td><td>GKG</td></tr></table>`
  assert.deepEqual(await judged(cells(1), 'html'), ['right gkg par:1'])
  assert.deepEqual(await judged(cells(88888), 'html'), ['wrong gkg'])
})
