import { relationships } from '../operations/relationships.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(relationships, {
  examples: [
    ['What an article contains', 'msgbeg art:5 --dataset starter'],
    ['Only what contains it', '"Art. 5 § 1 MSGBEG" --type contained_in --dataset starter'],
    ['As JSON', 'msgbeg art:5 --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/relationships-table.ts')).relationshipsTable,
})
