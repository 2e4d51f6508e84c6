import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { openCorpus } from '../../src/dataset/open.ts'
import { grep } from '../../src/operations/grep.ts'
import { run, runStarter, start } from './program.ts'
import { HAS_PTY, onTerminal } from './pty.ts'

describe('grep', () => {
  test('writes each line after its place, as it is in the text', async () => {
    const { stdout, stderr, code } = await runStarter('grep', 'Rücksicht \\w+', '--codes', 'msgb')
    assert.deepEqual([stderr, code], ['', 0])
    assert.match(stdout, /^msgb par:1:0:Rücksicht und Redlichkeit$/m)
    assert.match(stdout, /^msgb par:1:1:\(1\) Wer .*Rücksicht und Redlichkeit/m)
    const coloured = await run(['grep', 'Rücksicht', '--codes', 'msgb'], { DATASET_PATH: 'starter', FORCE_COLOR: '1' })
    assert(coloured.stdout.includes('\x1b[1m\x1b[31mRücksicht'))
  })

  test('knows the short flags of grep', async () => {
    assert.match((await runStarter('grep', '-i', '-c', 'HAFEN')).stdout, /^msverf art:8:\d+$/m)
    assert.match((await runStarter('grep', '-lw', 'Hafen')).stdout, /^(\w+ [\w:/-]+\n)+$/)
    assert.match((await runStarter('grep', '-F', '(1) ', '--limit', '1')).stdout, /^\w+ [\w:/-]+:\d+:\(1\) /)
    assert.equal((await runStarter('grep', '-lc', 'Hafen')).code, 2)
  })

  test('answers as JSON, whole or norm by norm', async () => {
    const corpus = await openCorpus({ dataset: 'starter' })
    const answer = await grep.run(corpus, { pattern: 'Hafen' })
    await corpus.close()
    assert.deepEqual(JSON.parse((await runStarter('grep', 'Hafen', '--json')).stdout), answer)
    const lines = (await runStarter('grep', 'Hafen', '--format', 'ndjson')).stdout.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      answer.results,
    )
  })

  test('ends with 1 if nothing matches, as grep does, and says so; with 2 if the pattern is wrong', async () => {
    const none = await runStarter('grep', 'Raumfahrt')
    assert.deepEqual([none.stdout, none.code], ['', 1])
    assert.match(none.stderr, /^Note: No line matches “Raumfahrt” in any law\.$/m)
    const body = await runStarter('grep', 'Raumfahrt', '--json')
    assert.deepEqual([JSON.parse(body.stdout).count, body.code], [0, 1])
    const cut = await runStarter('grep', 'Hafen', '--limit', '1')
    assert.match(cut.stderr, /^Note: \d+ lines? in 1 norm; further norms match$/m)
    const wrong = await runStarter('grep', 'a[b', '--json')
    assert.equal(wrong.code, 2)
    assert.match(JSON.parse(wrong.stdout).message, /the class is not closed, at character 2/)
  })

  test('ends quietly when its reader does', async () => {
    const closed = start(['grep', '.', '--dataset', 'starter'])
    closed.stdout?.once('data', () => closed.stdout?.destroy())
    const [code] = (await once(closed, 'close')) as [number]
    assert.equal(code, 0)
  })

  test('shows lines below their norms on a terminal', { skip: !HAS_PTY }, async () => {
    const { output } = await onTerminal("legal-text grep 'Rücksicht und' --codes msgb", { rows: 50 })
    assert(output.includes('\x1b[1m\x1b[31mRücksicht'), output)
    const page = stripVTControlCharacters(output)
    assert.match(page, /^msgb par:1 {2}MSGB § 1 Rücksicht und Redlichkeit\n {2}1 {2}\(1\) Wer in der Stadt/m)
    assert.match(page, /^4 lines in 2 norms$/m)
  })
})
