import { law } from '../operations/law.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(law, {
  examples: [
    ['A law and its norms', 'msverf --dataset starter'],
    ['By its title', '"Hafengesetz" --dataset starter'],
    ['As JSON', 'inselvtr --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/law-page.ts')).lawPage,
})
