/** Acts of the European Union from a server that imitates Cellar, with the real program. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { act, alinea, article, enacting } from '../import/eurlex/acts.ts'
import { archiveOf, type Cellar, cellarAct, startCellar } from '../import/eurlex/cellar/cellar.ts'
import { law, startSite } from '../import/gii/site/site.ts'
import { until } from '../until.ts'
import { run, start } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))

let caches = 0
/** Settings with a separate cache. */
function settingsFor({ url }: Pick<Cellar, 'url'>, more: Record<string, string> = {}): Record<string, string> {
  caches += 1
  return { CELLAR_URL: url, XDG_CACHE_HOME: join(folder, `cache-${caches}`), ...more }
}

async function json(args: string[], settings: Record<string, string>, code = 0) {
  const outcome = await run([...args, '--json'], settings)
  assert.equal(outcome.code, code, outcome.stderr + outcome.stdout)
  return JSON.parse(outcome.stdout)
}

const BUILD = ['corpus', 'build', '--source', 'eurlex', '--celex', '32025R9901,32025R9902']

test('builds a bundle of acts, and tells what of them Cellar does not have', async (t) => {
  const cellar = await startCellar(t, [cellarAct('9901', ['2025-02-01']), cellarAct('9902', ['2025-02-01'], ['eng'])])
  const version = cellar.acts.get('32025R9902')?.versions.get('2025-02-01')
  if (version !== undefined) version.archives = {}
  const settings = settingsFor(cellar)
  const out = join(folder, 'acts.sqlite')
  const report = await json([...BUILD, '--out', out], settings)
  assert.deepEqual([report.laws, report.laws_by_language], [2, { de: 1, en: 1 }])
  const norm = await json(['norm', '32025r9901', 'art:1', '--dataset', out], settings)
  assert.match(norm.text, /Text of 2025-02-01\./)
  assert.equal(norm.provenance.fetch_timestamp.slice(0, 2), '20')
  const recital = await json(['norm', '32025r9901', 'recital:1', '--dataset', out], settings)
  assert.equal(recital.provenance.celex, '32025R9901')
  const { limitations } = await json(['limitations', '--dataset', out], settings)
  assert.deepEqual(
    limitations.map((each: Record<string, unknown>) => [each.source_id, each.terminal_state, each.reason]),
    [['32025r9902', 'unsupported_format', 'Cellar does not offer 02025R9902-20250201 in Formex 4 in de or en (406)']],
  )
})

test('federal law and acts in one bundle: updated by what is new, and by nothing else', async (t) => {
  const cellar = await startCellar(t, [cellarAct('9901', ['2025-02-01']), cellarAct('9902', [])])
  const site = await startSite(t, [['lotsg', law('lotsg')]])
  const local = join(folder, 'local')
  mkdirSync(join(local, '32025R9903'), { recursive: true })
  const localAct = (text: string) =>
    writeFileSync(join(local, '32025R9903', 'a.xml'), act(enacting(article('1', alinea(text))), { number: '9903' }))
  localAct('Local.')
  const settings = settingsFor(cellar, { SOURCE_URL: site.url, MAX_FAILED_PERCENT: '50' })
  const first = await json([...BUILD, '--source', 'gii'], settings)
  assert.deepEqual(first.laws_by_source_family, { 'eur-lex': 2, 'gesetze-im-internet': 1 })
  await json(['corpus', 'update'], settings)
  const same = await json(['corpus', 'update'], settings)
  assert.equal(same.changed, false)
  const { bundles } = await json(['corpus', 'list'], settings)
  assert.deepEqual(bundles[0].origin.sites, [
    { source: 'eurlex', acts: ['32025R9901', '32025R9902'], url: `${cellar.url}/`, failed: 0 },
    { source: 'gii', url: `${site.url}/`, failed: 0 },
  ])

  cellar.acts
    .get('32025R9901')
    ?.versions.set('2025-03-01', { archives: { deu: archiveOf('9901', 'deu', '2025-03-01') } })
  const failing = cellar.acts.get('32025R9902')?.versions.get('oj')
  if (failing !== undefined) failing.fault = 'page'
  cellar.asked = []
  site.asked = []
  const updated = await json(['corpus', 'update', '--no-history'], settings)
  assert.deepEqual([updated.changed, updated.laws], [true, 3])
  assert.deepEqual(cellar.asked.sort(), [
    '02025R9901-20250301 deu',
    '32025R9901 rdf',
    '32025R9902 deu',
    '32025R9902 rdf',
  ])
  assert.match((await json(['norm', '32025r9901', 'art:1'], settings)).text, /Pilots shall be polite/)
  assert.match((await json(['norm', '32025r9902', 'art:1'], settings)).text, /Text of the journal/)
  const { limitations } = await json(['limitations'], settings)
  assert.match(limitations[0].reason, /HTML page was sent .*; the copy of \d{4}-\d\d-\d\d is still used/)

  if (failing !== undefined) failing.fault = undefined

  // A folder of acts belongs to the corpus, too, and is read again.
  const [eurlex, gii] = [settingsFor(cellar), site.url]
  const joined = await json([...BUILD, '--from', local, '--from', gii], eurlex)
  assert.equal(joined.laws, 4)
  localAct('Changed.')
  const third = await json(['corpus', 'update', '--no-history'], eurlex)
  assert.equal(third.laws, 4)
  assert.match((await json(['norm', '32025r9903', 'art:1'], eurlex)).text, /Changed/)
})

