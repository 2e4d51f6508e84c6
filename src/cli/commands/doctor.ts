import { readSetting } from '../../program/settings.ts'
import { ERROR_KINDS } from '../../util/errors.ts'
import { DATASET, defineCommand, JSON_FLAG } from '../description.ts'
import { writeReport } from '../output.ts'

export default defineCommand({
  summary: 'Examine what legal-text needs of this machine.',
  description:
    'Lists version, platform, corpus and its age, cache, terminal, locale, pager, clipboard, the reader of PDF, and the ' +
    'database. For everything that is missing it names the line that mends it. Nothing is changed.',
  examples: [
    ['This machine', 'legal-text doctor'],
    ['The sample, and the source of corpora', 'legal-text doctor --network --dataset starter'],
    ['All that is missing, for a script', `legal-text doctor --json | jq -r '.checks[].remedy // empty'`],
  ],
  flags: {
    network: {
      description: 'Also ask the source of corpora (DATASET_URL, CORPUS_URL or SOURCE_URL) whether it answers.',
    },
    dataset: DATASET,
    json: JSON_FLAG,
  },
  environment: ['datasetPath', 'datasetUrl', 'corpusUrl', 'sourceUrl', 'PAGER', 'XDG_CACHE_HOME'],
  findings: [[ERROR_KINDS.not_ready.exitCode, 'Commands fail without something that is missing.']],
  async run({ flags }) {
    const { examine } = await import('../doctor.ts')
    const dataset = readSetting('datasetPath', process.env, flags.dataset)
    const checks = await examine({ dataset, network: flags.network ?? false })
    const ready = checks.every(({ result }) => result !== 'bad')
    const page = async () => (await import('../terminal/pages/doctor-page.ts')).doctorPage
    await writeReport(flags, { ready, checks }, page)
    if (!ready) process.exitCode = ERROR_KINDS.not_ready.exitCode
  },
})
