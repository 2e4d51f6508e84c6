import { Flags } from '@oclif/core'
import { BaseCommand } from '../base/command.ts'
import { writeJson, writeText } from '../base/output.ts'

export default class CorpusKeygen extends BaseCommand {
  static override summary = 'Make a pair of keys to sign bundles with.'
  static override description =
    'Writes NAME.key, the private key (ed25519, PEM), which only its owner may read, and NAME.pub, the public key, which ' +
    'is given to all who are to check signatures: as DATASET_PUBLIC_KEY or with --public-key. Existing files are never ' +
    'replaced.'
  static override examples = [
    { description: 'publisher.key and publisher.pub', command: '<%= config.bin %> <%= command.id %> --out publisher' },
    {
      description: 'In a folder of their own',
      command: '<%= config.bin %> <%= command.id %> --out keys/publisher-2026',
    },
    {
      description: 'The public key alone',
      command: '<%= config.bin %> <%= command.id %> --out publisher --json | jq -r .public_key',
    },
  ]

  static override flags = {
    out: Flags.string({
      description: 'Where to write the keys, without .key and .pub.',
      required: true,
      helpValue: 'NAME',
    }),
    json: Flags.boolean({ description: 'Write the report as one JSON document; errors too.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(CorpusKeygen)
    const { writeKeys } = await import('../../dataset/sign-file.ts')
    const report = await writeKeys(flags.out)
    if (flags.json) writeJson(report)
    else await writeText(report, (await import('../../terminal/signing-pages.ts')).keysPage)
  }
}
