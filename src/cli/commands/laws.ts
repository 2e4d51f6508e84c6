import { laws } from '../../operations/laws.ts'
import { operationCommand } from '../operation-command.ts'

export default operationCommand(laws, {
  words: 'query',
  examples: [
    ['All laws of the sample', 'legal-text laws --dataset starter'],
    ['Laws with “hafen” in one of their names', 'legal-text laws hafen --dataset starter'],
    ['Laws of Germany only', 'legal-text laws --jurisdiction de --dataset starter'],
    ['Laws under M, from A to Z', 'legal-text laws --initial M --dataset starter'],
    ['The first three, one per line', 'legal-text laws --limit 3 --format ndjson --dataset starter'],
  ],
  async page({ bundle }) {
    const { lawsTable } = await import('../terminal/pages/laws-table.ts')
    return (answer, screen) => lawsTable(answer, screen, bundle.name)
  },
})
