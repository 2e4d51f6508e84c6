import { cacheFolder } from '../../../program/cache-path.ts'
import { defineCommand, JSON_FLAG } from '../../description.ts'
import { toJson, writeJson, writeLines } from '../../output.ts'

export default defineCommand({
  summary: 'List what changed between two bundles.',
  description:
    'Compares the newest states of two corpora, law by law, and writes one JSON object a line for each norm that was ' +
    'added, changed, moved or removed, by the codes of the laws and in document order. A law that was added or removed ' +
    'as a whole has a line of its own first, with `norm` null. White space, build dates and markup make no change. ' +
    'The source of both is the same: laws are identified by document number and abbreviation.',
  examples: [
    ['What a new bundle has changed', 'legal-text corpus diff old.sqlite new.sqlite'],
    ['As one JSON document', 'legal-text corpus diff old.sqlite new.sqlite --json'],
    ['How many norms of each kind', 'legal-text corpus diff old.sqlite new.sqlite | jq -r .type | sort | uniq -c'],
  ],
  arguments: [
    { name: 'old', description: 'The older bundle, or another form of dataset.', required: true, completes: 'file' },
    { name: 'new', description: 'The newer bundle, or another form of dataset.', required: true, completes: 'file' },
  ],
  flags: {
    json: {
      ...JSON_FLAG,
      description: 'Write one JSON document, `{"changes": […]}`, instead of a line for each change.',
    },
  },
  environment: ['XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run({ args, flags }) {
    const [{ obtainFile }, { readSourceSettings }, { compareBundles }] = await Promise.all([
      import('../../../dataset/open.ts'),
      import('../../../dataset/options.ts'),
      import('../../../dataset/compare-bundles.ts'),
    ])
    const options = { cache: cacheFolder(), settings: readSourceSettings(process.env), download: false }
    const older = await obtainFile(args.old, options)
    const newer = await obtainFile(args.new, options)
    const changes = compareBundles(older, newer)
    if (flags.json) writeJson({ changes: [...changes] })
    else await writeLines(lines(changes))
  },
})

async function* lines(changes: Iterable<unknown>): AsyncGenerator<string> {
  for (const change of changes) yield toJson(change)
}
