import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openCorpus } from '../../src/dataset/open.ts'
import { law as lawOperation } from '../../src/operations/law.ts'
import { assetPath } from '../../src/program/package.ts'
import { listenStarter } from '../http/starter-server.ts'
import { COMMAND, cleanEnvironment, quoted, run, runStarter, runWithInput } from './program.ts'

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('requests on standard input: an answer a line, in their order, errors among them', async () => {
  const input = 'msgb 1\n§ 14 MSGB\r\nmsgb\tpar:12/abs:1\n \nmsgb 99\nno such thing\n§ 2 MSGB'
  const { stdout, stderr, code } = await runWithInput(input, 'norm', '-')
  assert.equal(stderr, '')
  assert.equal(code, 3)
  const answers = lines(stdout)
  assert.deepEqual(
    answers.map(({ norm, error, request }) => error ?? [norm, request]),
    [
      ['par:1', undefined],
      ['par:14', undefined],
      ['par:12', undefined],
      'not_found',
      'invalid_input',
      ['par:2', undefined],
    ],
  )
  assert.equal(answers[2].selection.path, 'abs:1')
  assert.equal(answers[3].request, 'msgb 99')
})

test('each line is the body of HTTP', async () => {
  const [many, one] = await Promise.all([
    runWithInput('msgb 14\n', 'norm', '-'),
    runStarter('norm', 'msgb', '14', '--json'),
  ])
  assert.deepEqual(many, one)
})

test('a line that is too long is an error, and not held', async () => {
  const { stdout, code } = await runWithInput(`msgb 1\n${'x'.repeat(2_000_000)}\nmsgb 2\n`, 'norm', '-')
  assert.deepEqual(
    lines(stdout).map(({ norm, error }) => norm ?? error),
    ['par:1', 'invalid_input', 'par:2'],
  )
  assert(stdout.length < 20_000)
  assert.equal(code, 2)
  const longest = `msgb${' '.repeat(1500 - 'msgb'.length - '1'.length)}1`
  const { stdout: answered } = await runWithInput(`${longest}\r\n ${longest}\n`, 'norm', '-')
  assert.deepEqual(
    lines(answered).map(({ norm, message }) => norm ?? message),
    ['par:1', 'the request is longer than 1500 characters'],
  )
})

test('no requests give no answers', async () => {
  assert.deepEqual(await runWithInput('', 'norm', '-'), { stdout: '', stderr: '', code: 0 })
})

test('a thousand requests', async () => {
  const { stdout, code } = await runWithInput('msgb 1\n§ 14 MSGB\n'.repeat(500), 'norm', '-')
  assert.equal(code, 0)
  assert.equal(lines(stdout).length, 1000)
})

test('several norms of a law, and several designations', async () => {
  const [ofLaw, designations] = await Promise.all([
    runStarter('norm', 'msgb', 'par:1', 'par:14', '--json'),
    runStarter('norm', '§ 1 MSGB', '§ 14 MSGB', '--format', 'ndjson'),
  ])
  assert.deepEqual(ofLaw, designations)
  assert.deepEqual(
    lines(ofLaw.stdout).map(({ norm }) => norm),
    ['par:1', 'par:14'],
  )
})

