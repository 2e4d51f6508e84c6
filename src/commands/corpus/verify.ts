import { Args, Flags } from '@oclif/core'
import { ERROR_KINDS, LegalTextError } from '../../errors.ts'
import { readSetting } from '../../settings.ts'
import { BaseCommand, DATASET_FLAG } from '../base/command.ts'
import { writeJson, writeText } from '../base/output.ts'

export default class CorpusVerify extends BaseCommand {
  static override summary = 'Check that a bundle is whole.'
  static override description =
    'Reads the whole bundle and compares its content with its digest, has SQLite look for faults, and checks FILE.sha256 ' +
    'and FILE.sig where they are there. A signature is checked where there is a key to check it with. Exit codes: 0 no ' +
    'check has failed, 5 one has, or there is no bundle.'
  static override examples = [
    { description: 'The newest bundle of the cache, or the dataset', command: '<%= config.bin %> <%= command.id %>' },
    {
      description: 'A bundle that must be signed with a key',
      command: '<%= config.bin %> <%= command.id %> federal.sqlite --public-key publisher.pub',
    },
    {
      description: 'Which checks have failed',
      command:
        '<%= config.bin %> <%= command.id %> federal.sqlite --json | jq \'.checks[] | select(.result == "failed")\'',
    },
  ]

  static override args = {
    file: Args.string({ description: 'Bundle to check; that of the dataset where not given.', ignoreStdin: true }),
  }

  static override flags = {
    dataset: Flags.string({ ...DATASET_FLAG, helpGroup: 'GLOBAL' }),
    signature: Flags.string({
      description: 'File with the signature, which must be there; FILE.sig where not given.',
      helpValue: 'FILE',
    }),
    'public-key': Flags.string({
      description:
        'Key that must have signed the bundle: base64, PEM text, or a file with either. Beats the variable DATASET_PUBLIC_KEY.',
      helpValue: 'KEY',
    }),
    json: Flags.boolean({ description: 'Write the report as one JSON document; errors too.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(CorpusVerify)
    const file = args.file ?? (await datasetBundle(flags.dataset))
    const [{ checkBundle }, { cacheFolder }] = await Promise.all([
      import('../../dataset/check-bundle.ts'),
      import('../../dataset/cache-folder.ts'),
    ])
    const report = await checkBundle(file, {
      cache: cacheFolder(),
      signature: flags.signature,
      publicKey: readSetting('datasetPublicKey', process.env, flags['public-key']),
      signed: flags.signature !== undefined || flags['public-key'] !== undefined,
    })
    if (flags.json) writeJson(report)
    else await writeText(report, (await import('../../terminal/bundle-check.ts')).bundleCheckPage)
    if (!report.valid) process.exitCode = ERROR_KINDS.not_ready.exitCode
  }
}

/** The bundle that commands would open now. @throws LegalTextError `not_ready` where there is none yet */
async function datasetBundle(flag: string | undefined): Promise<string> {
  const dataset = readSetting('datasetPath', process.env, flag)
  const [{ findBundle, readSourceSettings }, { cacheFolder }, { BundleStore }, { shown }] = await Promise.all([
    import('../../dataset/provide.ts'),
    import('../../dataset/cache-folder.ts'),
    import('../../dataset/bundle-store.ts'),
    import('../../dataset/shown-url.ts'),
  ])
  const [newest] = dataset === undefined ? await new BundleStore(cacheFolder()).files() : []
  // The newest is what is asked about, also where it is damaged and another would be opened.
  if (newest !== undefined) return newest
  const found = await findBundle(dataset, {
    cache: cacheFolder(),
    settings: readSourceSettings(process.env),
    download: false,
    onNotice: (text) => process.stderr.write(`Note: ${text}\n`),
  })
  if (found !== undefined) return found
  const what = dataset === undefined ? 'the cache has no bundle' : `no bundle was made of ${shown(dataset)} yet`
  throw new LegalTextError('not_ready', `${what}; name the bundle to check: legal-text corpus verify FILE`)
}