test('a build that is killed is resumed, and writes nothing before it is complete', async (t) => {
  const acts = Array.from({ length: 6 }, (_, index) => cellarAct(String(9901 + index), ['2025-02-01']))
  const cellar = await startCellar(t, acts)
  const out = join(folder, 'killed.sqlite')
  const settings = settingsFor(cellar)
  const args = ['corpus', 'build', '--source', 'eurlex', '--celex', acts.map(([celex]) => celex).join(), '--out', out]
  const child = start(args, settings)
  const closed = new Promise((resolve) => child.once('close', resolve))
  await until('some acts are asked for', () => cellar.asked.length >= 12)
  child.kill('SIGKILL')
  await closed
  assert(!existsSync(out))
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('killed')),
    [],
  )
  const before = new Set(cellar.asked)
  cellar.asked = []
  assert.equal((await json(args, settings)).laws, 6)
  const repeated = cellar.asked.filter((each) => before.has(each))
  // A kill loses half a second of work.
  assert(repeated.length <= 6, `${repeated.length} of ${cellar.asked.length} were asked for again`)
  assert(cellar.asked.length < 18)
})

test('a site that is down replaces nothing', async (t) => {
  const cellar = await startCellar(t, [cellarAct('9901', []), cellarAct('9902', [])])
  const settings = settingsFor(cellar)
  const out = join(folder, 'down.sqlite')
  await json([...BUILD, '--out', out], settings)
  const before = readFileSync(out)
  for (const act of cellar.acts.values()) act.fault = 'missing'
  const { message } = await json([...BUILD, '--out', out], settings, 5)
  assert.match(message, /^127\.0\.0\.1:\d+: 2 of 2 laws \(100\.0 %\) could not be fetched/)
  assert.deepEqual(readFileSync(out), before)
})

test('flags that do not fit say what is wrong', async () => {
  for (const [args, expected] of [
    [['--source', 'cellar'], /--source must be gii, eurlex or neuris, not "cellar"/],
    [['--celex', '32016R0679', '--from', folder], /--celex names acts to fetch: it needs --source eurlex/],
    [['--source', 'eurlex', '--celex', 'GDPR'], /"GDPR" is not a CELEX number of an act/],
    [['--source', 'eurlex', '--celex', '32025R9901', '--language', 'tr'], /no texts in tr/],
    [['--source', 'eurlex', '--fetched-at', '2026-01-01'], /--fetched-at is for local files/],
  ] as const) {
    const { code, stderr } = await run(['corpus', 'build', ...args])
    assert.match(stderr, expected)
    assert.equal(code, 2)
  }
})
