/** Publishing bundles in a database, and its failures. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { assetPath } from '../../../src/program/package.ts'
import { createCatalogue } from '../../../src/store/postgres/catalogue.ts'
import { connect } from '../../../src/store/postgres/connect.ts'
import { listCorpora, pruneCorpora, publishBundle, verifyCorpus } from '../../../src/store/postgres/publish.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { randomNumbers } from '../../search/random.ts'
import { PostgresServer, skip } from './server.ts'

const starter = assetPath('starter.sqlite')
const folder = mkdtempSync(join(tmpdir(), 'legal-text-publish-'))

/** Another bundle: the same laws with another digest, which only the catalogue shows. */
function bundleWithDigest(letter: string): string {
  const file = join(folder, `${letter}.sqlite`)
  copyFileSync(starter, file)
  const database = new DatabaseSync(file)
  database.prepare("UPDATE meta SET value = ? WHERE key = 'digest'").run(`sha256:${letter.repeat(64)}`)
  database.close()
  return file
}

const [one, two, three] = ['a', 'b', 'c'].map(bundleWithDigest) as [string, string, string]
const publish = (file: string, address: string, keep = 2) => publishBundle(file, address, { keep })

const notReady = (message: RegExp) => (error: unknown) =>
  error instanceof LegalTextError && error.kind === 'not_ready' && message.test(error.message)

