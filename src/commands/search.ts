import { search } from '../operations/search.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(search, {
  arguments: ['q'],
  repeatable: ['codes'],
  switches: ['explain'],
  examples: [
    ['Norms about giving notice', 'Kündigung --dataset starter'],
    ['In two laws only', '"Gebühr" --codes hafeng_2021,msgb --dataset starter'],
    ['The best hit, as JSON', '"Rücksicht und Redlichkeit" --limit 1 --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/search-results.ts')).searchResults,
})
