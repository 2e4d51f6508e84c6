import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import { MAX_TEXT_BYTES } from '../../src/store/packed-text.ts'
import { inputOf, law, norm } from './package/packages.ts'

test('a law with a text that is too long to be stored is a limitation, and the others are built', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const out = join(folder, 'bundle.sqlite')
  const text = 'a'.repeat(MAX_TEXT_BYTES + 1)
  const from = inputOf({
    'laws.json': [law('long'), law('short')],
    'norms.json': [norm('long', 'par:1', { text }), norm('short', 'par:1')],
  })
  await buildBundle({ from, out, search: false })
  const corpus = await openEngine(out)
  t.after(() => corpus.close())
  assert.deepEqual(
    (await corpus.laws({})).items.map(({ code, norm_count }) => [code, norm_count]),
    [['short', 1]],
  )
  const [limitation, ...others] = await corpus.limitations({})
  assert.deepEqual([limitation?.terminal_state, others], ['excluded_by_policy', []])
  assert.match(limitation?.reason ?? '', /^long: a text has 67108865 bytes, at most 67108864 are kept/)
})
