/**
 * Builds a corpus from a mirror of the official site on which some laws fail. `LEGAL_TEXT_MIRROR` is the command of the mirror:
 * it serves `LEGAL_TEXT_CORPUS` with a share of faults, prints its address, and lists its faults at `/__faults`.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { globSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Acquired, acquireCorpus, updateCorpus } from '../../src/dataset/acquire.ts'
import { openEngine } from '../../src/dataset/open-engine.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { readSettings } from '../../src/program/settings.ts'
import { temporaryFolder } from '../dataset/starter-bundles.ts'

const { LEGAL_TEXT_CORPUS: corpusFolder, LEGAL_TEXT_MIRROR: mirror } = process.env
if (corpusFolder === undefined || mirror === undefined) throw new Error('set LEGAL_TEXT_CORPUS and LEGAL_TEXT_MIRROR')

/** The folder of the laws: the corpus folder or a subfolder. */
const [toc = 'gii-toc.xml'] = globSync(['gii-toc.xml', '*/gii-toc.xml'], { cwd: corpusFolder })
const source = dirname(join(corpusFolder, toc))

/** State of a law by its fault; other faults leave no trace. */
const STATES: Record<string, string> = {
  missing: 'source_unavailable',
  notzip: 'unsupported_format',
  badxml: 'parse_failed',
  bomb: 'excluded_by_policy',
}

const child = spawn(process.execPath, [mirror, '--dir', source, '--faults', '0.05', '--seed', '1'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
after(() => child.kill('SIGTERM'))

let options: ObtainOptions
let faults: Record<string, string>
let acquired: Acquired

before(async () => {
  let url = ''
  for await (const chunk of child.stdout) {
    url += chunk
    if (url.includes('\n')) break
  }
  options = {
    cache: join(temporaryFolder(), 'legal-text'),
    settings: readSettings({ SOURCE_URL: url.trim() }),
    download: true,
  }
  faults = await (await fetch(`${url.trim()}/__faults`)).json()
  acquired = await acquireCorpus(options)
})

test('the corpus holds every law that could be had, and a limitation for each that could not', async () => {
  const corpus = await openEngine(acquired.file)
  const codes = new Set((await corpus.laws({})).items.map(({ code }) => code))
  const states = new Map((await corpus.limitations({})).map((one) => [one.source_id, one.terminal_state]))
  await corpus.close()
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const state = STATES[faults[entry.name] ?? '']
    assert.equal(states.get(entry.name), state, entry.name)
    assert.equal(codes.has(entry.name), state === undefined, entry.name)
    codes.delete(entry.name)
    states.delete(entry.name)
  }
  assert.deepEqual([[...codes], [...states]], [[], []])
  assert.deepEqual(globSync('temporary/*', { cwd: options.cache }), [])
})

test('nothing has changed: no new bundle', async () => {
  const again = await updateCorpus(options)
  assert.deepEqual([again.changed, again.id], [false, acquired.id])
})
