import { ACQUIRE_FLAGS, acquireAndShow } from '../base/acquire-corpus.ts'
import { BaseCommand } from '../base/command.ts'

export default class CorpusUpdate extends BaseCommand {
  static override summary = 'Get a newer corpus, if there is one.'
  static override description =
    'Asks where the newest corpus of the cache came from what has changed, fetches only that, and builds a new bundle ' +
    'where anything has. The old one stays in use until the new one is complete, and where too much of the source ' +
    'fails. A running server that has no DATASET_PATH takes the new one by itself.'
  static override examples = [
    { description: 'From where the corpus came', command: '<%= config.bin %> <%= command.id %>' },
    {
      description: 'Whether anything has changed',
      command: '<%= config.bin %> <%= command.id %> --json | jq .changed',
    },
    {
      description: 'Even where one law in ten cannot be had',
      command: '<%= config.bin %> <%= command.id %> --max-failed 10',
    },
  ]

  static override flags = ACQUIRE_FLAGS

  override async run(): Promise<void> {
    const { flags } = await this.parse(CorpusUpdate)
    await acquireAndShow(flags, ({ update }) => update)
  }
}
