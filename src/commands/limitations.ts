import { limitations } from '../operations/limitations.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(limitations, {
  examples: [
    ['What could not be imported', 'legal-text limitations --dataset starter'],
    ['Only sources that could not be read', 'legal-text limitations --terminal-state parse_failed --dataset starter'],
    ['As a table for a spreadsheet', 'legal-text limitations --format csv --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/limitations-table.ts')).limitationsTable,
})
