/** Line-based documents and requests, divided among many machines. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { COMMAND, cleanEnvironment, outcome, quoted, runWithInput } from './program.ts'

const RECIPE = join(import.meta.dirname, '..', '..', 'docs', 'check-shard.sh')
const DOCUMENTS = Array.from({ length: 40 }, (_, index) => ({
  id: `d${index + 1}`,
  text: `Nach § ${index + 1} MSGB und\n§ 1 Abs. ${(index % 5) + 1} MSGB.`,
}))
const NDJSON = DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join('')

const parsed = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Findings in document order, without summaries. */
const findings = (text: string) =>
  parsed(text)
    .filter(({ summary }) => summary === undefined)
    .map((finding) => [Number(finding.file.slice(1)), finding])
    .sort(([a], [b]) => a - b)

const summaries = (text: string) => parsed(text).flatMap(({ summary }) => summary ?? [])

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legal-text-bulk-'))
  await Promise.all([mkdir(join(folder, 'bin')), writeFile(join(folder, 'documents.ndjson'), NDJSON)])
  // Stands for the launcher that an installation puts on the PATH.
  await writeFile(join(folder, 'bin', 'legal-text'), `#!/bin/sh\nexec ${quoted(COMMAND)} "$@"\n`)
  await chmod(join(folder, 'bin', 'legal-text'), 0o755)
})
after(() => rm(folder, { recursive: true }))

