/** Federal law from a server that imitates the Rechtsinformationsportal, with the real program. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { law, startSite } from '../import/gii/site/site.ts'
import { eliOf, expression, type PortalServer, startPortal } from '../import/legaldocml/portal/portal-server.ts'
import { until } from '../until.ts'
import { outcome, run, start } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))

let caches = 0
/** Settings with a separate cache. */
function settingsFor({ url }: Pick<PortalServer, 'url'>, more: Record<string, string> = {}): Record<string, string> {
  caches += 1
  return { NEURIS_URL: url, XDG_CACHE_HOME: join(folder, `cache-${caches}`), ...more }
}

async function json(args: string[], settings: Record<string, string>, code = 0) {
  const { stdout, stderr, code: found } = await run([...args, '--json'], settings)
  assert.equal(found, code, stderr + stdout)
  return JSON.parse(stdout)
}

/** A time within the span of the next update. */
const soon = () => new Date(Date.now() - 1000).toISOString()
const DAY = 24 * 60 * 60 * 1000
const yesterday = () => new Date(Date.now() - DAY).toISOString()
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

const LAWS = ['MSGB', 'MSVerfG', 'HafO', 'LotsG'].map((name) => expression(name, { day: '2020-01-01' }))

test('pull takes the snapshot, update the changes, and nothing is built if there are none', async (t) => {
  const [to, coming] = [inDays(0), inDays(60)]
  const portal = await startPortal(
    t,
    [
      ...LAWS,
      expression('HafO', { day: '2024-07-01', text: 'Der Hafen ist frei.' }),
      expression('HafO', { day: coming, text: 'Der Hafen ist bald zu.' }),
    ],
    yesterday(),
  )
  const settings = settingsFor(portal, { MAX_FAILED_PERCENT: '30' })
  const first = await json(['corpus', 'pull', '--source', 'neuris'], settings)
  assert.deepEqual([first.changed, first.laws, first.changes], [true, 4, null])
  const { bundles } = await json(['corpus', 'list'], settings)
  assert.deepEqual(bundles[0].origin.sites, [{ source: 'neuris', url: `${portal.url}/`, failed: 0 }])
  const norm = await json(['norm', 'hafo', '1'], settings)
  assert.match(norm.text, /Der Hafen ist frei/)
  assert.equal(norm.in_force_from, '2024-07-01')
  const coverage = await json(['coverage'], settings)
  assert.deepEqual(coverage.laws_by_source_family, { legaldocml: 4 })
  assert(coverage.corpus_date >= to && coverage.corpus_date < coming, 'the state is that of the day of fetching')
  const later = await json(['norm', 'hafo', '1', '--in-force-on', coming], settings)
  assert.match(later.text, /bald zu/)

  portal.asked.length = 0
  const same = await json(['corpus', 'update'], settings)
  assert.equal(same.changed, false)
  assert.deepEqual(portal.asked, ['changelog'])
  // On another day other texts are in force.
  const record = bundles[0].file.replace(/\.sqlite$/, '.json')
  const origin = JSON.parse(readFileSync(record, 'utf8'))
  writeFileSync(
    record,
    JSON.stringify({ ...origin, made_of: origin.made_of.replace(/\d{4}-\d\d-\d\d$/, '2020-01-01') }),
  )
  assert.equal((await json(['corpus', 'update', '--no-history'], settings)).changed, true)

  portal.change(soon(), expression('MSGB', { day: '2025-02-01', text: 'Redlich ist, wer gibt.' }))
  portal.change(soon(), expression('KaiV', { day: '2025-02-01' }))
  portal.change(soon(), expression('LotsG', { day: '2020-01-01', text: 'Unlesbar.', fault: 'page' }))
  portal.expressions.delete(eliOf('MSVerfG', '2020-01-01'))
  portal.log.push({ at: soon(), deleted: [eliOf('MSVerfG', '2020-01-01')] })
  const updated = await json(['corpus', 'update', '--no-history'], settings)
  assert.deepEqual([updated.changed, updated.laws], [true, 4])
  assert.match((await json(['norm', 'msgb', '1'], settings)).text, /Redlich ist/)
  assert.match((await json(['norm', 'lotsg', '1'], settings)).text, /Es gilt, was gilt/)
  await json(['norm', 'msverfg', '1'], settings, 3)
  const { limitations } = await json(['limitations'], settings)
  assert.deepEqual(
    limitations.map((each: Record<string, unknown>) => [each.source_id, each.terminal_state]),
    [[eliOf('LotsG', '2020-01-01'), 'unsupported_format']],
  )
  assert.match(
    limitations[0].reason,
    /^an HTML page was sent instead of a zip archive; the copy of \d{4}-\d\d-\d\d is still used$/,
  )
})

