import { COMMAND_IDS, loadCommand } from '../commands/base/commands.ts'
import type { CommandDescription } from '../commands/base/description.ts'

export interface NamedCommand {
  /** As it is typed: `corpus build`. */
  name: string
  description: CommandDescription
}

/** All commands, in the order of their names. */
export async function allCommands(): Promise<NamedCommand[]> {
  const commands = COMMAND_IDS.map(async (id) => ({
    name: id.replaceAll(':', ' '),
    description: await loadCommand(id),
  }))
  return (await Promise.all(commands)).sort((a, b) => (a.name < b.name ? -1 : 1))
}
