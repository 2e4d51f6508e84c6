import { changes } from '../../operations/changes.ts'
import { operationCommand } from '../operation-command.ts'

export default operationCommand(changes, {
  multiple: ['codes'],
  switches: ['typographic'],
  examples: [
    ['Since a day', 'legal-text changes --since 2025-01-01 --dataset starter'],
    ['Of one law, one change per line', 'legal-text changes --codes msgb --format ndjson --dataset starter'],
    ['Of two norms', 'legal-text changes --norms "§ 12 MSGB, § 16 MSGB" --dataset starter'],
    ['Up to a day, as a table', 'legal-text changes --until 2025-12-31 --format csv --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/changes-page.ts')).changesPage,
})
