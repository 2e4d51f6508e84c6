/** Runs the server program, and follows its output. */
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { after } from 'node:test'
import { until } from '../until.ts'
import { cleanEnvironment, spawnCommand } from './program.ts'

export interface ServerProgram {
  child: ChildProcess
  stderr: () => string
  /** Resolves with the first group once stderr matches. */
  says(pattern: RegExp): Promise<string>
  /** Exit status, once it has ended. */
  readonly exit: Promise<Ended>
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

export const LISTENING = /^Listening on http:\/\/127\.0\.0\.1:(\d+)\n/m

const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a program in a new process group. @param program a command of `program.ts` */
export function startServerProgram(
  program: readonly string[],
  args: string[],
  settings: Record<string, string> = {},
): ServerProgram {
  const child = spawnCommand([...program, ...args], {
    env: cleanEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.add(child)
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  let ended: Ended | undefined
  child.on('close', (code, signal) => {
    children.delete(child)
    ended = { code, signal }
  })
  return {
    child,
    stderr: () => stderr,
    async says(pattern) {
      await until(`it says ${pattern}`, () => pattern.test(stderr) || ended !== undefined)
      const match = pattern.exec(stderr)
      assert(match !== null, `ended without saying ${pattern}: ${stderr}`)
      return match[1] ?? match[0]
    },
    get exit() {
      return until('it ends', () => ended !== undefined).then(() => ended as Ended)
    },
  }
}
