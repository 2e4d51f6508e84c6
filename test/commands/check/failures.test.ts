import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Input } from '../../../src/commands/base/check/inputs.ts'
import type { CheckFlags } from '../../../src/commands/base/check/options.ts'
import { prepareJob } from '../../../src/commands/base/check/run-check.ts'
import type { Corpus } from '../../../src/corpus/corpus.ts'
import { openCorpus } from '../../../src/dataset/open.ts'

let corpus: Corpus
let folder: string
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
  folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
})
after(async () => {
  await corpus.close()
  rmSync(folder, { recursive: true })
})

const FLAGS: CheckFlags = {
  output: 'text',
  input: undefined,
  strict: false,
  all: false,
  quote: false,
  ignoredLaws: [],
  ignoreFile: undefined,
  baseline: undefined,
  updateBaseline: false,
}

/** Checks a text. @returns how many findings fail, how many are known, and what was said when it was done */
async function check(text: string, flags: Partial<CheckFlags>) {
  const job = await prepareJob([{ file: 'a.txt', text, format: 'plain' } as Input], { ...FLAGS, ...flags })
  for await (const _ of job.findings(corpus));
  const notes: string[] = []
  await job.finish(async (note) => void notes.push(note))
  return { failures: job.failures, known: job.totals.known, notes }
}

const WRONG = '§ 99 MSGB'
const UNCERTAIN = '§ 3 BienHV'
const OUTSIDE = 'Art. 5 DSGVO'

test('a wrong citation fails a check; with strict, an uncertain one and one outside of the corpus do, too', async () => {
  const failures = async (text: string) => [
    (await check(text, {})).failures,
    (await check(text, { strict: true })).failures,
  ]
  assert.deepEqual(await failures('§ 1 MSGB'), [0, 0])
  assert.deepEqual(await failures(WRONG), [1, 1])
  assert.deepEqual(await failures(UNCERTAIN), [0, 1])
  assert.deepEqual(await failures(OUTSIDE), [0, 1])
  assert.deepEqual(await failures(`${WRONG}; ${UNCERTAIN}; ${OUTSIDE}; § 1 MSGB`), [1, 3])
})

test('a baseline has no right citation, and what it has does not fail', async () => {
  const baseline = join(folder, 'known.json')
  const text = `§ 1 MSGB; ${WRONG}; ${OUTSIDE}`
  const written = await check(text, { strict: true, baseline, updateBaseline: true })
  assert.deepEqual(written.notes, [`wrote 2 findings to ${baseline}`])
  assert.deepEqual(await check(text, { strict: true, baseline }), { failures: 0, known: 2, notes: [] })
  assert.deepEqual((await check(`${text}; § 98 MSGB`, { strict: true, baseline })).failures, 1)
})
