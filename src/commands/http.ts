import { readSettings, SETTINGS, type Settings } from '../settings.ts'
import { type CommandDescription, DATASET } from './base/description.ts'

const command: CommandDescription = {
  summary: 'Serve the corpus over HTTP.',
  description:
    'Listens until it is interrupted. Says on stderr where it listens. While no corpus is open it answers 503 on ' +
    'everything but `/health`, `/openapi.json`, `/metrics` and the pages, unless started with --strict. Limits, tokens, ' +
    'the log and more are set in the environment: see docs/settings.md and docs/operating.md.',
  examples: [
    ['The sample, on this machine only', 'legal-text http --host 127.0.0.1 --port 8080 --dataset starter'],
    ['A bundle, or nothing', 'legal-text http --port 8080 --dataset federal.sqlite --strict'],
    ['With a log, and two processes', 'ACCESS_LOG=on legal-text http --port 8080 --workers 2 --dataset starter'],
  ],
  flags: {
    host: {
      description: 'Address to listen on. Overrides HOST; default 0.0.0.0.',
      value: 'HOST',
    },
    port: {
      description: 'TCP port to listen on, 0 for a free one. Overrides PORT; default 8001.',
      value: 'PORT',
    },
    dataset: { ...DATASET, common: false },
    strict: {
      description: 'Open the dataset before listening, and exit if that fails. Overrides STRICT_STARTUP.',
      negatable: true,
    },
    workers: {
      description: 'How many processes serve requests, on the same port. Overrides WORKERS; default 1.',
      value: 'N',
    },
    json: { description: 'Errors as JSON on stdout.', common: true },
  },
  environment: Object.keys(SETTINGS) as (keyof Settings)[],
  errors: ['not_ready'],
  async run(given) {
    const settings = readSettings(process.env, {
      host: given.text('host'),
      port: given.text('port'),
      datasetPath: given.text('dataset'),
      strictStartup: given.choice('strict'),
      workers: given.text('workers'),
    })
    const { serve } = await import('../http/serve.ts')
    process.exitCode = await serve(settings)
  },
}

export default command
