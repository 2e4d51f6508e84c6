import { acquireCommand } from '../base/acquire-corpus.ts'

export default acquireCommand(
  {
    summary: 'Get a newer corpus, if there is one.',
    description:
      'Asks where the newest corpus of the cache came from what has changed, fetches only that, and builds a new bundle ' +
      'where anything has. The old one stays in use until the new one is complete, and where too much of the source ' +
      'fails. A running server that has no DATASET_PATH takes the new one by itself.',
    examples: [
      ['From where the corpus came', 'legal-text corpus update'],
      ['Whether anything has changed', 'legal-text corpus update --json | jq .changed'],
      ['Even where one law in ten cannot be had', 'legal-text corpus update --max-failed 10'],
    ],
  },
  ({ updateCorpus }) => updateCorpus,
)
