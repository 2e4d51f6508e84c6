import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { displayWidth } from '../../src/cli/terminal/width.ts'
import { docx, p, r } from '../read-text/files/word.ts'
import { COMMAND, cleanEnvironment, type Outcome, outcome, spawnCommand } from './program.ts'

/** Ten right citations and five wrong ones, each wrong in another way. */
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
    writeFile(join(folder, 'letter.rtf'), '{\\rtf1 § 99 MSGB}'),
    writeFile(join(folder, 'mail.txt'), 'From: a@x.example\nMessage-ID: <1>\n\n§ 99 MSGB'),
    writeFile(join(folder, 'brief.docx'), docx({ body: p(r('§ 1 MSGB')) + p(r('§ 9'), r('9 MS'), r('GB')) })),
    mkdir(join(folder, 'empty')),
    writeFile(join(folder, 'nul.txt'), 'a\nb\0c'),
    writeFile(join(folder, 'binary.bin'), Buffer.from(Array.from({ length: 64 }, (_, byte) => byte))),
  ])
})
after(() => rm(folder, { recursive: true }))

/** Runs `check` in the folder. */
function check(
  args: string[],
  { input = '', settings = {} }: { input?: string; settings?: Record<string, string> } = {},
) {
  const child = spawnCommand([...COMMAND, 'check', ...args], {
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

const NOT_CHECKED = 'Decisions and literature are not checked.\n'

describe('check', () => {
  test('a page with ten right and five wrong citations: just the five', async () => {
    const { code, stdout, stderr } = await check(['page.html'])
    assert.equal(stderr, '')
    assert.equal(code, 3)
    const lines = stdout.split('\n').filter((line) => line.startsWith('page.html:'))
    assert.deepEqual(
      lines.map((line) => / ([a-z]+(?: \([a-z ]+\))?): (.+?) —/.exec(line)?.slice(1)),
      [
        ['wrong (not found)', '§ 99 MSGB'],
        ['wrong (repealed)', '§ 8 MSGB'],
        ['wrong (out of range)', '§ 1 Abs. 9 MSGB'],
        ['uncertain (unknown law)', '§ 5 FooG'],
        ['uncertain (unread)', '§ abc MSGB'],
      ],
    )
    assert.match(stdout, /^15 citations in 1 file: 10 right, 3 wrong, 2 uncertain \(/m)
    assert.match(stdout, /^page\.html:6:8: wrong \(not found\): § 99 MSGB — /m)
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
      ...['file', 'line', 'column', 'text', 'start', 'end', 'status', 'class', 'edition', 'code', 'abbreviation'],
      ...['norm', 'subdivision', 'label', 'heading', 'cite_as', 'message'],
    ])
    assert.deepEqual(Object.keys(wrong[4]), Object.keys(citations[0]))
  })

  test('with the wording', async () => {
    const { code, stdout } = await check(['good.md', '--quote'])
    assert.equal(code, 0)
    assert.match(stdout, /^good\.md:1:6: right: § 1 MSGB — .*\n\n {4}\(1\) \S/m)
    assert.match(stdout, /^2 citations in 1 file: all right$/m)
    const [first, second] = documents(await check(['good.md', '--quote', '--json']))
    assert.match(first.wording, /^\(1\)/)
    assert.match(second.wording, /^\(2\)/)
    const [missing] = documents(await check(['-', '--quote', '--json'], { input: '§ 99 MSGB' }))
    assert.equal(missing.wording, null)
  })

  test('verified citations are listed where that is asked for', async () => {
    assert.equal((await check(['good.md'])).stdout, `2 citations in 1 file: all right\n${NOT_CHECKED}`)
    assert.match(
      (await check(['good.md', '--all'])).stdout,
      /^good\.md:3:8: right: § 12 Abs\. 2 MSGB — § 12 Abs\. 2 MSGB Verjährung$/m,
    )
  })

  test('the quoted wording of a table keeps the lines within its cells', async () => {
    const { stdout } = await check(['-', '--quote'], { input: 'Anlage 1 HafenG' })
    assert.match(stdout, /^ +2 +│ Segelboot +│ 1,25 +│ 1,00/m)
    assert.match(stdout, /^ +│ a\) bis 8 m, +│ +│ \(bei Eis: 0,75\)$/m)
  })

  test('several files, one after the other, and standard input', async () => {
    const { code, stdout } = await check(['good.md', '-', 'page.html', 'none.txt'], { input: '\n § 98 MSGB' })
    assert.equal(code, 3)
    assert.match(stdout, /^<stdin>:2:2: wrong \(not found\): § 98 MSGB/)
    assert.match(stdout, /^18 citations in 4 files: 12 right, 4 wrong, 2 uncertain/m)
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

  test('a quotation with other words fails, unless quotations are not compared', async () => {
    const input =
      'Auf „Rücksicht und Ehrlichkeit“ (§ 1 MSGB) kommt es an, auf „seinem Gegenüber Rücksicht und Redlichkeit schuldig“ auch.'
    const { code, stdout } = await check(['-'], { input })
    assert.equal(code, 3)
    assert.match(stdout, /^<stdin>:1:34: wrong \(quotation altered\): § 1 MSGB — .*“Rücksicht und Redlichkeit”/)
    assert.match(stdout, /\nQuotations: 1 exact, 1 altered\n/)
    assert.equal((await check(['-', '--no-quotations'], { input })).code, 0)
  })

  test('a quotation without a citation is listed with --all, and has a line of its own in JSON', async () => {
    const quoted =
      'Wer in der Stadt ein Recht ausübt oder eine Pflicht erfüllt, ist seinem Gegenüber Rücksicht und Redlichkeit schuldig.'
    const input = `Es heißt: „${quoted}“`
    assert.match(
      (await check(['-', '--all'], { input })).stdout,
      /^<stdin>:1:11: quotation: “Wer in .* — these words are § 1 /,
    )
    const [line] = documents(await check(['-', '--json'], { input }))
    assert.deepEqual([line.file, line.quotation.line, line.quotation.found_in.norm], ['-', 1, 'par:1'])
  })

  test('quotations of Word documents have places', async () => {
    const body =
      p(r('§ 9 MSGB lautet:')) +
      p('<w:pPr><w:pStyle w:val="Z"/></w:pPr>', r('Ein Papagei ist an Bord eines jeden Schiffes zu halten.'))
    const styles = '<w:style w:styleId="Z"><w:name w:val="Quote"/></w:style>'
    await writeFile(join(folder, 'quoting.docx'), docx({ body, styles }))
    const { code, stdout } = await check(['quoting.docx'])
    await unlink(join(folder, 'quoting.docx'))
    assert.equal(code, 3)
    assert.match(stdout, /^quoting\.docx:“§ 9 MSGB lautet:”: wrong \(quotation not found\): § 9 MSGB/)
  })

  test('nothing to verify is no failure', async () => {
    const { code, stdout } = await check(['none.txt'])
    assert.equal(code, 0)
    assert.equal(stdout, `No citation found.\n${NOT_CHECKED}`)
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

  test('in a pipe each finding is one line, as the documentation says', async () => {
    const letter = '§ 14 Abs. 1 Satz 1 Nr. 1 Buchst. a Doppelbuchst. bb Dreifachbuchst. zzz MSGB und § 99 MSGB\n'
    const { stdout } = await check(['-'], { input: letter })
    const lines = stdout.split('\n')
    assert.match(stdout, /^<stdin>:1:1: .*\n<stdin>:1:82: .*\n\n2 citations in 1 file: .*\nDecisions .*\n$/)
    assert(displayWidth(lines[0] ?? '') > 100)
  })

  test('control characters of a text do not reach the terminal', async () => {
    const { code, stdout } = await check(['evil.txt', '--strict'])
    assert.equal(code, 3)
    assert.doesNotMatch(stdout, /[^\n\P{Cc}]/u)
    assert.doesNotMatch((await check(['evil.txt', '--json'])).stdout, /[^\n\P{Cc}]/u)
  })

  test('20,000 citations', async () => {
    const { code, stdout } = await check(['-'], {
      input: 'Nach § 1 Abs. 2 MSGB und auch § 12 MSGB gilt das so.\n'.repeat(10_000),
    })
    assert.equal(code, 0)
    assert.equal(stdout, `20,000 citations in 1 file: all right\n${NOT_CHECKED}`)
  })
})

describe('check: exit codes', () => {
  test('3 for wrong citations only; with --strict for all that are not right', async () => {
    const codes = async (input: string) => {
      const outcomes = [await check(['-'], { input }), await check(['-', '--strict'], { input })]
      return outcomes.map(({ code }) => code)
    }
    assert.deepEqual(await codes('§ 1 MSGB'), [0, 0])
    assert.deepEqual(await codes('§ 1 MSGB, § 1 BienHV'), [0, 3])
    assert.deepEqual(await codes('§ 1 MSGB, Art. 5 DSGVO'), [0, 3])
    assert.deepEqual(await codes('§ 1 BienHV, § 99 MSGB'), [3, 3])
  })
})

describe('check: documents, folders and patterns', () => {
  test('a Word document, with the paragraphs of its citations', async () => {
    const { code, stdout } = await check(['brief.docx'])
    assert.equal(code, 3)
    assert.match(stdout, /^brief\.docx:“[^”]*§ 99 MSGB[^”]*”: wrong \(not found\): § 99 MSGB — /)
    const [right, wrong] = documents(await check(['brief.docx', '--json']))
    assert.deepEqual([right.paragraph, wrong.paragraph, wrong.line], [1, 2, undefined])
    assert.deepEqual(Object.keys(wrong).slice(0, 6), ['file', 'paragraph', 'excerpt', 'text', 'start', 'end'])
  })

  test('a pattern that the shell does not know', async () => {
    const { code, stdout, stderr } = await check(['*.{docx,md}'])
    assert.equal(code, 3)
    assert.equal(stderr, '')
    assert.match(stdout, /^4 citations in 2 files: 3 right, 1 wrong/m)
  })

  test('a folder, with a word on stderr about the files that are left out', async () => {
    await mkdir(join(folder, 'site', 'deep'), { recursive: true })
    await writeFile(join(folder, 'site', 'deep', 'a.tex'), '\\S~99 MSGB % \\S~98 MSGB')
    await writeFile(join(folder, 'site', 'b.png'), '')
    const { stdout, stderr } = await check(['site'])
    assert.match(stdout, /^site\/deep\/a\.tex:1:1: wrong \(not found\): §\s99 MSGB/)
    assert.equal(stderr, 'Note: 1 file of other formats left out (1 .png)\n')
  })
})

describe('check: in pipelines', () => {
  const WORDS = 'Nach § 99 MSGB und Art. 5 DSGVO und § 98 MSGB.'

  test('laws and citations that are ignored do not count', async () => {
    const { code, stdout } = await check(['-', '--ignore-law', 'msgb,dsgvo'], { input: WORDS })
    assert.deepEqual([code, stdout], [0, `No citation found.\n3 citations ignored\n${NOT_CHECKED}`])
    await writeFile(join(folder, '.legal-text-ignore'), '# Muster\nDSGVO\n§ 99 MSGB\n')
    try {
      assert.match(
        (await check(['-'], { input: WORDS })).stdout,
        /^<stdin>:1:37: wrong .*\n\n1 citation in 1 file: 1 wrong/,
      )
    } finally {
      await unlink(join(folder, '.legal-text-ignore'))
    }
    await writeFile(join(folder, 'ignored'), '§ 98 MSGB\n§ 99 MSGB')
    assert.equal((await check(['-', '--ignore-file', 'ignored'], { input: WORDS })).code, 0)
  })

  test('only findings that are not in the baseline count, though lines have moved', async () => {
    const text = join(folder, 'moving.txt')
    const args = ['moving.txt', '--baseline', 'known.json', '--strict']
    await writeFile(text, `${WORDS} § 1 MSGB.`)
    const updated = await check([...args, '--update-baseline'])
    assert.deepEqual([updated.code, updated.stderr], [0, 'Note: wrote 3 findings to known.json\n'])
    assert.equal(JSON.parse(await readFile(join(folder, 'known.json'), 'utf8')).findings.length, 3)
    await writeFile(text, `Neu.\n\nMehr. ${WORDS.replace('§ 99', '§\n99')}`)
    const same = await check(args)
    assert.equal(same.code, 0)
    assert.doesNotMatch(same.stdout, /moving\.txt/)
    assert.match(same.stdout, /^3 citations in the baseline$/m)
    await writeFile(text, `${WORDS} § 97 MSGB, § 99 MSGB`)
    const more = await check(args)
    assert.equal(more.code, 3)
    assert.deepEqual([...more.stdout.matchAll(/§ 9\d MSGB —/g)].map(String), ['§ 97 MSGB —', '§ 99 MSGB —'])
    const listed = documents(await check([...args, '--json'])).filter(({ known }) => known === true)
    assert.equal(listed.length, 3)
  })

  test('as SARIF: one document, in which errors are wrong citations', async () => {
    const { code, stdout } = await check(['page.html', '--format', 'sarif'])
    assert.equal(code, 3)
    const [{ results }] = JSON.parse(stdout).runs
    assert.deepEqual(
      results.map(({ level }: { level: string }) => level),
      ['error', 'error', 'error', 'warning', 'warning'],
    )
  })

  test('as workflow commands of GitHub', async () => {
    const { code, stdout } = await check(['page.html', '--format', 'github'])
    assert.equal(code, 3)
    assert.deepEqual(
      [...stdout.matchAll(/^::(\w+) file=page\.html,line=\d+,col=\d+,/gm)].map(([, level]) => level),
      ['error', 'error', 'error', 'warning', 'warning'],
    )
  })

  test('--format json is --json, and its old values name the input', async () => {
    assert.equal((await check(['good.md', '--format', 'json'])).stdout, (await check(['good.md', '--json'])).stdout)
    const { code } = await check(['good.md', '--json', '--format', 'sarif'])
    assert.equal(code, 2)
  })
})

describe('check: what cannot be read', () => {
  const CASES: [args: string[], message: RegExp, code?: number][] = [
    [['nowhere.txt'], /cannot read nowhere\.txt: there is no such file/],
    [['good.md', 'nowhere.txt', 'page.html'], /cannot read nowhere\.txt: there is no such file/],
    [['empty'], /folder empty has no file of a format that is read/],
    [['*.odt'], /no file fits the pattern \*\.odt/],
    [['latin1.txt'], /cannot read latin1\.txt: it is not UTF-8 text: byte 2 \(line 2, column 1\) is 0xa7/],
    [['nul.txt'], /cannot read nul\.txt: it is not text: line 2, column 2 is NUL/],
    [['binary.bin'], /cannot read binary\.bin: it is neither a text in UTF-8 nor a document of a known format/],
    [['-', '-'], /standard input \(-\) can be read only once/],
    [[], /FILE is missing/],
    [['good.md', '--format', 'pdf'], /text, json, sarif, github, plain, markdown or html, not "pdf"/],
    [
      ['good.md', '--input', 'rtf'],
      /plain, markdown, html, latex, json, xml, docx, odt, pdf, lines or ndjson, not "rtf"/,
    ],
    [['good.md', '--input', 'html', '--format', 'plain'], /--format plain and --input html contradict/],
    [['good.md', '--update-baseline'], /--update-baseline needs --baseline FILE/],
    [['good.md', '--baseline', 'none.json'], /there is no baseline none\.json; write it with --update-baseline/],
    [['good.md', '--ignore-file', 'none'], /cannot read none: there is no such file/],
    [['letter.rtf'], /cannot read letter\.rtf: it is an RTF document, which is not read; save it as DOCX or ODT/],
    [['mail.txt'], /cannot read mail\.txt: it is a mail/],
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
