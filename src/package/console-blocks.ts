/**
 * The commands that the documentation shows with their output, in blocks of the language `console`: they are really
 * run, `npm run docs` writes what came out, and a test compares.
 *
 * A line that begins with `$ ` is a command, the lines up to the next one are what it writes. Commands run in a shell,
 * in an empty folder, 80 columns wide, with `legal-text` in their path and a server with the starter dataset at
 * http://127.0.0.1:8080.
 */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type RunningServer, startServer } from '../http/listen.ts'
import { packageRoot } from '../package.ts'
import { readSettings } from '../settings.ts'

/** Where the documentation says that the server listens. */
const DOCUMENTED_SERVER = 'http://127.0.0.1:8080'
/** Times with milliseconds are those of the run. */
const TIME_OF_RUN = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|\b\d+\.\d s\b/g

export interface ShownCommand {
  command: string
  /** What the page says that it writes, without a line feed at the end. */
  output: string
}

const BLOCK = /^```console\n([\s\S]*?)^```$/gm

/** The commands of a page with their output, in order. */
export function shownCommands(page: string): ShownCommand[] {
  return [...page.matchAll(BLOCK)].flatMap(([, block = '']) =>
    block.split(/^\$ /m).flatMap((part) => {
      const [command = '', ...output] = part.split('\n')
      return command === '' ? [] : [{ command, output: output.join('\n').trimEnd() }]
    }),
  )
}

/** The page with what its commands wrote just now. */
export async function withFreshOutput(page: string, run: (command: string) => Promise<string>): Promise<string> {
  const fresh: string[] = []
  for (const { command, output } of shownCommands(page)) {
    const written = await run(command)
    fresh.push(sameOutput(output, written) ? output : written)
  }
  return page.replace(BLOCK, (block) => {
    const commands = shownCommands(block)
    const lines = commands.flatMap(({ command }) => [`$ ${command}`, ...(fresh.shift() || '').split('\n')])
    return ['```console', ...lines.filter((line, index) => line !== '' || lines[index + 1] !== undefined), '```'].join('\n')
  })
}

/** Whether two outputs differ in nothing but times of the run. */
export function sameOutput(a: string, b: string): boolean {
  return a.replace(TIME_OF_RUN, '') === b.replace(TIME_OF_RUN, '')
}

export interface CommandRunner {
  /** Runs a command. @returns what it wrote to stdout and stderr, without a line feed at the end. */
  run(command: string): Promise<string>
  close(): Promise<void>
}

/** Makes what the commands need: a folder, a path with `legal-text` in it, a server. */
export async function commandRunner(): Promise<CommandRunner> {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-docs-'))
  const bin = join(folder, 'bin')
  const work = join(folder, 'work')
  mkdirSync(bin)
  mkdirSync(work)
  const program = join(bin, 'legal-text')
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(packageRoot, 'bin', 'run.js')}" "$@"\n`)
  chmodSync(program, 0o755)
  symlinkSync(join(packageRoot, 'src', 'starter'), join(work, 'laws'))
  const server: RunningServer = await startServer(
    readSettings({ HOST: '127.0.0.1', PORT: '0', DATASET_PATH: 'starter', STRICT_STARTUP: 'true' }),
  )
  const environment = {
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: folder,
    LANG: 'C.UTF-8',
    COLUMNS: '80',
  }
  return {
    async run(command) {
      const shell = `{ ${command.replaceAll(DOCUMENTED_SERVER, server.url)}\n} 2>&1`
      const output = await new Promise<string>((resolve) => {
        execFile('bash', ['-c', shell], { cwd: work, env: environment }, (_, stdout) => resolve(stdout))
      })
      return output.replaceAll(server.url, DOCUMENTED_SERVER).replaceAll(work, '/work').replaceAll('\r', '').trimEnd()
    },
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
