import { coverage } from '../../operations/coverage.ts'
import { operationCommand } from '../operation-command.ts'

export default operationCommand(coverage, {
  examples: [
    ['The contents of the sample', 'legal-text coverage --dataset starter'],
    ['The number of norms', 'legal-text coverage --json --dataset starter | jq .norms'],
    ['As JSON', 'legal-text coverage --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/coverage-page.ts')).coveragePage,
})
