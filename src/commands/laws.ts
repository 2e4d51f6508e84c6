import { laws } from '../operations/laws.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(laws, {
  examples: [
    ['All laws of the sample', '--dataset starter'],
    ['Laws with “hafen” in one of their names', '--query hafen --dataset starter'],
    ['The first three, as JSON', '--limit 3 --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/laws-table.ts')).lawsTable,
})
