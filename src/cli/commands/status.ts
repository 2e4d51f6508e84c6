import { status } from '../../operations/status.ts'
import { operationCommand } from '../operation-command.ts'

export default operationCommand(status, {
  examples: [
    ['Check the sample', 'legal-text status --dataset starter'],
    ['Check for a corpus in a script', 'legal-text status --dataset starter > /dev/null && echo ready'],
    ['As JSON', 'legal-text status --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/status-page.ts')).statusPage,
})
