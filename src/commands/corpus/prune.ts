import { LegalTextError } from '../../errors.ts'
import { defineCommand, JSON_FLAG } from '../base/description.ts'
import { writeReport } from '../base/output.ts'

export default defineCommand({
  summary: 'Remove files from the cache that are no longer needed.',
  description:
    'Removes old and damaged bundles, converted datasets, which are converted again when they are needed, and files that ' +
    'killed processes left. Files that a process has open or is writing are never removed.',
  examples: [
    ['All bundles but the newest', 'legal-text corpus prune'],
    ['All but the three newest', 'legal-text corpus prune --keep 3'],
    ['Everything that is not in use', 'legal-text corpus prune --all'],
  ],
  flags: {
    keep: {
      description: 'Number of valid bundles to keep, newest first. Default 1, with --all 0.',
      helpValue: 'N',
    },
    all: {
      description: 'Also remove files fetched from sources, and bundles that only a newer version reads.',
    },
    json: JSON_FLAG,
  },
  environment: ['XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run({ flags }) {
    const keep = readCount(flags.keep)
    const [{ prune }, { cacheFolder }] = await Promise.all([
      import('../../dataset/prune.ts'),
      import('../../cache-path.ts'),
    ])
    const cache = cacheFolder()
    const report = { cache, ...(await prune(cache, { keep, all: flags.all ?? false })) }
    await writeReport(flags, report, async () => (await import('../../terminal/pages/cache-pages.ts')).pruneReport)
  },
})

/** @throws LegalTextError `invalid_input` unless it is a whole number */
function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,6}$/.test(text)) return Number(text)
  const message = `must be a whole number of at least 0, not ${JSON.stringify(text)}`
  throw new LegalTextError('invalid_input', `--keep: ${message}`, { issues: [{ path: '--keep', message }] })
}
