import { law } from '../operations/law.ts'
import { norm } from '../operations/norm.ts'
import { operationCommand } from './base/operation-command.ts'

export default operationCommand(norm, {
  examples: [
    ['One section, as lawyers write it', '"§ 14 MSGB" --dataset starter'],
    ['By code and norm path', 'msgbeg art:5/par:1 --dataset starter'],
    ['One item of a list', 'msgb "§ 14 Abs. 1 Satz 1 Nr. 1" --dataset starter'],
    ['As JSON', 'msverf art:1 --json --dataset starter'],
  ],
  page: async (corpus) => {
    const { normPage } = await import('../terminal/norm-page.ts')
    const { clean } = await import('../terminal/clean.ts')
    return async (answer, screen) => normPage(answer, clean(await law.run(corpus, { code: answer.code })), screen)
  },
})
