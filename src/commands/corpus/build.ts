import { Flags } from '@oclif/core'
import { BaseCommand } from '../base/command.ts'
import { writeJson, writeText } from '../base/output.ts'

export default class CorpusBuild extends BaseCommand {
  static override summary = 'Build a bundle from official XML.'
  static override description =
    'Reads a folder, a .zip, .tar, .tar.gz or .tar.zst archive, or one file in the format of gesetze-im-internet.de, ' +
    'and writes one bundle. A law that cannot be read becomes a source limitation and does not stop the others. The ' +
    'same input with the same flags gives the same bytes. Progress goes to stderr.'
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
  ]

  static override flags = {
    from: Flags.string({ description: 'Folder, archive or file to read.', required: true, helpValue: 'PATH' }),
    out: Flags.string({
      description: 'Bundle to write. An existing one is replaced when the new one is complete.',
      required: true,
      helpValue: 'FILE',
    }),
    'fetched-at': Flags.string({
      description: 'When the source was fetched (ISO 8601); recorded as provenance.',
      helpValue: 'TIME',
    }),
    search: Flags.boolean({ description: 'Learn a search index.', default: true, allowNo: true }),
    json: Flags.boolean({ description: 'Write the report as JSON to stdout; errors too.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(CorpusBuild)
    const [{ buildBundle }, { progressReporter }] = await Promise.all([
      import('../../build/build-bundle.ts'),
      import('../../terminal/progress.ts'),
    ])
    const interrupted = new AbortController()
    const interrupt = () => interrupted.abort(new Interrupted())
    process.once('SIGINT', interrupt)
    const progress = progressReporter(process.stderr)
    try {
      const report = await buildBundle({
        from: flags.from,
        out: flags.out,
        fetchedAt: flags['fetched-at'],
        search: flags.search,
        onProgress: progress.show,
        signal: interrupted.signal,
      })
      progress.end()
      if (flags.json) writeJson(report)
      else await writeText(report, (await import('../../terminal/build-report.ts')).buildReport)
    } catch (error) {
      progress.end()
      if (!(error instanceof Interrupted)) throw error
      process.stderr.write('Interrupted; nothing was written.\n')
      process.exitCode = 130
    } finally {
      process.removeListener('SIGINT', interrupt)
    }
  }
}

class Interrupted extends Error {}
