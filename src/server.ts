/**
 * The HTTP server as a program of its own, without the command line around it:
 * `node node_modules/legal-text/dist/server.js --host 127.0.0.1 --port 8001 --dataset starter --strict`.
 */
import { existsSync, realpathSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { serve } from './http/serve.ts'
import { packageRoot } from './program/package.ts'
import { readSettings, type Settings } from './program/settings.ts'
import { exitCode, LegalTextError } from './util/errors.ts'

export { type RunningServer, startServer } from './http/listen.ts'
export { serve }

/** The settings that arguments and environment give. @throws LegalTextError `invalid_input` */
function settingsOf(args: string[]): Settings {
  const { host, port, dataset: datasetPath, strict: strictStartup, mcp, workers } = parseFlags(args)
  return readSettings(process.env, { host, port, datasetPath, strictStartup, mcp, workers })
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        dataset: { type: 'string' },
        strict: { type: 'boolean' },
        mcp: { type: 'boolean' },
        workers: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new LegalTextError('invalid_input', (error as Error).message)
  }
}

async function main(): Promise<void> {
  try {
    process.exitCode = await serve(settingsOf(process.argv.slice(2)))
  } catch (error) {
    process.stderr.write(`Error: ${error instanceof LegalTextError ? error.message : (error as Error).stack}\n`)
    process.exitCode = exitCode(error)
  }
}

const program = process.argv[1]
const isProgram = program !== undefined && existsSync(program) && realpathSync(program) === import.meta.filename
// A program that has it in its bundle is another one.
if (isProgram && packageRoot !== '') void main()
