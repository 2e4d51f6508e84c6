/** All commands as oclif classes, for its tool that writes the manifest in the package build. */
import { definitionsOf } from './command-line.ts'
import { COMMAND_IDS, loadCommand } from './commands.ts'

async function definition(id: string) {
  const command = await loadCommand(id)
  const { summary, description, run } = command
  return [id, { summary, description, run, ...definitionsOf(command) }]
}

export default Object.fromEntries(await Promise.all(COMMAND_IDS.map(definition)))
