import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export interface Child {
  process: ChildProcess
  /** Its first line of output. */
  line: string
  /** Kills it, as in a crash. */
  kill(): Promise<void>
}

/** Starts `lock-holder.ts` and waits for its first line. If still running at the end of the test, it is killed. */
export async function startChild(test: TestContext, ...args: string[]): Promise<Child> {
  const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, 'lock-holder.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  test.after(() => child.kill('SIGKILL'))
  let line = ''
  for await (const chunk of child.stdout) {
    line += chunk
    if (line.includes('\n')) break
  }
  return {
    process: child,
    line: line.trim(),
    async kill() {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
  }
}
