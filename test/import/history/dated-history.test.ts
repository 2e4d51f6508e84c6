/** Histories of acts: from single documents, beside states, and in a bundle that gets further states. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { type BuildOptions, buildBundle } from '../../../src/import/build-bundle.ts'
import { buildStates } from '../../invented-states.ts'
import { act, alinea, article, consolidation, enacting } from '../eurlex/acts.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-dated-'))
after(() => rmSync(folder, { recursive: true }))

const body = (...numbers: string[]) =>
  enacting(numbers.map((number) => article(number, alinea(`Rule ${number}.`))).join(''))

/** Writes documents by path. @returns their folder */
function acts(name: string, documents: Record<string, string>): string {
  for (const [path, text] of Object.entries(documents)) {
    const file = join(folder, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return join(folder, name)
}

async function build(name: string, from: BuildOptions['from'], options: Partial<BuildOptions> = {}) {
  const out = join(folder, `${name}.sqlite`)
  const report = await buildBundle({ from, out, search: false, ...options })
  return { out, report }
}

/** Runs a query on a bundle. */
async function ask<Answer>(
  bundle: string,
  question: (corpus: Awaited<ReturnType<typeof openEngine>>) => Promise<Answer>,
) {
  const corpus = await openEngine(bundle)
  try {
    return await question(corpus)
  } finally {
    await corpus.close()
  }
}

const changesOf = (bundle: string) =>
  ask(bundle, async (corpus) => {
    const { items } = await corpus.changes({ limit: 100, offset: 0 })
    return items.map(({ observed_on, type, norm }) => `${observed_on} ${type} ${norm}`)
  })

const versions = (...contents: [day: string, text: string][]) =>
  Object.fromEntries(contents.map(([day, text], at) => [`32025R9901/${day}/en/C${at}.xml`, text]))
const CODE = '32025r9901'

test('an article that is deleted and comes back was gone meanwhile', async () => {
  const from = acts(
    'returns',
    versions(
      ['2025-02-01', consolidation(body('1', '2', '3'), '20250201')],
      ['2025-03-01', consolidation(body('1', '3'), '20250301')],
      ['2025-04-01', consolidation(body('1', '2', '3'), '20250401')],
    ),
  )
  const { out } = await build('returns', from)
  assert.deepEqual(await changesOf(out), ['2025-04-01 added art:2', '2025-03-01 removed art:2'])
  const spans = await ask(out, (corpus) => corpus.normVersions(CODE, 'art:2'))
  assert.deepEqual(
    spans.map(({ observed_from, observed_to }) => [observed_from, observed_to]),
    [
      ['2025-04-01', null],
      ['2025-02-01', '2025-02-28'],
    ],
  )
  assert.equal(await ask(out, (corpus) => corpus.atState('2025-03-15').norm(CODE, 'art:2')), undefined)
})

test('of the days of a version that cannot be read nothing is known, and nothing is said to be removed', async () => {
  const from = acts(
    'unreadable',
    versions(
      ['2025-02-01', consolidation(body('1', '2'), '20250201')],
      ['2025-03-01', consolidation(body('1'), '20250301').replace('</ARTICLE>', '</ARTIKEL>')],
      ['2025-04-01', consolidation(body('1', '2', '3'), '20250401')],
    ),
  )
  const { out, report } = await build('unreadable', from)
  assert.equal(report.limitations, 1)
  assert.deepEqual(await changesOf(out), ['2025-04-01 added art:3'])
  const textOn = (day: string) => ask(out, async (corpus) => (await corpus.atState(day).norm(CODE, 'art:1'))?.text)
  assert.equal(await textOn('2025-02-28'), 'Rule 1.')
  assert.equal(await textOn('2025-03-01'), undefined)
  assert.equal(await textOn('2025-04-01'), 'Rule 1.')
})

test('without a day of the fetch the newest version dates the only state', async () => {
  const from = acts('undated', versions(['2025-02-01', consolidation(body('1'), '20250201')]))
  const { out, report } = await build('undated', from)
  assert.deepEqual(report.states, { count: 1, first: '2025-02-01', last: '2025-02-01' })
  assert.equal(await ask(out, (corpus) => corpus.datedSince()), '2025-02-01')
  assert.equal(await ask(out, (corpus) => corpus.datedSince(CODE)), '2025-02-01')
  assert.equal(await ask(out, (corpus) => corpus.datedSince('bgb')), undefined)
})

test('the day of an act as adopted beats no consolidation of that day', async () => {
  const from = acts('same-day', {
    '32025R9901/2025-02-01/en/L_1.xml': act(body('1')),
    '32025R9901/2025-02-01/en/C1.xml': consolidation(body('1', '2'), '20250201'),
  })
  const { out } = await build('same-day', from)
  assert.deepEqual(await changesOf(out), [])
  assert.equal((await ask(out, (corpus) => corpus.lawVersions(CODE))).length, 1)
})

test('a bundle with acts gets older states of its other laws, and keeps the versions of the acts', async () => {
  const documents = versions(
    ['2025-02-01', consolidation(body('1'), '20250201')],
    ['2025-03-01', consolidation(body('1', '2'), '20250301')],
  )
  const now = { LotsenG: { '§ 1: Zweck': 'Das Gesetz dient der sicheren Fahrt.' } }
  const then = { LotsenG: { '§ 1: Zweck': 'Das Gesetz dient der Fahrt.' } }
  const bundle = await buildStates(join(folder, 'extended'), { '2025-12-01': now }, true, documents)
  const before = await changesOf(bundle)
  assert.deepEqual(before, ['2025-03-01 added art:2'])
  await buildStates(join(folder, 'older'), { '2025-01-01': then }, true)
  const states = [{ observedOn: '2025-01-01', from: join(folder, 'older', '2025-01-01') }]
  const { out } = await build('extended-by-a-state', bundle, { history: { states } })
  assert.deepEqual(await changesOf(out), ['2025-12-01 changed par:1', ...before])
  assert.equal(await ask(out, (corpus) => corpus.datedSince(CODE)), '2025-02-01')
  const replaced = await build('rebuilt', [join(folder, 'extended', '2025-12-01'), acts('documents', documents)], {
    fetchedAt: '2025-12-24T00:00:00Z',
    history: { bundle: out },
  })
  assert.deepEqual(await changesOf(replaced.out), ['2025-12-01 changed par:1', ...before])
})

test('an older state has no acts, which tell their days themselves', async () => {
  const from = acts('state', versions(['2025-02-01', consolidation(body('1'), '20250201')]))
  const states = [{ observedOn: '2025-01-01', from }]
  await assert.rejects(build('acts-as-state', from, { fetchedAt: '2025-12-24T00:00:00Z', history: { states } }), {
    kind: 'invalid_input',
    message: /tell from which day they hold: give all their versions with --from/,
  })
})