describe('publishing in PostgreSQL', { skip }, () => {
  let server: PostgresServer
  before(async () => {
    server = await PostgresServer.start()
  })
  after(async () => {
    await server.remove()
    rmSync(folder, { recursive: true })
  })

  const schemasOf = async (address: string) =>
    (await server.execute("SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'lt%' ORDER BY 1", address)).map(
      ({ name }) => name,
    )
  const idsOf = async (address: string) => (await listCorpora(address)).corpora.map(({ id }) => id)
  const currentOf = async (address: string) =>
    (await listCorpora(address)).corpora.find(({ is_current }) => is_current)?.id

  it('makes each bundle current, and keeps the last two', async () => {
    const address = await server.createDatabase()
    assert.deepEqual((await listCorpora(address)).corpora, [])
    await assert.rejects(pruneCorpora(address, 1), notReady(/has no corpus/))
    await assert.rejects(openEngine(address), notReady(/has no corpus; `legal-text corpus publish`/))
    for (const file of [one, two, three]) await publish(file, address)
    assert.deepEqual(await idsOf(address), ['c'.repeat(16), 'b'.repeat(16)])
    assert.deepEqual(await schemasOf(address), [`lt_${'b'.repeat(16)}`, `lt_${'c'.repeat(16)}`])
    assert.equal(await currentOf(address), 'c'.repeat(16))
    // An older corpus still in the database becomes current again.
    assert.equal((await publish(two, address)).copied, false)
    assert.equal(await currentOf(address), 'b'.repeat(16))
    assert.deepEqual(await pruneCorpora(address, 1), {
      database: address.replace(/^.*@/, ''),
      removed: ['c'.repeat(16)],
      kept: ['b'.repeat(16)],
    })
    assert.deepEqual(await schemasOf(address), [`lt_${'b'.repeat(16)}`])
  })

  it('does nothing for a bundle that is there, and waits for another publication', async () => {
    const address = await server.createDatabase()
    const both = await Promise.all([publish(one, address), publish(one, address)])
    assert.deepEqual(both.map(({ copied }) => copied).sort(), [false, true])
    assert.equal((await publish(one, address)).copied, false)
    await Promise.all([publish(two, address), publish(three, address)])
    assert.equal((await idsOf(address)).length, 2)
    assert((await verifyCorpus(address)).valid)
  })

  it('that waits for another one can be interrupted', async () => {
    const address = await server.createDatabase()
    await publish(one, address)
    const { database } = await connect(address, { most: 1 })
    const interrupted = new AbortController()
    await database.begin(async (other) => {
      await other.unsafe('SELECT one FROM legal_text.publishing FOR UPDATE')
      const waiting = publishBundle(two, address, { keep: 2, signal: interrupted.signal })
      await setTimeout(300)
      interrupted.abort()
      await assert.rejects(waiting, { name: 'AbortError' })
    })
    await database.end()
    assert.deepEqual(await idsOf(address), ['a'.repeat(16)])
  })

  it('begins in an empty database, however many begin at once', async () => {
    for (let round = 0; round < 20; round++) {
      const address = await server.createDatabase()
      const connections = await Promise.all(Array.from({ length: 6 }, () => connect(address, { most: 1 })))
      try {
        await Promise.all(connections.map(({ database }) => database.unsafe('SELECT 1')))
        await Promise.all(connections.map(({ database }) => createCatalogue(database)))
      } finally {
        await Promise.all(connections.map(({ database }) => database.end()))
      }
    }
  })

  it('that is killed leaves the old corpus, and the next one succeeds', async () => {
    const address = await server.createDatabase()
    await publish(one, address)
    const random = randomNumbers(27)
    let killed = 0
    for (let round = 0; round < 10; round++) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'publish-process.ts'), two, address])
      const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await setTimeout(random() * 1200)
      child.kill('SIGKILL')
      if ((await ended) === 'SIGKILL') killed++
      const current = (await currentOf(address)) as string
      assert((await verifyCorpus(address)).valid, `round ${round}: ${current} is whole`)
      if (current !== 'b'.repeat(16)) continue
      // The publication finished before the kill: start over.
      await publish(one, address)
      await pruneCorpora(address, 1)
    }
    assert(killed > 3, `${killed} were killed`)
    assert.equal(await currentOf(address), 'a'.repeat(16))
    const corpus = await openEngine(address)
    assert.equal((await corpus.norm('msgb', 'par:1'))?.norm, 'par:1')
    await corpus.close()
    await publish(two, address)
    assert.equal(await currentOf(address), 'b'.repeat(16))
    assert.deepEqual(await schemasOf(address), [`lt_${'a'.repeat(16)}`, `lt_${'b'.repeat(16)}`])
  })

  it('that the database refuses amid the rows of a table, or after the last one, leaves the old corpus', async () => {
    const address = await server.createDatabase()
    await publish(one, address)
    for (const table of ['norm', 'law']) {
      await server.execute(
        `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
         DECLARE made record;
         BEGIN
           FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() WHERE object_identity LIKE '%.${table}' LOOP
             EXECUTE 'ALTER TABLE ' || made.object_identity || ' ADD CHECK (false)';
           END LOOP;
         END $$;
         CREATE EVENT TRIGGER refuse ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION refuse()`,
        address,
      )
      await assert.rejects(publish(two, address), notReady(/^cannot publish .*: new row .* violates check constraint/))
      assert.equal(await currentOf(address), 'a'.repeat(16))
      await server.execute('DROP EVENT TRIGGER refuse; DROP FUNCTION refuse', address)
    }
    await publish(two, address)
    assert.equal(await currentOf(address), 'b'.repeat(16))
    assert((await verifyCorpus(address)).valid)
  })

  it('whose rows were altered by hand does not verify', async () => {
    const address = await server.createDatabase()
    await publish(one, address)
    const schema = `lt_${'a'.repeat(16)}`
    for (const sql of [
      `UPDATE ${schema}.norm SET heading = heading || '.' WHERE id = 20`,
      `DELETE FROM ${schema}.citation WHERE citing = (SELECT min(citing) FROM ${schema}.citation)`,
    ]) {
      assert((await verifyCorpus(address)).valid)
      await server.execute(sql, address)
      const { valid, detail } = await verifyCorpus(address)
      assert.equal(valid, false)
      assert.match(detail, /the rows have the digest sha256:[0-9a-f]{64}, and should have sha256:/)
      assert.match(detail, /; publish the bundle with --again$/)
      const corpus = await openEngine(address)
      const before = await corpus.norm('msgb', 'par:2')
      assert.equal((await publishBundle(one, address, { keep: 2, again: true })).copied, true)
      // Existing readers continue.
      assert.deepEqual(await corpus.norm('msgb', 'par:2'), before)
      assert.equal((await corpus.norm('msgb', 'par:1'))?.norm, 'par:1')
      await corpus.close()
    }
    assert((await verifyCorpus(address)).valid)
    await server.execute(`DROP SCHEMA ${schema} CASCADE`, address)
    assert.equal((await publish(one, address)).copied, true)
    assert((await verifyCorpus(address)).valid)
  })

  it('needs rights that reading does not need; passwords are in no message', async () => {
    const address = await server.createDatabase()
    await publish(one, address)
    await server.execute('CREATE ROLE reader LOGIN; CREATE ROLE stranger LOGIN', address)
    await server.execute(
      `GRANT USAGE ON SCHEMA legal_text, lt_${'a'.repeat(16)} TO reader;
       GRANT SELECT ON ALL TABLES IN SCHEMA legal_text, lt_${'a'.repeat(16)} TO reader`,
      address,
    )
    const database = address.replace(/^.*\//, '')
    const corpus = await openEngine(server.address(database, 'reader'))
    assert.equal((await corpus.norm('msgb', 'par:1'))?.norm, 'par:1')
    assert((await verifyCorpus(server.address(database, 'reader'))).valid)
    await corpus.close()
    await assert.rejects(publish(two, server.address(database, 'reader')), notReady(/permission denied/))
    await assert.rejects(openEngine(server.address(database, 'stranger')), notReady(/not the right to: permission/))
    const nobody = server.address(database, 'nobody:geheim')
    await assert.rejects(openEngine(nobody), (error: Error) => {
      return notReady(/refuses the user/)(error) && !/geheim/.test(JSON.stringify(error) + error.message)
    })
    assert.equal(await currentOf(address), 'a'.repeat(16))
  })

  it('takes the password that the server asks for, from where libpq takes it', async () => {
    const address = await server.createDatabase()
    await publish(one, address)
    await server.requirePassword('secret', 'geheim')
    const database = address.replace(/^.*\//, '')
    await server.execute(`GRANT USAGE ON SCHEMA legal_text, lt_${'a'.repeat(16)} TO secret`, address)
    await server.execute(`GRANT SELECT ON ALL TABLES IN SCHEMA legal_text, lt_${'a'.repeat(16)} TO secret`, address)
    const refused = (error: Error) => notReady(/refuses the password/)(error) && !/falsch/.test(error.message)
    await assert.rejects(openEngine(server.address(database, 'secret:falsch')), refused)
    await assert.rejects(openEngine(server.address(database, 'secret')), notReady(/password/))
    const corpora = [await openEngine(server.address(database, 'secret:geheim'))]
    process.env.PGPASSWORD = 'geheim'
    try {
      corpora.push(await openEngine(server.address(database, 'secret')))
    } finally {
      delete process.env.PGPASSWORD
    }
    for (const corpus of corpora) {
      assert.equal(corpus.bundle.file, server.address(database, 'secret'))
      assert.equal((await corpus.norm('msgb', 'par:1'))?.norm, 'par:1')
      await corpus.close()
    }
  })

  it('is read without a pile of waiting statements', async () => {
    const address = await server.createDatabase()
    await publish(one, address)
    const corpus = await openEngine(address)
    await corpus.laws({})
    const { database } = await connect(address, { most: 1 })
    const unlock = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const locking = database.begin(async (transaction) => {
      await transaction.unsafe(`LOCK TABLE lt_${'a'.repeat(16)}.norm IN ACCESS EXCLUSIVE MODE`)
      locked.resolve()
      await unlock.promise
    })
    await locked.promise
    const asked = Array.from({ length: 1200 }, (_, number) => corpus.norm('msgb', `par:${number}`))
    const refused = asked.map((answer) =>
      answer.then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    await setTimeout(500)
    unlock.resolve()
    await locking
    const errors = (await Promise.all(refused)).filter((error) => error instanceof LegalTextError)
    assert(errors.length >= 100 && errors.length < 1100, String(errors.length))
    for (const { kind, message, details } of errors) {
      assert.deepEqual([kind, details.retry_after], ['not_ready', 1])
      assert.match(message, /the database has too much to do/)
    }
    assert.equal((await corpus.norm('msgb', 'par:1'))?.norm, 'par:1')
    await Promise.all([corpus.close(), database.end()])
  })

  it('of a newer schema version is told so', async () => {
    const address = await server.createDatabase()
    await publish(one, address)
    await server.execute('UPDATE legal_text.corpus SET schema_version = 99', address)
    await assert.rejects(openEngine(address), notReady(/its schema version is 99, .* a newer version of legal-text/))
  })
})
