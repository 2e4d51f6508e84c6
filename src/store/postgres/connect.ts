/** Connections to a database, and the meanings of its errors. */

import type { Options, PostgresType, Sql } from 'postgres'
import { say } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'
import { type DatabaseAddress, readAddress } from './address.ts'

export type Database = Sql

export interface ConnectOptions {
  /** Maximum number of connections. */
  most: number
  /** In milliseconds; 0 for none. */
  statementTimeout?: number
}

/** Seconds. */
const CONNECT_TIMEOUT = 3
const IDLE_TIMEOUT = 60
/** Between two attempts to connect, in seconds, however long the database was away. */
const BACKOFF = 0.1

/** Numbers as SQLite returns them: counts and sums fit, truth values are 1 and 0. */
const TYPES: Record<string, PostgresType> = {
  numbers: { to: 20, from: [20, 1700], serialize: String, parse: Number },
  truth: { to: 16, from: [16], serialize: String, parse: (text: string) => (text === 't' ? 1 : 0) },
  // Copied, since their buffer may be read as numbers.
  bytes: {
    to: 17,
    from: [17],
    serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
    parse: (hex: string) => {
      const bytes = Buffer.allocUnsafeSlow((hex.length - 2) / 2)
      bytes.write(hex.slice(2), 'hex')
      return new Uint8Array(bytes.buffer)
    },
  },
  // As the text that was stored.
  json: { to: 114, from: [114, 3802], serialize: String, parse: (text: string) => text },
}

/** Connects on first use. The client is loaded only here, to spare other commands the time. */
export async function connect(
  address: string,
  options: ConnectOptions,
): Promise<{ database: Database; address: DatabaseAddress }> {
  const { open, address: read } = await connector(address, options)
  return { database: open(read.hosts), address: read }
}

/**
 * Reads an address for a caller that may have to reconnect.
 * @returns a function that takes the hosts in the order of attempts, and a set for the numbers of the open connections
 */
export async function connector(
  address: string,
  options: ConnectOptions,
): Promise<{ open(hosts: DatabaseAddress['hosts'], used?: Set<number>): Database; address: DatabaseAddress }> {
  const read = readAddress(address)
  const { default: postgres } = await import('postgres')
  const common = clientOptions(read, options)
  const open = (hosts: DatabaseAddress['hosts'], used?: Set<number>) => {
    // The types of the client have one host, the client takes several.
    const host = hosts.map(({ host }) => host) as never
    const port = hosts.map(({ port }) => port) as never
    const watch = used && { debug: (id: number) => used.add(id), onclose: (id: number) => used.delete(id) }
    return postgres({ ...common, ...watch, host, port }) as unknown as Database
  }
  return { open, address: read }
}

function clientOptions(
  read: DatabaseAddress,
  { most, statementTimeout = 0 }: ConnectOptions,
): Options<Record<string, PostgresType>> {
  return {
    database: read.database,
    user: read.user,
    password: read.password,
    ssl: read.ssl,
    ...(read.targetSessionAttributes !== undefined && {
      target_session_attrs: read.targetSessionAttributes as NonNullable<Options<never>['target_session_attrs']>,
    }),
    max: most,
    connect_timeout: CONNECT_TIMEOUT,
    idle_timeout: IDLE_TIMEOUT,
    backoff: () => BACKOFF,
    fetch_types: false,
    onnotice: () => {},
    types: TYPES,
    connection: {
      application_name: 'legal-text',
      ...(statementTimeout > 0 && { statement_timeout: statementTimeout }),
    },
  }
}

/**
 * Works with a database, and closes the connections.
 * @param doing what for, for messages
 * @throws LegalTextError `not_ready` if the database cannot be reached or refuses, and what the work throws
 */
