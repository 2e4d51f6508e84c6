import { acquireCommand } from '../../acquire-corpus.ts'

export default acquireCommand(
  {
    summary: 'Download a corpus into the cache.',
    description:
      'Takes the newest published corpus from the folder at CORPUS_URL, or from that of the release, and of an older one only the ' +
      'difference. With --url or DATASET_URL it downloads that dataset and converts it to a bundle. Both are verified by checksum ' +
      'and signature. Otherwise it fetches all laws of the official source, or of the sites that --source names, and builds a bundle ' +
      'from them; files that have not changed are not fetched again. An interrupted download continues the next time. Without ' +
      '--dataset, commands and the server use the newest bundle in the cache.',
    examples: [
      ['All of German federal law, from the official source', 'legal-text corpus pull'],
      ['Another variant of a published corpus', 'legal-text corpus pull --variant federal+history'],
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
