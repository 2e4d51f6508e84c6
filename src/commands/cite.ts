import { cite } from '../operations/cite.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(cite, {
  arguments: ['q'],
  examples: [
    ['One citation', '"§ 1 Abs. 2 MSGB" --dataset starter'],
    ['All citations of a sentence', '"Nach §§ 3 bis 6 MSGB und Art. 5 § 2 MSGBEG" --dataset starter'],
    ['As JSON', '"§ 99 MSGB" --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/citation-list.ts')).citationList,
})
