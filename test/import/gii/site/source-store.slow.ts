import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLawStore } from '../../../../src/import/gii/site/fetch-laws.ts'
import type { SiteStore } from '../../../../src/import/site/site-store.ts'
import { asUserError } from '../../../../src/import/site/site-store.ts'
import { zip } from '../../../archive/zip.ts'
import { until } from '../../../until.ts'

const SITE = 'https://site.example'
const TOC = { content: Buffer.from('<items/>'), etag: '"toc"', lastModified: undefined }
const NOW = new Date('2026-04-29T06:00:00.500Z')
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  file = join(folder, 'sources', 'site.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

const listed = (code: string) => ({ code, title: `Gesetz ${code}`, url: `${SITE}/${code}/xml.zip` })

/** Adds a law with a document and a picture. */
function add(store: SiteStore, code: string, content = 'text', now = NOW): void {
  const members = [
    { name: 'a.xml', size: content.length },
    { name: 'b.jpg', size: 3 },
  ]
  const archive = zip([
    { name: 'sub/a.xml', content },
    { name: 'b.jpg', content: 'jpg' },
  ])
  const law = { ...listed(code), etag: `"${code}"`, lastModified: undefined, sha256: content, members }
  store.addLaw(law, archive, now)
}

/** Number of laws visible to other connections than the writer's. */
function lawsIn(file: string): number {
  const database = new DatabaseSync(file)
  const count = database.prepare('SELECT count(*) AS count FROM law').get()?.count
  database.close()
  return Number(count)
}

function filled(): SiteStore {
  const store = openLawStore(file, SITE)
  store.beginRun(TOC, new Set(['a', 'b', 'c']), NOW)
  add(store, 'b', 'text of b')
  add(store, 'a', 'text of a')
  store.addFailure(listed('c'), 'source_unavailable', 'answered 404', NOW)
  return store
}

test('keeps what was fetched, as an input for the build', async () => {
  filled().close()
  const store = openLawStore(file, `${SITE}/`)
  const input = store.asInput()
  assert.equal(input.name, 'site.example')
  assert.deepEqual(
    input.files.map(({ path, size, fetchedAt }) => [path, size, fetchedAt]),
    [
      ['a/a.xml', 9, '2026-04-29T06:00:00Z'],
      ['a/b.jpg', 3, '2026-04-29T06:00:00Z'],
      ['b/a.xml', 9, '2026-04-29T06:00:00Z'],
      ['b/b.jpg', 3, '2026-04-29T06:00:00Z'],
      ['gii-toc.xml', 8, undefined],
    ],
  )
  const contents = await Promise.all(input.files.map(async (one) => Buffer.from(await one.read()).toString()))
  assert.deepEqual(contents, ['text of a', 'jpg', 'text of b', 'jpg', '<items/>'])
  assert.deepEqual(input.limitations, [
    {
      sourceFamily: 'gesetze-im-internet',
      sourceId: 'c',
      title: 'Gesetz c',
      sourceUrl: `${SITE}/c/xml.zip`,
      terminalState: 'source_unavailable',
      reason: 'answered 404',
      retrievedAt: '2026-04-29T06:00:00Z',
    },
  ])
  await input.close()
  assert.deepEqual(
    { ...store.toc, content: Buffer.from(store.toc?.content ?? []).toString() },
    { ...TOC, content: '<items/>' },
  )
  store.close()
})

test('goes on with a run that was interrupted, if it is younger than a day', () => {
  for (const [hours, expected] of [
    [23, ['a', 'b', 'd']],
    [25, []],
  ] as const) {
    const store = filled()
    store.addFailure(listed('d'), 'parse_failed', 'broken', NOW)
    store.close()
    const again = openLawStore(file, SITE)
    assert.equal(again.fetchedAt(), '2026-04-29T06:00:00Z')
    const checked = again.beginRun(TOC, new Set(['a', 'b', 'c', 'd']), later(hours))
    assert.deepEqual([...checked].sort(), expected)
    assert.equal(again.summary().fetched, hours === 23 ? 2 : 0)
    again.close()
    rmSync(file)
  }
})

test('counts what came of a run', () => {
  const store = filled()
  const codes = new Set(['a', 'b', 'c'])
  store.finishRun(codes, later(1))
  assert.equal(store.fetchedAt(), '2026-04-29T07:00:00Z')
  const counts = { fetched: 2, unchanged: 0, failed: 1, failures: { source_unavailable: 1 } }
  assert.deepEqual(store.summary(), counts)
  assert.equal(store.beginRun(TOC, codes, later(2)).size, 0)
  store.noteUnchanged({ ...listed('a'), etag: '"new"', lastModified: 'x' }, later(2))
  add(store, 'c')
  store.addFailure(listed('b'), 'unsupported_format', 'an HTML page', later(2))
  const failed = { failed: 1, failures: { unsupported_format: 1 } }
  assert.deepEqual(store.summary(), { fetched: 1, unchanged: 1, ...failed })
  assert.equal(store.law('a')?.etag, '"new"')
  assert.match(store.asInput().limitations?.[0]?.reason ?? '', /^an HTML page; the copy of 2026-04-29 is still used$/)
  store.close()
})

test('forgets what the table of contents no longer has', () => {
  const store = filled()
  store.beginRun(TOC, new Set(['a']), NOW)
  assert.deepEqual(store.failures(), [])
  assert.equal(store.laws().length, 2)
  assert.equal(store.finishRun(new Set(['a']), NOW), 1)
  assert.deepEqual(
    store.asInput().files.map(({ path }) => path),
    ['a/a.xml', 'a/b.jpg', 'gii-toc.xml'],
  )
  store.close()
})

test('the hash of its state changes with what a bundle is made of, and with nothing else', () => {
  const store = filled()
  const hashes = [store.stateHash()]
  const isNew = () => {
    const hash = store.stateHash()
    const found = !hashes.includes(hash)
    hashes.push(hash)
    return found
  }
  const codes = new Set(['a', 'b', 'c'])
  store.finishRun(codes, NOW)
  store.beginRun(TOC, codes, later(1))
  store.noteUnchanged({ ...listed('a'), etag: '"new"', lastModified: undefined }, later(1))
  store.addFailure(listed('c'), 'source_unavailable', 'answered 404', later(1))
  assert(!isNew())
  add(store, 'a', 'changed')
  assert(isNew())
  store.addFailure(listed('c'), 'parse_failed', 'broken', later(1))
  assert(isNew())
  store.addFailure(listed('a'), 'source_unavailable', 'answered 404', later(1))
  assert(isNew())
  store.beginRun({ ...TOC, content: Buffer.from('<items></items>') }, codes, later(1))
  assert(isNew())
  store.close()
})

test('a damaged archive is fetched again', async () => {
  filled().close()
  const database = new DatabaseSync(file)
  database.exec("UPDATE archive SET bytes = x'504b0304' WHERE code = 'a'")
  database.close()
  const store = openLawStore(file, SITE)
  const [file0] = store.asInput().files
  await assert.rejects(async () => file0?.read(), /broken zip archive/)
  assert.deepEqual([store.law('a')?.etag, store.law('a')?.sha256], [undefined, ''])
  assert.equal(store.law('b')?.etag, '"b"')
  store.close()
})

test('what cannot be used is begun anew, and the user is told', () => {
  const damages: Record<string, () => void> = {
    'not SQLite': () => writeFileSync(file, 'something else'.repeat(1000)),
    'cut in half': () => truncateSync(file, Math.floor(statSync(file).size / 2)),
    'overwritten in the middle': () => {
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0x55, 4096, bytes.length - 4096))
    },
    'another application': () => change('PRAGMA application_id = 7'),
    'another version': () => change('PRAGMA user_version = 7'),
    'another site': () => change("UPDATE site SET base_url = 'https://other.example/'"),
    'no tables': () => change('DROP TABLE site'),
  }
  const change = (sql: string) => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }
  for (const [name, damage] of Object.entries(damages)) {
    filled().close()
    damage()
    const notices: string[] = []
    const store = openLawStore(file, SITE, (text) => notices.push(text))
    assert.equal(notices.length, 1, name)
    assert.match(notices[0] ?? '', /site\.sqlite is begun anew, and all laws are fetched again: /)
    assert.deepEqual(store.laws(), [], name)
    add(store, 'a')
    store.close()
    rmSync(file)
  }
})

