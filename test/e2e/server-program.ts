/** Runs the program that serves, and follows what it says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { after } from 'node:test'
import { cleanEnvironment } from './program.ts'

export interface ServerProgram {
  child: ChildProcess
  stderr: () => string
  /** Resolves once stderr matches; with the first group. */
  says(pattern: RegExp): Promise<string>
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export const LISTENING = /^Listening on http:\/\/127\.0\.0\.1:(\d+)\n/m

const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a program in a process group of its own. @param program `src/server.ts` or what was built of it */
export function startServerProgram(
  program: string,
  args: string[],
  settings: Record<string, string> = {},
): ServerProgram {
  const child = spawn(process.execPath, [program, ...args], {
    env: cleanEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.add(child)
  let stderr = ''
  const waiting = new Set<() => void>()
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
    for (const check of waiting) check()
  })
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => {
      children.delete(child)
      resolve({ code, signal })
    })
  })
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const match = pattern.exec(stderr)
        if (match === null) return
        waiting.delete(check)
        resolve(match[1] ?? match[0])
      }
      waiting.add(check)
      exit.then(() => reject(new Error(`ended without saying ${pattern}: ${stderr}`)))
      check()
    })
  return { child, stderr: () => stderr, says, exit }
}
