import { Flags } from '@oclif/core'
import { LegalTextError } from '../../errors.ts'
import { BaseCommand } from '../base/command.ts'
import { writeJson, writeText } from '../base/output.ts'

export default class CorpusPrune extends BaseCommand {
  static override summary = 'Remove from the cache what is no longer needed.'
  static override description =
    'Removes old and damaged bundles, converted datasets, which are made anew when they are needed, and what processes ' +
    'have left behind that were killed. What a process has open or is writing is never removed.'
  static override examples = [
    { description: 'All bundles but the newest', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'All but the three newest', command: '<%= config.bin %> <%= command.id %> --keep 3' },
    { description: 'Everything that is not in use', command: '<%= config.bin %> <%= command.id %> --all' },
  ]

  static override flags = {
    keep: Flags.string({
      description: 'How many bundles stay, the newest that are whole. Default 1, with --all 0.',
      helpValue: 'N',
    }),
    all: Flags.boolean({
      description: 'Remove also what was fetched from sources, and bundles that only a newer version reads.',
    }),
    json: Flags.boolean({ description: 'Write the report as one JSON document; errors too.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(CorpusPrune)
    const keep = readCount(flags.keep)
    const [{ BundleStore }, { cacheFolder }] = await Promise.all([
      import('../../dataset/bundle-store.ts'),
      import('../../dataset/cache-folder.ts'),
    ])
    const cache = cacheFolder()
    const report = { cache, ...(await new BundleStore(cache).prune({ keep, all: flags.all })) }
    if (flags.json) writeJson(report)
    else await writeText(report, (await import('../../terminal/prune-report.ts')).pruneReport)
  }
}

/** @throws LegalTextError `invalid_input` where it is no whole number */
function readCount(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,6}$/.test(text)) return text === undefined ? undefined : Number(text)
  const message = `must be a whole number of at least 0, not ${JSON.stringify(text)}`
  throw new LegalTextError('invalid_input', `--keep: ${message}`, { issues: [{ path: '--keep', message }] })
}
