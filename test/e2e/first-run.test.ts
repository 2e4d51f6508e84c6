/** The first steps of a new user: the `doctor` report, completion, and the offer of a corpus. */
import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { formatSize } from '../../src/cli/terminal/fields.ts'
import { hashFile } from '../../src/dataset/fingerprint.ts'
import { generateKeys } from '../../src/dataset/signature.ts'
import { assetPath } from '../../src/program/package.ts'
import { IS_EXECUTABLE, run } from './program.ts'
import { HAS_PTY, Terminal } from './pty.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-first-run-'))
after(() => rmSync(folder, { recursive: true }))

let homes = 0
/** The environment of a user without files. */
function newUser(): { HOME: string; XDG_CACHE_HOME: string } {
  const HOME = join(folder, `home-${++homes}`)
  mkdirSync(HOME)
  return { HOME, XDG_CACHE_HOME: join(HOME, 'cache') }
}

describe('doctor', () => {
  test('without a corpus it ends with 5, and names the line that gets one', async () => {
    const user = newUser()
    const { stdout, code } = await run(['doctor', '--json'], user)
    const { ready, checks } = JSON.parse(stdout) as { ready: boolean; checks: Record<string, string>[] }
    assert.deepEqual([ready, code], [false, 5])
    assert.equal(checks.find(({ name }) => name === 'corpus')?.remedy, 'legal-text corpus pull')
    const program = checks.find(({ name }) => name === 'version')?.value ?? ''
    assert.equal(program.endsWith('single executable'), IS_EXECUTABLE)
    assert(!existsSync(user.XDG_CACHE_HOME) || !IS_EXECUTABLE, 'it writes nothing')
  })

  test('with the sample it ends with 0; its page has a line for each part', async () => {
    const { stdout, code } = await run(['doctor', '--dataset', 'starter', '--lang', 'de'], newUser())
    assert.equal(code, 0)
    assert.match(stdout, /^Korpus +✓ der Beispieldatensatz: \d+ Gesetze/m)
    assert.match(stdout, /Die Befehle finden, was sie brauchen\.\n$/)
  })
})

