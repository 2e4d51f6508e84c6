/** Runs the real program, as a user does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'run.js')

export interface Outcome {
  stdout: string
  stderr: string
  code: number | null
}

/** The environment without the settings of legal-text, so that a test sees only its own. */
export function cleanEnvironment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { HOST, PORT, DATASET_PATH, STRICT_STARTUP, MAX_REQUEST_BODY_BYTES, COLUMNS, NO_COLOR, FORCE_COLOR, ...rest } =
    process.env
  return { ...rest, ...settings }
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
