import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { exportParquet } from '../../src/dataset/export-parquet.ts'
import { packageRoot } from '../../src/program/package.ts'
import { EXPORTED_TABLES, LAW_COLUMNS, NORM_COLUMNS, type TableName } from '../../src/render/export-corpus.ts'
import { csv } from '../../src/render/tabular.ts'
import { runStarter } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-export-'))
after(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string) => join(folder, name)
const exported = (...words: string[]) => runStarter('corpus', 'export', ...words)
/** The rows of a Parquet file. */
const readParquet = async (file: string) =>
  parquetReadObjects({
    file: await asyncBufferFromFile(file),
    compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
  })
const records = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('corpus export', () => {
  test('writes each norm once, in the order of the laws, with its text', async () => {
    const rows = records((await exported()).stdout)
    const { count, norms } = JSON.parse((await runStarter('law', 'msgb', '--full', '--json')).stdout)
    const own = rows.filter(({ code }) => code === 'msgb')
    assert.equal(own.length, count)
    assert.deepEqual(
      own.map(({ norm, text, footnotes, position }) => [norm, text, footnotes, position]),
      norms.map(({ norm, text, footnotes }: Record<string, string>, place: number) => [norm, text, footnotes, place]),
    )
    const coverage = JSON.parse((await runStarter('coverage', '--json')).stdout)
    assert.equal(rows.length, coverage.norms)
    assert.equal(
      rows.reduce((sum, { text }) => sum + String(text).length, 0),
      coverage.characters.text,
    )
    assert.deepEqual(Object.keys(rows[0] ?? {}), [...NORM_COLUMNS])
  })

  test('writes a record a line also for readers that know the separators of Unicode', async () => {
    const { stdout } = await exported('hafeng_2021')
    assert.match(stdout, /\\u2028/)
    assert.doesNotMatch(stdout, /[\u2028\u2029]/)
  })

  test('writes only the laws that are named, by any name, each once', async () => {
    const rows = records((await exported('msverf', 'Möwensunder Stadtgesetzbuch', 'msgb')).stdout)
    assert.deepEqual([...new Set(rows.map(({ code }) => code))], ['msverf', 'msgb'])
    const { code, stderr } = await exported('msverf', 'nix')
    assert.equal(code, 3)
    assert.match(stderr, /has no law nix/)
  })

  test('writes databases with both tables', async () => {
    assert.equal((await exported('-o', fileOf('laws.sqlite'))).code, 0)
    const database = new DatabaseSync(fileOf('laws.sqlite'), { readOnly: true })
    const columns = (table: string) =>
      database
        .prepare(`PRAGMA table_info(${table})`)
        .all()
        .map(({ name }) => name)
    assert.deepEqual(columns('law'), [...LAW_COLUMNS])
    assert.deepEqual(columns('norm'), [...NORM_COLUMNS])
    const rows = records((await exported()).stdout)
    assert.deepEqual(
      database
        .prepare('SELECT * FROM norm ORDER BY rowid')
        .all()
        .map((row) => ({ ...row })),
      rows,
    )
    const [law] = database.prepare("SELECT aliases, norm_count FROM law WHERE code = 'msgb'").all()
    assert.match(String(law?.aliases), /Stadtgesetzbuch/)
    assert.equal(law?.norm_count, rows.filter(({ code }) => code === 'msgb').length)
    database.close()
  })

  test('writes the same to Parquet as to CSV, each table', async () => {
    for (const table of Object.keys(EXPORTED_TABLES) as TableName[]) {
      const file = fileOf(`${table}.parquet`)
      assert.equal((await exported('--table', table, '-o', file)).code, 0)
      const rows = await readParquet(file)
      const { stdout } = await exported('--table', table, '-f', 'csv')
      const { head, lines } = csv(EXPORTED_TABLES[table].columns)
      assert.equal(head + lines(rows), stdout)
      assert.deepEqual(rows, records((await exported('--table', table)).stdout))
      assert(rows.length > 0, table)
    }
  })

  test('writes Parquet in row groups, also without rows', async () => {
    const columns = ['code', 'position', 'text']
    for (const count of [0, 4096, 20_000]) {
      const file = fileOf(`${count}.parquet`)
      const rows = Array.from({ length: count }, (_, position) => ({
        ...{ code: 'x', position, text: position % 3 === 0 ? null : `Zeile ${position}` },
      }))
      const stream = async function* () {
        for (const row of rows) yield { row }
      }
      await exportParquet(file, columns, stream())
      const { row_groups, num_rows } = await parquetMetadataAsync(await asyncBufferFromFile(file))
      assert.deepEqual([row_groups.length, Number(num_rows)], [Math.ceil(count / 4096), count])
      assert.deepEqual(await readParquet(file), rows)
    }
  })

  test('says what it has written, and to a file only', async () => {
    const { stdout } = await exported('msverf', 'msgb', '-o', fileOf('two.csv'))
    assert.match(stdout.replace(/\s+/g, ' '), /^2 laws written to .*two\.csv, [\d.,]+ [kKM]i?B $/)
    const report = JSON.parse((await exported('-o', fileOf('all.db'), '--json')).stdout)
    assert.deepEqual(Object.keys(report), ['file', 'format', 'laws', 'bytes'])
    assert.deepEqual([report.format, report.laws], ['sqlite', 11])
    assert.equal((await exported('--json')).code, 2)
  })

  test('takes the format from the ending of the file', async () => {
    for (const [name, beginning] of [
      ['a.csv', 'code,norm,position,'],
      ['a.jsonl', '{"code":"msverf"'],
      ['a.md', '# Verfassung der Freien Stadt Möwensund'],
    ] as const) {
      assert.equal((await exported('msverf', '-o', fileOf(name))).code, 0)
      assert.ok(readFileSync(fileOf(name), 'utf8').startsWith(beginning), name)
    }
  })

  test('replaces a file only if asked to, and leaves no other file behind', async () => {
    writeFileSync(fileOf('mine.csv'), 'mine')
    const { code, stderr } = await exported('-o', fileOf('mine.csv'))
    assert.equal(code, 2)
    assert.match(stderr, /mine\.csv exists;\s+it\s+is\s+not\s+replaced/)
    assert.equal(readFileSync(fileOf('mine.csv'), 'utf8'), 'mine')
    assert.equal((await exported('-o', fileOf('mine.csv'), '--replace')).code, 0)
    assert.match(readFileSync(fileOf('mine.csv'), 'utf8'), /^code,norm,/)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    )
  })

  test('refuses what it cannot write, and says why', async () => {
    writeFileSync(fileOf('file'), '')
    for (const [words, message] of [
      [['-f', 'sqlite'], /--out: is missing/],
      [['-f', 'parquet'], /--out: is missing/],
      [['-f', 'md', '--table', 'law'], /--table: is for --format ndjson, csv and parquet/],
      [['-f', 'csv', '-o', folder], /it is\s+not\s+a\s+regular\s+file/],
      [['-o', fileOf('file/x.csv')], /a file is where a\s+folder should be/],
      [['-o', fileOf('laws.xlsx')], /--out:\s+must\s+end\s+with\s+\.ndjson/],
      [['-o', ''], /--out:\s+must\s+end\s+with/],
      [['-f', 'xml'], /--format must be ndjson, csv, md, parquet or sqlite/],
    ] as const) {
      const { code, stderr } = await exported(...words)
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
  })

  test('has each of its columns in the documentation', () => {
    const page = readFileSync(join(packageRoot, 'docs/scripting.md'), 'utf8')
    for (const column of [...LAW_COLUMNS, ...NORM_COLUMNS]) assert.ok(page.includes(`\`${column}\``), column)
  })
})
