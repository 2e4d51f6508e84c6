/** Shows pages longer than the screen in a pager. */
import { constants } from 'node:os'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { t } from '../../i18n/texts.ts'
import { writeStdout, yieldToEventLoop } from './stdout.ts'

/**
 * Not every system has `less`. It keeps colours and links, overriding LESS of the user. On Windows, `cmd.exe` parses the line; its
 * `more` would show neither umlauts nor colours.
 */
const DEFAULT_PAGERS = {
  unix: 'command -v less >/dev/null || exit 127; exec less -R',
  windows: 'where /q less || exit 127 & less -R',
}
const isDefault = (command: string) => Object.values(DEFAULT_PAGERS).includes(command)

/**
 * Variables of pagers, unless set by the user, as in git. `less` then quits if the text fits, keeps colours and links, and leaves
 * the text on the screen; `lv` keeps colours.
 */
const PAGER_VARIABLES = { LESS: 'FRX', LV: '-c' }

/** Exit code of a shell for an unknown program. */
const COMMAND_NOT_FOUND = 127

/**
 * Writes pages to stdout; through `$PAGER` if stdout is a terminal and they are longer than its screen.
 * @param pages in parts, each written immediately
 */
export async function showPages(pages: AsyncIterable<string>, { pager }: { pager: boolean }): Promise<void> {
  const command = pager ? pagerOf(process.env) : undefined
  if (command === undefined || !process.stdout.isTTY) return writeAll(pages)
  const taken: string[] = []
  const rest = pages[Symbol.asyncIterator]()
  let lines = 0
  try {
    for (let part = await rest.next(); !part.done; part = await rest.next()) {
      taken.push(part.value)
      lines += linesOf(part.value, process.stdout.columns)
      if (lines < process.stdout.rows) continue
      const fault = await page(command, joined(taken, rest))
      if (fault === undefined) return
      if (!isDefault(command)) process.stderr.write(t`Note: the pager ${JSON.stringify(command)} ${fault}\n`)
      return await writeAll(joined(taken, rest))
    }
    await writeAll(joined(taken, rest))
  } finally {
    await rest.return?.()
  }
}

/** Command line of the pager; `undefined` if none is wanted. */
export function pagerOf(
  { PAGER, TERM }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  PAGER ??= DEFAULT_PAGERS[platform === 'win32' ? 'windows' : 'unix']
  return TERM === 'dumb' || /^\s*(cat)?\s*$/.test(PAGER) ? undefined : PAGER
}

/** Screen rows of a text. */
function linesOf(text: string, columns: number): number {
  const lines = text.split('\n')
  // A line wider than the screen continues in the next row.
  const rows = lines.map((line) => Math.max(1, Math.ceil(stripVTControlCharacters(line).length / columns)))
  return rows.reduce((sum, each) => sum + each, -1)
}

/** The parts taken so far, then the rest, each of which joins those taken. */
async function* joined(taken: string[], rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield* taken
  for (let part = await rest.next(); !part.done; part = await rest.next()) {
    taken.push(part.value)
    yield part.value
  }
}

/** First version of less that supports links (OSC 8); older ones and other pagers show the bytes. */
const LESS_WITH_LINKS = 566

async function passesLinks(command: string): Promise<boolean> {
  if (!isDefault(command) && !/^\s*(\S*[\\/])?less\b/.test(command)) return false
  const { execa } = await import('execa')
  const { stdout } = await execa('less', ['--version'], { reject: false, stderr: 'ignore' })
  return Number(/^less (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= LESS_WITH_LINKS
}

const LINK = '\x1b]8;'
const withoutLinks = (text: string) => text.replaceAll(new RegExp(`${LINK}[^\x07\x1b]*\x07`, 'g'), '')

/** Runs a pager. @returns why the text may have remained unseen; `undefined` if it ended normally */
async function page(command: string, parts: AsyncIterable<string>): Promise<string | undefined> {
  const { execa } = await import('execa')
  const running = execa(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...PAGER_VARIABLES, ...process.env, LESSCHARSET: 'utf-8' },
    reject: false,
  })
  let ended: NodeJS.Signals | undefined
  const release = holdSignals((signal) => {
    ended = signal
    running.kill(signal)
  })
  try {
    await feed(running.stdin, command, parts)
    const { exitCode, signal = ended } = await running
    // Of two pending signals Node.js delivers the later first: a Ctrl-C in the pager arrives after its end.
    await setImmediate()
    if (signal !== undefined) return process.exit(SIGNALLED + constants.signals[signal])
    if (exitCode === 0) return undefined
    return exitCode === COMMAND_NOT_FOUND ? t`cannot be run` : t`has ended with ${exitCode ?? ''}`
  } finally {
    release()
  }
}

/** Base of the exit code of a program that a signal has ended. */
const SIGNALLED = 128

/**
 * Keeps the process alive while a pager has the terminal, and forwards signals that must end both. Ctrl-C reaches the pager anyway:
 * it is on the same terminal.
 */
function holdSignals(pass: (signal: 'SIGTERM' | 'SIGHUP') => void): () => void {
  const ignore = () => {}
  process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass)
  return () => {
    process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass)
  }
}

/** Writes to a pager until it is closed. */
async function feed(stdin: Writable, command: string, parts: AsyncIterable<string>): Promise<void> {
  let links: boolean | undefined
  let resume = () => {}
  // The user may quit before the end.
  stdin.on('error', () => {})
  for (const event of ['drain', 'close']) stdin.on(event, () => resume())
  for await (const part of parts) {
    await yieldToEventLoop()
    if (part.includes(LINK)) links ??= await passesLinks(command)
    if (stdin.destroyed || !stdin.writable) return
    const isTaken = stdin.write(links === false ? withoutLinks(part) : part)
    if (!isTaken && !stdin.destroyed) {
      await new Promise<void>((resolve) => {
        resume = resolve
      })
    }
  }
  stdin.end()
}

async function writeAll(parts: AsyncIterable<string>): Promise<void> {
  for await (const part of parts) await writeStdout(part)
}
