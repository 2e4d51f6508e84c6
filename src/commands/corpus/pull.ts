import { acquireCommand } from '../base/acquire-corpus.ts'

export default acquireCommand(
  {
    summary: 'Download a corpus into the cache.',
    description:
      'Downloads the dataset at --url or DATASET_URL, checks its checksum and signature, and makes a bundle of it. Where ' +
      'neither is set, all laws of the official source are fetched and a bundle is built of them. Commands and the server ' +
      'use the newest bundle of the cache where no dataset is named. What is there and has not changed is not fetched again.',
    examples: [
      ['All of German federal law, from the official source', 'legal-text corpus pull'],
      [
        'A corpus that somebody publishes, signed',
        'legal-text corpus pull --url https://example.org/federal.sqlite.zst --public-key publisher.pub',
      ],
      ['Where the new bundle is', 'legal-text corpus pull --json | jq -r .file'],
    ],
  },
  ({ pullCorpus }) => pullCorpus,
)
