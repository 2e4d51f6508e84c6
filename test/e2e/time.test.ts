/** Time on the command line: days, names of former laws and norms, formats, exit codes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMMAND, cleanEnvironment, outcome, run, runStarter, spawnCommand } from './program.ts'

const json = async (...args: string[]) => JSON.parse((await runStarter(...args, '--json')).stdout)

describe('history and diff', () => {
  test('read a norm however it is written, also one that is gone', async () => {
    for (const words of [['§ 22a MSGB'], ['§', '22a', 'MSGB'], ['msgb', '22a'], ['MSGB', 'par:22a'], ['22a MSGB']]) {
      const { norm, versions } = await json('history', ...words)
      assert.deepEqual([norm, versions[0].observed_to], ['par:22a', '2024-06-01'], words.join(' '))
    }
    assert.equal((await json('diff', '§ 2 Sundlotsenordnung')).to, null)
  })

  test('of § 29, which § 28 is now, say what it is', async () => {
    const { stdout } = await runStarter('history', '§ 28 MSGB')
    assert.match(stdout, /^legal-text history msgb par:29$/m)
  })

  test('read a law by any of its names, also one that is gone', async () => {
    for (const words of [
      ['sundlotso'],
      ['SundLotsO'],
      ['Sundlotsenordnung'],
      ['Ordnung', 'des', 'Lotsendienstes', 'im', 'Sund'],
    ]) {
      assert.equal((await json('history', ...words)).code, 'sundlotso', words.join(' '))
    }
  })

  test('what never was is not found', async () => {
    for (const words of [['nieg'], ['§ 1 NieG'], ['msgb', '99']]) {
      const { code, stderr } = await runStarter('history', ...words)
      assert.equal(code, 3, `${words}: ${stderr}`)
    }
  })

  test('formats', async () => {
    const heads = {
      md: /^# § 16 Ordentliche Kündigung\n/,
      html: /^<!doctype html>/,
      text: /^§ 16 .*\n@@ -1,2 \+1,3 @@\n/s,
    }
    for (const [format, head] of Object.entries(heads)) {
      assert.match((await runStarter('diff', '§ 16 MSGB', '--format', format)).stdout, head)
    }
    const { stdout } = await runStarter('history', 'msgb', '--format', 'csv')
    assert.match(stdout, /^code,observed_from,observed_to,.*\nmsgb,2026-01-01,,/)
  })

  test('days in the wrong order are wrong usage', async () => {
    const { code, stderr } = await runStarter('diff', 'msgb', '--from', '2026-01-01', '--to', '2024-06-01')
    assert.deepEqual([code, /2026-01-01 is after 2024-06-01/.test(stderr.replace(/\s+/g, ' '))], [2, true])
  })
})

describe('--as-of', () => {
  test('holds for the norm, its neighbours, several norms, and standard input', async () => {
    const day = ['--as-of', '2024-06-01']
    const around = await runStarter('norm', 'msgb', '22a', '-C', '1', '--format', 'ndjson', ...day)
    const norms = around.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      norms.map(({ norm }) => norm),
      ['par:22', 'par:22a', 'par:23'],
    )
    assert(norms.every(({ as_of }) => as_of === '2024-06-01'))
    const child = spawnCommand([...COMMAND, 'norm', '-', ...day], {
      env: cleanEnvironment({ DATASET_PATH: 'starter' }),
    })
    child.stdin.end('msgb 22a\n§ 17 MSGB\n')
    const answers = (await outcome(child)).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      answers.map(({ norm, as_of }) => [norm, as_of]),
      [
        ['par:22a', '2024-06-01'],
        ['par:17', '2024-06-01'],
      ],
    )
  })

  test('holds for the wording of a whole law', async () => {
    const { stdout } = await runStarter('law', 'msgb', '--full', '--as-of', '2024-06-01')
    assert.match(stdout, /^Möwensunder Stadtgesetzbuch\nAs published on 2024-06-01\.\n/)
    assert.match(stdout, /^§ 22a {2}Nachfrist$/m)
  })

  test('judges citations by the laws of that day', async () => {
    const check = async (...flags: string[]) => {
      const child = spawnCommand([...COMMAND, 'check', '-', '--json', ...flags], {
        env: cleanEnvironment({ DATASET_PATH: 'starter' }),
      })
      child.stdin.end('Nach § 22a MSGB und § 2 SundLotsO.\n')
      const { stdout, code } = await outcome(child)
      const [first, second] = stdout.split('\n').map((line) => (line === '' ? {} : JSON.parse(line)))
      return [first.class, second.class, code]
    }
    // The text of that day lacks an amendment that may have changed § 22a.
    assert.deepEqual(await check('--as-of', '2024-06-01'), ['uncertain', 'right', 0])
    assert.equal((await check())[0], 'wrong')
  })

  test('a gap ends with 4, a day before the first state with 3, and one that does not exist with 2', async () => {
    const ends = { '2025-09-01': 4, '2020-01-01': 3, '31.2.2025': 2 }
    for (const [day, expected] of Object.entries(ends)) {
      const { code, stderr, stdout } = await runStarter('norm', 'msgb', '16', '--as-of', day)
      assert.deepEqual([code, stdout], [expected, ''], stderr)
    }
    const { stderr } = await run(['norm', 'msgb', '16', '--as-of', '2025-09-01'], { DATASET_PATH: 'starter' })
    assert.match(stderr, /msgb par:16 --as-of 2025-06-01/)
  })
})

test('changes: lines of JSON, all pages', async () => {
  const { stdout } = await runStarter('changes', '--all', '--format', 'ndjson')
  assert.equal(stdout.trimEnd().split('\n').length, 32)
  const cut = await runStarter('changes', '--limit', '2', '--format', 'csv')
  assert.match(cut.stderr, /^Note: 2 of 32 changes; the next with --offset 2, all with --all\n$/)
})
