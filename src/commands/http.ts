import { Flags } from '@oclif/core'
import { readSettings } from '../settings.ts'
import { BaseCommand, DATASET_FLAG } from './base/command.ts'

export default class Http extends BaseCommand {
  static override summary = 'Serve the corpus over HTTP.'
  static override description =
    'Listens until it is interrupted. Says on stderr where it listens. While no corpus is open it answers 503 on ' +
    'everything but `/health`, `/openapi.json` and the pages, unless started with --strict. Limits, tokens, the log and ' +
    'more are set in the environment: see docs/settings.md and docs/operating.md.'
  static override examples = [
    {
      description: 'The sample, on this machine only',
      command: '<%= config.bin %> <%= command.id %> --host 127.0.0.1 --port 8080 --dataset starter',
    },
    {
      description: 'A bundle, or nothing',
      command: '<%= config.bin %> <%= command.id %> --port 8080 --dataset federal.sqlite --strict',
    },
  ]

  static override flags = {
    host: Flags.string({
      description: 'Address to listen on. Beats the variable HOST; default 0.0.0.0.',
      helpValue: 'HOST',
    }),
    port: Flags.string({
      description: 'TCP port to listen on, 0 for a free one. Beats the variable PORT; default 8001.',
      helpValue: 'PORT',
    }),
    dataset: Flags.string(DATASET_FLAG),
    strict: Flags.boolean({
      description: 'Open the dataset before listening, and end where that fails. Beats the variable STRICT_STARTUP.',
      allowNo: true,
    }),
    workers: Flags.string({
      description: 'How many processes serve requests, on the same port. Beats the variable WORKERS; default 1.',
      helpValue: 'N',
    }),
    json: Flags.boolean({ description: 'Errors as JSON on stdout.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Http)
    const { host, port, dataset: datasetPath, strict: strictStartup, workers } = flags
    const settings = readSettings(process.env, { host, port, datasetPath, strictStartup, workers })
    const { serve } = await import('../http/serve.ts')
    process.exitCode = await serve(settings)
  }
}
