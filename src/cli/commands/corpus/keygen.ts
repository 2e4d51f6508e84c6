import { defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'Generate a pair of keys for signing bundles.',
  description:
    'Writes NAME.key, the private key (ed25519, PEM), readable by its owner only, and NAME.pub, the public key. Whoever ' +
    'checks signatures passes the public key as DATASET_PUBLIC_KEY or --public-key. Existing files are never replaced.',
  examples: [
    ['publisher.key and publisher.pub', 'legal-text corpus keygen --out publisher'],
    ['In a folder', 'legal-text corpus keygen --out keys/publisher-2026'],
    ['The public key alone', 'legal-text corpus keygen --out publisher --json | jq -r .public_key'],
  ],
  flags: {
    out: {
      description: 'Path of the key files, without .key and .pub.',
      required: true,
      helpValue: 'NAME',
    },
    json: JSON_FLAG,
  },
  async run({ flags }) {
    const { writeKeys } = await import('../../../dataset/signature.ts')
    const report = await writeKeys(flags.out)
    await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).keysPage)
  },
})
