/** Runs the program on a terminal of its own: `script` of util-linux makes one. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../until.ts'
import { COMMAND, cleanEnvironment, quoted } from './program.ts'

/** Whether this machine has what it takes. */
export const HAS_PTY = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return false
  }
})()

export interface TerminalOptions {
  columns?: number
  rows?: number
  environment?: Record<string, string>
}

/** A shell line on a terminal, in which `legal-text` is the program. */
export class Terminal {
  readonly #child: ChildProcess
  #output = ''

  constructor(line: string, { columns = 80, rows = 24, environment = {} }: TerminalOptions = {}) {
    const program = `legal-text() { ${quoted(COMMAND)} "$@"; }`
    const shell = `stty cols ${columns} rows ${rows}; ${program}; ${line}`
    const env = cleanEnvironment({ DATASET_PATH: 'starter', TERM: 'xterm-256color', ...environment })
    // `script` runs the line in the user's shell; one that waits for it, as dash does, dies of each Ctrl-C on the way.
    this.#child = spawn(
      'script',
      ['--quiet', '--return', '--flush', '--command', `exec bash -c ${quoted([shell])}`, '/dev/null'],
      {
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
        timeout: 60_000,
      },
    )
    // Keys that are typed while the line ends have nobody to read them.
    this.#child.stdin?.on('error', () => {})
    this.#child.stdout?.setEncoding('utf8').on('data', (text) => {
      this.#output += text
    })
  }

  /** What was shown so far, with line feeds alone at the ends of lines. */
  get output(): string {
    return this.#output.replaceAll('\r\n', '\n')
  }

  /** Waits until something is shown. */
  async shows(pattern: RegExp): Promise<void> {
    await until(`the terminal shows ${pattern}`, () => pattern.test(this.output))
  }

  /** Types keys. */
  type(keys: string): void {
    this.#child.stdin?.write(keys)
  }

  /** Waits for the end. @returns the exit code of the line */
  async end(): Promise<number | null> {
    if (this.#child.exitCode === null) await once(this.#child, 'close')
    this.#child.stdin?.end()
    return this.#child.exitCode
  }
}

/** Runs a line to its end. */
export async function onTerminal(
  line: string,
  options?: TerminalOptions,
): Promise<{ output: string; code: number | null }> {
  const terminal = new Terminal(line, options)
  const code = await terminal.end()
  return { output: terminal.output, code }
}
