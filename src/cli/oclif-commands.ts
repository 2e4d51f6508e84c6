/** The classes of all commands, for oclif's own tools: its manifest is generated from them. */
import { COMMAND_IDS, loadCommand } from './commands.ts'
import { oclifCommand } from './oclif.ts'

export default Object.fromEntries(
  await Promise.all(COMMAND_IDS.map(async (id) => [id, oclifCommand(await loadCommand(id))] as const)),
)
