import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { run, runStarter, runWithInput } from './program.ts'

const outputOf = async (...words: string[]) => (await runStarter(...words)).stdout

describe('a line without a command is a norm', () => {
  const cases: [words: string[], norm: string[]][] = [
    [
      ['msgb', '14'],
      ['msgb', '14'],
    ],
    [['§ 14 MSGB'], ['§ 14 MSGB']],
    [['§', '14', 'Abs.', '2', 'MSGB'], ['§ 14 Abs. 2 MSGB']],
    [
      ['msgb', '14', '--json'],
      ['msgb', '14', '--json'],
    ],
    [
      ['Art.', '5', '§', '1', 'MSGBEG', '--format', 'md'],
      ['Art. 5 § 1 MSGBEG', '--format', 'md'],
    ],
    [
      ['msgb', '12-14'],
      ['msgb', '12-14'],
    ],
  ]
  for (const [words, norm] of cases) {
    test(words.join(' '), async () => {
      const output = await outputOf(...words)
      assert.equal(output, await outputOf('norm', ...norm))
      assert(output.length > 100)
    })
  }

  test('but a command or topic always wins, and other words are mistyped commands', async () => {
    for (const [words, message] of [
      [['corpus', '5'], 'corpus 5 is not a command; see legal-text --help'],
      [['serach', 'hafen'], 'serach is not a command; did you mean search?'],
      [['norms', '5'], 'norms is not a command; did you mean norm?'],
      [['nrom', 'msgb', '1'], 'nrom is not a command; did you mean norm?'],
      [['xyz', '5'], 'the starter dataset has no law xyz'],
    ] as const) {
      const { stderr, code } = await runStarter(...words)
      assert.match(stderr, new RegExp(`Error: ${message.replace('?', '\\?')}`))
      assert.equal(code, message.includes('command') ? 2 : 3)
    }
  })

  test('completion knows commands, codes of laws and numbers of norms', async () => {
    const settings = { DATASET_PATH: 'starter' }
    const candidates = async (...words: string[]) =>
      (await run(['__complete', '--', ...words], settings)).stdout.split('\n').map((line) => line.split('\t')[0])
    assert.equal((await candidates('se'))[0], 'search')
    assert.deepEqual((await candidates('msg')).slice(0, 2), ['msgb', 'msgbeg'])
    assert((await candidates('msgb', '1')).includes('12'))
    assert.deepEqual(await candidates('corpus', 'zz'), [''])
  })
})

test('flags have the short forms that people guess', async () => {
  assert.equal(
    await outputOf('search', 'Hafen', '-n', '2', '-f', 'ndjson'),
    await outputOf('search', 'Hafen', '--limit', '2', '--format', 'ndjson'),
  )
  assert.equal(
    await outputOf('search', 'Hafen', '-n1', '-fcsv'),
    await outputOf('search', 'Hafen', '--limit=1', '--format=csv'),
  )
  assert.equal(await outputOf('msgb', '14', '-f', 'md'), await outputOf('norm', 'msgb', '14', '--format', 'md'))
})

test('norm --cite quotes each norm, and says which flags it excludes', async () => {
  const { stdout, stderr, code } = await runStarter('norm', 'msgb', '1', '99', '--cite', '-f', 'md')
  assert.match(
    stdout,
    /^> \(1\)[\s\S]*\n\n§ 1 MSGB \(Stand: 29\.02\.2024\), https:\/\/recht\.example\/msgb\/__1\.html\n$/,
  )
  assert.match(stderr, /MSGB has no § 99/)
  assert.equal(code, 3)
  for (const [flags, message] of [
    [['-f', 'ndjson'], /--cite: has no format ndjson; expected text, md or html/],
    [['-C', '1'], /--cite: cannot be combined with --context/],
  ] as const) {
    const refused = await runStarter('norm', 'msgb', '1', '--cite', ...flags)
    assert.match(refused.stdout + refused.stderr, message)
    assert.equal(refused.code, 2)
  }
})

test('related - answers many requests, one per line', async () => {
  const { stdout, code } = await runWithInput('msgb 1\n\n§ 14 MSGB\nmsgb 99\n', 'related', '-', '--type', 'cited_by')
  const [first, second, third, ...others] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(first, JSON.parse(await outputOf('related', 'msgb', '1', '--type', 'cited_by', '--json')))
  assert.deepEqual(second, JSON.parse(await outputOf('related', '§ 14 MSGB', '--type', 'cited_by', '--json')))
  assert.deepEqual([third.error, third.request, others], ['not_found', 'msgb 99', []])
  assert.equal(code, 3)
  for (const words of [['msgb'], ['--format', 'csv']]) {
    assert.equal((await runWithInput('', 'related', '-', ...words)).code, 2)
  }
})

test('norm --format csv has a line for each norm, with its text or that of its part', async () => {
  const { stdout } = await runStarter('norm', 'msgb', '§ 14 Abs. 2', '15', '--format', 'csv')
  const norm = JSON.parse(await outputOf('norm', '§ 14 Abs. 2 MSGB', '--json'))
  const [head = '', line = ''] = stdout.split('\n')
  assert.match(head, /^code,norm,kind,label,heading,section,.*,text,.*,subdivision$/)
  assert.match(line, /^msgb,par:14,par,§ 14,/)
  assert.ok(line.includes(norm.selection.text) && line.endsWith(',abs:2'), line)
  assert.match(stdout, /\nmsgb,par:15,par,/)
})

