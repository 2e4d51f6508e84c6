/** Parses and runs command lines with oclif: all forms of flags, and its errors for wrong usage. */
import { Args, Command, Config, Errors, Flags, type Interfaces, run } from '@oclif/core'
import { packageDescription, packageRoot } from '../../package.ts'
import { loadCommand, runParsed } from './commands.ts'
import { type CommandDescription, type FlagDescription, flagsOf } from './description.ts'
import { unknownCommand } from './unknown-command.ts'
import { usageError, wrongUsage } from './usage-error.ts'

/** @throws what the command throws, and LegalTextError `invalid_input` for wrong usage */
export async function runOclif(words: string[]): Promise<void> {
  // oclif asks for the user's shell, and fails if the user has no entry and this is unset; nothing here uses it.
  process.env.SHELL ||= '/bin/sh'
  const config = await Config.load({
    root: packageRoot,
    pjson: packageDescription() as never,
    userPlugins: false,
    devPlugins: false,
  })
  for (const command of config.commands) command.load = async () => oclifCommand(await loadCommand(command.id)) as never
  await run(words, config).catch((error) => {
    throw withUsageMessage(error)
  })
}

/** The oclif class of a command. It leaves errors to its caller. */
export function oclifCommand(description: CommandDescription): typeof Command {
  return class DescribedCommand extends Command {
    static override summary = description.summary
    static override description = description.description
    static override args: Interfaces.ArgInput = Object.fromEntries(
      // Without a value oclif would wait for standard input.
      (description.arguments ?? []).map((argument) => [argument.name, Args.string({ ...argument, ignoreStdin: true })]),
    )
    static override flags: Interfaces.FlagInput = Object.fromEntries(
      Object.entries(flagsOf(description)).map(([name, flag]) => [name, oclifFlag(flag)]),
    )

    override async run(): Promise<void> {
      await runParsed(description, await this.parse(DescribedCommand))
    }

    protected override async catch(error: Error): Promise<never> {
      throw usageError(description, error)
    }
  }
}

function oclifFlag({ helpValue, ...flag }: FlagDescription) {
  if (helpValue === undefined) return Flags.boolean(flag)
  const option = { ...flag, helpValue }
  return flag.multiple
    ? Flags.string({ ...option, multiple: true, multipleNonGreedy: true })
    : Flags.string({ ...option, multiple: false })
}

/** Turns errors of oclif outside of commands into `invalid_input`; returns others as they are. */
function withUsageMessage(error: unknown): unknown {
  if (!(error instanceof Errors.CLIError) || error instanceof Errors.ModuleLoadError) return error
  const unknown = /^command (\S+) not found\.?$/i.exec(error.message)?.[1]
  return unknown === undefined ? wrongUsage(error.message, { cause: error }) : unknownCommand(unknown)
}
