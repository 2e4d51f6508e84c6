/** The command line: finds the command and runs it, and turns errors into messages and exit codes. */
import { chooseLanguage, withoutLanguage } from './cli/choose-language.ts'
import {
  asksForHelp,
  COMMAND_IDS,
  commandOf,
  loadCommand,
  type MatchedCommand,
  meantCommand,
  withoutOperands,
} from './cli/commands.ts'
import { isStdoutClosed } from './cli/terminal/stdout.ts'
import { t } from './i18n/texts.ts'
import { type ErrorBody, errorBody, exitCode, INTERRUPTED, LegalTextError } from './util/errors.ts'

/** Runs a command line and sets `process.exitCode`. @param words after the name of the program */
export async function main(words: string[]): Promise<void> {
  exitIfNotWritten()
  // Else Windows looks for programs (`git`, `pdftotext`) in the working folder first, which may have files of others.
  if (process.platform === 'win32') process.env.NoDefaultCurrentDirectoryInExePath = '1'
  process.on('SIGINT', interrupt)
  applyColourFlag(words)
  chooseLanguage(words, process.env)
  const named = commandOf(words)
  const command = named ?? meantCommand(words)
  try {
    if (VERSION.includes(words[0] ?? '')) await writeVersion(words.includes(LICENCES))
    else if (words[0] === COMPLETE) await writeCompletion(words.slice(1))
    else if (asksForHelp(withoutLanguage(words))) await showHelp(withoutLanguage(words))
    else if (command === undefined) await rejectCommand(words)
    else await runCommand(command)
  } catch (error) {
    process.exitCode = await report(named === undefined ? await orMistypedCommand(error, words) : error, words)
  }
}

async function runCommand({ id, rest }: MatchedCommand): Promise<void> {
  const [description, { parseLine }] = await Promise.all([loadCommand(id), import('./cli/command-line.ts')])
  const parsed = await parseLine(description, rest)
  if (parsed.flags.quiet) (await import('./cli/output.ts')).quieten()
  await description.run(parsed)
}

/** Help on a command, on a subject, or on what a line without a command means. */
async function showHelp(words: string[]): Promise<void> {
  const meant = commandOf(words) === undefined && words[0] !== 'help' ? meantCommand(words) : undefined
  const help = await import('./cli/help/show-help.ts')
  await help.showHelp(meant === undefined ? words : [meant.id, '--help'])
}

/** The error for a line without a command: of a law that is not known, but is nearly a command, that. */
async function orMistypedCommand(error: unknown, words: string[]): Promise<unknown> {
  if (!(error instanceof LegalTextError) || error.kind !== 'not_found') return error
  const { norm, suggestions } = error.details
  if (norm !== undefined || suggestions?.[0]?.part !== undefined) return error
  const { nearest, unknownCommand } = await import('./cli/unknown-command.ts')
  return nearest(words[0] ?? '', COMMAND_IDS) === undefined ? error : unknownCommand(words[0] ?? '')
}

async function rejectCommand(words: string[]): Promise<never> {
  const { unknownCommand } = await import('./cli/unknown-command.ts')
  throw unknownCommand(words.slice(0, 2).join(':'))
}

/** The word with which the completion scripts call the program. */
const COMPLETE = '__complete'

async function writeCompletion(words: string[]): Promise<void> {
  const completion = await import('./cli/completion/complete.ts')
  await completion.writeCompletion(words)
}

/** The first words that ask for the version. */
const VERSION = ['--version', '-V', 'version']

/** Asks for the licences of the packages that are part of the program. */
const LICENCES = '--licences'

async function writeVersion(withLicences: boolean): Promise<void> {
  const [{ assetPath, isExecutable, readPackageFile, version }, { SCHEMA_VERSION }] = await Promise.all([
    import('./program/package.ts'),
    import('./store/bundle-schema.ts'),
  ])
  const words = [
    `legal-text/${version}`,
    `${process.platform}-${process.arch}`,
    `node-${process.version}`,
    `bundle-schema-${SCHEMA_VERSION}`,
    ...(isExecutable ? ['single-executable'] : []),
  ]
  process.stdout.write(`${words.join(' ')}\n`)
  if (withLicences) process.stdout.write(`\n${readPackageFile(assetPath('THIRD-PARTY-NOTICES.txt'))}`)
}

/** Writes an error to stderr, or with `--json` its body to stdout. @returns the exit code */
async function report(error: unknown, words: string[]): Promise<number> {
  const body = errorBody(error)
  if (body.error === 'internal') process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  // Servers answer in English whatever the locale is, but fail in its language.
  chooseLanguage(words, process.env)
  const { writeError, writeJson } = await import('./cli/output.ts')
  if (wantsJson(words)) writeJson(body)
  else await writeError(await withTypedNames(body, words), error instanceof LegalTextError ? error.dataset : undefined)
  return exitCode(error)
}

/** The error of a command with its inputs named as they are typed: `--limit`, not `limit`. */
async function withTypedNames(body: ErrorBody, words: string[]): Promise<ErrorBody> {
  const command = commandOf(words)
  if (command === undefined || body.issues === undefined) return body
  const { inTypedNames } = await import('./cli/law-words.ts')
  return { ...body, message: inTypedNames(body.message, body.issues, await loadCommand(command.id)) }
}

/** True if errors are to be JSON. The line may be one that no parser accepts. */
function wantsJson(words: readonly string[]): boolean {
  const flags = withoutOperands(words)
  return flags.some((word, index) => {
    const format = word === '--format' || word === '-f' ? `--format=${flags[index + 1]}` : word
    return word === '--json' || /^--format=(nd)?json$/.test(format)
  })
}

/** Sets NO_COLOR, which all output obeys. */
function applyColourFlag(words: readonly string[]): void {
  if (!withoutOperands(words).includes('--no-color')) return
  process.env.NO_COLOR = '1'
  delete process.env.FORCE_COLOR
}

/** Exits if output cannot be written. A reader that closes the pipe (`| head -1`; EOF on Windows) is not an error. */
function exitIfNotWritten(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'EOF') process.exit()
      if (stream === process.stdout) exitWithoutAnswer(error)
      process.exit(exitCode(error))
    })
  }
  // Not at once: a server, for example, writes nothing to stdout.
  if (isStdoutClosed()) process.stdout.write = () => exitWithoutAnswer(new Error('stdout is closed'))
}

function exitWithoutAnswer(reason: Error): never {
  process.stderr.write(`${t`Error: cannot write the answer: ${reason.message}`}\n`)
  process.exit(exitCode(reason))
}

/** Exits at once, unless a command listens, too, and exits by itself. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') === 1) process.exit(INTERRUPTED.exitCode)
}
