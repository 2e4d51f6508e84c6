import { type CommandDescription, JSON_FLAG } from '../base/description.ts'
import { showReport } from '../base/output.ts'

const command: CommandDescription = {
  summary: 'Sign a bundle for publication.',
  description:
    'Writes FILE.sha256 and FILE.sig, both or none; existing ones are replaced. Whoever downloads the file from a place ' +
    'where they lie beside it has them checked. A bundle (.sqlite) is verified first; other files, such as a packed ' +
    'bundle, are signed as they are.',
  examples: [
    ['A bundle, with a key of `corpus keygen`', 'legal-text corpus sign federal.sqlite --key publisher.key'],
    ['A packed bundle', 'legal-text corpus sign federal.sqlite.zst --key publisher.key'],
    ['The checksum', 'legal-text corpus sign federal.sqlite --key publisher.key --json | jq -r .sha256'],
  ],
  arguments: [{ name: 'file', completes: 'file', description: 'File to sign.', required: true }],
  flags: {
    key: { description: 'File with the private key.', required: true, value: 'FILE', completes: 'file' },
    json: JSON_FLAG,
  },
  errors: ['not_ready'],
  async run(given) {
    const { signFile } = await import('../../dataset/sign-file.ts')
    const report = await signFile(given.required('file'), given.required('key'))
    await showReport(given, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).signPage)
  },
}

export default command
