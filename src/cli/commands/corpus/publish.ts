import { say } from '../../../i18n/texts.ts'
import { readSetting } from '../../../program/settings.ts'
import { LegalTextError } from '../../../util/errors.ts'
import { longWork } from '../../acquire-corpus.ts'
import { readCount } from '../../counts.ts'
import { DATASET, defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

/** Number of corpora kept in a database and in a folder. */
const KEPT = { database: 2, folder: 5 }

export default defineCommand({
  summary: 'Publish a bundle in a folder, or in a PostgreSQL database.',
  description:
    'In a folder that a web server serves, it writes what `corpus pull` takes from CORPUS_URL: the bundle packed and without ' +
    'its search index, differences to the bundles of this variant that are there, and last the catalogue with its signature. ' +
    'In a database, it copies the bundle into a schema of its own, reads it back and compares it, and only then makes it the ' +
    'corpus that all front ends of this database serve. What has the bundle already is not written to. If it fails, the old ' +
    'corpus stays current.',
  examples: [
    [
      'For `corpus pull`, in a folder of a web server',
      'legal-text corpus publish --to /srv/corpus --variant federal --key my.key',
    ],
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
      description: 'Folder, or address of the database. A password is better in ~/.pgpass or PGPASSWORD.',
      required: true,
      helpValue: 'PLACE',
      completes: 'file',
    },
    variant: { description: 'Variant of the corpus, in a folder: a name like federal+eu.', helpValue: 'VARIANT' },
    key: {
      description: 'File with the private key that signs the catalogue, for a folder.',
      helpValue: 'FILE',
      completes: 'file',
    },
    keep: {
      description:
        'Number of corpora that stay, with this one; in a folder, of this variant. Default: 2 in a database, 5 in a folder.',
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
    const [
      { publishCorpus },
      { publishInFolder },
      { obtainFile },
      { isDatabaseAddress },
      { readSourceSettings },
      { cacheFolder },
    ] = await Promise.all([
      import('../../../dataset/database-corpora.ts'),
      import('../../../dataset/publication.ts'),
      import('../../../dataset/open.ts'),
      import('../../../dataset/dataset-name.ts'),
      import('../../../dataset/options.ts'),
      import('../../../program/cache-path.ts'),
    ])
    const dataset = args.file ?? readSetting('datasetPath', process.env, flags.dataset)
    const inDatabase = isDatabaseAddress(flags.to)
    const { variant, key, again } = flags
    const wrong = inDatabase ? (variant ?? key) : again
    if (wrong !== undefined) {
      const message = say`--variant and --key are for a folder, --again is for a database: --to names ${inDatabase ? say`a database` : say`a folder`}`
      throw new LegalTextError('invalid_input', message)
    }
    const keep = readCount(flags.keep, '--keep', 1) ?? KEPT[inDatabase ? 'database' : 'folder']
    const options = { cache: cacheFolder(), settings: readSourceSettings(process.env), download: false, keep }
    const stays = 'the old corpus stays current'
    if (inDatabase) {
      const report = await longWork(
        (work) => publishCorpus(dataset, flags.to, { ...work, ...options, again: again ?? false }),
        stays,
      )
      if (report === undefined) return
      await writeReport(flags, report, async () => (await import('../../terminal/pages/database-pages.ts')).publishPage)
      return
    }
    if (variant === undefined || key === undefined) {
      throw new LegalTextError('invalid_input', say`a publication in a folder needs --variant and --key`)
    }
    const report = await longWork(async (work) => {
      const file = await obtainFile(dataset, { ...work, ...options })
      return publishInFolder(file, flags.to, { ...work, ...options, variant, key })
    }, stays)
    if (report === undefined) return
    await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).publicationPage)
  },
})
