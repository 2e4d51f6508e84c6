/** Front ends over a database: a new corpus, hosts that fail, and the answers to clients meanwhile. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { assetPath, packageRoot } from '../../../src/program/package.ts'
import { publishBundle } from '../../../src/store/postgres/publish.ts'
import { COMMAND } from '../../e2e/program.ts'
import { LISTENING, startServerProgram } from '../../e2e/server-program.ts'
import { until } from '../../until.ts'
import { type FrontEnd, frontEnd, Load, normsOf } from './load.ts'
import { freePort, PostgresServer, skip } from './server.ts'

const starter = assetPath('starter.sqlite')
const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0
/** True if a disk in memory can be mounted. */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0

describe('front ends over PostgreSQL', { skip }, () => {
  let primary: PostgresServer
  /** Serves the bundle directly. */
  let bundle: FrontEnd
  let norms: string[]
  let bundleId: string
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-serving-'))

  before(async () => {
    primary = await PostgresServer.start()
    bundle = await frontEnd(starter)
    norms = await normsOf(bundle.url)
    bundleId = (await (await fetch(`${bundle.url}/ready`)).json()).bundle_id
  })
  after(async () => {
    bundle.child.kill()
    await primary.remove()
    rmSync(folder, { recursive: true })
  })

  /** The starter dataset with other headings and another digest. */
  function otherBundle(): string {
    const file = join(folder, 'newer.sqlite')
    copyFileSync(starter, file)
    const database = new DatabaseSync(file)
    database.exec(
      "UPDATE norm SET heading = heading || ' (neu)' WHERE law = (SELECT line FROM law WHERE code = 'msgb') AND state_to = 'now'",
    )
    database.prepare("UPDATE meta SET value = ? WHERE key = 'digest'").run(`sha256:${'a'.repeat(64)}`)
    database.close()
    return file
  }

  /** A front end over the primary and a replica, under load. @param isReplicaFirst true if it reads from the replica */
  async function overReplica(isReplicaFirst = false) {
    const address = await primary.createDatabase()
    await publishBundle(starter, address, { keep: 2 })
    const replica = await primary.replica()
    const hosts = [primary, replica].map(({ port }) => `127.0.0.1:${port}`)
    if (isReplicaFirst) hosts.reverse()
    const server = await frontEnd(address.replace(/127\.0\.0\.1:\d+/, hosts.join(',')))
    return { address, replica, server, load: new Load([server.url], [bundle.url], norms) }
  }

  it('tells why the database fails once, with its state of SQL, and clients elsewhere nothing of it', async () => {
    const address = await primary.createDatabase()
    await publishBundle(starter, address, { keep: 2 })
    const server = await frontEnd(address, { METRICS: 'true' })
    const ask = async (path: string, headers = {}) => {
      const response = await fetch(`${server.url}${path}`, { headers })
      return `${response.status} ${await response.text()}`
    }
    assert.match(await ask('/ready'), /^200 /)
    await primary.execute(`ALTER TABLE lt_${bundleId}.norm RENAME TO other`, address)
    assert.match(await ask('/ready'), /^503 .*not those that were published/)
    assert.match(
      await ask('/laws/msgb/norms/par%3A3', { via: '1.1 proxy' }),
      /^503 .*"the corpus cannot be read at the/,
    )
    assert.match(await ask('/metrics'), /failures_total{reason="42P01"} 2/)
    assert.equal(server.stderr().match(/"code":"42P01"/g)?.length, 1)
    await primary.execute(`ALTER TABLE lt_${bundleId}.other RENAME TO norm`, address)
    assert.match(await ask('/ready'), /^200 /)
    const ended = /"level":"warn",.*"msg":"the database can be read again","code":"42P01","count":2,/
    await until('the end is logged', () => ended.test(server.stderr()))
    server.child.kill()
  })

  it('is not ready without the right to read, and says why', async () => {
    const address = await primary.createDatabase()
    await publishBundle(starter, address, { keep: 2 })
    await primary.execute('CREATE ROLE reader LOGIN')
    await primary.execute(`GRANT USAGE ON SCHEMA legal_text, lt_${bundleId} TO reader`, address)
    for (const schema of ['legal_text', `lt_${bundleId}`])
      await primary.execute(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO reader`, address)
    const server = await frontEnd(address.replace('//owner@', '//reader@'))
    const ready = async () => (await fetch(`${server.url}/ready`)).status
    assert.equal(await ready(), 200)
    await primary.execute(`REVOKE SELECT ON lt_${bundleId}.norm FROM reader`, address)
    assert.equal(await ready(), 503)
    await server.says(/"msg":"cannot read from the database: the role has not the right to read","code":"42501"/)
    await primary.execute(`GRANT SELECT ON lt_${bundleId}.norm TO reader`, address)
    assert.equal(await ready(), 200)
    server.child.kill()
  })

  it('an outage leaves a line at its begin and a line at its end, however many requests fail', async (context) => {
    const database = await PostgresServer.start()
    context.after(() => database.remove())
    const address = await database.createDatabase()
    await publishBundle(starter, address, { keep: 2 })
    const server = await frontEnd(address, { METRICS: 'true' })
    const ask = async (path: string) => (await fetch(`${server.url}${path}`)).status
    assert.equal(await ask('/ready'), 200)
    // The test server does not sync to disk: a kill so soon afterwards could undo the publication.
    await database.execute('CHECKPOINT')
    await database.stop('SIGKILL')
    for (let count = 0; count < 5; count++) assert.equal(await ask('/ready'), 503)
    await setTimeout(2500)
    await database.run()
    await server.says(/"msg":"the database can be read again"/)
    assert.equal(await ask('/ready'), 200)
    const lines = server.stderr().match(/^\{.*"code":"(?!no_corpus).*$/gm) ?? []
    const [begin, end] = lines.map((line) => JSON.parse(line))
    assert.equal(lines.length, 2, lines.join('\n'))
    assert.match(`${begin.level} ${begin.msg}`, /^error cannot read from the database: /)
    assert.deepEqual([end.level, end.count, end.seconds > 2], ['warn', 5, true])
    const { text } = await fetch(`${server.url}/metrics`).then(async (answer) => ({ text: await answer.text() }))
    assert.match(text, /legal_text_database_errors_total\{code="ECONNREFUSED"\} \d/)
    assert.match(text, /legal_text_database_connections\{state="idle"\} \d/)
    server.child.kill()
  })

  it('two, one of them with workers, answer as from the bundle, with the same tags', async () => {
    const address = await primary.createDatabase()
    await publishBundle(starter, address, { keep: 2 })
    const [one, other] = await Promise.all([frontEnd(address), frontEnd(address, { WORKERS: '2' })])
    const load = new Load([one.url, other.url], [bundle.url], norms)
    await until('they have answered', () => load.tally.right > 200)
    const { unready, wrong } = await load.stop()
    assert.deepEqual(wrong, [], one.stderr() + other.stderr())
    assert.equal(unready, 0)
    const tagOf = async ({ url }: FrontEnd) => (await fetch(url + norms[0])).headers.get('etag')
    assert.equal(await tagOf(one), await tagOf(other))
    for (const { child } of [one, other]) child.kill()
  })

  it('answer from a new corpus within two seconds, between two requests', async () => {
    const address = await primary.createDatabase()
    await publishBundle(starter, address, { keep: 2 })
    const newer = otherBundle()
    // Reference for the newer bundle: a server that finds it in another database.
    const other = await primary.createDatabase()
    await publishBundle(newer, other, { keep: 2 })
    const fresh = await frontEnd(other)
    const servers = await Promise.all([frontEnd(address), frontEnd(address)])
    const load = new Load(
      servers.map(({ url }) => url),
      [bundle.url, fresh.url],
      norms,
    )
    await setTimeout(500)
    await publishBundle(newer, address, { keep: 2 })
    const published = performance.now()
    const isNew = async ({ url }: FrontEnd) => (await (await fetch(`${url}/ready`)).json()).bundle_id === 'a'.repeat(16)
    await until('all have it', async () => (await Promise.all(servers.map(isNew))).every(Boolean))
    assert(performance.now() - published < 2000, `${performance.now() - published} ms`)
    const { wrong, unready } = await load.stop()
    assert.deepEqual([wrong, unready], [[], 0])
    const path = '/laws/msgb/norms/par%3A1'
    for (const { url, child } of servers) {
      assert.match(await (await fetch(url + path)).text(), / \(neu\)"/)
      child.kill()
    }
    fresh.child.kill()
  })

  it('go on when the primary dies, say so when all hosts are dead, and come back by themselves', async () => {
    const { replica, server, load } = await overReplica()
    await setTimeout(1000)
    await primary.stop('SIGKILL')
    const died = performance.now()
    const before = load.tally.right
    await until('it answers from the replica', () => load.tally.right > before + 50)
    assert(performance.now() - died < 3000, `${performance.now() - died} ms until it answered`)

    await replica.stop('SIGKILL')
    await until('it is not ready', async () => (await fetch(`${server.url}/ready`)).status === 503)
    assert.equal((await fetch(`${server.url}/health`)).status, 200)
    const { message } = await (await fetch(`${server.url}/ready`)).json()
    assert.match(message, /^cannot read from the database: /)
    await primary.run()
    await until('it is ready again', async () => (await fetch(`${server.url}/ready`)).status === 200)
    const again = load.tally.right
    await until('it answers again', () => load.tally.right > again + 50)
    const { wrong } = await load.stop()
    assert.deepEqual(wrong, [])
    server.child.kill()
    await replica.remove()
  })

  it('go on when the replica dies that they read from', async () => {
    const { replica, server, load } = await overReplica(true)
    await setTimeout(500)
    await replica.stop('SIGKILL')
    const before = load.tally.right
    await until('it answers from the primary', () => load.tally.right > before + 50)
    const { wrong, unready } = await load.stop()
    assert.deepEqual([wrong, unready], [[], 0])
    server.child.kill()
    await replica.remove()
  })

  it('go on when the primary hangs, whose connections stay', async () => {
    const { address, replica, server, load } = await overReplica()
    await setTimeout(500)
    const goOn = primary.hang()
    const hung = performance.now()
    try {
      await until('it is ready by the replica', async () => (await fetch(`${server.url}/ready`)).status === 200)
      assert(performance.now() - hung < 20_000, `${performance.now() - hung} ms`)
      const before = load.tally.right
      await until('it answers from the replica', () => load.tally.right > before + 50)
    } finally {
      goOn()
    }
    const { wrong } = await load.stop()
    assert.deepEqual(wrong, [])
    // A new corpus is still noticed.
    await publishBundle(otherBundle(), address, { keep: 2 })
    await until('it has the new corpus', async () => {
      return (await (await fetch(`${server.url}/ready`)).json()).bundle_id === 'a'.repeat(16)
    })
    server.child.kill()
    await replica.remove()
  })

  it('keep the old corpus while a new one does not fit on the disk', {
    skip: !canMount && 'no right to mount',
  }, async () => {
    const disk = mkdtempSync(join(tmpdir(), 'legal-text-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', disk])
    try {
      const address = await primary.createDatabaseIn(disk)
      await publishBundle(starter, address, { keep: 2 })
      const newer = otherBundle()
      const other = await primary.createDatabase()
      await publishBundle(newer, other, { keep: 2 })
      const [server, fresh] = await Promise.all([frontEnd(address), frontEnd(other)])
      const load = new Load([server.url], [bundle.url], norms)
      const { bavail, bsize } = statfsSync(disk)
      const filler = join(disk, 'filler')
      writeFileSync(filler, Buffer.alloc(bavail * bsize - 1_000_000))
      await assert.rejects(
        publishBundle(newer, address, { keep: 2 }),
        /cannot publish in the database .*: its disk is full/,
      )
      const { wrong, unready, right } = await load.stop()
      assert.deepEqual([wrong, unready], [[], 0])
      assert(right > 20, String(right))
      assert.equal((await (await fetch(`${server.url}/ready`)).json()).bundle_id, bundleId)

      rmSync(filler)
      const after = new Load([server.url], [bundle.url, fresh.url], norms)
      await publishBundle(newer, address, { keep: 2 })
      await until('it has the new corpus', async () => {
        return (await (await fetch(`${server.url}/ready`)).json()).bundle_id === 'a'.repeat(16)
      })
      assert.deepEqual((await after.stop()).wrong, [])
      for (const { child } of [server, fresh]) child.kill()
      await until('it is not used', async () => {
        return primary.execute('DROP DATABASE small').then(
          () => true,
          () => false,
        )
      })
      await primary.execute('DROP TABLESPACE small')
    } finally {
      execFileSync('umount', ['--lazy', disk])
      rmSync(disk, { recursive: true })
    }
  })

  it('connections that are cut anywhere change no answer', async () => {
    const address = await primary.createDatabase()
    await publishBundle(starter, address, { keep: 2 })
    const sockets = new Set<Socket>()
    const proxy = createServer((client) => {
      const database = connectTo(primary.port, '127.0.0.1')
      for (const [one, other] of [
        [client, database],
        [database, client],
      ] as const) {
        sockets.add(one)
        one
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(one)
            other.destroy()
          })
        one.pipe(other)
      }
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as { port: number }
    const server = await frontEnd(address.replace(/:\d+\//, `:${port}/`))
    const load = new Load([server.url], [bundle.url], norms)
    // A busy machine gives fewer answers between two cuts.
    for (let round = 0; round < 20 || (load.tally.right <= 20 && round < 400); round++) {
      await setTimeout(150)
      for (const socket of sockets) socket.destroy()
    }
    const { wrong, right } = await load.stop()
    assert.deepEqual(wrong, [], server.stderr())
    assert(right > 20, String(right))
    server.child.kill()
    proxy.close()
  })

  it('two behind HAProxy lose no request when one of them stops', { skip: !HAS_HAPROXY && 'no HAProxy' }, async () => {
    const address = await primary.createDatabase()
    await publishBundle(starter, address, { keep: 2 })
    const fronts = await Promise.all([frontEnd(address), frontEnd(address)])
    const port = await freePort()
    const addressOf = ({ url }: FrontEnd) => url.replace('http://', '')
    const balancer = spawn('haproxy', ['-f', join(packageRoot, 'docs', 'haproxy.cfg')], {
      env: {
        ...process.env,
        LISTEN: `127.0.0.1:${port}`,
        FRONT_1: addressOf(fronts[0]),
        FRONT_2: addressOf(fronts[1]),
      },
      stdio: 'ignore',
    })
    const url = `http://127.0.0.1:${port}`
    await until('it balances', () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const load = new Load([url], [bundle.url], norms)
    await setTimeout(1000)
    fronts[0].child.kill('SIGTERM')
    await setTimeout(2000)
    const { wrong, unready, right } = await load.stop()
    assert.deepEqual([wrong, unready], [[], 0])
    assert(right > 20, String(right))
    balancer.kill()
    fronts[1].child.kill()
  })

  it('a server that accepts and never answers is told of in time', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const program = startServerProgram(COMMAND, ['http', '--host', '127.0.0.1', '--port', '0'], {
      DATASET_PATH: `postgresql://owner@127.0.0.1:${port}/laws`,
    })
    const url = `http://127.0.0.1:${await program.says(LISTENING)}`
    await program.says(/Not ready: cannot read from the database .*: it does not answer/)
    const ready = await fetch(`${url}/ready`)
    assert.equal(ready.status, 503)
    assert.equal((await ready.json()).message, 'cannot read from the database: it does not answer')
    assert.equal((await fetch(`${url}/health`)).status, 200)
    program.child.kill()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})