describe('install-completion', () => {
  const FILES = ['.local/share/bash-completion/completions/legal-text', '.local/share/man/man1/legal-text.1']

  test('writes the script and the manual page, once', async () => {
    const user = newUser()
    const settings = { ...user, SHELL: '/usr/bin/bash' }
    const first = await run(['install-completion', '--yes'], settings)
    assert.equal(first.code, 0)
    for (const file of FILES) assert.match(first.stdout, new RegExp(`^Written: ${join(user.HOME, file)}$`, 'm'))
    assert.match(readFileSync(join(user.HOME, FILES[0] as string), 'utf8'), /complete -F _legal_text legal-text/)
    const again = await run(['install-completion'], settings)
    assert.deepEqual([again.code, again.stdout.includes('Written')], [0, false])
  })

  test('zsh: the lines go to the end of .zshrc, once, also through a link', async () => {
    const user = newUser()
    const [rc, real] = [join(user.HOME, '.zshrc'), join(user.HOME, 'dotfiles')]
    appendFileSync(real, 'alias ll="ls -l"\n')
    symlinkSync(real, rc)
    for (let time = 0; time < 2; time++) await run(['install-completion', 'zsh', '--yes'], user)
    const lines = readFileSync(real, 'utf8')
    assert.match(lines, /^alias ll="ls -l"\n\n# Completion of legal-text\n/)
    assert.equal(lines.split('fpath=').length, 2)
    assert(existsSync(join(user.HOME, '.zfunc', '_legal-text')))
  })

  test('asks before it changes anything, and without a terminal says what to type', async () => {
    const user = newUser()
    const { stderr, code } = await run(['install-completion', 'fish'], user)
    assert.equal(code, 2)
    assert.match(stderr.replace(/\s+/g, ' '), /nothing was changed; --yes writes .*legal-text\.fish/)
    assert.equal((await run(['install-completion'], { ...user, SHELL: '/bin/odd' })).code, 2)
    assert(!existsSync(join(user.HOME, '.config')))
  })

  test('the answer decides', { skip: !HAS_PTY }, async () => {
    for (const [answer, isWritten] of [
      ['n', false],
      ['y', true],
    ] as const) {
      const user = newUser()
      const terminal = new Terminal('legal-text install-completion fish', { environment: user })
      await terminal.shows(/\[y\/N\]/)
      assert.match(terminal.output, /These files will be written:/)
      terminal.type(`${answer}\n`)
      assert.equal(await terminal.end(), 0)
      assert.equal(existsSync(join(user.HOME, '.config', 'fish', 'completions', 'legal-text.fish')), isWritten)
    }
  })
})

describe('the first look-up', { skip: !HAS_PTY }, () => {
  const corpus = readFileSync(assetPath('starter.sqlite'))
  const server = createServer(({ url }, response) => {
    if (url !== '/corpus.sqlite') return response.writeHead(404).end()
    response.setHeader('content-length', corpus.length).end(corpus)
  })
  let DATASET_URL = ''
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    DATASET_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/corpus.sqlite`
  })
  after(() => server.close())

  test('offers a corpus, says how large it is and where it comes from, and goes on', async () => {
    const environment = { ...newUser(), DATASET_PATH: '', DATASET_URL }
    const terminal = new Terminal('legal-text norm "§ 1 MSGB" --no-pager', { environment })
    await terminal.shows(/\[y\/N\]/)
    assert(
      terminal.output.replace(/\s+/g, ' ').includes(`Download ${DATASET_URL} with ${formatSize(corpus.length)}?`),
      terminal.output,
    )
    terminal.type('y\n')
    assert.equal(await terminal.end(), 0)
    assert.match(terminal.output, /Rücksicht und Redlichkeit/)
    const next = new Terminal('legal-text norm "§ 1 MSGB" | cat', { environment })
    assert.equal(await next.end(), 0)
    assert.doesNotMatch(next.output, /\[y\/N\]/)
  })

  test('offers a published corpus just so', async (t) => {
    const environment = { ...newUser(), DATASET_PATH: '' }
    const [site, key] = [join(environment.HOME, 'site'), join(environment.HOME, 'publisher.key')]
    writeFileSync(key, generateKeys().privateKey)
    const publishing = [
      'corpus',
      'publish',
      assetPath('starter.sqlite'),
      '--to',
      site,
      '--variant',
      'federal',
      '--key',
      key,
    ]
    assert.equal((await run(publishing, environment)).code, 0)
    const files = createServer(({ url = '' }, response) => {
      const file = join(site, url)
      if (existsSync(file)) response.end(readFileSync(file))
      else response.writeHead(404).end()
    })
    t.after(() => files.close())
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
    const CORPUS_URL = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
    const terminal = new Terminal('legal-text norm "§ 1 MSGB" --no-pager', {
      environment: { ...environment, CORPUS_URL },
    })
    await terminal.shows(/\[y\/N\]/)
    assert.match(terminal.output.replace(/\s+/g, ' '), /Download http:\/\/127\.0\.0\.1:\d+\/? with \d+ KB\?/)
    terminal.type('y\n')
    assert.equal(await terminal.end(), 0)
    assert.match(terminal.output, /Rücksicht und Redlichkeit/)
    const { stdout } = await run(['corpus', 'list', '--json'], environment)
    const [bundle] = JSON.parse(stdout).bundles
    assert.equal(await hashFile(bundle.file), await hashFile(assetPath('starter.sqlite')))
    assert.equal(bundle.origin.published.variant, 'federal')
  })

  test('without an address it tells the size of the official site; no leaves all as it is', async () => {
    const environment = { ...newUser(), DATASET_PATH: '' }
    const terminal = new Terminal('legal-text norm "§ 1 MSGB" --no-pager', { environment })
    await terminal.shows(/\[y\/N\]/)
    assert.match(terminal.output.replace(/\s+/g, ' '), /all laws of http:\/\/127\.0\.0\.1:9.*: 6,900 files with 60 MB/)
    terminal.type('n\n')
    assert.equal(await terminal.end(), 5)
    assert.match(terminal.output, /legal-text corpus pull/)
  })

  test('in a pipe it fails at once', async () => {
    const { code, stderr } = await run(['norm', '§ 1 MSGB'], { ...newUser(), DATASET_URL })
    assert.equal(code, 5)
    assert.match(stderr, /legal-text corpus pull/)
  })
})
