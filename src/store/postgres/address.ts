/** Addresses of databases: `postgresql://reader@db1,db2/laws?sslmode=require`, completed as in libpq. */

import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { say } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'

/** Host and credentials of a database. */
export interface DatabaseAddress {
  /** In the order in which they are tried. */
  hosts: readonly { host: string; port: number }[]
  database: string
  user: string
  password: string
  ssl: SslOption
  /** Which of the hosts to take: `read-write`, …; `undefined` for any. */
  targetSessionAttributes: string | undefined
  /** Name in messages, without the password: `db1,db2/laws`. */
  name: string
}

/** The client's equivalent of `sslmode`. */
export type SslOption =
  | false
  | 'prefer'
  | 'require'
  | { ca?: string; rejectUnauthorized: true; checkServerIdentity: CheckIdentity }

/** Returns what is wrong with the names of a certificate. */
type CheckIdentity = (host: string, certificate: PeerCertificate) => Error | undefined

const PARTS =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<hosts>[^/?]*)(?:\/(?<database>[^/?]*))?(?:\?(?<query>.*))?$/i

const SESSION_ATTRIBUTES = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby']
const PARAMETERS = ['sslmode', 'sslrootcert', 'target_session_attrs', 'user', 'password', 'host', 'port', 'dbname']

/**
 * Reads an address, with the variables and the password file of libpq for what it leaves out (PGHOST, PGPORT, PGDATABASE,
 * PGUSER, PGPASSWORD, PGPASSFILE, PGSSLMODE, PGSSLROOTCERT, PGTARGETSESSIONATTRS).
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 * @throws LegalTextError `not_ready` that says what is wrong with it
 */
export function readAddress(
  address: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): DatabaseAddress {
  const parts = PARTS.exec(address)?.groups
  if (parts === undefined)
    throw wrong('it must be postgresql://user@host/database; in a password, / is %2F and @ is %40')
  const query = new URLSearchParams(parts.query ?? '')
  for (const name of query.keys()) {
    // A string that does not look like a name may be part of a password.
    const named = /^\w+$/.test(name) ? say`the parameter ${name}` : say`an unknown parameter`
    if (!PARAMETERS.includes(name)) throw wrong(say`it has ${named}; known are ${PARAMETERS.join(', ')}`)
  }
  const given = (name: string, part: string | undefined, variable: string) =>
    decoded(part) || query.get(name) || env[variable] || ''
  const user = given('user', parts.user, 'PGUSER') || (platform === 'win32' ? env.USERNAME : env.USER) || 'postgres'
  const database = given('dbname', parts.database, 'PGDATABASE') || user
  if (/\p{Cc}/u.test(user + database + decoded(parts.password))) throw wrong('it has a control character')
  const hosts = hostsOf(given('host', parts.hosts, 'PGHOST') || 'localhost', query.get('port') ?? env.PGPORT ?? '5432')
  const attributes = query.get('target_session_attrs') ?? env.PGTARGETSESSIONATTRS ?? 'any'
  if (!SESSION_ATTRIBUTES.includes(attributes)) {
    throw wrong(say`target_session_attrs must be one of ${SESSION_ATTRIBUTES.join(', ')}`)
  }
  return {
    hosts,
    database,
    user,
    password: given('password', parts.password, 'PGPASSWORD') || passwordFrom(env, platform, hosts, database, user),
    ssl: sslOption(
      query.get('sslmode') ?? env.PGSSLMODE ?? 'prefer',
      query.get('sslrootcert') ?? env.PGSSLROOTCERT,
      hosts,
    ),
    targetSessionAttributes: attributes === 'any' ? undefined : attributes,
    name: `${hosts.map(nameOf).join(',')}/${database}`,
  }
}

