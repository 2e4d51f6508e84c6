import { LegalTextError } from '../../errors.ts'
import { type CommandDescription, JSON_FLAG } from '../base/description.ts'
import { showReport } from '../base/output.ts'

const command: CommandDescription = {
  summary: 'Remove from the cache what is no longer needed.',
  description:
    'Removes old and damaged bundles, converted datasets, which are made anew when they are needed, and what processes ' +
    'have left behind that were killed. What a process has open or is writing is never removed.',
  examples: [
    ['All bundles but the newest', 'legal-text corpus prune'],
    ['All but the three newest', 'legal-text corpus prune --keep 3'],
    ['Everything that is not in use', 'legal-text corpus prune --all'],
  ],
  flags: {
    keep: {
      description: 'How many bundles stay, the newest that are whole. Default 1, with --all 0.',
      value: 'N',
    },
    all: {
      description: 'Remove also what was fetched from sources, and bundles that only a newer version reads.',
    },
    json: JSON_FLAG,
  },
  environment: ['XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run(given) {
    const keep = readCount(given.text('keep'))
    const [{ prune }, { cacheFolder }] = await Promise.all([
      import('../../dataset/prune.ts'),
      import('../../cache-path.ts'),
    ])
    const cache = cacheFolder()
    const report = { cache, ...(await prune(cache, { keep, all: given.has('all') })) }
    await showReport(given, report, async () => (await import('../../terminal/pages/cache-pages.ts')).pruneReport)
  },
}

export default command

/** @throws LegalTextError `invalid_input` where it is no whole number */
function readCount(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,6}$/.test(text)) return text === undefined ? undefined : Number(text)
  const message = `must be a whole number of at least 0, not ${JSON.stringify(text)}`
  throw new LegalTextError('invalid_input', `--keep: ${message}`, { issues: [{ path: '--keep', message }] })
}
