import { defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'List the bundles in the cache, or the corpora of a database.',
  description:
    'Newest first, with the contents and the source of each, and whether a process has it open. Without --dataset, ' +
    'commands and the server use the newest valid bundle; `corpus verify` checks one.',
  examples: [
    ['All bundles', 'legal-text corpus list'],
    ['The file of the newest', "legal-text corpus list --json | jq -r '.bundles[0].file'"],
    ['Those of another cache', 'XDG_CACHE_HOME=/var/cache legal-text corpus list'],
    ['The corpora of a database', 'legal-text corpus list postgresql://reader@db.example/laws'],
  ],
  arguments: [{ name: 'database', description: 'Address of a database. Default: the cache.' }],
  flags: {
    json: JSON_FLAG,
  },
  environment: ['XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run({ args, flags }) {
    if (args.database !== undefined) {
      const { listDatabase } = await import('../../../dataset/database-corpora.ts')
      const corpora = await listDatabase(args.database)
      await writeReport(
        flags,
        corpora,
        async () => (await import('../../terminal/pages/database-pages.ts')).corporaTable,
      )
      return
    }
    const [{ BundleStore }, { cacheFolder }] = await Promise.all([
      import('../../../dataset/bundle-store.ts'),
      import('../../../program/cache-path.ts'),
    ])
    const cache = cacheFolder()
    const bundles = await new BundleStore(cache).list()
    const answer = { cache, bundles, count: bundles.length }
    await writeReport(flags, answer, async () => (await import('../../terminal/pages/cache-pages.ts')).bundlesTable)
  },
})
