import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { allCommands } from '../../src/cli/commands.ts'
import { flagsOf } from '../../src/cli/description.ts'
import { guides } from '../../src/cli/help/guides.ts'
import { displayWidth } from '../../src/cli/terminal/width.ts'
import { assetPath, version } from '../../src/program/package.ts'
import { SCHEMA_VERSION } from '../../src/store/bundle-schema.ts'
import {
  COMMAND,
  cleanEnvironment,
  IS_EXECUTABLE,
  outcome,
  quoted,
  run,
  runStarter,
  spawnCommand,
  start,
} from './program.ts'

const commands = await allCommands()

const STARTER_XML = join(import.meta.dirname, '..', '..', 'src', 'starter')

/** Every command that answers from a corpus, run on the starter dataset. */
const ANSWERS: [args: string[], field: string][] = [
  [['laws'], 'laws'],
  [['laws', '--query', 'hafen', '--limit', '1', '--offset', '0'], 'laws'],
  [['law', 'msverf'], 'norms'],
  [['norm', 'msgb', 'par:14'], 'text'],
  [['norm', '§ 14 Abs. 2 MSGB'], 'selection'],
  [['related', 'msgbeg', 'art:5', '--type', 'contains'], 'relationships'],
  [['related', 'Art. 5 § 1 MSGBEG'], 'relationships'],
  [['coverage'], 'account'],
  [['limitations', '--terminal-state', 'parse_failed'], 'limitations'],
  [['search', 'Kündigung', '--codes', 'msgb', '--codes', 'hafeng_2021,msverf'], 'results'],
  [['search', 'Hafenbenutzungsgebührenbescheid', '--explain', '--limit', '2'], 'results'],
  [['status'], 'bundle_id'],
  [['norm', '§ 22a MSGB', '--as-of', '2024-06-01'], 'as_of'],
  [['law', 'sundlotso', '--as-of', '1.6.2025'], 'version'],
  [['laws', '--as-of', '2024-06-01'], 'laws'],
  [['related', 'msgb', '16', '--as-of', '2025-06-01'], 'relationships'],
  [['cite', '§ 2 SundLotsO', '--as-of', '2025-06-01'], 'citations'],
  [['history', 'msgb'], 'versions'],
  [['history', '§ 16 MSGB'], 'versions'],
  [['history', '§', '2', 'SundLotsO'], 'versions'],
  [['diff', 'Möwensunder', 'Stadtgesetzbuch'], 'norms'],
  [['diff', 'msgb', '16', '--from', '2024-06-01'], 'parts'],
  [['changes', '--since', '2025-06-01', '--codes', 'msgb,SundLotsO'], 'changes'],
  [['cite', 'nach § 14 MSGB und § 99 MSGB'], 'citations'],
  [['corpus', 'info'], 'digest'],
]

/** The executable ignores `NODE_OPTIONS`: variables must not name code to run. */
const TAKES_NO_OPTIONS = IS_EXECUTABLE && 'NODE_OPTIONS has no effect'

