import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hiddenNote } from '../../src/cli/acquire-corpus.ts'

test('a setting that hides what was fetched is told of', async () => {
  assert.equal(
    await hiddenNote('/cache/bundles/a.sqlite', { DATASET_PATH: 'starter' }),
    'DATASET_PATH is set to starter: commands and the server use that dataset, not this corpus; ' +
      'unset DATASET_PATH to use this corpus',
  )
  const hidden = await hiddenNote('/cache/bundles/a.sqlite', { DATASET_PATH: 'https://user:secret@laws.example/a' })
  assert.match(hidden ?? '', /laws\.example/)
  assert.doesNotMatch(hidden ?? '', /secret/)
  assert.equal(await hiddenNote('/cache/bundles/a.sqlite', { DATASET_PATH: '/cache/bundles/a.sqlite' }), undefined)
  assert.equal(await hiddenNote('/cache/bundles/a.sqlite', {}), undefined)
})
