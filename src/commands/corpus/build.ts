import { Flags } from '@oclif/core'
import { readSetting } from '../../settings.ts'
import { BaseCommand } from '../base/command.ts'
import { longWork } from '../base/long-work.ts'
import { writeJson, writeText } from '../base/output.ts'

export default class CorpusBuild extends BaseCommand {
  static override summary = 'Build a bundle from official XML or a JSON package.'
  static override description =
    'Reads a folder, a .zip, .tar, .tar.gz or .tar.zst archive, or one file in the format of gesetze-im-internet.de, ' +
    'all laws of a site that has /gii-toc.xml, or a JSON package, and writes one bundle. A law that cannot be read ' +
    'becomes a source limitation and does not stop the others. The same input with the same flags gives the same bytes. ' +
    'Progress goes to stderr.'
  static override examples = [
    {
      description: 'All of federal law, fetched on a known day',
      command:
        '<%= config.bin %> <%= command.id %> --from laws.tar.zst --out federal.sqlite --fetched-at 2026-04-29T00:00:00Z',
    },
    {
      description: 'A folder with <code>/<document>.xml, without search',
      command: '<%= config.bin %> <%= command.id %> --from laws --out laws.sqlite --no-search',
    },
    {
      description: 'All laws of the official site, into the cache, where they are used when no dataset is named',
      command: '<%= config.bin %> <%= command.id %> --from https://www.gesetze-im-internet.de',
    },
  ]

  static override flags = {
    from: Flags.string({
      description: 'Folder, archive or file to read, or the URL of a site.',
      required: true,
      helpValue: 'PATH',
    }),
    out: Flags.string({
      description:
        'Bundle to write; an existing one is replaced when the new one is complete. Where not given, it goes to the cache.',
      helpValue: 'FILE',
    }),
    'fetched-at': Flags.string({
      description: 'When the source was fetched (ISO 8601); recorded as provenance.',
      helpValue: 'TIME',
    }),
    'max-failed': Flags.string({
      description:
        'How many of the laws of a site may fail, in percent, for the result to replace a bundle. Beats the variable ' +
        'MAX_FAILED_PERCENT; default 2. What lies here replaces it however much of it cannot be read.',
      helpValue: 'PERCENT',
    }),
    search: Flags.boolean({ description: 'Learn a search index.', default: true, allowNo: true }),
    json: Flags.boolean({ description: 'Write the report as JSON to stdout; errors too.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(CorpusBuild)
    const report = await longWork(async (work) => {
      const { buildCorpus } = await import('../../dataset/build-corpus.ts')
      const { cacheFolder } = await import('../../dataset/cache-folder.ts')
      return buildCorpus({
        from: flags.from,
        out: flags.out,
        fetchedAt: flags['fetched-at'],
        search: flags.search,
        cache: cacheFolder(),
        maxFailedPercent: readSetting('maxFailedPercent', process.env, flags['max-failed']),
        ...work,
      })
    })
    if (report === undefined) return
    if (flags.json) writeJson(report)
    else await writeText(report, (await import('../../terminal/build-report.ts')).buildReport)
  }
}
