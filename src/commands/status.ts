import { status } from '../operations/status.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(status, {
  examples: [
    ['Whether the sample can be opened', '--dataset starter'],
    ['As JSON', '--json --dataset starter'],
  ],
  page: async () => (await import('../terminal/status-page.ts')).statusPage,
})
