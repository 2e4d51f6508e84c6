import { lawVersions } from '../../operations/law-versions.ts'
import { normVersions } from '../../operations/norm-versions.ts'
import { lawOrNormCommand } from '../law-or-norm-command.ts'

const tables = () => import('../terminal/pages/versions-table.ts')

export default lawOrNormCommand({
  ofNorm: { operation: normVersions, page: async () => (await tables()).normVersionsTable },
  ofLaw: { operation: lawVersions, page: async () => (await tables()).lawVersionsTable },
  summary: 'List the versions of a law or of a norm.',
  description:
    'Lists the versions of a law, or of one of its norms, newest first: the days of the first and the last state that ' +
    'published each, and the newest amendment that the source named. These are days of publication, not of effect. Laws and norms that ' +
    'the newest state no longer has have a history, too.',
  formats: ['json', 'ndjson', 'csv', 'md', 'text'],
  examples: [
    ['Of a section, as lawyers write it', 'legal-text history "§ 16 MSGB" --dataset starter'],
    ['Of a law', 'legal-text history msgb --dataset starter'],
    ['As a table for a spreadsheet', 'legal-text history msgb --format csv --dataset starter'],
  ],
})
