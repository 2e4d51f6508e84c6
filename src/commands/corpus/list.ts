import { type CommandDescription, JSON_FLAG } from '../base/description.ts'
import { showReport } from '../base/output.ts'

const command: CommandDescription = {
  summary: 'List the bundles of the cache.',
  description:
    'Newest first, with what each holds, where it came from and whether a process has it open. Where no dataset is named, ' +
    'commands and the server use the newest that is whole; `corpus verify` tells whether one is.',
  examples: [
    ['All bundles', 'legal-text corpus list'],
    ['The file of the newest', "legal-text corpus list --json | jq -r '.bundles[0].file'"],
    ['Those of another cache', 'XDG_CACHE_HOME=/var/cache legal-text corpus list'],
  ],
  flags: {
    json: JSON_FLAG,
  },
  environment: ['XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run(given) {
    const [{ BundleStore }, { cacheFolder }] = await Promise.all([
      import('../../dataset/bundle-store.ts'),
      import('../../cache-path.ts'),
    ])
    const cache = cacheFolder()
    const bundles = await new BundleStore(cache).list()
    const answer = { cache, bundles, count: bundles.length }
    await showReport(given, answer, async () => (await import('../../terminal/pages/cache-pages.ts')).bundlesTable)
  },
}

export default command
