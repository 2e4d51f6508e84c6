/** TLS modes, with a server whose certificate comes from a private authority. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { withDatabase } from '../../../src/store/postgres/connect.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { until } from '../../until.ts'
import { PostgresServer, skip } from './server.ts'

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

describe('TLS to PostgreSQL', { skip: skip || (!HAS_OPENSSL && 'openssl is not installed') }, () => {
  let server: PostgresServer
  const file = (name: string) => join(server.folder, 'data', name)

  before(async () => {
    server = await PostgresServer.start()
    const openssl = (...words: string[]) =>
      execFileSync('openssl', words, { cwd: join(server.folder, 'data'), stdio: 'pipe' })
    for (const name of ['own', 'other']) {
      openssl('req', '-x509', ...KEY, '-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', `/CN=${name} authority`)
    }
    openssl('req', ...KEY, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
    const signing = ['-CA', 'own.crt', '-CAkey', 'own.key', '-CAcreateserial', '-days', '2']
    openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.crt')
    server.own('server.key')
    server.own('server.crt')
  })
  after(() => server.remove())

  /** The TLS version; `null` without TLS. */
  function versionOf(host: string, parameters: string): Promise<string | null> {
    const address = `postgresql://owner@${host}:${server.port}/postgres?${parameters}`
    return withDatabase(address, { most: 1, doing: 'reading' }, async (database) => {
      const [row] = await database.unsafe('SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
      return row?.version as string | null
    })
  }
  const refuses = (host: string, parameters: string, reason: RegExp) =>
    assert.rejects(versionOf(host, parameters), (error) => {
      return error instanceof LegalTextError && error.kind === 'not_ready' && reason.test(error.message)
    })

  it('is taken where the server has it, and only then', async () => {
    assert.equal(await versionOf('localhost', 'sslmode=prefer'), null)
    await refuses('localhost', 'sslmode=require', /closed the connection; does it lack TLS, which sslmode requires\?$/)
    await server.execute('ALTER SYSTEM SET ssl = on')
    await server.execute('SELECT pg_reload_conf()')
    await until('it has TLS', async () => (await versionOf('localhost', 'sslmode=prefer')) !== null)
    assert.match(String(await versionOf('127.0.0.1', 'sslmode=require')), /^TLSv1/)
    assert.equal(await versionOf('localhost', 'sslmode=disable'), null)
  })

  it('verifies the authority', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      assert.match(String(await versionOf(host, `sslmode=verify-ca&sslrootcert=${file('own.crt')}`)), /^TLSv1/)
    }
    const unknown = /its certificate is of an authority that is not trusted/
    for (const mode of ['verify-ca', 'verify-full']) {
      await refuses('localhost', `sslmode=${mode}&sslrootcert=${file('other.crt')}`, unknown)
      await refuses('localhost', `sslmode=${mode}`, unknown)
    }
  })

  it('verifies the host, an IP address, too', async () => {
    const full = `sslmode=verify-full&sslrootcert=${file('own.crt')}`
    assert.match(String(await versionOf('localhost', full)), /^TLSv1/)
    await refuses('127.0.0.1', full, /its certificate is for another host$/)
  })
})
