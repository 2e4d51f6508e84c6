import { limitations } from '../operations/limitations.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(limitations, {
  examples: [
    ['What could not be imported', '--dataset starter'],
    ['Only sources that could not be read', '--terminal-state parse_failed --dataset starter'],
    ['As JSON', '--json --dataset starter'],
  ],
  page: async () => (await import('../terminal/limitations-list.ts')).limitationsList,
})
