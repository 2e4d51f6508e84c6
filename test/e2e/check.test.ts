import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { displayWidth } from '../../src/terminal/wrap.ts'
import { cleanEnvironment, type Outcome, outcome, PROGRAM } from './program.ts'

/** Ten citations that are right and five that are not, each of these in another way. */
const PAGE = `<!doctype html>
<html><head><title>Zu § 77 MSGB</title><style>p { margin: 0 }</style></head><body>
<h1>Rücksicht im Hafen</h1>
<!-- § 66 MSGB steht hier nicht -->
<p>Nach &sect;&nbsp;1 Abs.&nbsp;2 <b>MSGB</b> und &#167; 2 <a href="#msgb">MSGB</a> gilt das,
anders &sect; 99 MSGB. Art. 5 § 2 MSGBEG, §§ 12 und 13 MSGB, § 14 des Möwensunder
Stadtgesetzbuchs.</p>
<ul><li>§ 8 MSGB<li>§ 1 Abs. 9 MSGB<li>§ 5 FooG<li>§ abc MSGB</ul>
<table><tr><td>§ 15 MSGB</td><td>§ 16 MSGB</td></tr></table>
<p>§ 7 MSGB<br>§ 18 MSGB
</body></html>
`
const WRONG = ['§ 99 MSGB', '§ 8 MSGB', '§ 1 Abs. 9 MSGB', '§ 5 FooG', '§ abc MSGB']

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legal-text-check-'))
  await Promise.all([
    writeFile(join(folder, 'page.html'), PAGE),
    writeFile(join(folder, 'good.md'), '# Zu § 1 MSGB\n\nNach **§ 12 Abs. 2** [MSGB](https://recht.example).\n'),
    writeFile(join(folder, 'none.txt'), 'Nichts dergleichen.\n'),
    writeFile(join(folder, 'evil.txt'), '§ 99\x1b[31m MSGB\x07, § abc\x1b]0;x\x07 MSGB\n'),
    writeFile(join(folder, 'latin1.txt'), Buffer.from('a\n§ 1 MSGB f\xfcr', 'latin1')),
    writeFile(join(folder, 'binary.bin'), Buffer.from([0x50, 0x4b, 0, 1])),
  ])
})
after(() => rm(folder, { recursive: true }))

/** Runs `check` in the folder. */
function check(
  args: string[],
  { input = '', settings = {} }: { input?: string; settings?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, [PROGRAM, 'check', ...args], {
    cwd: folder,
    env: cleanEnvironment({ DATASET_PATH: 'starter', ...settings }),
  })
  child.stdin.end(input)
  return outcome(child)
}