function recipe(...args: string[]) {
  const settings = { DATASET_PATH: 'starter', PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` }
  return outcome(spawn('sh', [RECIPE, ...args], { cwd: folder, env: cleanEnvironment(settings) }))
}

test('each line of NDJSON is a document, with its own lines', async () => {
  const { stdout, code } = await runWithInput(NDJSON, 'check', '-', '--input', 'ndjson', '--json')
  assert.equal(code, 3)
  assert.equal(findings(stdout).length, 80)
  const [, second] = parsed(stdout)
  assert.deepEqual([second.file, second.line, second.column, second.text], ['d1', 2, 1, '§ 1 Abs. 1 MSGB'])
  assert.equal(summaries(stdout)[0].files, 40)
})

test('each line of a text is a document, and keeps its number', async () => {
  const input = '§ 1 MSGB\r\n\nNach\n§ 99 MSGB\n  § 98\n'
  const { stdout } = await runWithInput(input, 'check', '-', '--input', 'lines')
  assert.match(stdout, /^<stdin>:4:1: wrong .*\n<stdin>:5:3: uncertain \(unknown law\): § 98/)
})

test('a document says how it is written', async () => {
  const input = `${JSON.stringify({ id: 1, format: 'html', text: '<p title="§ 2 MSGB">&sect; 1 <b>MSGB' })}\n`
  const { stdout } = await runWithInput(input, 'check', '-', '--input', 'ndjson', '--json')
  const [finding, { summary }] = parsed(stdout)
  assert.deepEqual([finding.file, finding.norm, summary.citations], ['1', 'par:1', 1])
})

test('a line that is no document is an error of its own: nothing else is lost', async () => {
  const wrong: [line: string | Buffer, message: RegExp][] = [
    ['kaputt', /^cannot read line 1 of standard input: it is not JSON/],
    ['[]', /line 1 of standard input: it must be an object with the `text` to check$/],
    ['{"text":5}', /: it must be an object with the `text` to check$/],
    ['{"text":"","id":{}}', /: its `id` must be a string or a whole number below 2\^53$/],
    ['{"text":"","id":9007199254740993}', /: its `id` must be a string or a whole number below 2\^53$/],
    [' '.repeat(16 * 1024 * 1024 + 1), /: it is larger than 16777216 bytes$/],
    ['{"text":"","format":"pdf"}', /: its `format` must be one of plain, markdown, html, latex, json, xml$/],
    [Buffer.from('{"text":"\xa7 1 MSGB"}', 'latin1'), /: it is not UTF-8 text: byte 9 \(line 1, column 10\) is 0xa7$/],
    [`{"text":"${'x'.repeat(16 * 1024 * 1024)}"}`, /: it is larger than 16777216 bytes$/],
  ]
  for (const [line, message] of wrong) {
    const input = Buffer.concat([Buffer.from(line as string), Buffer.from('\n\n{"text":"§ 1 MSGB","id":"next"}')])
    const { stdout, code } = await runWithInput(input, 'check', '-', '--input', 'ndjson', '--json')
    const [error, finding, { summary }] = parsed(stdout)
    assert.deepEqual([error.error, error.file, error.line], ['invalid_input', '-', 1])
    assert.match(error.message, message)
    assert.deepEqual([code, finding.file, summary.files, summary.unreadable], [2, 'next', 1, 1])
    const asText = await runWithInput(input, 'check', '-', '--input', 'ndjson')
    assert.equal(asText.code, 2)
    assert.match(asText.stderr, /^Error: cannot read line 1 of/)
    assert.match(asText.stdout, /1 citation in 1 file: all right/)
  }
})

test('flags that do not go together', async () => {
  for (const [args, message] of [
    [['check', '-', '--shard', '1/2'], /--shard needs --input lines or --input ndjson/],
    [['check', '-', '--input', 'lines', '--shard', '3/2'], /--shard: must be I\/N/],
    [
      ['check', '-', '--input', 'lines', '--format', 'sarif'],
      /--format sarif is not for --input lines; expected text or json/,
    ],
    [['check', folder, '--input', 'ndjson'], /it is a folder/],
    [['check', 'missing', '--input', 'ndjson'], /there is no such file/],
    [['norm', 'msgb', '1', '--shard', '1/2'], /is for lines of standard input/],
    [['norm', '-', '--shard', '2'], /must be I\/N/],
    [['norm', '-', '--shard', ''], /must be I\/N/],
  ] as const) {
    const { stdout, stderr, code } = await runWithInput('', ...args)
    assert.deepEqual([stdout, code], ['', 2])
    assert.match(stderr.replace(/\s+/g, ' '), message)
  }
})

test('shards of requests are all requests, each with its line', async () => {
  const input = 'msgb 1\n§§ 12, 14 MSGB\n\nmsgb 99\n§ 2 MSGB\n'
  const whole = parsed((await runWithInput(input, 'norm', '-')).stdout)
  const shards = await Promise.all(
    ['1/3', '2/3', '3/3'].map((shard) => runWithInput(input, 'norm', '-', '--shard', shard)),
  )
  const merged = shards.flatMap(({ stdout }) => parsed(stdout)).sort((a, b) => a.line - b.line)
  assert.deepEqual(
    merged.map(({ line }) => line),
    [1, 2, 2, 4, 5],
  )
  assert.deepEqual(
    merged.map(({ line: _, ...answer }) => answer),
    whole,
  )
})

test('the recipe: parts that are done stay, parts that are not whole are not there, and all parts are the whole', async () => {
  const whole = await runWithInput(NDJSON, 'check', '-', '--input', 'ndjson', '--json')
  const parts = join(folder, 'parts')
  const outcomes = await Promise.all(['1/3', '2/3', '3/3'].map((shard) => recipe(shard, 'documents.ndjson', 'parts')))
  assert.deepEqual(
    outcomes,
    outcomes.map(() => ({ stdout: '', stderr: '', code: 0 })),
  )
  const names = (await readdir(parts)).sort()
  assert.deepEqual(names, ['1-3.ndjson', '2-3.ndjson', '3-3.ndjson'])
  const merged = (await Promise.all(names.map((name) => readFile(join(parts, name), 'utf8')))).join('')
  assert.deepEqual(findings(merged), findings(whole.stdout))
  const files = summaries(merged).reduce((sum, { files }) => sum + files, 0)
  assert.equal(files, 40)

  await writeFile(join(parts, '2-3.ndjson'), 'done')
  assert.equal((await recipe('2/3', 'documents.ndjson', 'parts')).code, 0)
  assert.equal(await readFile(join(parts, '2-3.ndjson'), 'utf8'), 'done')

  const failed = await recipe('1/4', 'documents.ndjson', 'parts', '--dataset', 'missing.sqlite')
  assert.notEqual(failed.code, 0)
  assert.match(failed.stderr, /missing\.sqlite/)
  assert.deepEqual((await readdir(parts)).sort(), names)
})
