/** A PostgreSQL server for tests, run by an ordinary user in a temporary folder, on a free port. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect } from '../../../src/store/postgres/connect.ts'

/** The folder of the PostgreSQL programs; `undefined` if not installed. */
const programs = [
  ...(process.env.PATH ?? '').split(':'),
  ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
].find((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))))

/** The reason to skip tests; false if there is none. */
export const skip = programs === undefined && 'PostgreSQL is not installed (Debian: apt-get install postgresql)'

/** User for tests run as root, as which the server refuses to run. */
const NOBODY = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

export class PostgresServer {
  readonly folder: string
  readonly port: number
  #child: ChildProcess | undefined
  #databases = 0

  private constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
  }

  static async start(): Promise<PostgresServer> {
    const folder = newFolder()
    const words = [
      '--pgdata',
      join(folder, 'data'),
      '--username',
      'owner',
      '--auth',
      'trust',
      '--no-sync',
      '--encoding',
      'UTF8',
    ]
    execFileSync(join(programs as string, 'initdb'), [...words, '--no-locale'], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    })
    const server = new PostgresServer(folder, await freePort())
    await server.run()
    return server
  }

  /** A streaming replica of this server, on another port. */
  async replica(): Promise<PostgresServer> {
    const folder = newFolder()
    const words = ['--pgdata', join(folder, 'data'), '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync']
    const from = ['--host', '127.0.0.1', '--port', String(this.port), '--username', 'owner']
    execFileSync(join(programs as string, 'pg_basebackup'), [...words, ...from], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    })
    const replica = new PostgresServer(folder, await freePort())
    await replica.run()
    return replica
  }

  /** Restarts it after a stop or a kill. */
  async run(): Promise<void> {
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const words = ['-D', join(this.folder, 'data'), '-p', String(this.port), ...settings]
    this.#child = spawn(join(programs as string, 'postgres'), words, { ...user, cwd: this.folder, stdio: 'ignore' })
    for (let tries = 0; !(await this.answers()); tries++) {
      if (tries > 200) throw new Error('PostgreSQL does not start')
      await setTimeout(50)
    }
  }

  address(database = 'postgres', role = 'owner'): string {
    return `postgresql://${role}@127.0.0.1:${this.port}/${database}`
  }

  /** Creates a role that needs a password. */
  async requirePassword(role: string, password: string): Promise<void> {
    await this.execute(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
    const file = join(this.folder, 'data', 'pg_hba.conf')
    writeFileSync(file, `host all ${role} 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`)
    await this.execute('SELECT pg_reload_conf()')
  }

  /** Creates a database. @returns its address */
  async createDatabase(): Promise<string> {
    const name = `test${++this.#databases}`
    await this.execute(`CREATE DATABASE ${name}`)
    return this.address(name)
  }

  async execute(sql: string, address = this.address()): Promise<Record<string, unknown>[]> {
    const { database } = await connect(address, { most: 1 })
    try {
      return [...(await database.unsafe(sql))]
    } finally {
      await database.end()
    }
  }

  async answers(): Promise<boolean> {
    return this.execute('SELECT 1').then(
      () => true,
      () => false,
    )
  }

  /** @param signal SIGINT stops the server, SIGKILL crashes it */
  async stop(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** Suspends the server: connections stay open, without answers. @returns a function that resumes it */
  hang(): () => void {
    const pid = this.#child?.pid as number
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
    const all = [pid, ...children]
    for (const each of all) process.kill(each, 'SIGSTOP')
    return () => {
      for (const each of all) process.kill(each, 'SIGCONT')
    }
  }

  /** Makes a file of the data folder accessible to the server only. */
  own(name: string): void {
    const file = join(this.folder, 'data', name)
    chmodSync(file, 0o600)
    if (user.uid !== undefined) chownSync(file, user.uid, user.gid)
  }

  /** Creates a database on a small disk. @returns its address */
  async createDatabaseIn(folder: string): Promise<string> {
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
    await this.execute(`CREATE TABLESPACE small LOCATION '${folder}'`)
    await this.execute('CREATE DATABASE small TABLESPACE small')
    return this.address('small')
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-postgres-'))
  chmodSync(folder, 0o700)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
