/** `watch`, and `check` with a baseline that knows wordings: changes of the norms that documents cite. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { buildStates } from '../invented-states.ts'
import { run } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-watch-'))
after(() => rmSync(folder, { recursive: true }))

const OLD = { LotsenG: { '§ 1: Mützen': 'Lotsen tragen blaue Mützen.', '§ 2: Hunde': 'Lotsen haben einen Hund.' } }
const NEW = { LotsenG: { '§ 1: Mützen': 'Lotsen tragen rote Mützen.', '§ 2: Hunde': '(weggefallen)' } }

const [documents, corpus, state, feed] = ['briefs', 'laws.sqlite', 'state.json', 'news.atom'].map((name) =>
  join(folder, name),
) as [string, string, string, string]
const letter = join(documents, 'letter.md')
/** Replaces the corpus, as an update does. */
const update = async (name: string, states: Parameters<typeof buildStates>[1]) => {
  const at = join(folder, name)
  mkdirSync(at)
  copyFileSync(await buildStates(at, states, true), corpus)
}

before(async () => {
  mkdirSync(documents)
  writeFileSync(letter, 'Nach § 1 LotsenG und § 2 LotsenG.\n\nNochmals § 1 LotsenG.\n')
  await update('old', { '2025-01-01': OLD })
})

test('a baseline knows the wordings, and tells which have changed since, in every format', async () => {
  const baseline = join(folder, 'baseline.json')
  const check = (...args: string[]) => run(['check', letter, '--baseline', baseline, '--dataset', corpus, ...args])
  assert.equal((await check('--update-baseline')).code, 0)
  assert.equal((await check()).code, 0)
  const written = readFileSync(baseline, 'utf8')
  assert.equal(JSON.parse(written).wordings.length, 2)
  const old = join(folder, 'without-wordings.json')
  writeFileSync(old, JSON.stringify({ version: 1, findings: JSON.parse(written).findings }))

  await update('new', { '2025-01-01': OLD, '2026-01-01': NEW })
  const { stdout, code } = await check()
  assert.equal(code, 3)
  assert.match(stdout, /letter\.md:1:6: right: § 1 LotsenG — .*changed since 2025-01-01: .*\[-blaue-\]\{\+rote\+\}/)
  assert.match(stdout, /letter\.md:1:22: wrong \(repealed\): § 2 LotsenG — .*repealed since 2025-01-01/)
  assert.match(stdout, /\n3 citations of a wording that has changed since the baseline\n/)
  const [first] = (await check('--json')).stdout.split('\n').map((line) => line && JSON.parse(line))
  assert.deepEqual([first.change.type, first.change.observed_on, first.coming], ['changed', '2026-01-01', []])
  assert.match((await check('--format', 'github')).stdout, /^::warning file=.*,title=Cited wording::§ 1 LotsenG/)
  const { runs } = JSON.parse((await check('--format', 'sarif')).stdout)
  assert.deepEqual(
    runs[0].results.map((each: Record<string, unknown>) => [each.ruleId, each.level, each.kind]),
    [
      ['wording', 'warning', 'fail'],
      ['wrong', 'error', 'fail'],
      ['wording', 'warning', 'fail'],
    ],
  )
  const before = await run(['check', letter, '--baseline', old, '--dataset', corpus])
  assert.doesNotMatch(before.stdout, /since/)
  writeFileSync(old, JSON.stringify({ version: 1, findings: [], wordings: [{}] }))
  assert.equal((await run(['check', letter, '--baseline', old, '--dataset', corpus])).code, 2)
})

describe('watch', () => {
  const watch = (...args: string[]) =>
    run(['watch', documents, '--state', state, '--feed', feed, '--dataset', corpus, ...args])
  const report = async (...args: string[]) => JSON.parse((await watch('--json', ...args)).stdout)

  test('records what is there at first, and then tells what is new, once', async () => {
    await update('old-again', { '2025-01-01': OLD })
    const first = await watch()
    assert.deepEqual([first.code, /^First run: recorded 2 parts/.test(first.stdout)], [0, true])
    assert.deepEqual([(await watch()).code, existsSync(feed)], [0, true])
    assert.doesNotMatch(readFileSync(feed, 'utf8'), /<entry>/)
    await update('new-again', { '2025-01-01': OLD, '2026-01-01': NEW })
    const { stdout, code } = await watch()
    assert.equal(code, 3)
    assert.match(
      stdout,
      /^§ 1 LotsenG\n {2}changed since 2025-01-01: .*\n {2}.*letter\.md:1:6\n {2}.*letter\.md:3:10\n\n/,
    )
    assert.match(stdout, /\n§ 2 LotsenG\n {2}repealed since 2025-01-01\n/)
    const entries = readFileSync(feed, 'utf8')
    assert.match(entries, /<title>§ 1 LotsenG: changed<\/title>/)
    const again = await report()
    assert.deepEqual([again.first_run, again.corpus_date, again.changes], [false, '2026-01-01', []])
    assert.equal(readFileSync(feed, 'utf8'), entries, 'the feed keeps its entries')
  })

  test('tells of documents that are new, gone and unreadable, and keeps what it knew of those', async () => {
    const [damaged, other] = [join(documents, 'brief.docx'), join(documents, 'other.txt')]
    writeFileSync(other, '§ 1 LotsenG')
    writeFileSync(damaged, 'PK\u0003\u0004')
    const found = (await report()).documents
    assert.deepEqual([found.new, found.gone], [[damaged, other], []])
    assert.deepEqual(
      found.unreadable.map((each: { file: string }) => each.file),
      [damaged],
    )
    assert.deepEqual((await report()).documents, { count: 3, new: [], gone: [], unreadable: [] })
    rmSync(damaged)
    writeFileSync(letter, 'PK\u0003\u0004')
    const { gone, unreadable } = (await report('--quiet')).documents
    assert.deepEqual([gone.length, unreadable.length], [1, 1])
    writeFileSync(letter, 'Nach § 1 LotsenG.\n')
    await update('newer', { '2026-01-01': NEW, '2026-02-01': OLD })
    const { changes } = await report()
    assert.deepEqual(
      changes.map((each: Record<string, unknown>) => [each.cite_as, each.as_of, each.places]),
      [
        [
          '§ 1 LotsenG',
          '2026-01-01',
          [
            { file: letter, line: 1, column: 6 },
            { file: other, line: 1, column: 1 },
          ],
        ],
      ],
    )
  })

  test('refuses a file that is no state, and leaves it as it is', async () => {
    const own = join(folder, 'notes.json')
    writeFileSync(own, '{"version": 1}')
    const { code, stderr } = await run(['watch', documents, '--state', own, '--dataset', corpus])
    assert.deepEqual([code, /is not a state of watch/.test(stderr.replace(/\s+/g, ' '))], [2, true])
    assert.equal(readFileSync(own, 'utf8'), '{"version": 1}')
  })

  test('has a state in the cache, unless one is named', async () => {
    const settings = { XDG_CACHE_HOME: join(folder, 'cache') }
    const first = await run(['watch', documents, '--dataset', corpus, '--json'], settings)
    assert.equal(JSON.parse(first.stdout).first_run, true)
    const second = JSON.parse((await run(['watch', documents, '--dataset', corpus, '--json'], settings)).stdout)
    assert.deepEqual(
      [second.first_run, second.state.startsWith(join(folder, 'cache', 'legal-text', 'watch'))],
      [false, true],
    )
  })
})
