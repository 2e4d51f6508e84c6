import { limitations } from '../../operations/limitations.ts'
import { operationCommand } from '../operation-command.ts'

export default operationCommand(limitations, {
  examples: [
    ['Sources that were not imported', 'legal-text limitations --dataset starter'],
    ['Only sources that failed to parse', 'legal-text limitations --terminal-state parse_failed --dataset starter'],
    ['As a table for a spreadsheet', 'legal-text limitations --format csv --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/limitations-table.ts')).limitationsTable,
})
