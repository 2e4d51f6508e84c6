import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LawSummary } from '../../src/model/corpus.ts'
import { bestLaws } from '../../src/web/pages/laws-page.ts'

const law = (code: string, abbreviation: string, title: string): LawSummary => ({
  code,
  abbreviation,
  title,
  jurisdiction: 'DE',
  source_family: '',
  language: 'de',
  norm_count: 1,
  status_date: null,
  in_force_from: null,
  in_force_to: null,
})
const laws = [
  law('hafeng', 'HafenG', 'Hafengesetz'),
  law('msgbeg', 'MSGBEG', 'Einführungsgesetz zum Stadtgesetzbuch'),
  law('msgb', 'MSGB', 'Stadtgesetzbuch'),
  law('ms_vo', 'MS-VO', 'Verordnung zum MSGB'),
]

test('a law that is called so is the only one', () => {
  assert.deepEqual(bestLaws(laws, 'msgb'), [laws[2]])
  assert.deepEqual(bestLaws(laws, 'Ms Vo'), [laws[3]])
  const umlaut = law('huetg', 'HütG', 'Gesetz über die Größe von Hütten')
  assert.deepEqual(bestLaws([...laws, umlaut], 'Gesetz ueber die Groesse'), [umlaut, laws[0], laws[2]])
})

test('else those whose name begins so, the shortest first', () => {
  assert.deepEqual(bestLaws(laws.slice(1), 'msg'), [laws[2], laws[1], laws[3]])
  assert.deepEqual(bestLaws([], 'msg'), [])
})
