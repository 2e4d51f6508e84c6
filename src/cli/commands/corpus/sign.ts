import { defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'Sign a bundle for publication.',
  description:
    'Writes FILE.sha256 and FILE.sig, and replaces existing ones. Publish them next to FILE: a download of it checks ' +
    'both. A bundle (.sqlite) is verified first; other files, such as a packed bundle, are signed as they are.',
  examples: [
    ['A bundle, with a key of `corpus keygen`', 'legal-text corpus sign federal.sqlite --key publisher.key'],
    ['A packed bundle', 'legal-text corpus sign federal.sqlite.zst --key publisher.key'],
    ['The checksum', 'legal-text corpus sign laws.sqlite --key publisher.key --json | jq -r .sha256'],
  ],
  arguments: [{ name: 'file', completes: 'file', description: 'File to sign.', required: true }],
  flags: {
    key: { description: 'File with the private key.', required: true, helpValue: 'FILE', completes: 'file' },
    json: JSON_FLAG,
  },
  errors: ['not_ready'],
  async run({ args, flags }) {
    const { signFile } = await import('../../../dataset/signature.ts')
    const report = await signFile(args.file, flags.key)
    await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).signPage)
  },
})