describe('answers', () => {
  for (const [args, field] of ANSWERS) {
    test(`${args.join(' ')}: one JSON document, or a page of 60 columns`, async () => {
      const json = await runStarter(...args, '--json')
      assert.equal(json.code, 0, json.stderr)
      assert.equal(json.stderr, '')
      assert.match(json.stdout, /^[^\n]+\n$/)
      assert(field in JSON.parse(json.stdout))

      const page = await run(args, { DATASET_PATH: 'starter', COLUMNS: '60' })
      assert.equal(page.code, 0, page.stderr)
      assert.equal(page.stderr, '')
      assert.match(page.stdout, /\S\n$/)
      for (const line of page.stdout.split('\n')) assert(displayWidth(line) <= 60, `${displayWidth(line)}: ${line}`)
      assert(!page.stdout.includes('\x1b'), 'colours are for terminals')
    })
  }

  test('the flag --dataset beats the environment', async () => {
    const { code, stdout } = await run(['status', '--dataset', 'starter', '--json'], { DATASET_PATH: '/nowhere' })
    assert.equal(code, 0)
    assert.equal(JSON.parse(stdout).status, 'ready')
  })

  test('rows that a format leaves out are counted on stderr; --all returns them', async () => {
    const cut = await runStarter('search', 'Hafen', '--limit', '2', '--format', 'csv')
    assert.match(cut.stderr, /^Note: 2 of \d+ results; the next with --offset 2, all with --all\n$/)
    assert.equal((await runStarter('search', 'Hafen', '--limit', '2', '--json')).stderr, '')
    const all = await runStarter('search', 'Hafen', '--all', '--format', 'ndjson')
    const total = Number(/of (\d+)/.exec(cut.stderr)?.[1])
    assert.deepEqual([all.stdout.split('\n').length - 1, all.stderr], [total, ''])
    const both = await runStarter('search', 'Hafen', '--all', '--limit', '2')
    assert.deepEqual([both.code, both.stdout], [2, ''])
    assert.match(both.stderr, /--all and --limit exclude each other/)
  })

  test('rows of norms have the code of their law, rows of results its title and the address', async () => {
    const norms = (await runStarter('law', 'inselvtr', '--format', 'csv')).stdout.split('\n')
    assert.match(norms[0] ?? '', /^code,norm,label,/)
    for (const row of norms.slice(1, -1)) assert.match(row, /^inselvtr,/)
    const results = (await runStarter('search', 'Hafen', '--limit', '1', '--format', 'csv')).stdout
    assert.match(results, /^code,abbreviation,title,norm,subdivision,label,heading,html_url,snippet,/)
    assert.match(results, /,HafenG,"Gesetz über [^"]+",par:.*,https:\/\/recht\.example\//)
  })

  test('laws WORDS is laws --query WORDS', async () => {
    const [words, flag] = await Promise.all([
      runStarter('laws', 'Möwensunder', 'Stadt', '--json'),
      runStarter('laws', '--query', 'Möwensunder Stadt', '--json'),
    ])
    assert.equal(words.stdout, flag.stdout)
    assert.equal(JSON.parse(words.stdout).query, 'Möwensunder Stadt')
    const both = await runStarter('laws', 'Hafen', '--query', 'Hafen')
    assert.deepEqual([both.code, both.stderr], [2, 'Error: QUERY and --query exclude each other; give one of them\n'])
  })

  test('the notes of a source have words as labels, not its abbreviations', async () => {
    const { stdout } = await runStarter('law', 'msgb')
    assert.match(stdout, /^Neufassung {2,}Neugefasst durch /m)
    assert.doesNotMatch(stdout, /^(?:Neuf|Sonst|Aufh) /m)
    const { status_notes } = JSON.parse((await runStarter('law', 'msgb', '--json')).stdout)
    assert.equal(status_notes[0].type, 'Neuf')
  })

  test('a score is explained where that is asked for, on the page as in JSON', async () => {
    const json = await runStarter('search', 'Kündigung', '--limit', '1', '--explain', '--json')
    const [hit] = JSON.parse(json.stdout).results
    const page = (await runStarter('search', 'Kündigung', '--limit', '1', '--explain')).stdout
    const shown = [...page.matchAll(/^ +([+-]\d+\.\d{4}) {2}\S/gm)].map(([, score]) => Number(score))
    assert.deepEqual(
      shown,
      hit.explanation.map(({ score }: { score: number }) => score),
    )
    assert.match(page, new RegExp(`^ +Score ${hit.score.toFixed(4)}$`, 'm'))
    const plain = (await runStarter('search', 'Kündigung', '--limit', '1')).stdout
    assert.doesNotMatch(plain, /Score/)
  })

  test('words that were meant as a file or a law are told of on stderr', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legal-text-cli-'))
    const file = join(folder, 'brief 1.txt')
    await writeFile(file, '§ 1 MSGB')
    const [cited, searched] = await Promise.all([
      runStarter('cite', file, '--json'),
      runStarter('search', 'Rücksicht', '--codes', 'msgb', 'hafeng_2021', '--json'),
    ])
    await rm(folder, { recursive: true })
    const hint = `to read that file: legal-text check '${file}', or legal-text cite - < '${file}'`
    assert.equal(cited.stderr, `Note: '${file}' is read as the text itself; ${hint}\n`)
    assert.deepEqual([cited.code, JSON.parse(cited.stdout).count], [0, 0])
    assert.match(searched.stderr, /^Note: hafeng_2021 is read as a word .* --codes msgb,hafeng_2021\n$/)
    assert.deepEqual(JSON.parse(searched.stdout).codes, ['msgb'])
  })

  test('openapi needs no corpus', async () => {
    const { code, stdout } = await run(['openapi'])
    assert.equal(code, 0)
    assert.match(JSON.parse(stdout).openapi, /^3\.1/)
  })

  test('a table with lines within its cells keeps its rows and columns', async () => {
    for (const args of [['hafeng_2021', 'annex:1'], ['Anlage 1 HafenG'], ['hafeng_2021', 'annex:1', 'par:1']]) {
      const { stdout } = await runStarter('norm', ...args)
      assert.match(stdout, /^ 2 {2}│ Segelboot {11}│ 1,25/m)
      assert.match(stdout, /^ {4}│ a\) bis 8 m, {9}│/m)
      assert.match(stdout, /^ {4}│ b\) über 8 m {9}│ {5}2,50 │ +je Tag 3,00$/m)
    }
  })

  test('a norm that stands for the one that was named says so', async () => {
    const { stdout } = await runStarter('norm', 'msgb', '5')
    assert.match(stdout, /^§§ 3 bis 6 /)
    assert.match(stdout, /5 is within §§ 3 bis 6/)
  })
})

