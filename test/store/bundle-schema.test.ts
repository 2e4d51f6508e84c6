/** The documentation of the bundle schema against a bundle; and exports against their sources. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { exportDatabase } from '../../src/dataset/export-database.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { assetPath, packageRoot } from '../../src/program/package.ts'
import { EXPORTED_TABLES, exportedRows } from '../../src/render/export-corpus.ts'
import { APPLICATION_ID, SCHEMA_VERSION } from '../../src/store/bundle-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-schema-'))
const corpus = await openCorpus({ dataset: 'starter' })
after(async () => {
  await corpus.close()
  rmSync(folder, { recursive: true })
})

const page = (name: string) => readFileSync(join(packageRoot, 'docs', name), 'utf8')
const words = (cell: string) => Array.from(cell.matchAll(/`(\w+)`/g), ([, word = '']) => word)

function tablesOf(database: DatabaseSync): Record<string, unknown[]> {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid")
    .all()
    .map(({ name }) => String(name))
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)')
  return Object.fromEntries(names.map((name) => [name, columns.all(name).map((column) => column.name)]))
}

test('docs/bundle.md has every table of a bundle with its columns, the version and the application id', () => {
  const rows = page('bundle.md').matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm)
  const documented = Object.fromEntries(Array.from(rows, ([, name = '', columns = '']) => [name, words(columns)]))
  const bundle = new DatabaseSync(assetPath('starter.sqlite'), { readOnly: true })
  assert.deepEqual(documented, tablesOf(bundle))
  bundle.close()
  assert(page('bundle.md').includes(`the schema version, here ${SCHEMA_VERSION}.`))
  assert(page('bundle.md').includes(`0x${APPLICATION_ID.toString(16).toUpperCase()}`))
})

test('docs/scripting.md has every table of an export with its columns', () => {
  const text = page('scripting.md')
  for (const [name, { key, columns }] of Object.entries(EXPORTED_TABLES)) {
    const row = new RegExp(`^\\| \`${name}\`.*$`, 'm').exec(text)?.[0]
    const documented = words(row ?? text.slice(text.indexOf('\n## Export')))
    for (const column of [...key, ...columns]) assert(documented.includes(column), `${name}.${column}`)
  }
})

test('an exported database has all citations, parts and versions, and names its bundle', async () => {
  const file = join(folder, 'laws.sqlite')
  const codes = (await corpus.laws({})).items.map(({ code }) => code)
  await exportDatabase(file, EXPORTED_TABLES, exportedRows(corpus, codes))
  const database = new DatabaseSync(file, { readOnly: true })
  const one = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0]
  const { bundle_id, built_at, relationships_by_type: counts } = await corpus.coverage()
  assert.deepEqual({ ...database.prepare('SELECT bundle_id, built_at FROM corpus').get() }, { bundle_id, built_at })
  assert.equal(one('SELECT count(*) FROM citation'), counts.cites)
  const placed = database
    .prepare('SELECT citation, "start", "end", text FROM citation JOIN norm USING (code, norm)')
    .all()
  for (const { citation, start, end, text } of placed)
    assert.equal(start === null ? citation : String(text).slice(Number(start), Number(end)), citation)
  const broken = 'SELECT count(*) FROM citation LEFT JOIN norm ON norm.code = cited_code AND norm.norm = cited_norm'
  assert.equal(one(`${broken} WHERE resolved = 1 AND norm.norm IS NULL`), 0)
  const parts = database
    .prepare(
      'SELECT part.text, part."start", part."end", norm.text AS whole FROM subdivision part JOIN norm USING (code, norm)',
    )
    .all()
  for (const { text, start, end, whole } of parts)
    assert.equal(String(whole).slice(Number(start), Number(end)), start === null ? '' : text)
  assert((one('SELECT count(*) FROM subdivision') as number) > 100)
  const versions = await corpus.normVersions('msgb', 'par:16')
  assert.equal(one("SELECT count(*) FROM version WHERE code = 'msgb' AND norm = 'par:16'"), versions.length)
  assert(versions.length > 1)
  database.close()
})
