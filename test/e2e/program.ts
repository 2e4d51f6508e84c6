/** Runs the real program, as a user does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SETTINGS } from '../../src/settings.ts'

export const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'run.js')

export interface Outcome {
  stdout: string
  stderr: string
  code: number | null
}

/** The cache of the programs that are run: that of the user is none of the tests' business. */
const CACHE = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
process.once('exit', () => rmSync(CACHE, { recursive: true, force: true }))

/** Settings of legal-text, and what else changes what it writes. */
const OWN = [...Object.values(SETTINGS).map(({ name }) => name), 'COLUMNS', 'NO_COLOR', 'FORCE_COLOR']

/** The environment without the settings of legal-text, so that a test sees only its own; nothing leaves the machine. */
export function cleanEnvironment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(([name]) => !OWN.includes(name))
  return { ...Object.fromEntries(rest), XDG_CACHE_HOME: CACHE, SOURCE_URL: 'http://127.0.0.1:9', ...settings }
}

export function start(args: string[], settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], {
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
