import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, test } from 'node:test'
import { openBundleDatabase } from '../../../src/store/sqlite/bundle-database.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { bundleOf, temporaryFolder } from '../../dataset/starter-bundles.ts'

const folder = temporaryFolder()
let bundle: string
before(async () => {
  bundle = await bundleOf(folder, 'bundle', ['msgb'])
})

let copies = 0

/** The error on opening a modified copy of the bundle. */
function opening(...statements: string[]): string | undefined {
  const file = join(folder, `${copies++}.sqlite`)
  copyFileSync(bundle, file)
  const changed = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  for (const statement of statements) changed.exec(statement)
  changed.close()
  try {
    openBundleDatabase(file).database.close()
    return undefined
  } catch (error) {
    assert(error instanceof LegalTextError && error.kind === 'not_ready', String(error))
    assert(error.message.startsWith(`cannot open ${file}: `))
    return error.message.slice(`cannot open ${file}: `.length)
  }
}

test('a bundle is opened with its digest', () => {
  const { database, digest } = openBundleDatabase(bundle)
  assert.match(digest, /^sha256:[0-9a-f]{64}$/)
  assert.equal(database.prepare('PRAGMA trusted_schema').get()?.trusted_schema, 0)
  database.close()
  assert.equal(opening('ANALYZE', 'VACUUM'), undefined)
})

test('tables, views and triggers that a bundle does not have are refused', () => {
  const refused = 'its tables are not those of a bundle'
  assert.equal(opening('CREATE TABLE more (x)'), refused)
  assert.equal(opening('CREATE VIEW more AS SELECT 1'), refused)
  assert.equal(opening('CREATE VIRTUAL TABLE more USING fts5(x)'), refused)
  assert.equal(opening('CREATE TRIGGER more AFTER INSERT ON law BEGIN SELECT 1; END'), refused)
  assert.equal(opening('CREATE INDEX more ON law (title)'), refused)
  assert.equal(opening('DROP INDEX citation_norm'), refused)
  assert.equal(opening('DROP TABLE paraphrase'), refused)
  const columns = "1 AS id, '' AS source_family, '' AS terminal_state"
  assert.equal(
    opening('ALTER TABLE limitation RENAME TO other', `CREATE VIEW limitation AS SELECT ${columns}`),
    refused,
  )
  assert.equal(opening('ALTER TABLE limitation ADD COLUMN more TEXT AS (hex(title))'), refused)
  assert.equal(
    opening('DROP TABLE paraphrase', "CREATE TABLE paraphrase (terms TEXT DEFAULT '--', wordings TEXT)"),
    refused,
  )
})

test('a bundle without digest or coverage is damaged', () => {
  assert.equal(opening("DELETE FROM meta WHERE key = 'digest'"), 'it is damaged')
  assert.equal(opening("DELETE FROM meta WHERE key = 'coverage'"), 'it is damaged')
  for (const coverage of ['', '{', 'null', '[]', '{}', '{"laws":1,"norms":1,"limitations":0,"parsers":[]}']) {
    assert.equal(opening(`UPDATE meta SET value = '${coverage}' WHERE key = 'coverage'`), 'it is damaged', coverage)
  }
  const [one, other] = ['$.norms', '$.account']
  for (const path of [one, other]) {
    assert.equal(
      opening(`UPDATE meta SET value = json_set(value, '${path}', 'x') WHERE key = 'coverage'`),
      'it is damaged',
    )
  }
})