/** A name, or an IP address with or without brackets; names have at most 253 letters (RFC 1035, 2.3.4). */
const HOST = /^[^\s@/?#\p{Cc}]{1,253}$/u

function nameOf({ host, port }: DatabaseAddress['hosts'][number]): string {
  const shown = host.includes(':') ? `[${host}]` : host
  return port === 5432 ? shown : `${shown}:${port}`
}

/** An address without its password, as messages and records may have it. */
export function withoutPassword(address: string): string {
  return address.replace(/^(postgres(?:ql)?:\/\/[^:@/?]*):.*@/i, '$1@').replace(/([?&]password=)[^&]*/gi, '$1…')
}

const wrong = (reason: string) => new LegalTextError('not_ready', say`this is not the address of a database: ${reason}`)

function decoded(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    throw wrong('a percent sign in it has no two hex digits after it')
  }
}

function hostsOf(text: string, defaultPort: string): DatabaseAddress['hosts'] {
  const ports = defaultPort.split(',')
  return text.split(',').map((each, index) => {
    const [, host = '', port = ports[index] ?? ports[0] ?? ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(each) ?? []
    const number = Number(port)
    if (host.startsWith('/')) throw wrong('Unix sockets are not supported; name a host')
    if (!HOST.test(host) || !Number.isInteger(number) || number < 1 || number > 65_535) {
      throw wrong('one of its hosts is not a valid host and port; in a password, / is %2F and @ is %40')
    }
    return { host: host.replace(/^\[|\]$/g, ''), port: number }
  })
}

function sslOption(mode: string, rootCertificate: string | undefined, hosts: DatabaseAddress['hosts']): SslOption {
  const ca =
    rootCertificate === undefined || rootCertificate === 'system' ? {} : { ca: readCertificate(rootCertificate) }
  if (mode === 'disable') return false
  if (mode === 'allow' || mode === 'prefer') return 'prefer'
  if (mode === 'require') return 'require'
  if (mode === 'verify-ca') return { ...ca, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  if (mode === 'verify-full') return { ...ca, rejectUnauthorized: true, checkServerIdentity: identityOf(hosts) }
  throw wrong('sslmode must be disable, allow, prefer, require, verify-ca or verify-full')
}

/**
 * Compares the certificate with the host. For an IP address the client passes no host name to Node.js, which would then check for
 * `localhost`.
 */
function identityOf(hosts: DatabaseAddress['hosts']): CheckIdentity {
  const names = hosts.map(({ host }) => host)
  return (name, certificate) => {
    const faults = (names.includes(name) ? [name] : names.filter(isIP)).map((host) => {
      return checkServerIdentity(host, certificate)
    })
    return faults.includes(undefined) ? undefined : faults[0]
  }
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new LegalTextError('not_ready', say`cannot read ${file} of sslrootcert`, {}, { cause: error })
  }
}

/**
 * The password of the first line of the password file that fits a host.
 * https://www.postgresql.org/docs/current/libpq-pgpass.html
 */
function passwordFrom(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  hosts: DatabaseAddress['hosts'],
  database: string,
  user: string,
): string {
  const usual =
    platform === 'win32' ? join(env.APPDATA ?? '', 'postgresql', 'pgpass.conf') : join(env.HOME ?? homedir(), '.pgpass')
  const file = env.PGPASSFILE ?? usual
  let lines: string[]
  try {
    // Like libpq, a file that others may read is not used.
    if ((statSync(file).mode & 0o077) !== 0 && platform !== 'win32') return ''
    lines = readFileSync(file, 'utf8').split(/\r?\n/)
  } catch {
    return ''
  }
  for (const line of lines) {
    if (line.startsWith('#')) continue
    const fields = line
      .match(/(?:\\.|[^:\\])*(?::|$)/g)
      ?.map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1'))
    if (fields === undefined || fields.length < 5) continue
    const [ofHost, ofPort, ofDatabase, ofUser, password = ''] = fields
    const fits = (pattern: string | undefined, value: string) => pattern === '*' || pattern === value
    const isOurs = hosts.some(({ host, port }) => fits(ofHost, host) && fits(ofPort, String(port)))
    if (isOurs && fits(ofDatabase, database) && fits(ofUser, user)) return password
  }
  return ''
}
