/**
 * Runs the examples of README.md and `docs`: blocks of ```console with `$ command` lines, each followed by its output. A
 * line `…` in an output stands for any number of lines. A block of ```js that begins with `// name.mjs` is that file.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { packageRoot } from '../program/package.ts'
import { copyStarterState, STARTER_DAYS } from './starter-states.ts'

const WILDCARD = '…'
/** Programs that may be missing on a machine. */
const TOOLS = ['curl', 'jq', 'tar', 'zip', 'zstd']

export interface Example {
  command: string
  /** Documented output. */
  expected: string
  /** Actual output; `undefined` if the command needs a program that is not installed. */
  actual?: string | undefined
  fits?: boolean
}

/** Returns the pages with examples, relative to the package root. */
export function examplePages(): string[] {
  return ['README.md', ...globSync('docs/*.md', { cwd: packageRoot }).sort()].filter((page) => {
    return blocksOf(read(page), 'console').length > 0
  })
}

const read = (page: string) => readFileSync(join(packageRoot, page), 'utf8')

/** Returns the code blocks of a language on a page. */
function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\S+)\n(.*?)^```$/gms)].flatMap((match) =>
    match[1] === language ? (match[2] ?? '') : [],
  )
}

/** Returns the examples of one block, in order. */
export function parseBlock(block: string): Example[] {
  return block.split(/^\$ /m).flatMap((part) => {
    const [command, ...output] = part.trimEnd().split(/\n(?!> )/)
    return command ? [{ command: command.replaceAll('\n> ', '\n'), expected: output.join('\n') }] : []
  })
}

/** Runs all examples of a page. */
export async function runExamples(page: string): Promise<Example[]> {
  const session = await Session.open()
  const missing = await session.missing(TOOLS)
  const examples: Example[] = []
  try {
    for (const program of blocksOf(read(page), 'js')) {
      const [, name] = /^\/\/ (\S+\.mjs)\n/.exec(program) ?? []
      if (name !== undefined) session.write(name, program)
    }
    for (const example of blocksOf(read(page), 'console').flatMap(parseBlock)) {
      const lacks = missing.some((tool) => new RegExp(`\\b${tool}\\b`).test(example.command))
      const actual = lacks ? undefined : await session.run(example.command)
      examples.push({ ...example, actual, fits: actual === undefined || fits(example.expected, actual) })
    }
  } finally {
    await session.close()
  }
  return examples
}

/** Updates the outputs that have changed. */
export async function refreshExamples(page: string): Promise<{ text: string; changed: number }> {
  const examples = await runExamples(page)
  let changed = 0
  const text = read(page).replace(/^(```console\n)(.*?)(^```$)/gms, (_, start: string, block: string, end: string) => {
    const refreshed = parseBlock(block).map(({ command, expected }) => {
      const { actual = expected, fits } = examples.shift() as Example
      if (!fits) changed++
      const output = fits ? withDigests(expected, actual) : actual
      return `$ ${command.replaceAll('\n', '\n> ')}\n${output && `${output}\n`}`
    })
    return `${start}${refreshed.join('')}${end}`
  })
  return { text, changed }
}

/** True if the output matches the documented one, apart from differences between machines and runs. */
export function fits(expected: string, actual: string): boolean {
  return linesFit(normalise(expected).split('\n'), normalise(actual).split('\n'))
}

const DIGEST = /\b(?:[0-9a-f]{64}|[0-9a-f]{16})\b/g

/** Returns the documented output with the digests and bundle ids of the actual one, so that all pages show the same. */
export function withDigests(expected: string, actual: string): string {
  const digests = actual.match(DIGEST) ?? []
  if (expected.match(DIGEST)?.length !== digests.length) return expected
  return expected.replace(DIGEST, () => digests.shift() ?? '')
}

function linesFit([first, ...rest]: string[], actual: string[]): boolean {
  if (first === undefined) return actual.length === 0
  if (first.trim() === WILDCARD) return [...actual, ''].some((_, skipped) => linesFit(rest, actual.slice(skipped)))
  return first === actual[0] && linesFit(rest, actual.slice(1))
}

const VOLATILE: [pattern: RegExp, replacement: string][] = [
  [/\b[0-9a-f]{64}\b/g, '<digest>'],
  [/\b[0-9a-f]{16}\b/g, '<bundle id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/^Date: .*$/gm, 'Date: <time>'],
  [/\b\d+\.\d s$/gm, '<seconds> s'],
  [/\b[\d,]+ bytes$/gm, '<size> bytes'],
]

function normalise(text: string): string {
  return VOLATILE.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text.trimEnd())
}

/** Port and folder in the examples. The session replaces them. */
const SHOWN_PORT = '8080'
const SHOWN_FOLDER = '/home/me'
/** Startup timeout of a server, in milliseconds. */
const SERVER_TIMEOUT = 10_000

export class Session {
  readonly #root: string
  readonly #folder: string
  readonly #port: string
  readonly #environment: NodeJS.ProcessEnv
  #server: ChildProcess | undefined

  private constructor(port: number) {
    this.#root = mkdtempSync(join(realpathSync(tmpdir()), 'legal-text-examples-'))
    this.#folder = join(this.#root, 'work')
    this.#port = String(port)
    const bin = join(this.#root, 'bin')
    const modules = join(this.#folder, 'node_modules')
    for (const folder of [bin, modules]) mkdirSync(folder, { recursive: true })
    const program = `#!/bin/sh\nexec '${process.execPath}' '${join(packageRoot, 'bin', 'run.js')}' "$@"\n`
    writeFileSync(join(bin, 'legal-text'), program, { mode: 0o755 })
    symlinkSync(packageRoot, join(modules, 'legal-text'))
    symlinkSync(join(packageRoot, 'node_modules', 'zod'), join(modules, 'zod'))
    for (const name of ['starter', 'starter-legaldocml', 'starter-markdown'])
      cpSync(join(packageRoot, 'src', name), join(this.#folder, 'src', name), { recursive: true })
    for (const day of STARTER_DAYS) copyStarterState(day, join(this.#folder, 'states', day))
    // Only PATH is inherited: colours, pagers and settings would change the output.
    this.#environment = {
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: join(this.#root, 'home'),
      COLUMNS: '80',
      LC_ALL: 'C.UTF-8',
    }
  }

  static async open(): Promise<Session> {
    return new Session(await freePort())
  }

  /** Returns the programs that are not installed. */
  async missing(programs: string[]): Promise<string[]> {
    const found = await this.#bash(programs.map((program) => `command -v ${program}`).join('\n'))
    return programs.filter((program) => !new RegExp(`/${program}$`, 'm').test(found))
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text.replaceAll(SHOWN_PORT, this.#port))
  }

  /**
   * Runs a command in bash. `export NAME=VALUE` applies to later commands. A command with `&` at the end is a server: this
   * returns after its first response, and the server runs until the next one.
   * @returns stdout and stderr, without line feeds at the end
   */
  async run(command: string): Promise<string> {
    const [, name, value] = /^export (\w+)=(\S*)$/.exec(command) ?? []
    if (name !== undefined) {
      this.#environment[name] = value
      return ''
    }
    const real = command.replaceAll(SHOWN_PORT, this.#port)
    const output = real.endsWith(' &') ? await this.#serve(real.slice(0, -2)) : await this.#bash(real)
    return output.replaceAll(this.#port, SHOWN_PORT).replaceAll(this.#folder, SHOWN_FOLDER).trimEnd()
  }

  #bash(command: string): Promise<string> {
    const options = { cwd: this.#folder, env: this.#environment, encoding: 'utf8', timeout: 60_000 } as const
    return new Promise((resolve) => {
      execFile('bash', ['-c', `exec 2>&1 </dev/null\n${command}`], options, (_error, stdout) => resolve(stdout))
    })
  }

  async #serve(command: string): Promise<string> {
    await this.#stopServer()
    const server = spawn('bash', ['-c', `exec ${command} 2>&1 </dev/null`], {
      cwd: this.#folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#server = server
    let output = ''
    server.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    for (const start = performance.now(); performance.now() - start < SERVER_TIMEOUT && server.exitCode === null; ) {
      const status = await fetch(`http://127.0.0.1:${this.#port}/ready`).then(
        (answer) => answer.status,
        () => 503,
      )
      if (status !== 503 || output.includes('Not ready')) break
      await setTimeout(20)
    }
    // Requests before the corpus is open are logged; only this loop sends any so early.
    return output.replace(/^\{"level":"info".*"code":"no_corpus".*\n/gm, '')
  }

  async #stopServer(): Promise<void> {
    const server = this.#server
    if (server === undefined || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill()
    await ended
  }

  /** Stops the server, if any, and removes the folder. */
  async close(): Promise<void> {
    await this.#stopServer()
    rmSync(this.#root, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
