import { existsSync, statSync } from 'node:fs'
import { say } from '../../i18n/texts.ts'
import { cite } from '../../operations/cite.ts'
import { MAX_TEXT_LENGTH } from '../../operations/operation.ts'
import { argumentError } from '../../util/arguments.ts'
import type { CommandDescription } from '../description.ts'
import { operationCommand } from '../operation-command.ts'
import { readText, STANDARD_INPUT } from '../read-text.ts'

const ofText = operationCommand(cite, {
  arguments: ['q'],
  joined: true,
  async note(_corpus, { args }) {
    const text = [args.q].flat().join(' ')
    if (!existsSync(text) || !statSync(text).isFile()) return undefined
    const { shellWord } = await import('../terminal/pages/paging.ts')
    const file = shellWord(text)
    return say`${file} is read as the text itself; to read that file: legal-text check ${file}, or legal-text cite - < ${file}`
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
    const words = [args.q].flat().join(' ')
    const isStandardInput = words === STANDARD_INPUT
    const text = isStandardInput ? await readText(STANDARD_INPUT) : words
    if (text.length > MAX_TEXT_LENGTH) {
      const longest = say`must be at most ${MAX_TEXT_LENGTH} characters; legal-text check FILE reads longer texts`
      throw argumentError(isStandardInput ? say`standard input` : 'Q', longest)
    }
    await ofText.run(isStandardInput ? { flags, args: { q: text } } : { args, flags })
  },
}

export default command
