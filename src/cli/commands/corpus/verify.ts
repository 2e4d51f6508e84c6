import { isDatabaseAddress, STARTER } from '../../../dataset/dataset-name.ts'
import { say } from '../../../i18n/texts.ts'
import { readSetting } from '../../../program/settings.ts'
import { ERROR_KINDS, LegalTextError } from '../../../util/errors.ts'
import { DATASET, defineCommand, JSON_FLAG, type ParsedArguments } from '../../description.ts'
import { writeNotice, writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'Check that a bundle is valid.',
  description:
    'Reads the whole bundle, compares its content with its digest, runs the integrity check of SQLite, and checks ' +
    'FILE.sha256 and FILE.sig if they exist. Of the corpus of a database, compares all rows with those that were ' +
    'published. Checking a signature needs a public key. Also lists the findings in the ' +
    'sources when the bundle was built; they make no check fail.',
  examples: [
    ['The newest bundle of the cache, or the dataset', 'legal-text corpus verify'],
    ['The sample', 'legal-text corpus verify starter'],
    ['A bundle that must be signed with a key', 'legal-text corpus verify federal.sqlite --public-key publisher.pub'],
    ['The checks that failed', 'legal-text corpus verify --json | jq \'.checks[] | select(.result == "failed")\''],
  ],
  arguments: [
    {
      name: 'file',
      completes: 'file',
      description: 'Bundle to check, `starter`, or the address of a database. Default: that of the dataset.',
    },
  ],
  flags: {
    dataset: DATASET,
    signature: {
      description: 'File with the signature, which must exist. Default: FILE.sig, if it exists.',
      helpValue: 'FILE',
    },
    'public-key': {
      description:
        'Key that must have signed the bundle: base64, PEM text, or a file with either. Overrides DATASET_PUBLIC_KEY.',
      helpValue: 'KEY',
    },
    json: JSON_FLAG,
  },
  environment: ['datasetPath', 'datasetPublicKey', 'XDG_CACHE_HOME'],
  findings: [[ERROR_KINDS.not_ready.exitCode, 'A check failed, or there is no bundle.']],
  async run({ args, flags }) {
    const file = args.file === STARTER ? undefined : args.file
    const bundle = file ?? (await datasetBundle(args.file ?? flags.dataset))
    if (isDatabaseAddress(bundle)) return checkRows(bundle, flags)
    const [{ checkBundle }, { cacheFolder }] = await Promise.all([
      import('../../../dataset/check-bundle.ts'),
      import('../../../program/cache-path.ts'),
    ])
    const { signature, 'public-key': publicKey } = flags
    const report = await checkBundle(bundle, {
      cache: cacheFolder(),
      signature,
      publicKey: readSetting('datasetPublicKey', process.env, publicKey),
      signed: signature !== undefined || publicKey !== undefined,
    })
    await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).bundleCheckPage)
    if (!report.valid) process.exitCode = ERROR_KINDS.not_ready.exitCode
  },
})

async function checkRows(address: string, flags: ParsedArguments['flags']): Promise<void> {
  const [{ longWork }, { checkDatabase }] = await Promise.all([
    import('../../acquire-corpus.ts'),
    import('../../../dataset/database-corpora.ts'),
  ])
  const report = await longWork((work) => checkDatabase(address, work))
  if (report === undefined) return
  await writeReport(
    flags,
    report,
    async () => (await import('../../terminal/pages/database-pages.ts')).databaseCheckPage,
  )
  if (!report.valid) process.exitCode = ERROR_KINDS.not_ready.exitCode
}

/** The bundle that commands would open now. @throws LegalTextError `not_ready` without one */
async function datasetBundle(flag: string | undefined): Promise<string> {
  const dataset = readSetting('datasetPath', process.env, flag)
  const [{ locateBundle }, { readSourceSettings }, { cacheFolder }, { bundleFiles }, { redactUrl }] = await Promise.all(
    [
      import('../../../dataset/locate.ts'),
      import('../../../dataset/options.ts'),
      import('../../../program/cache-path.ts'),
      import('../../../dataset/bundle-store.ts'),
      import('../../../dataset/dataset-name.ts'),
    ],
  )
  const [newest] = dataset === undefined ? await bundleFiles(cacheFolder()) : []
  // Check the newest bundle even if it is damaged and commands would open another.
  if (newest !== undefined) return newest
  const found = await locateBundle(dataset, {
    cache: cacheFolder(),
    settings: readSourceSettings(process.env),
    download: false,
    onNotice: writeNotice,
  })
  if (found !== undefined) {
    return (await import('../../../dataset/file-on-disk.ts')).fileOnDisk(found, cacheFolder())
  }
  const what =
    dataset === undefined ? say`the cache has no bundle` : say`no bundle was made of ${redactUrl(dataset)} yet`
  throw new LegalTextError('not_ready', say`${what}; name the bundle to check: legal-text corpus verify FILE`)
}