test('as pages and as Markdown one below the other; what fails is told on stderr', async () => {
  const pages = await runStarter('norm', 'msgb', '1', '99', '2')
  assert.match(pages.stdout, /^§ 1 .*─\n\n§ 2 /s)
  assert.match(pages.stderr, /^Error: 99: MSGB has no § 99 \(it ends with § 32\)\n/)
  assert.equal(pages.code, 3)
  const markdown = await runStarter('norm', 'msgb', '1', '2', '--format', 'md')
  assert.match(markdown.stdout, /^# § 1 .*\n\n# § 2 /s)
})

test('designations without quotation marks, and several in one', async () => {
  const norms = async (...words: string[]) => {
    const { stdout } = await runStarter('norm', ...words, '--format', 'ndjson')
    return lines(stdout).map(({ norm, selection }) => [norm, selection?.path].filter(Boolean).join('/'))
  }
  assert.deepEqual(await norms('msgb', '§', '14', 'Abs.', '1'), ['par:14/abs:1'])
  assert.deepEqual(await norms('§', '14', 'MSGB'), ['par:14'])
  assert.deepEqual(await norms('MSGB', '§', '14'), ['par:14'])
  assert.deepEqual(await norms('§§ 1 und 14 MSGB'), ['par:1', 'par:14'])
  assert.deepEqual(await norms('msgb', '12', '-', '13'), ['par:12', 'par:12aa', 'par:13'])
  assert.deepEqual(await norms('§ 1 MSGB i. V. m. Art. 1 MSGBEG'), ['par:1', 'art:1'])
})

test('what is named and not given is told in the answer, however it is named', async () => {
  const designation = '§ 14 Abs. 1 Satz 1 Halbsatz 1'
  for (const words of [['msgb', designation], [`${designation} MSGB`]]) {
    const { stdout, stderr } = await runStarter('norm', ...words, '--json')
    const { resolution } = JSON.parse(stdout)
    assert.deepEqual(
      [resolution.by, resolution.message],
      ['approximation', 'the text names Halbsatz 1 of it; only the whole can be given'],
    )
    assert.equal(stderr, '')
    assert.match(
      (await runStarter('norm', ...words)).stdout,
      /^the text names Halbsatz 1 of it; only the whole can be given$/m,
    )
  }
  const { stdout } = await runWithInput('§ 14 MSGB a. F.\n', 'norm', '-')
  assert.match(lines(stdout)[0].resolution.message, /an edition \(a\. F\.\)/)
})

test('a norm that is not yet in force says so once, however it is named', async () => {
  for (const words of [['§ 3.31 LFeuerO'], ['leuchtfo', '§ 3.31']]) {
    const { stdout } = await runStarter('norm', ...words)
    assert.equal(stdout.match(/not yet in force; it takes effect|not yet in force:/g)?.length, 1, stdout)
    assert.match(stdout, /^This norm is not yet in force; it takes effect on 2040-01-01/m)
  }
  const { stdout } = await runStarter('norm', '§ 3.31 LFeuerO', '--json')
  assert.equal(JSON.parse(stdout).resolution, null)
})

test('a part after the law is read, and one that is not read is not passed over', async () => {
  assert.equal(
    (await runStarter('norm', '§ 14 MSGB Abs. 1')).stdout,
    (await runStarter('norm', '§ 14 Abs. 1 MSGB')).stdout,
  )
  const { stderr, code } = await runStarter('norm', '§ 14 MSGB S. 1')
  assert.equal(code, 2)
  assert.match(stderr, /"S. 1" after the law is not read/)
  assert.match((await runStarter('norm', '§ 14 MSGB blah')).stdout, /^"blah" is not read$/m)
})

test('§§ 14, 15 with a law given are two norms', async () => {
  const { stdout } = await runStarter('norm', 'msgb', '§§ 14, 15', '--json')
  assert.deepEqual(
    lines(stdout).map(({ norm }) => norm),
    ['par:14', 'par:15'],
  )
  const range = await runStarter('norm', 'msgb', '§§ 14 bis 15', '--json')
  assert.deepEqual(
    lines(range.stdout).map(({ norm }) => norm),
    ['par:14', 'par:15'],
  )
})

test('a law that is not known is told of as elsewhere', async () => {
  const { stdout, code } = await runWithInput('msgx 1\n', 'norm', '-')
  const [{ error, suggestions }] = lines(stdout)
  assert.deepEqual([error, suggestions[0].code, code], ['not_found', 'msgb', 3])
})

test('standard input that is a folder, or cannot be read, is no empty text', async () => {
  const command = quoted(COMMAND)
  const line = (rest: string) => `${command} ${rest} --dataset starter < /; echo $?`
  for (const rest of ['norm -', 'check -', 'cite -']) {
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line(rest)], { env: cleanEnvironment() })
    assert.equal(stdout, '2\n', rest)
    assert.match(stderr, /cannot read standard input: it is a folder/, rest)
  }
})

test('standard input stands alone', async () => {
  const { stderr, code } = await runWithInput('', 'norm', '-', '1')
  assert.match(stderr, /standard input \(-\) cannot be combined/)
  assert.equal(code, 2)
})

test('-C shows the neighbours of a norm: as lines of JSON, as pages, in a format', async () => {
  const [lined, pages, text, ...wrong] = await Promise.all([
    runStarter('norm', 'msgb', '14', '-C', '1', '--json'),
    runStarter('norm', '§ 14 MSGB', '--context', '1'),
    runStarter('norm', 'msgb', '14', '-C1', '--format', 'text'),
    runStarter('norm', 'msgb', '14', '-C', 'x'),
    runStarter('norm', 'msgb', '14', '--context', '101'),
    runStarter('norm', '-', '-C', '1'),
  ])
  assert.deepEqual(
    lines(lined.stdout).map(({ norm }) => norm),
    ['par:13', 'par:14', 'par:15'],
  )
  for (const { stdout } of [pages, text]) assert.deepEqual(stdout.match(/^§ \d+(?= )/gm), ['§ 13', '§ 14', '§ 15'])
  assert.deepEqual(
    wrong.map(({ stderr, code }) => [code, stderr.replace(/\s+/g, ' ').trim()]),
    [
      [2, 'Error: --context: must be a whole number from 0 to 100'],
      [2, 'Error: --context: must be a whole number from 0 to 100'],
      [2, 'Error: --context: cannot be combined with standard input (-)'],
    ],
  )
})

