import { readSetting } from '../../../program/settings.ts'
import { longWork, SITE_FLAG } from '../../acquire-corpus.ts'
import { defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'Build a bundle from official XML, acts of the European Union, Markdown, a JSON package or other bundles.',
  description:
    'Reads a folder, a .zip, .tar, .tar.gz or .tar.zst archive, or one file in the format of gesetze-im-internet.de, ' +
    'acts of the European Union in Formex 4, Markdown, a JSON package or built bundles, and writes one bundle. With --source it fetches the laws ' +
    'from their official sites first; both flags combine. A law that cannot be fetched or read becomes a source limitation ' +
    'and does not stop the others. The report lists faults in imported laws (findings). The same input with the same flags ' +
    'gives the same bytes on the same version of Node.js. Progress goes to stderr.',
  examples: [
    [
      'All of federal law, fetched on a known day',
      'legal-text corpus build --from laws.tar.zst --fetched-at 2026-04-29T00:00:00Z',
    ],
    ['A bundle with rules of your own', 'legal-text corpus build --from federal.sqlite --from rules --out both.sqlite'],
    ['A folder of official XML, without search', 'legal-text corpus build --from laws --out laws.sqlite --no-search'],
    [
      'Federal law and acts of the European Union from their sites, into the cache, for commands without --dataset',
      'legal-text corpus build --source gii --source eurlex',
    ],
    [
      'One act and all its consolidations, as a file',
      'legal-text corpus build --source eurlex --celex 32016R0679 --out gdpr.sqlite',
    ],
  ],
  flags: {
    from: {
      description:
        'Folder, archive, bundle or file to read, or the URL of a site that has /gii-toc.xml. Repeatable. Default without ' +
        '--source: the newest of the older states.',
      helpValue: 'PATH',
      multiple: true,
      completes: 'file',
    },
    source: {
      description:
        'Site to fetch laws from: gii (federal law, at SOURCE_URL), eurlex (acts of the European Union, at CELLAR_URL) or ' +
        'neuris (federal law with dates of effect, at NEURIS_URL). Repeatable.',
      ...SITE_FLAG,
    },
    celex: {
      description:
        'Acts that --source eurlex fetches, by CELEX number, separated by commas. Repeatable. Default: the acts with short ' +
        'names, those of the corpus that is replaced, and those that it cites more than 20 times and lacks.',
      helpValue: 'NUMBERS',
      multiple: true,
    },
    history: {
      description: 'Git repository, bare or with a work tree, whose commits are older states of the laws.',
      helpValue: 'REPOSITORY',
      completes: 'file',
    },
    'history-path': {
      description: 'Folder of the repository that has the laws. Default: all of it.',
      helpValue: 'FOLDER',
    },
    state: {
      description: 'An older state: the day on which it was fetched, and a folder, archive or file. Repeatable.',
      helpValue: 'DATE=PATH',
      multiple: true,
    },
    out: {
      char: 'o',
      description:
        'Bundle to write; an existing one is replaced when the new one is complete. Default: one in the cache.',
      helpValue: 'FILE',
      completes: 'file',
    },
    'fetched-at': {
      description: 'When the source was fetched (ISO 8601); recorded as provenance.',
      helpValue: 'TIME',
    },
    'max-failed': {
      description:
        'Percentage of the laws of a site that may fail before the result is rejected. Overrides MAX_FAILED_PERCENT; ' +
        'default 2. Does not apply to local files.',
      helpValue: 'PERCENT',
    },
    language: {
      description:
        'Languages (ISO 639-1), the preferred one first, for acts of the European Union that come in several. --source eurlex ' +
        'fetches each version in the first one that it has. Default: de,en.',
      helpValue: 'CODES',
    },
    'source-priority': {
      description:
        'Sources in the order of preference, for a law that several have, by family or site: gii,neuris. Default: those with ' +
        'dates of effect first.',
      helpValue: 'NAMES',
    },
    search: { description: 'Build a search index.', allowNo: true },
    json: JSON_FLAG,
  },
  environment: [
    'sourceUrl',
    'cellarUrl',
    'neurisUrl',
    'maxFailedPercent',
    'XDG_CACHE_HOME',
    'HTTP_PROXY, HTTPS_PROXY, NO_PROXY',
  ],
  errors: ['not_ready'],
  async run({ flags }) {
    const [{ buildCorpus }, { cacheFolder }] = await Promise.all([
      import('../../../dataset/build-corpus.ts'),
      import('../../../program/cache-path.ts'),
    ])
    const report = await longWork((work) =>
      buildCorpus({
        from: flags.from,
        sources: flags.source,
        celex: flags.celex,
        settings: {
          sourceUrl: readSetting('sourceUrl', process.env),
          cellarUrl: readSetting('cellarUrl', process.env),
          neurisUrl: readSetting('neurisUrl', process.env),
        },
        out: flags.out,
        fetchedAt: flags['fetched-at'],
        repository: flags.history,
        repositoryFolder: flags['history-path'],
        states: flags.state,
        language: flags.language,
        sourcePriority: flags['source-priority'],
        search: flags.search ?? true,
        cache: cacheFolder(),
        maxFailedPercent: readSetting('maxFailedPercent', process.env, flags['max-failed']),
        ...work,
      }),
    )
    if (report === undefined) return
    await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).buildReport)
  },
})
