/** Runs the real program, as a user does. */
import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const executable = process.env.LEGAL_TEXT_EXECUTABLE

export const IS_EXECUTABLE = executable !== undefined

/** The built package, or the single executable named by the variable LEGAL_TEXT_EXECUTABLE. */
export const COMMAND: readonly string[] = executable ? [executable] : [process.execPath, join(root, 'bin', 'run.js')]

/** The server program. */
export const SERVER: readonly string[] = executable
  ? [executable, 'http']
  : [process.execPath, join(root, 'dist', 'server.js')]

/** Quotes words for a shell. */
export const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')

export function spawnCommand(
  command: readonly string[],
  options: SpawnOptionsWithoutStdio,
): ChildProcessWithoutNullStreams
export function spawnCommand(command: readonly string[], options: SpawnOptions): ChildProcess
export function spawnCommand([file = '', ...words]: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(file, words, options)
}

export interface Outcome {
  stdout: string
  stderr: string
  code: number | null
}

/** A cache for the programs under test, separate from the user's. */
const CACHE = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
process.once('exit', () => rmSync(CACHE, { recursive: true, force: true }))

/** Variables that a program needs. All others (`PAGER`, `LESS`, `NO_COLOR`, our settings) change its behaviour. */
const NEEDED = ['PATH', 'HOME', 'TMPDIR']

/** A reproducible environment, in which a test sees only its own settings; nothing leaves the machine. */
export function cleanEnvironment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const needed = Object.entries(process.env).filter(([name]) => NEEDED.includes(name))
  const own = {
    LANG: 'C.UTF-8',
    XDG_CACHE_HOME: CACHE,
    SOURCE_URL: 'http://127.0.0.1:9',
    CELLAR_URL: 'http://127.0.0.1:9',
    NEURIS_URL: 'http://127.0.0.1:9',
  }
  return { ...Object.fromEntries(needed), ...own, ...settings }
}

export function start(args: string[], settings: Record<string, string> = {}): ChildProcess {
  return spawnCommand([...COMMAND, ...args], {
    env: cleanEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs `legal-text` to its end. */
export function run(args: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  return outcome(start(args, settings))
}

/** Runs it on the starter dataset. */
export function runStarter(...args: string[]): Promise<Outcome> {
  return run(args, { DATASET_PATH: 'starter' })
}

/** Runs it on the starter dataset, with this as its standard input. */
export function runWithInput(input: string | Buffer, ...args: string[]): Promise<Outcome> {
  const child = spawnCommand([...COMMAND, ...args], { env: cleanEnvironment({ DATASET_PATH: 'starter' }) })
  child.stdin.on('error', () => {}).end(input)
  return outcome(child)
}

export async function outcome(child: ChildProcess): Promise<Outcome> {
  const texts = [child.stdout, child.stderr].map(async (stream) => {
    let text = ''
    stream?.setEncoding('utf8')
    for await (const chunk of stream ?? []) text += chunk
    return text
  })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout = '', stderr = ''] = await Promise.all(texts)
  return { stdout, stderr, code: await code }
}
