import { readSetting } from '../../../program/settings.ts'
import { longWork } from '../../acquire-corpus.ts'
import { readCount } from '../../counts.ts'
import { DATASET, defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

/** Corpora that a database keeps. */
const KEPT = 2

export default defineCommand({
  summary: 'Publish a bundle in a PostgreSQL database.',
  description:
    'Copies a verified bundle into a schema of its own, reads it back and compares it, and only then makes it the corpus ' +
    'that all front ends of this database serve. A database that has the bundle already is not written to. If it fails, ' +
    'the old corpus stays current.',
  examples: [
    ['The newest bundle of the cache', 'legal-text corpus publish --to postgresql://publisher@db.example/laws'],
    ['A bundle', 'legal-text corpus publish laws.sqlite --to postgresql://publisher@db/laws'],
    ['Keep three', 'legal-text corpus publish --to postgresql://publisher@db/laws --keep 3'],
  ],
  arguments: [
    {
      name: 'file',
      completes: 'file',
      description: 'Bundle to publish, or another form of dataset. Default: the dataset.',
    },
  ],
  flags: {
    to: {
      description: 'Address of the database. A password is better in ~/.pgpass or PGPASSWORD.',
      required: true,
      helpValue: 'ADDRESS',
    },
    keep: {
      description: 'Number of corpora that the database keeps, with this one. Default 2.',
      helpValue: 'N',
    },
    again: {
      description:
        'Copy the bundle anew even if the database has it, for rows that were altered. Restart its front ends.',
    },
    dataset: DATASET,
    json: JSON_FLAG,
  },
  environment: ['datasetPath', 'XDG_CACHE_HOME', 'PGPASSWORD, PGPASSFILE, PGSSLMODE'],
  errors: ['not_ready'],
  async run({ args, flags }) {
    const keep = readCount(flags.keep, '--keep', 1) ?? KEPT
    const [{ publishCorpus }, { readSourceSettings }, { cacheFolder }] = await Promise.all([
      import('../../../dataset/database-corpora.ts'),
      import('../../../dataset/options.ts'),
      import('../../../program/cache-path.ts'),
    ])
    const dataset = args.file ?? readSetting('datasetPath', process.env, flags.dataset)
    const report = await longWork((work) => {
      const options = { ...work, cache: cacheFolder(), settings: readSourceSettings(process.env), download: false }
      return publishCorpus(dataset, flags.to, { ...options, keep, again: flags.again ?? false })
    }, 'the old corpus stays current')
    if (report === undefined) return
    await writeReport(flags, report, async () => (await import('../../terminal/pages/database-pages.ts')).publishPage)
  },
})
