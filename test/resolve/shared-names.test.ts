import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { grep } from '../../src/operations/grep.ts'
import { law } from '../../src/operations/law.ts'
import { norm } from '../../src/operations/norm.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { buildStates } from '../invented-states.ts'
import { assertOneChoice } from './shared-names.ts'

const SPENT = 'Zur letztmaligen Anwendung dieses G vgl. § 27'

describe('one name of several laws', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  let corpus: Corpus
  before(async () => {
    const state = {
      RastG: { title: 'Altes Rastgesetz', status: SPENT, norms: { '§ 1': 'Alt.', '§ 2': 'Alt.' } },
      'RastG 1994': { title: 'Rastgesetz', official: 'RastG', norms: { '§ 1': 'Neu.', '§ 3': 'Neu.' } },
      WegV: { title: 'Wegeverordnung', norms: { '§ 1': 'Wege.' } },
      'WegV 2001': { title: 'Wegweiserverordnung', official: 'WegV', norms: { '§ 1': 'Weiser.', '§ 2': 'Weiser.' } },
      GbX: { title: 'Gefahrgut', norms: { '§ 1': 'Gut.' } },
      'GBX 2': { title: 'Grundbuch', official: 'GBX', norms: { '§ 1': 'Buch.' } },
    }
    corpus = await openEngine(await buildStates(folder, { '2026-01-01': state }))
  })
  after(async () => {
    await corpus.close()
    rmSync(folder, { recursive: true })
  })

  it('means the law in force, wherever it is named, and the others are told', async () => {
    const { code, law_note } = await law.run(corpus, { code: 'RastG' })
    assert.deepEqual([code, law_note], ['rastg_1994', 'RastG is also the name of rastg (Altes Rastgesetz)'])
    await assertOneChoice(corpus, 'RastG', ['rastg', 'rastg_1994'])
    await assert.rejects(norm.run(corpus, { code: 'RastG', norm: '2' }), { kind: 'not_found' })
    assert.equal((await relationships.run(corpus, { code: 'RastG', norm: '3' })).law_note, law_note)
    const { codes } = await grep.run(corpus, { pattern: 'Neu', codes: ['RastG'] })
    assert.deepEqual(codes, ['rastg_1994'])
  })

  it('is the exact code of one of them alone', async () => {
    const { code, law_note } = await law.run(corpus, { code: 'rastg' })
    assert.deepEqual([code, law_note], ['rastg', undefined])
  })

  it('is ambiguous if two are in force, except for a norm that only one has', async () => {
    await assert.rejects(law.run(corpus, { code: 'WegV' }), { kind: 'ambiguous' })
    await assert.rejects(norm.run(corpus, { code: 'WegV', norm: '1' }), { kind: 'ambiguous' })
    const { code, law_note } = await norm.run(corpus, { code: 'WegV', norm: '2' })
    assert.deepEqual([code, law_note], ['wegv_2001', 'WegV is also the name of wegv (Wegeverordnung)'])
  })

  it('is of those that write it so', async () => {
    const written = async (code: string) => [
      (await law.run(corpus, { code })).code,
      (await law.run(corpus, { code })).law_note,
    ]
    assert.deepEqual(await written('GbX'), ['gbx', undefined])
    assert.deepEqual(await written('GBX'), ['gbx_2', undefined])
  })
})
