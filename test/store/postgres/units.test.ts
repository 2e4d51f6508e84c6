/** Parts of the engine that need no server: addresses, statements, lines of COPY. */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { readAddress, withoutPassword } from '../../../src/store/postgres/address.ts'
import { tablesOfCorpus, toPostgres } from '../../../src/store/postgres/dialect.ts'
import { copyLine, RowsDigest } from '../../../src/store/postgres/read-back.ts'
import { LegalTextError } from '../../../src/util/errors.ts'

describe('an address', () => {
  it('has hosts with ports, a database, a user and a password', () => {
    const read = readAddress('postgresql://reader:p%40ss@db1:5433,db2,[::1]:5434/laws?target_session_attrs=primary', {})
    assert.deepEqual(read.hosts, [
      { host: 'db1', port: 5433 },
      { host: 'db2', port: 5432 },
      { host: '::1', port: 5434 },
    ])
    assert.deepEqual(
      [read.user, read.password, read.database, read.targetSessionAttributes, read.name],
      ['reader', 'p@ss', 'laws', 'primary', 'db1:5433,db2,[::1]:5434/laws'],
    )
  })

  it('takes the rest from the variables of libpq', () => {
    const env = { PGHOST: 'a,b', PGPORT: '1,2', PGUSER: 'u', PGPASSWORD: 'p', PGDATABASE: 'd', PGSSLMODE: 'disable' }
    const { hosts, ...read } = readAddress('postgres://', env)
    assert.deepEqual(hosts, [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ])
    assert.deepEqual([read.user, read.password, read.database, read.ssl], ['u', 'p', 'd', false])
    const { ssl } = readAddress('postgresql://x@h/d?sslmode=verify-full', env)
    assert(typeof ssl === 'object' && ssl.rejectUnauthorized)
    assert.equal(readAddress('postgresql://x@h/d', {}).ssl, 'prefer')
  })

  it('takes the password from the file that libpq reads, unless others may read it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'legal-text-pgpass-'))
    try {
      const file = join(folder, 'pgpass')
      writeFileSync(file, '# host:port\nother:*:*:*:no\nh\\:1:5432:d:u:a\\:b\n*:*:*:u:any\n', { mode: 0o600 })
      const env = { PGPASSFILE: file }
      assert.equal(readAddress('postgresql://u@h/d', env).password, 'any')
      assert.equal(readAddress('postgresql://v@h/d', env).password, '')
      assert.equal(readAddress('postgresql://u@other/d', env).password, 'no')
      chmodSync(file, 0o644)
      assert.equal(readAddress('postgresql://u@h/d', env).password, '')
      // Windows lacks these permissions, and has other names for the file and the user.
      assert.equal(readAddress('postgresql://u@h/d', env, 'win32').password, 'any')
      mkdirSync(join(folder, 'postgresql'))
      writeFileSync(join(folder, 'postgresql', 'pgpass.conf'), 'h:5432:d:u:roaming\r\n')
      const { user, password } = readAddress('postgresql://h/d', { APPDATA: folder, USERNAME: 'u' }, 'win32')
      assert.deepEqual([user, password], ['u', 'roaming'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('that is none is told what is wrong with it, never with its password', () => {
    for (const [address, message] of [
      ['postgresql://u:geheim@h:x/d', /one of its hosts is not a valid host and port/],
      ['postgresql://u:geheim@h:70000/d', /one of its hosts is not a valid host/],
      ['postgresql://u:x@geheim@h/d', /one of its hosts is not a valid host and port; in a password, /],
      ['postgresql://u:x/geheim@h/d', /must be postgresql:.* in a password, /],
      ['postgresql://u:x?geheim@h/d', /it has an unknown parameter; known are /],
      ['postgresql:/u:geheim@h/d', /must be postgresql:/],
      ['postgresql://u@a%00b/d', /one of its hosts is not a valid host/],
      ['postgresql://u@h/d%00', /it has a control character/],
      ['postgresql://h/d?user=u%00', /it has a control character/],
      [`postgresql://u@${'h'.repeat(254)}/d`, /one of its hosts is not a valid host/],
      ['postgresql:///d?host=%2Ftmp', /Unix sockets are not supported/],
      ['postgresql://u:geheim@h/d?sslmode=maybe', /sslmode must be disable, /],
      ['postgresql://u:geheim@h/d?application_name=x', /it has the parameter application_name; known are /],
      ['postgresql://u:gehe%im@h/d', /a percent sign/],
      ['postgresql://u:geheim@h/d?target_session_attrs=x', /target_session_attrs must be one of any, /],
    ] as const) {
      assert.throws(
        () => readAddress(address, {}),
        (error) => {
          return error instanceof LegalTextError && message.test(error.message) && !/geheim/.test(error.message)
        },
        address,
      )
    }
    assert.equal(withoutPassword('postgresql://u:geheim@h/d?password=geheim'), 'postgresql://u@h/d?password=…')
  })
})

test('no error quotes the password of an address, wherever it was given', () => {
  for (const address of ['postgresql://u:geheim@h/d', 'POSTGRES:u:gehei@m@h', 'postgresql //u gehe!m@h 1/d']) {
    const error = new LegalTextError('not_found', `no law ${address}`, { code: address })
    assert.doesNotMatch(JSON.stringify([error.message, error.details]), /gehe/)
    assert.match(error.message, /:…@h/)
  }
  const hint = 'it must be postgresql://user@host/database'
  assert.equal(new LegalTextError('not_ready', hint).message, hint)
})

test('statements are translated where the two differ', () => {
  for (const [sqlite, postgres] of [
    [
      'SELECT law.code FROM law JOIN norm AS own ON own.law = law.id WHERE c = ? AND d = ?',
      'SELECT law.code FROM "lt_1".law JOIN "lt_1".norm AS own ON own.law = law.id WHERE c = $1 AND d = $2',
    ],
    ["WHERE line = ? AND instr(path, '-')", "WHERE line = $1 AND (strpos(path, '-') > 0)"],
  ] as const) {
    assert.equal(toPostgres(sqlite, 'lt_1'), postgres)
  }
})

test('every table of a bundle is one of the database, with its key and its indexes', () => {
  const tables = tablesOfCorpus(false)
  const named = new Map(tables.map((table) => [table.name, table]))
  for (const { name, key, columns } of tables) {
    assert(key.length > 0 && key.every((column) => columns.some((each) => each.name === column)), name)
  }
  assert.deepEqual(named.get('citation')?.key, ['citing', 'place'])
  assert.deepEqual(named.get('citation')?.indexes, [
    'CREATE INDEX citation_norm ON citation (norm) WHERE norm IS NOT NULL',
  ])
  assert.equal(
    named.get('structure')?.create,
    'CREATE TABLE structure ("id" integer, "headings" text COLLATE "C", PRIMARY KEY ("id"), UNIQUE ("headings"))',
  )
  const types = (name: string) => named.get(name)?.columns.map(({ type }) => type)
  assert.deepEqual(types('law')?.slice(-4), ['json', 'text', 'text', 'integer'])
  assert.deepEqual(types('law_answer'), ['integer', 'bytea'])
  assert.deepEqual(types('state'), ['text', 'text', 'text', 'text'])
})

test('a line of COPY has its values as the server writes them', () => {
  const columns = (['integer', 'text', 'json', 'bytea', 'bytea', 'text'] as const).map((type) => ({ name: '', type }))
  assert.equal(
    copyLine(columns, [7, 'a\tb\\c\nd\re\vf', '{"a":"\\n"}', new Uint8Array([0, 255]), 'ß', null]),
    '7\ta\\tb\\\\c\\nd\\re\\vf\t{"a":"\\\\n"}\t\\\\x00ff\t\\\\xc39f\t\\N\n',
  )
})

test('the digest of rows does not depend on how they come', () => {
  const [table] = tablesOfCorpus(false)
  const digestOf = (...parts: string[]) => {
    const digest = new RowsDigest()
    digest.begin(table as NonNullable<typeof table>)
    for (const part of parts) digest.add(part)
    return digest.end()
  }
  assert.equal(digestOf('1\ta\n2\tb\n'), digestOf('1\ta\n2', '\tb\n'))
  assert.notEqual(digestOf('1\ta\n'), digestOf('1\tb\n'))
})
