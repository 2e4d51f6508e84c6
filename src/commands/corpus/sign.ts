import { Args, Flags } from '@oclif/core'
import { BaseCommand } from '../base/command.ts'
import { writeJson, writeText } from '../base/output.ts'

export default class CorpusSign extends BaseCommand {
  static override summary = 'Sign a bundle for publication.'
  static override description =
    'Writes FILE.sha256 and FILE.sig, both or none; existing ones are replaced. Whoever downloads the file from a place ' +
    'where they lie beside it has them checked. A bundle (.sqlite) is verified first; other files, such as a packed ' +
    'bundle, are signed as they are.'
  static override examples = [
    {
      description: 'A bundle, with a key of `corpus keygen`',
      command: '<%= config.bin %> <%= command.id %> federal.sqlite --key publisher.key',
    },
    {
      description: 'A packed bundle',
      command: '<%= config.bin %> <%= command.id %> federal.sqlite.zst --key publisher.key',
    },
    {
      description: 'The checksum',
      command: '<%= config.bin %> <%= command.id %> federal.sqlite --key publisher.key --json | jq -r .sha256',
    },
  ]

  static override args = {
    file: Args.string({ description: 'File to sign.', required: true, ignoreStdin: true }),
  }

  static override flags = {
    key: Flags.string({ description: 'File with the private key.', required: true, helpValue: 'FILE' }),
    json: Flags.boolean({ description: 'Write the report as one JSON document; errors too.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(CorpusSign)
    const { signFile } = await import('../../dataset/sign-file.ts')
    const report = await signFile(args.file, flags.key)
    if (flags.json) writeJson(report)
    else await writeText(report, (await import('../../terminal/signing-pages.ts')).signPage)
  }
}
