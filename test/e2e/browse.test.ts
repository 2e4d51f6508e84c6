import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { run, runStarter } from './program.ts'
import { HAS_PTY, Terminal } from './pty.ts'

const HAS_FZF = (() => {
  try {
    return execFileSync('fzf', ['--version']).length > 0
  } catch {
    return false
  }
})()

const rowsOf = async (...words: string[]) =>
  (await runStarter('browse', '--list', ...words)).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))

describe('the rows of browse', () => {
  test('are all laws at first', async () => {
    const rows = await rowsOf()
    const { total } = JSON.parse((await runStarter('laws', '--json')).stdout)
    assert.equal(rows.length, total)
    assert.ok(rows.every(([code, norm, shown]) => code && norm === '' && shown))
  })

  test('are the norms that the words designate', async () => {
    assert.deepEqual(await rowsOf('msgb', '14'), [
      ['msgb', 'par:14', '§ 14 MSGB Pflichten bei der Überlassung eines Liegeplatzes'],
    ])
    assert.deepEqual(
      (await rowsOf('§§ 1, 2 MSGB')).map(([, norm]) => norm),
      ['par:1', 'par:2'],
    )
    assert.deepEqual(await rowsOf('14', 'I', '1', 'MSGB'), [
      ['msgb', 'par:14/abs:1/satz:1', '§ 14 Abs. 1 Satz 1 MSGB Pflichten bei der Überlassung eines Liegeplatzes'],
    ])
  })

  test('are what the search finds, in its order', async () => {
    const { results } = JSON.parse((await runStarter('search', 'Fund am Ufer', '--typing', '--json')).stdout)
    const rows = (await rowsOf('Fund am Ufer')).filter(([, norm]) => norm !== '')
    assert.deepEqual(
      rows.map(([code, norm]) => `${code} ${norm}`),
      results.map((hit: { code: string; norm: string }) => `${hit.code} ${hit.norm}`),
    )
  })

  test('are laws of that name, then norms with words that begin so, each once', async () => {
    const rows = await rowsOf('hafengeb')
    assert.ok(rows.some(([code, norm]) => code === 'hafeng_2021' && norm === 'par:7'))
    assert.deepEqual((await rowsOf('Hafen'))[0], ['hafeng_2021', '', (await rowsOf('Hafen'))[0]?.[2]])
    const places = (await rowsOf('Hafen')).map(([code, norm]) => `${code} ${norm}`)
    assert.equal(new Set(places).size, places.length)
  })

  test('as JSON are one document', async () => {
    const { rows } = JSON.parse((await runStarter('browse', 'Hafengesetz', '--json')).stdout)
    assert.deepEqual([rows[0].code, rows[0].norm, typeof rows[0].shown], ['hafeng_2021', null, 'string'])
  })

  test('are none for words that are found nowhere, or not finished', async () => {
    for (const words of ['law:', 'xqzvxq']) assert.deepEqual(await rowsOf(words), [], words)
  })
})

test('browse without a terminal says what to use instead', async () => {
  const { stderr, code } = await runStarter('browse')
  assert.equal(code, 2)
  assert.match(stderr, /browse needs a terminal; in scripts use legal-text search/)
  assert.equal((await run(['browse', '--list', 'Hafen'], { DATASET_PATH: '/nonexistent' })).code, 5)
})

describe('browse', { skip: !HAS_PTY && 'no terminal can be made here' }, () => {
  test('says that it needs fzf', async () => {
    const terminal = new Terminal('PATH=/nonexistent; legal-text browse')
    assert.equal(await terminal.end(), 2)
    assert.match(terminal.output, /browse needs fzf, which is not installed/)
  })

  test('picks what is typed and prints it', { skip: !HAS_FZF && 'fzf is not installed' }, async () => {
    const terminal = new Terminal('legal-text browse Hafen', { columns: 120, environment: { PAGER: 'cat' } })
    await terminal.shows(/enter print/)
    await terminal.shows(/§ 7 HafenG/)
    terminal.type('\x15msgb 15')
    await terminal.shows(/§ 15 MSGB Haftung/)
    await terminal.shows(/1\/1[\s\S]*1\/1/)
    terminal.type('\r')
    assert.equal(await terminal.end(), 0)
    assert.ok(/Norm +msgb par:15/.test(stripVTControlCharacters(terminal.output)), 'the norm is not printed')
  })

  test('lists all keys on a terminal of 80 columns', { skip: !HAS_FZF && 'fzf is not installed' }, async () => {
    const terminal = new Terminal('legal-text browse Hafen', { columns: 80 })
    for (const key of [/enter print/, /ctrl-o open/, /ctrl-y copy/, /pgup\/pgdn text/, /esc quit/])
      await terminal.shows(key)
    terminal.type('\x1b')
    await terminal.end()
  })

  test('ends with Esc and prints nothing', { skip: !HAS_FZF && 'fzf is not installed' }, async () => {
    const terminal = new Terminal('legal-text browse >/dev/null; echo "code $?"', { columns: 120 })
    await terminal.shows(/enter print/)
    terminal.type('\x1b')
    await terminal.end()
    assert.match(terminal.output, /code 0\n$/)
  })
})