const documents = ({ stdout }: Outcome) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('check', () => {
  test('a page with ten right and five wrong citations: just the five', async () => {
    const { code, stdout, stderr } = await check(['page.html'])
    assert.equal(stderr, '')
    assert.equal(code, 3)
    const lines = stdout.split('\n').filter((line) => line.startsWith('page.html:'))
    assert.deepEqual(
      lines.map((line) => / ([a-z ]+): (.+?) —/.exec(line)?.slice(1)),
      [
        ['not found', '§ 99 MSGB'],
        ['repealed', '§ 8 MSGB'],
        ['out of range', '§ 1 Abs. 9 MSGB'],
        ['unknown law', '§ 5 FooG'],
        ['unread', '§ abc MSGB'],
      ],
    )
    assert.match(stdout, /^15 citations in 1 file: 10 verified, 5 not/m)
    assert.match(stdout, /^page\.html:6:8: not found: § 99 MSGB — /m)
  })

  test('as JSON: one document a citation, then the summary', async () => {
    const answer = await check(['page.html', '--json'])
    assert.equal(answer.code, 3)
    assert.equal(answer.stderr, '')
    const [summary, ...citations] = documents(answer).reverse()
    assert.deepEqual(Object.keys(summary), ['summary'])
    assert.deepEqual([summary.summary.citations, summary.summary.verified, summary.summary.unverified], [15, 10, 5])
    assert.equal(citations.length, 15)
    const wrong = citations.reverse().filter(({ status }) => status !== 'resolved')
    assert.deepEqual(
      wrong.map(({ text }) => text),
      WRONG,
    )
    const lines = PAGE.split('\n')
    for (const { file, line, column, start, end, text, wording } of citations) {
      assert.equal(file, 'page.html')
      assert.equal(wording, undefined)
      const source = PAGE.slice(start, end)
      assert.equal(PAGE.slice(0, start).split('\n').length, line)
      assert(lines[line - 1]?.slice(column - 1).startsWith(source.split('\n')[0] ?? ''), text)
    }
    assert.deepEqual(Object.keys(citations[0]), [
      ...['file', 'line', 'column', 'text', 'start', 'end', 'status', 'code', 'abbreviation', 'norm', 'subdivision'],
      ...['label', 'heading', 'message'],
    ])
    assert.deepEqual(Object.keys(wrong[4]), Object.keys(citations[0]))
  })

  test('with the wording', async () => {
    const { code, stdout } = await check(['good.md', '--quote'])
    assert.equal(code, 0)
    assert.match(stdout, /^good\.md:1:6: resolved: § 1 MSGB — .*\n\n {4}\(1\) \S/m)
    assert.match(stdout, /^2 citations in 1 file: all verified$/m)
    const [first, second] = documents(await check(['good.md', '--quote', '--json']))
    assert.match(first.wording, /^\(1\)/)
    assert.match(second.wording, /^\(2\)/)
    const [missing] = documents(await check(['-', '--quote', '--json'], { input: '§ 99 MSGB' }))
    assert.equal(missing.wording, null)
  })

  test('verified citations are listed where that is asked for', async () => {
    assert.equal((await check(['good.md'])).stdout, '2 citations in 1 file: all verified\n')
    assert.match(
      (await check(['good.md', '--all'])).stdout,
      /^good\.md:3:8: resolved: § 12 Abs\. 2 MSGB — msgb par:12/m,
    )
  })

  test('several files, one after the other, and standard input', async () => {
    const { code, stdout } = await check(['good.md', '-', 'page.html', 'none.txt'], { input: '\n § 98 MSGB' })
    assert.equal(code, 3)
    assert.match(stdout, /^<stdin>:2:2: not found: § 98 MSGB/)
    assert.match(stdout, /^18 citations in 4 files: 12 verified, 6 not/m)
    const files = documents(await check(['good.md', '-', '--json'], { input: '§ 1 MSGB' })).map(({ file }) => file)
    assert.deepEqual(files, ['good.md', 'good.md', '-', undefined])
  })

  test('standard input is plain text, unless it begins as HTML or is said to be something else', async () => {
    const statuses = async (input: string, ...args: string[]) =>
      documents(await check(['-', '--json', ...args], { input })).flatMap(({ status }) => status ?? [])
    assert.deepEqual(await statuses('§ 1 <b>MSGB</b>'), ['unknown_law'])
    assert.deepEqual(await statuses('<!DOCTYPE HTML><p>§ 1 <b>MSGB</b>'), ['resolved'])
    assert.deepEqual(await statuses('§ 1 <b>MSGB</b>', '--format', 'html'), ['resolved'])
    assert.deepEqual(await statuses('§ 1 **MSGB**', '--format', 'markdown'), ['resolved'])
  })

  test('nothing to verify is no failure', async () => {
    const { code, stdout } = await check(['none.txt'])
    assert.equal(code, 0)
    assert.equal(stdout, 'No citation found.\n')
  })

  test('60 and 80 columns, without colours where there is no terminal', async () => {
    for (const [columns, args] of [
      [60, ['page.html', '--all']],
      [80, ['page.html', 'good.md', '--quote']],
    ] as const) {
      const { stdout } = await check([...args], { settings: { COLUMNS: String(columns) } })
      for (const line of stdout.split('\n')) assert(displayWidth(line) <= columns, `${displayWidth(line)}: ${line}`)
      assert(!stdout.includes('\x1b'))
    }
  })

  test('control characters of a text do not reach the terminal', async () => {
    const { code, stdout } = await check(['evil.txt'])
    assert.equal(code, 3)
    assert.doesNotMatch(stdout, /[^\n\P{Cc}]/u)
    assert.doesNotMatch((await check(['evil.txt', '--json'])).stdout, /[^\n\P{Cc}]/u)
  })

  test('20,000 citations', async () => {
    const { code, stdout } = await check(['-'], {
      input: 'Nach § 1 Abs. 2 MSGB und auch § 12 MSGB gilt das so.\n'.repeat(10_000),
    })
    assert.equal(code, 0)
    assert.equal(stdout, '20,000 citations in 1 file: all verified\n')
  })
})

describe('check: what cannot be read', () => {
  const CASES: [args: string[], message: RegExp, code?: number][] = [
    [['nowhere.txt'], /cannot read nowhere\.txt: there is no such file/],
    [['good.md', 'nowhere.txt', 'page.html'], /cannot read nowhere\.txt: there is no such file/],
    [['.'], /cannot read \.: it is a folder/],
    [['latin1.txt'], /cannot read latin1\.txt: it is not UTF-8 text: byte 2 \(line 2, column 1\) is 0xa7/],
    [['binary.bin'], /cannot read binary\.bin: it is not text: byte 2 \(line 1, column 3\) is NUL/],
    [['-', '-'], /standard input \(-\) can be read only once/],
    [[], /FILE is missing/],
    [['good.md', '--format', 'pdf'], /plain, markdown, html/],
    [['good.md', '--dataset', '/nowhere/at/all'], /no such file/, 5],
  ]
  for (const [args, message, code = 2] of CASES) {
    test(`${args.join(' ')}: exit code ${code}`, async () => {
      const page = await check(args)
      assert.equal(page.code, code)
      assert.equal(page.stdout, '')
      assert.match(page.stderr.replace(/\s+/g, ' '), message)
      const json = await check([...args, '--json'])
      assert.equal(json.code, code)
      assert.equal(json.stderr, '')
      const [body, ...others] = documents(json)
      assert.equal(others.length, 0)
      assert.match(body.message, message)
    })
  }
})