describe('errors', () => {
  const CASES: [name: string, args: string[], code: number, kind: string][] = [
    ['unknown law', ['law', 'msbg'], 3, 'not_found'],
    ['unknown norm', ['norm', 'msgb', '1000'], 3, 'not_found'],
    ['unknown norm, as a designation', ['norm', '§ 1000 MSGB'], 3, 'not_found'],
    ['unknown law in a designation', ['norm', '§ 1 XYZ'], 3, 'not_found'],
    ['two laws of one name', ['law', 'BienHV'], 4, 'ambiguous'],
    ['two laws of one name in a designation', ['norm', '§ 1 BienHV'], 4, 'ambiguous'],
    ['two norms of one name', ['norm', 'msgbeg', '§ 1'], 4, 'ambiguous'],
    ['a number that is none', ['laws', '--limit', 'many'], 2, 'invalid_input'],
    ['a limit that is too large', ['search', 'Hafen', '--limit', '1000'], 2, 'invalid_input'],
    ['a type that does not exist', ['related', 'msgb', '1', '--type', 'likes'], 2, 'invalid_input'],
    ['a missing argument', ['search'], 2, 'invalid_input'],
    ['an argument too many', ['law', 'msgb', 'msverf'], 2, 'invalid_input'],
    ['an unknown flag', ['laws', '--qery', 'hafen'], 2, 'invalid_input'],
    ['a flag without its value', ['laws', '--query'], 2, 'invalid_input'],
    ['a flag twice', ['laws', '--query', 'a', '--query', 'b'], 2, 'invalid_input'],
    ['a text that names no norm', ['norm', 'msgb'], 2, 'invalid_input'],
    ['a text that names several norms', ['related', '§§ 1, 2 MSGB'], 4, 'ambiguous'],
    ['an unknown command', ['nrom', 'msgb', '1'], 2, 'invalid_input'],
    ['an unknown command of a topic', ['corpus', 'buidl'], 2, 'invalid_input'],
    ['a missing required flag', ['corpus', 'build', '--out', 'x.sqlite'], 2, 'invalid_input'],
    ['no source', ['corpus', 'build', '--from', '/nowhere/at/all', '--out', 'x.sqlite'], 2, 'invalid_input'],
    ['a dataset that does not exist', ['laws', '--dataset', '/nowhere/at/all'], 5, 'not_ready'],
    ['a dataset that is no bundle', ['laws', '--dataset', import.meta.filename], 5, 'not_ready'],
    ['a port that is none', ['http', '--port', '123456'], 2, 'invalid_input'],
    ['a strict server without a corpus', ['http', '--port', '0', '--strict', '--dataset', '/nowhere'], 5, 'not_ready'],
  ]
  for (const [name, args, code, kind] of CASES) {
    test(`${name}: exit code ${code}`, async () => {
      const text = await runStarter(...args)
      assert.equal(text.code, code, text.stderr)
      assert.equal(text.stdout, '')
      assert.match(text.stderr, /^Error: \S/)
      assert.doesNotMatch(text.stderr, /^ +at /m)

      const json = await runStarter(...args, '--json')
      assert.equal(json.code, code)
      assert.equal(json.stderr, '')
      assert.match(json.stdout, /^[^\n]+\n$/)
      assert.equal(JSON.parse(json.stdout).error, kind)
    })
  }

  test('a home that nobody can write to: what is read works, what is kept says why it is not', async () => {
    const nowhere = { HOME: '/proc/no-home', XDG_CACHE_HOME: '' }
    const { code, stdout } = await run(['norm', 'msgb', '1'], { ...nowhere, DATASET_PATH: 'starter' })
    assert.equal(code, 0)
    assert.match(stdout, /^§ 1 /)
    assert.equal((await run(['laws'], nowhere)).code, 5)
    assert.equal((await run(['corpus', 'list'], nowhere)).code, 0)
    const pull = await run(['corpus', 'pull', '--json'], nowhere)
    assert.equal(pull.code, 5)
    assert.match(JSON.parse(pull.stdout).message, /^cannot write \/proc\/no-home.* XDG_CACHE_HOME/)
  })

  test('no dataset at all: exit code 5, and what to do', async () => {
    const { code, stdout, stderr } = await run(['laws'])
    assert.equal(code, 5)
    assert.equal(stdout, '')
    assert.match(stderr, /DATASET_PATH/)
    assert.match(stderr, /--dataset/)
    assert.match(stderr, /starter/)
    assert.match(stderr, /corpus build/)
  })

  test('a setting that cannot be read is named', async () => {
    const { code, stderr } = await run(['http'], { PORT: 'eighty' })
    assert.equal(code, 2)
    assert.match(stderr, /PORT: must be a whole number from 0 to 65535, not "eighty"/)
  })

  test('what was misspelt is named, with what is near', async () => {
    assert.match((await run(['nrom', 'msgb', '1'])).stderr, /nrom is not a command; did you mean norm\?/)
    assert.match((await run(['corpus', 'buidl'])).stderr, /did you mean corpus build\?/)
    assert.match((await run(['nrom', '--help'])).stderr, /did you mean norm\?/)
    assert.match((await runStarter('laws', '--qery', 'x')).stderr, /unknown flag --qery; did you mean --query\?/)
    assert.match((await runStarter('law', 'msbg')).stderr, /Did you mean:\n {2}msgb /)
  })

  test('a JSON error carries what it is about', async () => {
    const { stdout } = await runStarter('norm', 'msgbeg', '§ 1', '--json')
    const { code, candidates } = JSON.parse(stdout)
    assert.equal(code, 'msgbeg')
    assert(candidates.length >= 2)
  })

  test('an unexpected failure: exit code 1, no internals in the answer', { skip: TAKES_NO_OPTIONS }, async () => {
    const source = `import { StatementSync } from 'node:sqlite'
      const { all } = StatementSync.prototype
      StatementSync.prototype.all = function (...values) {
        if (this.sourceSQL.includes('ORDER BY law.code')) throw new Error('secret inside')
        return all.apply(this, values)
      }`
    const settings = {
      DATASET_PATH: 'starter',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}`,
    }
    const { code, stdout, stderr } = await run(['laws', '--json'], settings)
    assert.equal(code, 1)
    assert.equal(JSON.parse(stdout).error, 'internal')
    assert.doesNotMatch(stdout, /secret/)
    assert.match(stderr, /secret inside/)
  })
})

describe('help', () => {
  test('without arguments: how to begin', async () => {
    const { code, stdout } = await run([])
    assert.equal(code, 0)
    assert.match(stdout, /TRY IT ON THE SAMPLE.*legal-text norm "§ 14 MSGB" --dataset starter.*legal-text --help/s)
    assert.match(stdout, /^GET THE LAWS$/m)
    const named = await run([], { DATASET_PATH: assetPath('starter.sqlite') })
    assert.match(named.stdout, /^YOUR DATASET\n.*the dataset starter\.sqlite, which DATASET_PATH names/m)
    assert.doesNotMatch(named.stdout, /GET THE LAWS/)
    assert.match((await run([], { DATASET_PATH: 'missing.sqlite' })).stdout, /^GET THE LAWS$/m)
  })

  test('--help, -h and help: all commands and guides', async () => {
    const [first, ...others] = await Promise.all([['--help'], ['-h'], ['help']].map((args) => run(args)))
    for (const other of others) assert.deepEqual(other, first)
    for (const { name, description } of commands) {
      assert.match(first?.stdout ?? '', new RegExp(`^  ${name} +${description.summary.slice(0, 20)}`, 'm'))
    }
    for (const name of Object.keys(guides())) assert.match(first?.stdout ?? '', new RegExp(`^  help ${name} `, 'm'))
  })

  for (const { name, description } of commands) {
    test(`${name} --help tells all, in 60 columns`, async () => {
      const [{ code, stdout, stderr }, other] = await Promise.all([
        run([...name.split(' '), '--help'], { COLUMNS: '60' }),
        run(['help', ...name.split(' ')], { COLUMNS: '60' }),
      ])
      assert.deepEqual([code, stderr], [0, ''])
      assert.equal(other.stdout, stdout)
      const headers = ['USAGE', 'DESCRIPTION', 'EXAMPLES', 'ENVIRONMENT', 'EXIT CODES']
      for (const header of headers) assert.match(stdout, new RegExp(`^${header}$`, 'm'))
      for (const flag of Object.keys(flagsOf(description))) assert.match(stdout, new RegExp(`--(\\[no-\\])?${flag}\\b`))
      for (const [, line] of description.examples) assert(stdout.includes(`  ${line}\n`), line)
      const lines = stdout.split('\n').filter((line) => !description.examples.some(([, each]) => line.includes(each)))
      assert.deepEqual(
        lines.filter((line) => line.length > 60),
        [],
      )
    })
  }

  test('topics and guides', async () => {
    const [alone, asked] = await Promise.all([run(['corpus']), run(['corpus', '--help'])])
    assert.deepEqual(alone, asked)
    assert.match(alone.stdout, /corpus build/)
    for (const name of Object.keys(guides())) assert.equal((await run(['help', name])).code, 0, name)
  })

  test('help about what there is not', async () => {
    for (const words of [
      ['nrom', '--help'],
      ['help', 'nrom'],
    ]) {
      const { code, stdout, stderr } = await run(words)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /nrom is not a command; did you mean norm\?/)
    }
    assert.match((await run(['help', 'formts'])).stderr, /did you mean formats\?/)
    assert.match((await run(['corpus', 'bild'])).stderr, /did you mean corpus build\?/)
    assert.match((await run(['norm', '--hlep'])).stderr, /did you mean --help\?/)
  })

  test('help help is the page of the whole program, as help version is', async () => {
    const { stdout } = await run(['help'])
    for (const subject of ['help', 'version']) {
      assert.deepEqual(await run(['help', subject]), { code: 0, stdout, stderr: '' })
    }
  })

  test('version: of the program, of Node.js, of the schema of bundles', async () => {
    const { stdout } = await run(['--version'])
    assert.equal(
      stdout,
      `legal-text/${version} ${process.platform}-${process.arch} node-${process.version} bundle-schema-${SCHEMA_VERSION}${IS_EXECUTABLE ? ' single-executable' : ''}\n`,
    )
    for (const word of ['version', '-V']) assert.deepEqual(await run([word]), { code: 0, stdout, stderr: '' })
  })
})

describe('pipes and signals', () => {
  test('a disk that is full is one clear line', async (context) => {
    if (!existsSync('/dev/full')) return context.skip('there is no /dev/full')
    const shell = `${quoted(COMMAND)} norm msgb par:1 --dataset starter 2>&1 >/dev/full; echo "$?"`
    const stdout = await new Promise<string>((resolve) => {
      execFile('bash', ['-c', shell], { env: cleanEnvironment() }, (_, stdout) => resolve(stdout))
    })
    assert.match(stdout, /^Error: cannot write the answer: ENOSPC[^\n]*\n1\n$/)
  })

  /** Output of a bash line, stderr included, with `legal-text` as the program. */
  const shell = (line: string, settings?: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const program = `legal-text() { ${quoted(COMMAND)} "$@"; }`
      const env = cleanEnvironment({ DATASET_PATH: 'starter', ...settings })
      execFile('bash', ['-c', `exec 2>&1; ${program}; ${line}`], { env }, (_, stdout) => resolve(stdout))
    })

  test('an answer that a closed stdout loses is an error', { skip: process.platform !== 'linux' }, async () => {
    const lines = ['norm msgb 1', 'norm msgb 1 --json', 'law msgb --full --format ndjson', 'version', 'openapi', 'help']
    for (const line of lines) {
      const said = await shell(`legal-text ${line} >&-; echo "$?"`)
      assert.equal(said, 'Error: cannot write the answer: stdout is closed\n1\n', line)
    }
  })

  test('an answer that is discarded is no error', async () => {
    assert.equal(await shell('legal-text norm msgb 1 >/dev/null; echo "$?"'), '0\n')
    assert.equal(await shell('exec 1<>/dev/null; legal-text norm msgb 1; echo "$?" >&2'), '0\n')
    const child = spawnCommand([...COMMAND, 'norm', 'msgb', '1'], {
      env: cleanEnvironment({ DATASET_PATH: 'starter' }),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    assert.deepEqual(await outcome(child), { code: 0, stdout: '', stderr: '' })
  })

  test('an argument of 5,000 characters is not echoed whole', async () => {
    const word = 'a'.repeat(5000)
    const words = 'ab '.repeat(1700)
    const named = [[], ['norm'], ['check'], ['norm', 'msgb', '1', '--format']].map((line) => [...line, word])
    const quoted = ['norm', 'check', 'cite'].map((name) => [name, words])
    for (const line of [...named, ['search', `--${word}`], ...quoted]) {
      const { stdout, stderr } = await runStarter(...line)
      const said = stdout + stderr
      assert((said.includes('…') || line.length === 1) && said.length < 1500, `${line[0]}: ${said.length}`)
    }
    const json = await runStarter('check', word, '--json')
    assert(json.stdout.length < 1500, 'nor in JSON')
  })

  test('a pipe that is closed early ends the command quietly', async () => {
    const shell = `${quoted(COMMAND)} laws --dataset starter | head -n 1; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
      execFile('bash', ['-c', shell], { env: cleanEnvironment() }, (_, stdout, stderr) => resolve({ stdout, stderr }))
    })
    assert.equal(stdout.split('\n').length, 3)
    assert.match(stdout, /\n0\n$/)
    assert.equal(stderr, '')
  })

  test('so does one that nobody reads', async () => {
    const child = start(['openapi'])
    child.stdout?.destroy()
    child.stdout = null
    const { code, stderr } = await outcome(child)
    assert.equal(code, 0)
    assert.equal(stderr, '')
  })

  test('Ctrl-C ends the server with exit code 130', async () => {
    const child = start(['http', '--host', '127.0.0.1', '--port', '0', '--dataset', 'starter', '--strict'])
    const [said] = await once(child.stderr as NodeJS.ReadableStream, 'data')
    const url = /http:\/\/\S+/.exec(String(said))?.[0]
    const health = await fetch(`${url}/health`)
    assert.deepEqual(await health.json(), { status: 'ok' })
    child.kill('SIGINT')
    const { code, stdout } = await outcome(child)
    assert.equal(code, 130)
    assert.equal(stdout, '')
  })

  test('SIGTERM ends it with exit code 0', async () => {
    const child = start(['http', '--host', '127.0.0.1', '--port', '0', '--dataset', 'starter', '--strict'])
    await once(child.stderr as NodeJS.ReadableStream, 'data')
    child.kill('SIGTERM')
    assert.equal((await outcome(child)).code, 0)
  })
})

