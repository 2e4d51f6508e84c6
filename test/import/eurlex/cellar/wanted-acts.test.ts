import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import shortNames from '../../../../src/citation/laws/union-acts.json' with { type: 'json' }
import { buildBundle } from '../../../../src/import/build-bundle.ts'
import {
  celexOfName,
  consolidationsIn,
  knownActs,
  oftenCited,
} from '../../../../src/import/eurlex/cellar/fetch-acts.ts'
import { act, alinea, article, consolidation, enacting, inputOf } from '../acts.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))

test('reads the numbers of acts as texts name them', () => {
  const names: [string, string | undefined][] = [
    ['Verordnung (EU) 2016/679', '32016R0679'],
    ['Regulation (EU) No 575/2013', '32013R0575'],
    ['Verordnung (EG) Nr. 593/2008', '32008R0593'],
    ['Verordnung (EWG) Nr. 1408/71', '31971R1408'],
    ['Verordnung (EWG) Nr. 2658/87', '31987R2658'],
    ['Durchführungsverordnung (EU) 2015/1998', '32015R1998'],
    ['Delegierten Verordnung (EU) 2017/1946', '32017R1946'],
    ['Richtlinie 95/46/EG', '31995L0046'],
    ['Directive 2011/83/EU', '32011L0083'],
    ['Decision 1999/468/EC', '31999D0468'],
    ['Rahmenbeschluss 2002/584/JI', '32002F0584'],
    ['Verordnung (EU) 679/2016', undefined],
    ['2016/679', undefined],
    ['Bundesversorgungsgesetz', undefined],
    ['Verordnung', undefined],
    ['Richtlinie 12/2345678', undefined],
  ]
  for (const [name, celex] of names) assert.equal(celexOfName(name), celex, name)
})

test('an act counts with all its names, and from 21 citations on', () => {
  const names = [
    { name: 'Verordnung (EU) Nr. 575/2013', times: 11 },
    { name: 'Regulation (EU) No 575/2013', times: 10 },
    { name: 'Richtlinie 95/46/EG', times: 20 },
    { name: 'Tarifvertrages', times: 461 },
  ]
  assert.deepEqual(oftenCited(names), ['32013R0575'])
})

test('the acts of the table, and of the corpus that is replaced: those that it has, and those that it often cites', async () => {
  const cites = (name: string, times: number) =>
    Array.from({ length: times }, () => alinea(`See Article 3 of ${name}.`))
  const body = [...cites('Regulation (EU) 2031/4711', 21), ...cites('Directive 2031/12/EU', 20)]
  const bundle = join(folder, 'acts.sqlite')
  await buildBundle({
    from: inputOf({ '32025R9901/oj/en/a.xml': act(enacting(article('1', body.join('')))) }),
    out: bundle,
    search: false,
  })
  const table = Object.keys(shortNames)
  assert.deepEqual(knownActs(bundle).slice(table.length), ['32025R9901', '32031R4711'])
  assert.deepEqual(knownActs(undefined), table)
  const other = join(folder, 'other.sqlite')
  writeFileSync(other, 'no bundle')
  assert.deepEqual(knownActs(other), table)
})

test('the consolidations that a corpus has by their days', async () => {
  const bundle = join(folder, 'consolidations.sqlite')
  const body = enacting(article('1', alinea('A.')))
  await buildBundle({
    from: inputOf({
      '32025R9901/2025-02-01/en/a.xml': consolidation(body, '20250201'),
      '32025R9901/2025-06-01/en/a.xml': consolidation(body, '20250601'),
      '32025R9902/oj/en/a.xml': act(body, { number: '9902' }),
    }),
    out: bundle,
    search: false,
  })
  assert.deepEqual([...consolidationsIn(bundle)], [['32025R9901', '2025-06-01']])
  assert.deepEqual([...consolidationsIn(undefined)], [])
})
