/**
 * The official conformance suite, against the server as it is, and against the same code with the fixtures that scenarios
 * require. Each scenario that applies must pass; the table in `docs/mcp-conformance.md` lists them all, with a reason for those
 * that do not.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { openCorpus } from '../../../src/dataset/open.ts'
import { createApp } from '../../../src/http/app.ts'
import { CorpusAccess } from '../../../src/http/corpus-access.ts'
import { mcpEndpoint } from '../../../src/http/mcp/endpoint.ts'
import { sendError } from '../../../src/http/send.ts'
import { packageRoot } from '../../../src/program/package.ts'
import { completeSettings } from '../../../src/program/settings.ts'
import { listen } from '../../http/server.ts'
import { fixtures } from './fixtures.ts'

const PROGRAM = join(packageRoot, 'node_modules', '.bin', 'conformance')
const folder = mkdtempSync(join(tmpdir(), 'legal-text-conformance-'))

const corpus = await openCorpus({ dataset: 'starter' })
const laws = await listen(createApp({ corpus: () => corpus, settings: completeSettings({ mcp: true }) }).handler)
const endpoint = mcpEndpoint({
  access: new CorpusAccess(
    () => corpus,
    () => true,
  ),
  settings: completeSettings(),
  clientOf: () => 'suite',
  surface: fixtures,
})
const fixed = await listen((request, response) => {
  const fail = (error: unknown) => sendError(request, response, error)
  try {
    Promise.resolve(endpoint(request as never, response, () => undefined)).catch(fail)
  } catch (error) {
    fail(error)
  }
})
after(async () => {
  await laws.close()
  await fixed.close()
  await corpus.close()
  rmSync(folder, { recursive: true })
})

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Runs a scenario. @returns its failed checks */
async function failures(scenario: string, revision: string, port: number): Promise<Check[]> {
  const out = join(folder, `${scenario}-${revision}`)
  const args = ['server', '--url', `http://127.0.0.1:${port}/mcp`, '--scenario', scenario, '--spec-version', revision]
  const run = promisify(execFile)(PROGRAM, [...args, '--output-dir', out], { cwd: folder })
  const said = await run.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? String(error),
  )
  const [result] = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  )
  assert(result, said)
  const checks = JSON.parse(readFileSync(join(out, result), 'utf8')) as Check[]
  const own = checks.filter(({ id, status }) => status === 'SUCCESS' && !id.startsWith('wire-schema'))
  assert(own.length > 0, `${scenario} checked nothing`)
  return checks.filter(({ status }) => status === 'FAILURE')
}

/** Rows of the table in the documentation: scenario, revisions, server, result. */
const rows = [
  ...readFileSync(join(packageRoot, 'docs', 'mcp-conformance.md'), 'utf8').matchAll(
    /^\| `([\w-]+)` \| ([^|]*) \| ([^|]*) \|$/gm,
  ),
].map(([, scenario = '', revisions = '', result = '']) => ({
  scenario,
  revisions: revisions.trim(),
  result: result.trim(),
}))

test('the documentation lists every scenario of the suite', async () => {
  const { stdout } = await promisify(execFile)(PROGRAM, ['list', '--server'])
  const known = [...stdout.matchAll(/^ {2}- ([\w-]+) \[(.*)\]$/gm)].map(([, name]) => name)
  assert.deepEqual(rows.map(({ scenario }) => scenario).sort(), known.sort())
})

for (const { scenario, revisions, result } of rows.filter(({ result }) => result.startsWith('passes'))) {
  for (const revision of revisions.split(', ')) {
    test(`${scenario}, ${revision}`, async () => {
      const port = result.includes('fixtures') ? fixed.port : laws.port
      assert.deepEqual(await failures(scenario, revision, port), [])
    })
  }
}