test('a law in part is the same from the command line and over HTTP, and its wording is a part of the whole', async () => {
  const part = ['msgb', '--part', 'Buch 2 Abschnitt 1']
  const [json, full, levels] = await Promise.all([
    runStarter('law', ...part, '--depth', '1', '--json'),
    runStarter('law', ...part, '--full', '--format', 'ndjson'),
    runStarter('law', ...part, '--full', '--depth', '1'),
  ])
  const server = await listenStarter()
  try {
    const { body } = await server.ask('/laws/msgb?part=Buch%202%20Abschnitt%201&depth=1')
    assert.deepEqual(JSON.parse(json.stdout), body)
  } finally {
    await server.close()
  }
  assert.deepEqual(
    lines(full.stdout).map(({ norm }) => norm),
    ['par:13', 'par:14', 'par:15'],
  )
  assert.match(levels.stderr, /--depth: cannot be combined with --full/)
})

test('a whole law, as the lines of its norms, as one document, as pages', async () => {
  const [lined, document, pages, csv] = await Promise.all([
    runStarter('law', 'msverf', '--full', '--format', 'ndjson'),
    runStarter('law', 'msverf', '--full', '--json'),
    runStarter('law', 'msverf', '--full'),
    runStarter('law', 'msverf', '--full', '--format', 'csv'),
  ])
  const { norms, count } = JSON.parse(document.stdout) as { norms: { label: string; heading: string }[]; count: number }
  assert.deepEqual(lines(lined.stdout), norms)
  assert.equal(norms.length, count)
  const headings = norms.map(({ label, heading }) => [label, heading].filter(Boolean).join('  '))
  const shown = pages.stdout.split('\n')
  assert.deepEqual(
    headings.filter((heading: string) => !shown.includes(heading)),
    [],
  )
  assert.deepEqual([csv.stdout, csv.code], ['', 2])
  assert.match(csv.stderr, /must be json, ndjson, md, text with --full/)
})

test('lists, ranges and f. on standard input have an answer for each norm', async () => {
  const input = 'msgb 12-13\nmsgb §§ 1, 2\nmsgb\t§ 12 f.\n§§ 13 bis 14 MSGB\nmsgb §§ 28 bis 99\n'
  const { stdout, code } = await runWithInput(input, 'norm', '-')
  assert.deepEqual(
    lines(stdout).map(({ norm, message, request }) => (request === undefined ? norm : `${request}: ${message}`)),
    [
      ...['par:12', 'par:12aa', 'par:13', 'par:1', 'par:2', 'par:12', 'par:12aa', 'par:13', 'par:14'],
      ...['par:28', 'par:30-31', 'par:32', 'msgb §§ 28 bis 99: MSGB has no § 99, where the range ends'],
    ],
  )
  assert.equal(code, 3)
})

test('ff. says that only the first norm of the series is given', async () => {
  for (const words of [['§§ 12 ff. MSGB'], ['msgb', '12 ff.'], ['msgb', '§§', '12', 'ff.']]) {
    const { stdout } = await runStarter('norm', ...words)
    assert.match(stdout, /^§ 12 .*“ff\.” leaves open where the series ends; only its first norm is given$/ms)
  }
})

test('related and law take unquoted words', async () => {
  const [related, quoted, law, code] = await Promise.all([
    runStarter('related', '§', '14', 'MSGB', '--json'),
    runStarter('related', 'msgb', '14', '--json'),
    runStarter('law', 'Möwensunder', 'Stadtgesetzbuch', '--json'),
    runStarter('law', 'MSGB', '--json'),
  ])
  assert.deepEqual(related, quoted)
  assert.equal(JSON.parse(law.stdout).code, 'msgb')
  assert.deepEqual(law, code)
})

test('what is not found is told with the name of the dataset', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  try {
    const dataset = join(folder, 'federal.sqlite')
    copyFileSync(assetPath('starter.sqlite'), dataset)
    const [law, designation, norm, several, starter] = await Promise.all([
      run(['law', 'nope'], { DATASET_PATH: dataset }),
      run(['norm', '§ 1 XYZG'], { DATASET_PATH: dataset }),
      run(['norm', 'msgb', '99'], { DATASET_PATH: dataset }),
      run(['norm', 'msgb', '1', '99'], { DATASET_PATH: dataset }),
      runStarter('related', '§', '99', 'MSGB'),
    ])
    assert.equal(law.stderr, 'Error: the dataset federal.sqlite has no law nope\n')
    assert.equal(designation.stderr, 'Error: the dataset federal.sqlite has no law XYZG\n')
    for (const { stderr } of [norm, several]) assert.match(stderr, /\nLooked in the dataset federal\.sqlite\.\n$/)
    assert.match(starter.stderr, /^Error: MSGB has no § 99 .*\nLooked in the starter dataset\.\n$/s)
    // Messages for other machines do not contain file names.
    const corpus = await openCorpus({ dataset })
    await assert.rejects(lawOperation.run(corpus, { code: 'nope' }), { message: 'the corpus has no law nope' })
    await corpus.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('cite - says which command reads longer texts', async () => {
  const { code, stderr } = await runWithInput('x'.repeat(100_001), 'cite', '-')
  const hint = 'legal-text check FILE\nreads longer texts'
  assert.deepEqual([code, stderr], [2, `Error: standard input: must be at most 100000 characters; ${hint}\n`])
})
