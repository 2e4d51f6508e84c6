import { acquireCommand } from '../../acquire-corpus.ts'

export default acquireCommand(
  {
    summary: 'Get a newer corpus, if there is one.',
    description:
      'Checks the sources of the newest corpus in the cache for changes, fetches only these, and builds a new bundle if there ' +
      'are any. The old bundle stays in use until the new one is complete, and also if too many laws of the source fail. A ' +
      'running server without DATASET_PATH switches to the new bundle by itself.',
    examples: [
      ['From the source of the corpus', 'legal-text corpus update'],
      ['Whether anything has changed', 'legal-text corpus update --json | jq .changed'],
      ['Even if one law in ten fails', 'legal-text corpus update --max-failed 10'],
    ],
  },
  ({ updateCorpus }) => updateCorpus,
)
