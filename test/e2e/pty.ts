/** Runs the program in its own terminal, made by `script` of util-linux. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../until.ts'
import { COMMAND, cleanEnvironment, quoted } from './program.ts'

/** True if `script` of util-linux is installed. */
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

/** A shell line in a terminal, with `legal-text` as the program. */
export class Terminal {
  readonly #child: ChildProcess
  #output = ''

  constructor(line: string, { columns = 80, rows = 24, environment = {} }: TerminalOptions = {}) {
    const program = `legal-text() { ${quoted(COMMAND)} "$@"; }`
    const shell = `stty cols ${columns} rows ${rows}; ${program}; ${line}`
    const env = cleanEnvironment({ DATASET_PATH: 'starter', TERM: 'xterm-256color', ...environment })
    // Uses `exec`: `script` runs the line in the user's shell, and one that waits for it, such as dash, dies of each Ctrl-C.
    this.#child = spawn(
      'script',
      ['--quiet', '--return', '--flush', '--command', `exec bash -c ${quoted([shell])}`, '/dev/null'],
      {
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
        timeout: 60_000,
      },
    )
    // Keys typed while the line ends have no reader.
    this.#child.stdin?.on('error', () => {})
    this.#child.stdout?.setEncoding('utf8').on('data', (text) => {
      this.#output += text
    })
  }

  /** Output so far, with line ends as line feeds. */
  get output(): string {
    return this.#output.replaceAll('\r\n', '\n')
  }

  /** Waits until a text appears. */
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
