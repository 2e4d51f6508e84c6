import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { COMMAND, cleanEnvironment, quoted, run } from './program.ts'

/** Completions of the last word, on the starter dataset. */
async function candidates(...words: string[]): Promise<string[]> {
  const { stdout, stderr, code } = await run(['__complete', '--', ...words], { DATASET_PATH: 'starter' })
  assert.deepEqual([stderr, code], ['', 0])
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
}

describe('what a word can become', () => {
  test('a command, a topic, a command of it', async () => {
    assert.deepEqual(await candidates('no'), ['norm'])
    assert.deepEqual(await candidates('corp'), ['corpus'])
    assert.deepEqual(await candidates('corpus', 'p'), ['prune', 'publish', 'pull'])
    assert.deepEqual(await candidates('help', 'no'), ['norm', 'norms'])
    assert.deepEqual(await candidates('help', 'corpus', 'b'), ['build'])
  })

  test('a flag that was not given, and its values', async () => {
    assert.deepEqual(await candidates('search', 'x', '--li'), ['--limit'])
    assert.deepEqual(await candidates('norm', 'msgb', '1', '--json', '--js'), [])
    assert.deepEqual(await candidates('law', 'msgb', '--format', 'n'), ['ndjson'])
    assert.deepEqual(await candidates('law', 'msgb', '--format=n'), ['--format=ndjson'])
    assert.deepEqual(await candidates('corpus', 'build', '--no-s'), ['--no-search'])
  })

  test('the code of a law, and its abbreviation in capitals', async () => {
    assert.deepEqual(await candidates('norm', 'msg'), ['msgb', 'msgbeg'])
    assert.deepEqual(await candidates('norm', 'MSGB'), ['MSGB', 'MSGBEG'])
    assert.deepEqual(await candidates('search', 'x', '--codes', 'msgb,msv'), ['msgb,msverf'])
    assert((await candidates('law', '')).length > 5)
  })

  test('a norm by its path or its number, and its subdivisions', async () => {
    assert.deepEqual(await candidates('norm', 'msgb', 'par:12'), ['par:12', 'par:12aa'])
    assert.deepEqual(await candidates('norm', 'MSGB', '12'), ['12', '12aa'])
    assert.deepEqual((await candidates('norm', 'msgb', 'par:14/abs:1/satz:1/nr:')).slice(0, 2), [
      'par:14/abs:1/satz:1/nr:1',
      'par:14/abs:1/satz:1/nr:1/buchst:a',
    ])
    assert.deepEqual(await candidates('norm', 'msgb', '1', 'par:13'), ['par:13'])
    assert.deepEqual(await candidates('norm', '-C', '1', 'msgb', 'par:13'), ['par:13'])
    assert.deepEqual(await candidates('norm', 'no-such-law', ''), [])
  })

  test('a part of a law, one level at a time', async () => {
    assert.deepEqual(await candidates('law', 'msgb', '--part', ''), ['Buch 1', 'Buch 2', 'Buch 3'])
    assert.deepEqual(await candidates('law', 'Möwensunder', 'Stadtgesetzbuch', '--part', 'Buch 2 '), [
      'Buch 2 Abschnitt 1',
      'Buch 2 Abschnitt 2',
    ])
    assert.deepEqual(await candidates('law', 'msgb', '--part=Buch 2'), ['--part=Buch 2'])
    assert.deepEqual(await candidates('law', 'no-such-law', '--part', ''), [])
  })

  test('the law of a designation without quotation marks; nothing after the name of a law', async () => {
    assert.deepEqual(await candidates('norm', '§', '14', 'MSGB'), ['MSGB', 'MSGBEG'])
    assert.deepEqual(await candidates('related', '§14', 'msv'), ['msverf'])
    assert.deepEqual(await candidates('norm', '§', ''), [])
    assert.deepEqual(await candidates('law', 'msgb', 'ms'), [])
  })

  test('a file, by the shell', async () => {
    assert.deepEqual(await candidates('check', ''), [':files'])
    assert.deepEqual(await candidates('corpus', 'sign', 'x', '--key', ''), [':files'])
  })

  test('nothing where there is no corpus, no such command, no further word', async () => {
    const { stdout, stderr, code } = await run(['__complete', '--', 'norm', ''])
    assert.deepEqual([stdout, stderr, code], ['', '', 0])
    assert.deepEqual(await candidates('nrom', ''), [])
    assert.deepEqual(await candidates('openapi', 'x'), [])
    assert.deepEqual(await candidates('norm', '--dataset', '/not/there', 'm'), [':files'].slice(1))
  })
})

describe('the scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-completion-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'legal-text'), `#!/bin/sh\nexec ${quoted(COMMAND)} "$@"\n`, {
    mode: 0o755,
  })
  const env = {
    ...cleanEnvironment({ DATASET_PATH: 'starter' }),
    PATH: `${folder}:${process.env.PATH}`,
    LC_ALL: 'C.UTF-8',
  }
  const has = (shell: string) => {
    try {
      execFileSync(shell, ['-c', 'true'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }

  test('bash, which cuts words at colons', { skip: !has('bash') }, async () => {
    const program = `
      source <(legal-text completion bash)
      line() {
        COMP_LINE=$1 COMP_POINT=\${#1}; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _legal_text legal-text 2>/dev/null
        echo "\${COMPREPLY[*]}"
      }
      line 'legal-text no' legal-text no
      line 'legal-text norm msgb par:12' legal-text norm msgb par : 12
      line 'legal-text law msgb --format=n' legal-text law msgb --format = n
      line 'legal-text norm msgb par:12 ' legal-text norm msgb par : 12 ''
      line 'legal-text norm msgb' legal-text norm msgbeg`
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', program], { env })
    const [command, norm, format, next = '', inside] = stdout.split('\n')
    assert.deepEqual([command, norm, format], ['norm', '12 12aa', 'ndjson'])
    assert.match(next, /^toc:1 par:1 /)
    assert.equal(inside, 'msgb msgbeg', 'text after the cursor is not part of the word')
  })

  test('fish', { skip: !has('fish') }, async () => {
    const program = 'source (legal-text completion fish | psub); complete -C "legal-text norm msgb par:12"'
    const { stdout } = await promisify(execFile)('fish', ['--no-config', '-c', program], { env })
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[0]),
      ['par:12', 'par:12aa'],
    )
  })

  test('zsh can read its script', { skip: !has('zsh') }, async () => {
    const { stdout } = await run(['completion', 'zsh'])
    writeFileSync(join(folder, '_legal-text'), stdout)
    await promisify(execFile)('zsh', ['-n', join(folder, '_legal-text')])
  })
})