export async function withDatabase<Result>(
  address: string,
  { most, doing }: { most: number; doing: Doing },
  work: (database: Database, address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  const { database, address: read } = await connect(address, { most })
  try {
    return await work(database, read)
  } catch (error) {
    throw databaseError(error, read, doing)
  } finally {
    await database.end({ timeout: 1 })
  }
}

/** Meanings of states of SQL, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const STATES: Record<string, string> = {
  '28P01': say`it refuses the password`,
  '28000': say`it refuses the user`,
  '3D000': say`there is no such database`,
  '42501': say`the role has not the right to`,
  '42703': say`its tables are not those that were published`,
  '42P01': say`its tables are not those that were published`,
  '53100': say`its disk is full`,
  '53300': say`it has no connection left`,
  '57014': say`it took too long`,
  '57P01': say`it is being shut down`,
  '57P03': say`it is starting up or shutting down`,
}

/** Meanings of failures to connect. */
const FAILURES: Record<string, string> = {
  ECONNREFUSED: say`nothing listens there`,
  ENOTFOUND: say`the host is unknown`,
  EAI_AGAIN: say`the host is unknown at the moment`,
  CONNECT_TIMEOUT: say`it does not answer`,
  SILENT: say`it does not answer`,
  CONNECTION_CLOSED: say`it closed the connection`,
  CONNECTION_ENDED: say`the connection is closed`,
  CONNECTION_DESTROYED: say`the connection is closed`,
  ECONNRESET: say`it closed the connection`,
  EPIPE: say`it closed the connection`,
  ETIMEDOUT: say`it does not answer`,
  EHOSTUNREACH: say`there is no way to the host`,
}

/** Meanings of faults of a certificate, https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE_FAULTS: Record<string, string> = {
  CERT_HAS_EXPIRED: say`its certificate has expired`,
  CERT_NOT_YET_VALID: say`its certificate is not valid yet`,
  ERR_TLS_CERT_ALTNAME_INVALID: say`its certificate is for another host`,
}
const UNKNOWN_AUTHORITY = /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|INVALID_CA)/

/** True if a connection was lost or could not be made: another attempt may succeed, on another host. */
export function isConnectionLoss(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return code in FAILURES || /^(?:08|57P0)/.test(code)
}

/** The purpose of a connection, for messages. */
export type Doing = 'reading' | 'publishing' | 'pruning'

const FAILED: Record<Doing, (name: string, reason: string) => string> = {
  reading: (name, reason) => say`cannot read from the database ${name}: ${reason}`,
  publishing: (name, reason) => say`cannot publish in the database ${name}: ${reason}`,
  pruning: (name, reason) => say`cannot remove corpora from the database ${name}: ${reason}`,
}

/** Translates an error for users. Unknown errors stay as they are: they are bugs. */
export function databaseError(
  error: unknown,
  { name, ssl, targetSessionAttributes }: DatabaseAddress,
  doing: Doing,
): unknown {
  let reason = reasonOf(error)
  if (reason === undefined) return error
  const { code = '' } = error as { code?: string }
  if (code === 'ECONNRESET' && ssl !== false && ssl !== 'prefer')
    reason = say`${reason}; does it lack TLS, which sslmode requires?`
  if (/^CONNECTION_(?:ENDED|DESTROYED)$/.test(code) && targetSessionAttributes !== undefined) {
    reason = say`none of its hosts is ${targetSessionAttributes} (target_session_attrs)`
  }
  return new LegalTextError('not_ready', FAILED[doing](name, reason), {}, { cause: error })
}

/** As {@link databaseError}, without the name: clients of a server must not learn where its database is. */
export function readingError(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  const ofState = code === '42501' ? say`the role has not the right to read` : STATES[code]
  const reason = isSqlState(code) ? (ofState ?? say`it refuses a statement (${code})`) : reasonOf(error)
  if (reason === undefined) return error
  return new LegalTextError('not_ready', say`cannot read from the database: ${reason}`, {}, { cause: error })
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html; excludes `EPIPE`. */
const isSqlState = (code: string) => /^(?=.*\d)[0-9A-Z]{5}$/.test(code)

/** Why a database failed; `undefined` for any other error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof LegalTextError) return undefined
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const reason = FAILURES[code] ?? STATES[code] ?? CERTIFICATE_FAULTS[code]
  if (reason === undefined && UNKNOWN_AUTHORITY.test(code)) {
    return say`its certificate is of an authority that is not trusted; sslrootcert names the file of one`
  }
  if (code === '42501') return say`${reason}: ${message}`
  return reason ?? (isSqlState(code) ? message : undefined)
}
