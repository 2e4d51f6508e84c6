/** The command line: finds the command and runs it; the one place where errors become messages and exit codes. */

import { asksForHelp, readPlainLine, withoutOperands } from './commands/base/command-line.ts'
import { commandOf, loadCommand, type MatchedCommand } from './commands/base/commands.ts'
import { errorBody, exitCode, INTERRUPTED, LegalTextError } from './errors.ts'

/** Runs one command line. The exit code is left in `process.exitCode`. @param argv what follows the program's name. */
export async function main(argv: string[]): Promise<void> {
  await runLine(argv, runPlain)
}

/** The same without the short path for plain lines: oclif reads every line. */
export async function mainWithOclif(argv: string[]): Promise<void> {
  await runLine(argv, async () => false)
}

/** @param runShort runs the line where it can @returns whether it could */
async function runLine(words: string[], runShort: typeof runPlain): Promise<void> {
  endQuietlyOnClosedPipe()
  process.on('SIGINT', interrupt)
  heedColourFlag(words)
  const command = commandOf(words)
  try {
    if (words[0] === '--version') await writeVersion()
    else if (words[0] === COMPLETE) await writeCompletion(words.slice(1))
    else if (asksForHelp(words)) await (await import('./commands/base/help/show-help.ts')).showHelp(words)
    else if (command === undefined && !words[0]?.startsWith('-')) await refuse(words)
    else if (command === undefined || !(await runShort(command)))
      await (await import('./commands/base/oclif.ts')).runOclif(words)
  } catch (error) {
    process.exitCode = await report(error, words)
  }
}

async function runPlain({ id, rest }: MatchedCommand): Promise<boolean> {
  const given = readPlainLine(await loadCommand(id), rest)
  await given?.description.run(given)
  return given !== undefined
}

async function refuse(words: string[]): Promise<never> {
  const { unknownCommand } = await import('./commands/base/unknown-command.ts')
  throw unknownCommand(words.slice(0, 2).join(':'))
}

/** What the scripts for completion ask with; nobody types it. */
const COMPLETE = '__complete'

async function writeCompletion(words: string[]): Promise<void> {
  const completion = await import('./commands/base/completion/complete.ts')
  await completion.writeCompletion(words)
}

async function writeVersion(): Promise<void> {
  const [{ version }, { SCHEMA_VERSION }] = await Promise.all([
    import('./version.ts'),
    import('./sqlite/bundle-schema.ts'),
  ])
  const platform = `${process.platform}-${process.arch}`
  process.stdout.write(`legal-text/${version} ${platform} node-${process.version} bundle-schema-${SCHEMA_VERSION}\n`)
}

/** Writes an error for people to stderr, or with `--json` its body to stdout. @returns the exit code. */
async function report(thrown: unknown, words: string[]): Promise<number> {
  const error = thrown instanceof LegalTextError ? thrown : await usageError(thrown)
  const body = errorBody(error)
  if (body.error === 'internal') process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const { writeError, writeJson } = await import('./commands/base/output.ts')
  if (wantsJson(words)) writeJson(body)
  else await writeError(body)
  return exitCode(error)
}

/** What oclif has thrown, as an error of legal-text. */
async function usageError(error: unknown): Promise<unknown> {
  const { fromUsageError } = await import('./commands/base/oclif.ts')
  return fromUsageError(error)
}

/** Whether errors are to be JSON. */
function wantsJson(words: readonly string[]): boolean {
  const given = withoutOperands(words)
  const format = given[given.indexOf('--format') + 1]
  const isJson = (name: string | undefined) => name === 'json' || name === 'ndjson'
  return (
    given.includes('--json') ||
    (given.includes('--format') && isJson(format)) ||
    given.some((word) => /^--format=(nd)?json$/.test(word))
  )
}

/** All that writes to a terminal heeds NO_COLOR; so the flag is that variable. */
function heedColourFlag(words: readonly string[]): void {
  if (!withoutOperands(words).includes('--no-color')) return
  process.env.NO_COLOR = '1'
  delete process.env.FORCE_COLOR
}

/** A reader that has seen enough (`| head -1`) is no error. */
function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    // In front of oclif's own, which throws.
    stream.prependListener('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit()
      if (stream === process.stdout) process.stderr.write(`Error: cannot write the answer: ${error.message}\n`)
      process.exit(exitCode(error))
    })
  }
}

/** Ends at once, unless a command listens too and ends by itself. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') === 1) process.exit(INTERRUPTED.exitCode)
}
