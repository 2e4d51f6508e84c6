import { createRequire } from 'node:module'
import { say, useLanguage } from '../../i18n/texts.ts'
import { assetPath, isExecutable } from '../../program/package.ts'
import { readSettings, SETTINGS, type Settings } from '../../program/settings.ts'
import { argumentError } from '../../util/arguments.ts'
import { DATASET, defineCommand } from '../description.ts'

export default defineCommand({
  summary: 'Serve the corpus over HTTP.',
  description:
    'Listens until it is interrupted, and writes its address to stderr. Until a corpus is open it answers 503 to all ' +
    'requests except those for `/health`, `/openapi.json`, `/metrics` and the pages, unless started with --strict. ' +
    'Limits, tokens, the log and more are set in the environment: see docs/settings.md and docs/operating.md.',
  examples: [
    ['The sample, on this machine only', 'legal-text http --host 127.0.0.1 --port 8080 --dataset starter'],
    ['A bundle; exit if it cannot be opened', 'legal-text http --port 8080 --dataset federal.sqlite --strict'],
    ['With a log, and two processes', 'ACCESS_LOG=on legal-text http --port 8080 --workers 2 --dataset starter'],
  ],
  flags: {
    host: {
      description: 'Address to listen on. Overrides HOST; default 0.0.0.0.',
      helpValue: 'HOST',
    },
    port: {
      description: 'TCP port to listen on, 0 for a free one. Overrides PORT; default 8001.',
      helpValue: 'PORT',
    },
    dataset: { description: DATASET.description, helpValue: DATASET.helpValue, completes: DATASET.completes },
    strict: {
      description: 'Open the dataset before listening, and exit if that fails. Overrides STRICT_STARTUP.',
      allowNo: true,
    },
    mcp: {
      description: 'Serve the Model Context Protocol at POST /mcp. Overrides MCP; default no.',
      allowNo: true,
    },
    'admin-listen': {
      description: 'Second address, with /metrics, /health and /ready. Overrides ADMIN_LISTEN; default none.',
      helpValue: 'ADDRESS',
    },
    workers: {
      description: 'Number of processes that serve requests, on the same port. Overrides WORKERS; default 1.',
      helpValue: 'N',
    },
    json: { description: 'Errors as JSON on stdout.', helpGroup: 'COMMON' },
  },
  environment: Object.keys(SETTINGS) as (keyof Settings)[],
  errors: ['not_ready'],
  async run({ flags: { host, port, dataset: datasetPath, strict: strictStartup, mcp, workers, ...flags } }) {
    // Answers must not depend on the locale of the server.
    useLanguage('en')
    const given = { host, port, datasetPath, strictStartup, mcp, workers, adminListen: flags['admin-listen'] }
    const settings = readSettings(process.env, given)
    if (isExecutable && settings.additions !== undefined) {
      throw argumentError('ADDITIONS', say`the single executable loads no modules; the package from npm does`)
    }
    // A module extends the package that it imports: the library, not this program.
    const { serve }: typeof import('../../http/serve.ts') =
      settings.additions === undefined
        ? await import('../../http/serve.ts')
        : createRequire(assetPath('server.js'))('./server.js')
    process.exitCode = await serve(settings)
  },
})
