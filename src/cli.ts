/** The command line: runs oclif, and is the one place where errors become messages and exit codes. */
import { Config, Errors, run } from '@oclif/core'
import { errorBody, exitCode, LegalTextError } from './errors.ts'
import { packageDescription, packageRoot } from './package.ts'

const INTERRUPTED = 130

/** Runs one command line. The exit code is left in `process.exitCode`. @param argv what follows the program's name. */
export async function main(argv: string[]): Promise<void> {
  endQuietlyOnClosedPipe()
  process.on('SIGINT', interrupt)
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv
  try {
    await run(words, oclifOptions)
  } catch (error) {
    process.exitCode = await report(error, words)
  }
}

const oclifOptions = { root: packageRoot, pjson: packageDescription as never }

/** Writes an error for people to stderr, or with `--json` its body to stdout. @returns the exit code. */
async function report(thrown: unknown, argv: string[]): Promise<number> {
  if (thrown instanceof Errors.ExitError) return thrown.oclif.exit ?? 0
  const error = thrown instanceof LegalTextError ? thrown : await usageError(thrown)
  const body = errorBody(error)
  if (body.error === 'internal') process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  if (wantsJson(argv)) {
    const { writeJson } = await import('./commands/base/output.ts')
    writeJson(body)
  } else {
    const { clean } = await import('./terminal/clean.ts')
    const { errorMessage } = await import('./terminal/error-message.ts')
    const { screenOf } = await import('./terminal/screen.ts')
    process.stderr.write(`${errorMessage(clean(body), screenOf(process.stderr, process.env))}\n`)
  }
  return exitCode(error)
}

async function usageError(error: unknown): Promise<unknown> {
  const { fromUsageError } = await import('./commands/base/usage-error.ts')
  const config = await Config.load(oclifOptions)
  const commands = config.commandIDs.map((id) => id.replaceAll(':', ' '))
  return fromUsageError(error, commands)
}

function wantsJson(argv: string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
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
  if (process.listenerCount('SIGINT') === 1) process.exit(INTERRUPTED)
}
