import { readCount } from '../../counts.ts'
import { defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'Remove files from the cache, or corpora from a database, that are no longer needed.',
  description:
    'Removes old and damaged bundles, converted datasets, which are converted again when they are needed, and files that ' +
    'killed processes left. Files that a process has open or is writing are never removed.',
  examples: [
    ['All bundles but the newest', 'legal-text corpus prune'],
    ['All but the three newest', 'legal-text corpus prune --keep 3'],
    ['Everything that is not in use', 'legal-text corpus prune --all'],
    ['All but the current corpus of a database', 'legal-text corpus prune postgresql://publisher@db.example/laws'],
  ],
  arguments: [{ name: 'database', description: 'Address of a database. Default: the cache.' }],
  flags: {
    keep: {
      description: 'Number of valid bundles, or of corpora, to keep, newest first. Default 1, with --all 0.',
      helpValue: 'N',
    },
    all: {
      description: 'Also remove files fetched from sources, and bundles that only a newer version reads.',
    },
    json: JSON_FLAG,
  },
  environment: ['XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run({ args, flags }) {
    const keep = readCount(flags.keep, '--keep')
    if (args.database !== undefined) {
      const { pruneDatabase } = await import('../../../dataset/database-corpora.ts')
      const report = await pruneDatabase(args.database, keep ?? 1)
      await writeReport(
        flags,
        report,
        async () => (await import('../../terminal/pages/database-pages.ts')).databasePruning,
      )
      return
    }
    const [{ prune }, { cacheFolder }] = await Promise.all([
      import('../../../dataset/prune.ts'),
      import('../../../program/cache-path.ts'),
    ])
    const cache = cacheFolder()
    const report = { cache, ...(await prune(cache, { keep, all: flags.all ?? false })) }
    await writeReport(flags, report, async () => (await import('../../terminal/pages/cache-pages.ts')).pruneReport)
  },
})