test('too many failures keep the corpus, and the portal that is down is named', async (t) => {
  const portal = await startPortal(t, LAWS, yesterday())
  const settings = settingsFor(portal)
  const built = await json(['corpus', 'build', '--source', 'neuris'], settings)
  assert.equal(built.laws, 4)
  for (const [eli] of LAWS) portal.change(soon(), [eli, { made: '2020-01-01', files: {}, fault: 'page' }])
  const refused = await json(['corpus', 'update'], settings, 5)
  assert.equal(refused.error, 'not_ready')
  assert.match(refused.message, /4 of 4 laws \(100\.0 %\) could not be fetched or read/)
  assert.match((await json(['norm', 'hafo', '1'], settings)).text, /Es gilt/)
  portal.answers.set('changelog', (_, response) => response.writeHead(404).end())
  const down = await json(['corpus', 'update'], settings, 5)
  assert.match(down.message, /^cannot get the change log: .*\/v1\/legislation\/changelog\?…: answered 404$/)
})

test('a run that was interrupted is resumed, and shows its progress', async (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `G${index + 100}`)
  const portal = await startPortal(
    t,
    names.map((name) => expression(name)),
    yesterday(),
  )
  const settings = settingsFor(portal)
  await json(['corpus', 'pull', '--source', 'neuris'], settings)
  for (const name of names) portal.change(soon(), expression(name, { text: 'Neu.' }))
  portal.asked.length = 0
  const child = start(['corpus', 'update'], settings)
  const ended = outcome(child)
  await until('some are fetched', () => portal.asked.length > 8)
  child.kill('SIGINT')
  const { code, stderr } = await ended
  assert.equal(code, 130)
  assert.match(stderr, /what was fetched from a site is kept, and the next run continues from there/)
  const before = portal.asked.filter((path) => path.endsWith('.zip')).length
  assert(before < 30, String(before))
  const updated = await run(['corpus', 'update', '--json'], settings)
  assert.equal(JSON.parse(updated.stdout).changed, true)
  const zips = portal.asked.filter((path) => path.endsWith('.zip'))
  // Downloads in progress at the interruption are requested twice.
  assert(zips.length <= 30 + 8, String(zips.length))
  assert.equal(new Set(zips).size, 30)
  assert.deepEqual(
    readdirSync(join(settings.XDG_CACHE_HOME as string, 'legal-text', 'sources')).filter((name) => /zip/.test(name)),
    [],
  )
})

test('of a law that both sites have, one is taken, and the other is no failure', async (t) => {
  const portal = await startPortal(t, LAWS, yesterday())
  const site = await startSite(t, [
    ['msgb', law('MSGB')],
    ['hafo', law('HafO')],
    ['fischg', law('FischG')],
  ])
  const settings = settingsFor(portal, { SOURCE_URL: site.url })
  const built = await json(['corpus', 'build', '--source', 'gii', '--source', 'neuris'], settings)
  assert.deepEqual(built.laws_by_source_family, { 'gesetze-im-internet': 1, legaldocml: 4 })
  // A build into the cache does not record its input.
  await json(['corpus', 'update'], settings)
  assert.equal((await json(['corpus', 'update'], settings)).changed, false)
})

test('flags that do not fit say what is wrong', async () => {
  const { code, stderr } = await run(['corpus', 'pull', '--source', 'neuris', '--url', 'https://laws.example/all.zst'])
  assert.match(stderr, /--source names sites, and DATASET_URL or --url a dataset/)
  assert.equal(code, 2)
})
