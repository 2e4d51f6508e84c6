/** Runs a command line with oclif: every form of flags that it knows, and its errors at wrong usage. */
import { Config, run } from '@oclif/core'
import { packageDescription, packageRoot } from '../../package.ts'
import { loadCommand } from './commands.ts'
import { oclifCommand } from './oclif-command.ts'

/** @throws what the command throws, and oclif's errors */
export async function runOclif(words: string[]): Promise<void> {
  // oclif asks for the user's shell, and fails where the user has no entry and this is unset; nothing here uses it.
  process.env.SHELL ||= '/bin/sh'
  const config = await Config.load({
    root: packageRoot,
    pjson: packageDescription() as never,
    userPlugins: false,
    devPlugins: false,
  })
  for (const command of config.commands) command.load = async () => oclifCommand(await loadCommand(command.id)) as never
  await run(words, config)
}
