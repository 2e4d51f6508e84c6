import { readSetting } from '../../settings.ts'
import { longWork } from '../base/acquire-corpus.ts'
import { type CommandDescription, JSON_FLAG } from '../base/description.ts'
import { showReport } from '../base/output.ts'

const command: CommandDescription = {
  summary: 'Build a bundle from official XML or a JSON package.',
  description:
    'Reads a folder, a .zip, .tar, .tar.gz or .tar.zst archive, or one file in the format of gesetze-im-internet.de, ' +
    'all laws of a site that has /gii-toc.xml, or a JSON package, and writes one bundle. A law that cannot be read ' +
    'becomes a source limitation and does not stop the others. The report names what is wrong with laws that are ' +
    'imported (findings). The same input with the same flags gives the same bytes. ' +
    'Progress goes to stderr.',
  examples: [
    [
      'All of federal law, fetched on a known day',
      'legal-text corpus build --from laws.tar.zst --out federal.sqlite --fetched-at 2026-04-29T00:00:00Z',
    ],
    ['A folder of official XML, without search', 'legal-text corpus build --from laws --out laws.sqlite --no-search'],
    [
      'All laws of the official site, into the cache, where they are used when no dataset is named',
      'legal-text corpus build --from https://www.gesetze-im-internet.de',
    ],
  ],
  flags: {
    from: {
      description: 'Folder, archive or file to read, or the URL of a site.',
      required: true,
      value: 'PATH',
      completes: 'file',
    },
    out: {
      description:
        'Bundle to write; an existing one is replaced when the new one is complete. Default: one in the cache.',
      value: 'FILE',
      completes: 'file',
    },
    'fetched-at': {
      description: 'When the source was fetched (ISO 8601); recorded as provenance.',
      value: 'TIME',
    },
    'max-failed': {
      description:
        'How many of the laws of a site may fail, in percent, for the result to replace a bundle. Overrides ' +
        'MAX_FAILED_PERCENT; default 2. Does not apply to files on this machine.',
      value: 'PERCENT',
    },
    search: { description: 'Build a search index.', negatable: true },
    json: JSON_FLAG,
  },
  environment: ['maxFailedPercent', 'XDG_CACHE_HOME', 'HTTP_PROXY, HTTPS_PROXY, NO_PROXY'],
  errors: ['not_ready'],
  async run(given) {
    const report = await longWork(async (work) => {
      const { buildCorpus } = await import('../../dataset/build-corpus.ts')
      const { cacheFolder } = await import('../../cache-path.ts')
      return buildCorpus({
        from: given.required('from'),
        out: given.text('out'),
        fetchedAt: given.text('fetched-at'),
        search: given.choice('search') ?? true,
        cache: cacheFolder(),
        maxFailedPercent: readSetting('maxFailedPercent', process.env, given.text('max-failed')),
        ...work,
      })
    })
    if (report === undefined) return
    await showReport(given, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).buildReport)
  },
}

export default command
