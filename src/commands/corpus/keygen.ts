import { type CommandDescription, JSON_FLAG } from '../base/description.ts'
import { showReport } from '../base/output.ts'

const command: CommandDescription = {
  summary: 'Make a pair of keys to sign bundles with.',
  description:
    'Writes NAME.key, the private key (ed25519, PEM), which only its owner may read, and NAME.pub, the public key, which ' +
    'is given to all who are to check signatures: as DATASET_PUBLIC_KEY or with --public-key. Existing files are never ' +
    'replaced.',
  examples: [
    ['publisher.key and publisher.pub', 'legal-text corpus keygen --out publisher'],
    ['In a folder of their own', 'legal-text corpus keygen --out keys/publisher-2026'],
    ['The public key alone', 'legal-text corpus keygen --out publisher --json | jq -r .public_key'],
  ],
  flags: {
    out: {
      description: 'Where to write the keys, without .key and .pub.',
      required: true,
      value: 'NAME',
    },
    json: JSON_FLAG,
  },
  async run(given) {
    const { writeKeys } = await import('../../dataset/sign-file.ts')
    const report = await writeKeys(given.required('out'))
    await showReport(given, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).keysPage)
  },
}

export default command
