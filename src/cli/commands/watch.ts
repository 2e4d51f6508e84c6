import { jurisdictionInput } from '../../operations/operation.ts'
import { ERROR_KINDS } from '../../util/errors.ts'
import { documentsArgument } from '../check/options.ts'
import { DATASET, defineCommand, JSON_FLAG } from '../description.ts'

export default defineCommand({
  summary: 'Tell which norms that documents cite have changed.',
  description:
    'Reads documents as `check` does, and compares each cited norm, or part of one, with what the last run knew of it: ' +
    'changed, moved to another number, repealed or removed, with the words that changed, and changes to come. It reports ' +
    'only what is new since the last run. The first run records what is there. Run it after `corpus update`. The exit code is 3 ' +
    'if there is something new.',
  examples: [
    ['All documents of a folder', 'legal-text watch briefs'],
    ['With a state and a feed of your own', 'legal-text watch briefs --state watch.json --feed watch.atom'],
    ['The parts that changed, as a program reads them', "legal-text watch briefs --json | jq -r '.changes[].cite_as'"],
  ],
  arguments: [documentsArgument('folder', "Folder, file, or a pattern such as '**/*.docx'. Several may be given.")],
  flags: {
    state: {
      description: 'File with what the last run knew. Default: one in the cache, for these folders.',
      helpValue: 'FILE',
      completes: 'file',
    },
    feed: {
      description: 'Atom feed to write: an entry for each norm of which there was something new.',
      helpValue: 'FILE',
      completes: 'file',
    },
    jurisdiction: { description: jurisdictionInput.description ?? '', helpValue: 'JURISDICTION' },
    dataset: DATASET,
    json: JSON_FLAG,
  },
  environment: ['datasetPath', 'XDG_CACHE_HOME'],
  errors: ['not_ready'],
  findings: [[ERROR_KINDS.not_found.exitCode, 'Something is new of a cited norm.']],
  async run({ args, flags }) {
    const { runWatch } = await import('../watch/run-watch.ts')
    const { state, feed, jurisdiction, dataset, json } = flags
    await runWatch(args.folder, { state, feed, jurisdiction, dataset, json })
  },
})