test('-q keeps notes from standard error, but no errors', async () => {
  assert.match((await runStarter('search', 'Hafen', '-n', '1', '-f', 'csv')).stderr, /^Note: 1 of /)
  assert.equal((await runStarter('search', 'Hafen', '-n', '1', '-f', 'csv', '-q')).stderr, '')
  assert.equal((await runStarter('search', 'Hafen', '--limit', '1', '--format', 'csv', '--quiet')).stderr, '')
  assert.match((await runStarter('norm', 'xyz', '3', '-q')).stderr, /^Error: /)
})

test('norm --copy and --open say what they lack, and are of one norm', async () => {
  const settings = { DATASET_PATH: 'starter', PATH: '/nonexistent' }
  for (const [words, message] of [
    [['norm', 'msgb', '14', '--copy'], /--copy: nothing here sets the clipboard/],
    [['norm', 'msgb', '14', '--open'], /its\s+address\s+is\s+https:\/\/recht\.example\/msgb\/__14\.html/],
    [['norm', 'msgb', '1', '2', '--open'], /--open: opens the page of one norm, not of 2/],
    [['norm', '-', '--open'], /--open: cannot be combined with standard input/],
    [['norm', '-', '--copy'], /--cite: cannot be combined with standard input/],
  ] as const) {
    const { stderr, code } = await run([...words], settings)
    assert.match(stderr, message)
    assert.equal(code, 2)
  }
})

test('a search for a norm that the law lacks says so', async () => {
  const { stdout, stderr } = await runStarter('search', '§ 99 MSGB', '--json')
  assert.equal(stderr, 'Note: MSGB has no § 99 (it ends with § 32)\n')
  assert.equal(JSON.parse(stdout).query, '§ 99 MSGB')
  assert.equal((await runStarter('search', '§ 1 MSGB', '--json')).stderr, '')
})

test('a search for a part that the norm lacks says so, too', async () => {
  const { stderr } = await runStarter('search', '§ 14 Abs. 9 MSGB', '--json')
  assert.match(stderr, /^Note: § 14 MSGB has only Abs\. 1 and 2\n$/)
})

test('errors name flags and arguments as they are typed; in JSON they have the names of the inputs', async () => {
  for (const [words, message] of [
    [['search', 'Hafen', '--limit', '0'], '--limit: must be a whole number from 1 to 100'],
    [['changes', '--since', '2026-05-01', '--until', '2020-01-01'], '--since: 2026-05-01 is after 2020-01-01'],
    [['search', 'a '.repeat(600)], 'Q: must'],
  ] as const) {
    const { stderr, code } = await runStarter(...words)
    assert(stderr.replace(/\s+/g, ' ').startsWith(`Error: ${message}`), stderr)
    assert.equal(code, 2)
    const body = JSON.parse((await runStarter(...words, '--json')).stdout)
    assert.equal(body.message, `${body.issues[0].path}: ${body.issues[0].message}`)
    assert.match(body.issues[0].path, /^[a-z]+$/)
  }
})

test('a law alone is its outline; where a norm is expected it leads there', async () => {
  const { stdout } = await runStarter('law', 'msgb')
  for (const name of ['msgb', 'MSGB', 'Möwensunder Stadtgesetzbuch'])
    assert.equal((await runStarter(name)).stdout, stdout, name)
  assert.equal((await runStarter('MSGB', '--json')).stdout, (await runStarter('law', 'msgb', '--json')).stdout)
  const unknown = await runStarter('msgbx')
  assert.deepEqual([unknown.code, /Did you mean:\n {2}msgb /.test(unknown.stderr)], [3, true])
  assert.match((await runStarter('msgb', '99999')).stderr, /^Error: MSGB has no § 99999/)
  assert.match(
    (await runStarter('norm', 'MSGB')).stderr,
    /"MSGB" names a law, not a norm of it \(legal-text\s+law\s+msgb\)/,
  )
})

test('a quotation has the day of a former wording, the note on its designation, and what stands for a repealed norm', async () => {
  const former = await runStarter('norm', '§ 16 MSGB', '--as-of', '2024-07-01', '--cite')
  assert.match(
    former.stdout,
    /\n§ 16 MSGB \(wie veröffentlicht am 01\.07\.2024; Änderung durch Art\. 1 G [^;]* noch nicht berücksichtigt\), https/,
  )
  const series = await runStarter('norm', '§§ 13 ff. MSGB', '--cite')
  assert.match(series.stdout, /\n§ 13 MSGB \(Stand: /)
  assert.match(series.stderr, /^Note: “ff\.” leaves open where the series ends/)
  const repealed = JSON.parse((await runStarter('norm', 'msgbeg', 'art:4', '--json')).stdout)
  assert.equal(repealed.status, 'repealed')
  assert.match((await runStarter('norm', 'msgbeg', 'art:4', '--cite')).stdout, /^ {4}\(weggefallen\)\n\nArt\. 4 MSGBEG/)
})

test('messages keep the names of files as they are given', async () => {
  assert.match((await runStarter('check', 'Makefile-x')).stderr, /^Error: cannot read Makefile-x: /)
  assert.match((await runStarter('check', 'my file: notes.txt')).stderr, /^Error: cannot read my file: notes\.txt: /)
})

test('related says of a part that the norm lacks what there is', async () => {
  const { stderr, code } = await runStarter('related', 'msgb', 'par:1/abs:99')
  assert.match(stderr, /^Error: § 1 MSGB has only Abs\. 1, 2 and 3/)
  assert.equal(code, 3)
  assert.equal((await runStarter('related', 'msgb', 'par:1/abs:2')).code, 0)
})

test('a line without a command has the help of norm, and flags go after it', async () => {
  assert.equal(await outputOf('msgb', '14', '--help'), await outputOf('norm', '--help'))
  assert.match((await runStarter('--lang', 'de', 'msgb', '14')).stderr, /^Fehler: --lang steht vor dem Befehl/)
})
