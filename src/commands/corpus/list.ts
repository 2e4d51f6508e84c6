import { Flags } from '@oclif/core'
import { BaseCommand } from '../base/command.ts'
import { writeJson, writeText } from '../base/output.ts'

export default class CorpusList extends BaseCommand {
  static override summary = 'List the bundles of the cache.'
  static override description =
    'Newest first, with what each holds, where it came from and whether a process has it open. Where no dataset is named, ' +
    'commands and the server use the newest that is whole; `corpus verify` tells whether one is.'
  static override examples = [
    { description: 'All bundles', command: '<%= config.bin %> <%= command.id %>' },
    {
      description: 'The file of the newest',
      command: "<%= config.bin %> <%= command.id %> --json | jq -r '.bundles[0].file'",
    },
    {
      description: 'Those of another cache',
      command: 'XDG_CACHE_HOME=/var/cache <%= config.bin %> <%= command.id %>',
    },
  ]

  static override flags = {
    json: Flags.boolean({ description: 'Write the list as one JSON document; errors too.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(CorpusList)
    const [{ BundleStore }, { cacheFolder }] = await Promise.all([
      import('../../dataset/bundle-store.ts'),
      import('../../dataset/cache-folder.ts'),
    ])
    const cache = cacheFolder()
    const bundles = await new BundleStore(cache).list()
    const answer = { cache, bundles, count: bundles.length }
    if (flags.json) writeJson(answer)
    else await writeText(answer, (await import('../../terminal/bundles-table.ts')).bundlesTable)
  }
}
