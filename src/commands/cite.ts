import { existsSync, statSync } from 'node:fs'
import { cite } from '../operations/cite.ts'
import type { CommandDescription } from './base/description.ts'
import { operationCommand } from './base/operation-command.ts'
import { readText, STANDARD_INPUT } from './base/read-text.ts'

const ofText = operationCommand(cite, {
  arguments: ['q'],
  joined: true,
  async note(_corpus, { args }) {
    const text = [args.q].flat().join(' ')
    if (!existsSync(text) || !statSync(text).isFile()) return undefined
    const { shellWord } = await import('../terminal/pages/paging.ts')
    const file = shellWord(text)
    return `${file} is read as the text itself; to read that file: legal-text check ${file}, or legal-text cite - < ${file}`
  },
  examples: [
    ['One citation', 'legal-text cite "§ 1 Abs. 2 MSGB" --dataset starter'],
    ['All citations of a sentence', 'legal-text cite "Nach §§ 3 bis 6 MSGB und Art. 5 § 2 MSGBEG" --dataset starter'],
    ['Those of a text on standard input', 'echo "Siehe § 99 MSGB." | legal-text cite - --json --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/citation-list.ts')).citationList,
})

const command: CommandDescription = {
  ...ofText,
  description: `${ofText.description} With - the text is read from standard input.`,
  async run({ args, flags }) {
    const isStandardInput = [args.q].flat().join(' ') === STANDARD_INPUT
    await ofText.run(isStandardInput ? { flags, args: { q: await readText(STANDARD_INPUT) } } : { args, flags })
  },
}

export default command
