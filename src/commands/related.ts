import { relationships } from '../operations/relationships.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(relationships, {
  examples: [
    ['The sections of an article', 'legal-text related msgbeg art:5 --dataset starter'],
    ['What cites a section, as lawyers write it', 'legal-text related § 14 MSGB --type cited_by --dataset starter'],
    [
      'Only the article that contains a section',
      'legal-text related "Art. 5 § 1 MSGBEG" --type contained_in --dataset starter',
    ],
    ['As JSON', 'legal-text related msgbeg art:5 --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/relationships-table.ts')).relationshipsTable,
})
