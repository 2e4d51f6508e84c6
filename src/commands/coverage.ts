import { coverage } from '../operations/coverage.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(coverage, {
  examples: [
    ['What the sample holds', '--dataset starter'],
    ['As JSON', '--json --dataset starter'],
  ],
  page: async () => (await import('../terminal/coverage-page.ts')).coveragePage,
})
