import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { bytesOf, type Files, inputOf, law, lawFiles, norm } from './packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))

const out = join(folder, 'bundle.sqlite')
const build = (files: Files) => buildBundle({ from: inputOf(files), out, search: false })

async function refused(files: Files, message: RegExp): Promise<void> {
  await assert.rejects(build(files), (error) => {
    assert(error instanceof LegalTextError && error.kind === 'invalid_input', String(error))
    assert.match(error.message, message)
    return true
  })
  assert.deepEqual(readdirSync(folder), [])
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const good = (): { 'laws.json': unknown; 'norms.json': unknown } => ({
  'laws.json': [law('seeg')],
  'norms.json': [norm('seeg', 'par:1')],
})
/** JSON with deep nesting in place of the text `DEEP`. */
const deep = (content: unknown, depth = 20_000) => bytesOf(content).toString().replace('"DEEP"', nested(depth))

test('JSON that is nested more deeply than can be written is refused', async () => {
  await refused(
    { ...good(), 'laws.json': deep([law('seeg', { known_issues: ['DEEP'] })]) },
    /^cannot build from paket: laws\.json is nested too deeply: at most 500 levels are read$/,
  )
  await refused(
    { ...good(), 'norms.json': deep([norm('seeg', 'par:1', { subdivisions: ['DEEP'] })], 1_000_000) },
    /norms\.json is nested too deeply/,
  )
  await refused(
    { ...good(), 'state-law-coverage.json': nested(20_000) },
    /state-law-coverage\.json is nested too deeply/,
  )
  await refused({ ...good(), 'manifest.json': deep({ entries: 'DEEP' }) }, /manifest\.json is nested too deeply/)
  await refused({ ...good(), 'norms.json': deep({ norms: 'DEEP' }) }, /norms\.json is nested too deeply/)
  const one = deep({ ...law('seeg', { known_issues: ['DEEP'] }), norms: [] })
  await refused(
    { ...lawFiles({}), 'manifest.json': { schema_version: 2 }, 'laws/seeg.json': one },
    /laws\/seeg\.json is nested too/,
  )
})

test('JSON that is nested as deeply as is read is read', async () => {
  const issues = deep([law('seeg', { known_issues: ['DEEP'] })], 490)
  await build({ ...good(), 'laws.json': issues, 'state-law-coverage.json': `["[[[", ${nested(490)}]` })
  const corpus = await openEngine(out)
  assert.equal((await corpus.law('seeg'))?.status_notes[0]?.text, nested(490))
  await corpus.close()
  rmSync(out)
})

test('an input of which no norm can be read makes no corpus', async () => {
  await refused({ ...good(), 'norms.json': [] }, /^no norm in paket could be read: its law has none$/)
  await refused({ 'laws.json': [law('a'), law('b')], 'norms.json': [] }, /^no norm .*: its 2 laws have none$/)
  const unread = [norm('seeg', 'par:1', { text: 7 }), norm('other', 'par:1')]
  await refused(
    { ...good(), 'norms.json': unread },
    /^no norm in paket could be read: norms\.json\[0\] is left out: text/,
  )
  const metadata = '<metadaten><jurabk>SeeG</jurabk><langue>Seegesetz</langue></metadaten>'
  const xml = `<dokumente><norm doknr="BJNR900010001">${metadata}<textdaten></textdaten></norm></dokumente>`
  await refused({ 'seeg/BJNR900010001.xml': xml }, /^no norm in paket could be read: its law has none$/)
})
