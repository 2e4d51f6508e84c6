/** A folder and an environment in which the commands of one page of examples run, one after the other. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { packageRoot } from '../package.ts'

/** The address that the examples show; that of the session's server takes its place. */
const SHOWN_ADDRESS = '127.0.0.1:8080'
const PROGRAM = join(packageRoot, 'bin', 'run.js')

export class Session {
  readonly #root = mkdtempSync(join(tmpdir(), 'legal-text-examples-'))
  readonly #folder = join(this.#root, 'work')
  readonly #environment: NodeJS.ProcessEnv
  #server: ChildProcess | undefined
  #address = SHOWN_ADDRESS

  constructor() {
    const bin = join(this.#root, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'legal-text'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 })
    cpSync(join(packageRoot, 'src', 'starter'), join(this.#folder, 'src', 'starter'), { recursive: true })
    const { HOST, PORT, DATASET_PATH, STRICT_STARTUP, MAX_REQUEST_BODY_BYTES, ...environment } = process.env
    this.#environment = {
      ...environment,
      PATH: [bin, dirname(process.execPath), environment.PATH].join(delimiter),
      COLUMNS: '80',
      LC_ALL: 'C.UTF-8',
    }
  }

  /** Those of some programs that this machine does not have. */
  async missing(programs: string[]): Promise<string[]> {
    const found = await this.#bash(programs.map((program) => `command -v ${program}`).join('\n'))
    return programs.filter((program) => !new RegExp(`/${program}$`, 'm').test(found))
  }

  /** Runs a command. @returns what it writes to stdout and stderr, in that order of time, without the last line feed. */
  async run(command: string): Promise<string> {
    const [, name, value] = /^export (\w+)=(\S*)$/.exec(command) ?? []
    if (name !== undefined) {
      this.#environment[name] = value
      return ''
    }
    if (/^legal-text http .*&$/.test(command)) return this.#serve(command)
    const output = await this.#bash(command.replaceAll(SHOWN_ADDRESS, this.#address))
    return output.replaceAll(this.#address, SHOWN_ADDRESS).trimEnd()
  }

  #bash(command: string): Promise<string> {
    const options = { cwd: this.#folder, env: this.#environment, encoding: 'utf8', timeout: 60_000 } as const
    return new Promise((resolve) => {
      execFile('bash', ['-c', `exec 2>&1 </dev/null\n${command}`], options, (_error, stdout) => resolve(stdout))
    })
  }

  /** Starts the server of a command, in the place of the one before it; on a free port. @returns what it says. */
  async #serve(command: string): Promise<string> {
    await this.#stopServer()
    const args = command.slice('legal-text '.length, -'&'.length).trim().split(/\s+/)
    const server = spawn(process.execPath, [PROGRAM, ...args, '--strict', '--port', '0'], {
      cwd: this.#folder,
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#server = server
    let said = ''
    for await (const chunk of server.stderr.iterator({ destroyOnReturn: false })) {
      said += chunk
      if (said.includes('\n')) break
    }
    server.stderr.resume()
    this.#address = /http:\/\/(\S+)/.exec(said)?.[1] ?? SHOWN_ADDRESS
    return said.replaceAll(this.#address, SHOWN_ADDRESS).trimEnd()
  }

  async #stopServer(): Promise<void> {
    const server = this.#server
    if (server === undefined || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill()
    await ended
  }

  /** Stops the server, if there is one, and removes the folder. */
  async close(): Promise<void> {
    await this.#stopServer()
    rmSync(this.#root, { recursive: true, force: true })
  }
}
