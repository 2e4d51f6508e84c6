import { acquireCommand } from '../../acquire-corpus.ts'

export default acquireCommand(
  {
    summary: 'Download a corpus into the cache.',
    description:
      'Downloads the dataset at --url or DATASET_URL, verifies its checksum and signature, and converts it to a bundle. If ' +
      'neither is set, it fetches all laws of the official source, or of the sites that --source names, and builds a bundle ' +
      'from them. Files that have not changed are not fetched again. Without --dataset, commands and the server use the newest bundle in the cache.',
    examples: [
      ['All of German federal law, from the official source', 'legal-text corpus pull'],
      ['Federal law with its dates of effect, from the portal', 'legal-text corpus pull --source neuris'],
      [
        'A published corpus with a signature',
        'legal-text corpus pull --url https://laws.example/all.zst --public-key my.pub',
      ],
      ['The path of the new bundle', 'legal-text corpus pull --json | jq -r .file'],
    ],
  },
  ({ pullCorpus }) => pullCorpus,
  true,
)
