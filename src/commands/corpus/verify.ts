import { ERROR_KINDS, LegalTextError } from '../../errors.ts'
import { readSetting } from '../../settings.ts'
import { type CommandDescription, DATASET, JSON_FLAG } from '../base/description.ts'
import { showReport } from '../base/output.ts'

const command: CommandDescription = {
  summary: 'Check that a bundle is whole.',
  description:
    'Reads the whole bundle and compares its content with its digest, has SQLite look for faults, and checks FILE.sha256 ' +
    'and FILE.sig where they are there. A signature is checked where there is a key to check it with. Lists what was found ' +
    'wrong with the sources when the bundle was built; that makes no check fail.',
  examples: [
    ['The newest bundle of the cache, or the dataset', 'legal-text corpus verify'],
    ['A bundle that must be signed with a key', 'legal-text corpus verify federal.sqlite --public-key publisher.pub'],
    [
      'Which checks have failed',
      'legal-text corpus verify federal.sqlite --json | jq \'.checks[] | select(.result == "failed")\'',
    ],
  ],
  arguments: [
    { name: 'file', completes: 'file', description: 'Bundle to check; that of the dataset where not given.' },
  ],
  flags: {
    dataset: DATASET,
    signature: {
      description: 'File with the signature, which must be there; FILE.sig where not given.',
      value: 'FILE',
    },
    'public-key': {
      description:
        'Key that must have signed the bundle: base64, PEM text, or a file with either. Overrides DATASET_PUBLIC_KEY.',
      value: 'KEY',
    },
    json: JSON_FLAG,
  },
  environment: ['datasetPath', 'datasetPublicKey', 'XDG_CACHE_HOME'],
  findings: [[ERROR_KINDS.not_ready.exitCode, 'a check has failed, or there is no bundle']],
  async run(given) {
    const file = given.text('file') ?? (await datasetBundle(given.text('dataset')))
    const [{ checkBundle }, { cacheFolder }] = await Promise.all([
      import('../../dataset/check-bundle.ts'),
      import('../../cache-path.ts'),
    ])
    const [signature, publicKey] = [given.text('signature'), given.text('public-key')]
    const report = await checkBundle(file, {
      cache: cacheFolder(),
      signature,
      publicKey: readSetting('datasetPublicKey', process.env, publicKey),
      signed: signature !== undefined || publicKey !== undefined,
    })
    await showReport(given, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).bundleCheckPage)
    if (!report.valid) process.exitCode = ERROR_KINDS.not_ready.exitCode
  },
}

export default command

/** The bundle that commands would open now. @throws LegalTextError `not_ready` where there is none yet */
async function datasetBundle(flag: string | undefined): Promise<string> {
  const dataset = readSetting('datasetPath', process.env, flag)
  const [{ locateBundle }, { readSourceSettings }, { cacheFolder }, { bundleFiles }, { redactUrl }] = await Promise.all(
    [
      import('../../dataset/locate.ts'),
      import('../../dataset/options.ts'),
      import('../../cache-path.ts'),
      import('../../dataset/cached-bundle.ts'),
      import('../../dataset/dataset-name.ts'),
    ],
  )
  const [newest] = dataset === undefined ? await bundleFiles(cacheFolder()) : []
  // The newest is what is asked about, also where it is damaged and another would be opened.
  if (newest !== undefined) return newest
  const found = await locateBundle(dataset, {
    cache: cacheFolder(),
    settings: readSourceSettings(process.env),
    download: false,
    onNotice: (text) => process.stderr.write(`Note: ${text}\n`),
  })
  if (found !== undefined) return found
  const what = dataset === undefined ? 'the cache has no bundle' : `no bundle was made of ${redactUrl(dataset)} yet`
  throw new LegalTextError('not_ready', `${what}; name the bundle to check: legal-text corpus verify FILE`)
}
