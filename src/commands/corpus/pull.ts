import { ACQUIRE_FLAGS, acquireAndShow } from '../base/acquire-corpus.ts'
import { BaseCommand } from '../base/command.ts'

export default class CorpusPull extends BaseCommand {
  static override summary = 'Download a corpus into the cache.'
  static override description =
    'Downloads the dataset at --url or DATASET_URL, checks its checksum and signature, and makes a bundle of it. Where ' +
    'neither is set, all laws of the official source are fetched and a bundle is built of them. Commands and the server ' +
    'use the newest bundle of the cache where no dataset is named. What is there and has not changed is not fetched again.'
  static override examples = [
    {
      description: 'All of German federal law, from the official source',
      command: '<%= config.bin %> <%= command.id %>',
    },
    {
      description: 'A corpus that somebody publishes, signed',
      command:
        '<%= config.bin %> <%= command.id %> --url https://example.org/federal.sqlite.zst --public-key publisher.pub',
    },
    { description: 'Where the new bundle is', command: '<%= config.bin %> <%= command.id %> --json | jq -r .file' },
  ]

  static override flags = ACQUIRE_FLAGS

  override async run(): Promise<void> {
    const { flags } = await this.parse(CorpusPull)
    await acquireAndShow(flags, ({ get }) => get)
  }
}
