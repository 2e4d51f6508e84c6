import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { buildStates } from '../invented-states.ts'

const TRANSITION = {
  '§ 1':
    'Es gilt § 1 AckerG in der bis zum 31. Dezember 2021 geltenden Fassung. § 2 AckerG a. F. gilt fort. § 1 AckerG gilt.',
  '§ 2': '§ 1 AckerG in der am 1. Juli 2021 geltenden Fassung ist nicht anzuwenden.',
}
const STATES = {
  '2021-01-01': { AckerG: { '§ 1': 'Alt.', '§ 2': 'Weg.' }, EgG: TRANSITION },
  '2022-01-01': { AckerG: { '§ 1': 'Neu.' }, EgG: TRANSITION },
}

let folder: string
let corpus: Corpus
let single: Corpus
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'related-editions-'))
  corpus = await openEngine(await buildStates(join(folder, 'all'), STATES))
  single = await openEngine(await buildStates(join(folder, 'one'), { '2022-01-01': STATES['2022-01-01'] }))
})
after(async () => {
  await corpus.close()
  await single.close()
  rmSync(folder, { recursive: true })
})

const UNTIL = 'in der bis zum 31. Dezember 2021 geltenden Fassung'
const OLD = { observed_from: '2021-01-01', observed_to: '2021-01-01', valid_from: null, valid_to: null }

async function related(of: Corpus, code: string, norm: string, type: 'cites' | 'cited_by', as_of?: string) {
  const input = { code, norm, type, ...(as_of !== undefined && { as_of }) }
  return (await relationships.run(of, input)).relationships
}

it('a citation of an edition leads to that version', async () => {
  const [until, former, plain] = await related(corpus, 'egg', 'par:1', 'cites')
  assert.deepEqual([until?.edition, until?.as_of, until?.version, until?.resolved], [UNTIL, '2021-01-01', OLD, true])
  assert.deepEqual(
    [former?.edition, former?.as_of, former?.version, former?.resolved, former?.label],
    ['a. F.', '2021-01-01', OLD, true, '§ 2'],
    'the newest state does not have the norm',
  )
  assert.deepEqual([plain?.resolved, plain !== undefined && 'edition' in plain], [true, false])
})

it('a norm tells of which version of it a text speaks', async () => {
  const rows = await related(corpus, 'ackerg', 'par:1', 'cited_by')
  assert.deepEqual(
    rows.map(({ norm, edition, as_of, version }) => [norm, edition, as_of, version?.observed_from]),
    [
      ['par:1', UNTIL, '2021-01-01', '2021-01-01'],
      ['par:1', undefined, undefined, undefined],
      ['par:2', 'in der am 1. Juli 2021 geltenden Fassung', undefined, undefined],
    ],
    'it is not known which version was published in July 2021',
  )
})

it('an older state tells the same', async () => {
  const [until] = await related(corpus, 'egg', 'par:1', 'cites', '2021-01-01')
  assert.deepEqual([until?.edition, until?.as_of, until?.version], [UNTIL, '2021-01-01', OLD])
})

it('a corpus of one state says nothing of editions', async () => {
  const rows = await related(single, 'egg', 'par:1', 'cites')
  assert.deepEqual(
    rows.map(({ norm, resolved }) => [norm, resolved]),
    [
      ['par:1', true],
      ['par:2', false],
      ['par:1', true],
    ],
  )
  for (const row of rows) assert(!('edition' in row) && !('version' in row))
})
