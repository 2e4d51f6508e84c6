import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { openCorpus } from '../../../src/dataset/open.ts'
import { assetPath } from '../../../src/program/package.ts'
import { SCHEMA_VERSION } from '../../../src/store/bundle-schema.ts'
import { LegalTextError } from '../../../src/util/errors.ts'

describe('opening', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  after(() => rmSync(folder, { recursive: true }))
  const refused = (dataset: string | undefined, message: RegExp) =>
    assert.rejects(
      openCorpus({ dataset }),
      (error) => error instanceof LegalTextError && error.kind === 'not_ready' && message.test(error.message),
      String(message),
    )

  it('says why it cannot', async () => {
    process.env.XDG_CACHE_HOME = folder
    await refused(undefined, /corpus pull.*corpus build.*DATASET_PATH.*starter/)
    await refused(join(folder, 'nothing'), /no such file/)
    await refused(folder, /there is no law in/)
    writeFileSync(join(folder, 'text'), 'This is no database.'.repeat(100))
    await refused(join(folder, 'text'), /is not a dataset: expected a bundle/)
    writeFileSync(join(folder, 'empty'), '')
    await refused(join(folder, 'empty'), /is not a dataset/)
    new DatabaseSync(join(folder, 'other.sqlite')).exec('CREATE TABLE t (x); ')
    await refused(join(folder, 'other.sqlite'), /not a bundle/)
    copyFileSync(assetPath('starter.sqlite'), join(folder, 'newer.sqlite'))
    const newer = new DatabaseSync(join(folder, 'newer.sqlite'))
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    await refused(join(folder, 'newer.sqlite'), new RegExp(`schema version is 99.*reads ${SCHEMA_VERSION}`))
    copyFileSync(assetPath('starter.sqlite'), join(folder, 'cut.sqlite'))
    truncateSync(join(folder, 'cut.sqlite'), 5000)
    await refused(join(folder, 'cut.sqlite'), /cannot open/)
  })

  it('works from a path with odd characters', async () => {
    const odd = join(folder, 'a?b#c %41 ü.sqlite')
    copyFileSync(assetPath('starter.sqlite'), odd)
    const opened = await openCorpus({ dataset: odd })
    assert.equal((await opened.laws({})).total, 11)
    await opened.close()
    await opened.close()
  })
})