describe('corpus build', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legal-text-cli-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('builds a bundle that answers; the same input gives the same bytes', async () => {
    const [first, second] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')]
    const flags = ['--from', STARTER_XML, '--fetched-at', '2026-01-01T00:00:00Z']
    const built = await run(['corpus', 'build', ...flags, '--out', first])
    assert.equal(built.code, 0, built.stderr)
    assert.match(built.stdout, /176 norm elements/)
    assert.match(built.stderr, /^Reading laws: /m)
    assert(!built.stderr.includes('\r'), 'plain lines where there is no terminal')

    const again = await run(['corpus', 'build', ...flags, '--out', second, '--json'])
    const report = JSON.parse(again.stdout)
    const info = JSON.parse((await run(['corpus', 'info', first, '--json'])).stdout)
    assert.equal(info.digest, report.digest)
    const { corpus_date, ...norm } = JSON.parse((await run(['norm', '§ 1 MSGB', '--json', '--dataset', first])).stdout)
    assert.equal(corpus_date, '2026-01-01', 'the sample is of no day')
    assert.equal(norm.version, undefined, 'a corpus of one state has no versions')
    const { version, ...rest } = JSON.parse((await runStarter('norm', '§ 1 MSGB', '--json')).stdout)
    assert.deepEqual([norm, version.observed_from], [rest, '2024-06-01'])
  })

  test('without search it answers everything else', async () => {
    const out = join(folder, 'c.sqlite')
    assert.equal((await run(['corpus', 'build', '--from', STARTER_XML, '--out', out, '--no-search'])).code, 0)
    assert.equal((await run(['norm', 'msgb', '1', '--dataset', out])).code, 0)
    const { code, stderr } = await run(['search', 'Hafen', '--dataset', out])
    assert.equal(code, 5)
    assert.match(stderr.replace(/\s+/g, ' '), /built without a search index; build it again without --no-search/)
  })

  test('leaves nothing behind where it fails', async () => {
    await writeFile(join(folder, 'empty.xml'), '')
    const before = await readdir(folder)
    const { code } = await run([
      'corpus',
      'build',
      '--from',
      join(folder, 'empty.xml'),
      '--out',
      join(folder, 'd.sqlite'),
    ])
    assert.equal(code, 2)
    assert.deepEqual(await readdir(folder), before)
  })
})