test('an empty file is no damage', () => {
  mkdirSync(join(folder, 'sources'))
  writeFileSync(file, '')
  openLawStore(file, SITE, (text) => assert.fail(text)).close()
})

test('says which file cannot be written, and why', () => {
  writeFileSync(join(folder, 'sources'), '')
  assert.throws(() => openLawStore(file, SITE), {
    kind: 'not_ready',
    message: /^cannot write .*site\.sqlite: /,
  })
  rmSync(join(folder, 'sources'))
  mkdirSync(file, { recursive: true })
  assert.throws(() => openLawStore(file, SITE), {
    kind: 'not_ready',
    message: /^cannot write .*site\.sqlite: /,
  })
})

test('says that there is no space left', () => {
  const database = new DatabaseSync(join(folder, 'full.sqlite'))
  database.exec('CREATE TABLE bytes (bytes BLOB); PRAGMA max_page_count = 10')
  let thrown: unknown
  try {
    database.exec('INSERT INTO bytes VALUES (randomblob(1000000))')
  } catch (error) {
    thrown = asUserError(error, file)
  }
  database.close()
  assert.equal((thrown as Error).message, `cannot write ${file}: no space is left`)
})

test('leaves one file when it is closed', () => {
  filled().close()
  assert.deepEqual(readdirSync(join(folder, 'sources')), ['site.sqlite'])
})

test('a store whose writer is killed at any moment can be used', async () => {
  const program = join(import.meta.dirname, 'write-store.ts')
  const most = 200
  for (let round = 0; round < 8; round++) {
    const writer = spawn(process.execPath, [...process.execArgv, program, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await Promise.race([once(writer.stdout, 'data'), once(writer, 'exit')])
    await sleep(((round * 7919) % 40) * 3)
    if (round === 7) await until('many laws are written', () => lawsIn(file) > most)
    assert.equal(writer.exitCode, null)
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    const store = openLawStore(file, SITE, (text) => assert.fail(text))
    const { files } = store.asInput()
    if (round === 7) assert(files.length > most, String(files.length))
    for (const { path, read } of files.slice(0, 100)) {
      if (path === 'gii-toc.xml') continue
      assert.match(Buffer.from(await read()).toString(), new RegExp(`^(${path.split('/')[0]} \\d+ )+$`))
    }
    store.close()
  }
})

test('what is written lasts at once, and the file is free for others', () => {
  const store = filled()
  add(store, 'd')
  assert.equal(lawsIn(file), 3)
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE; ROLLBACK')
  other.close()
  store.close()
})
