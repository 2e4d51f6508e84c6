/** Makes oclif's class of a command from its description. */
import { Args, Command, Flags, type Interfaces } from '@oclif/core'
import { type CommandDescription, type FlagDescription, flagsOf } from './description.ts'
import { Given } from './given.ts'

/** @param description of the command. Errors are left to who runs it, and keep their kind. */
export function oclifCommand(description: CommandDescription): typeof Command {
  return class DescribedCommand extends Command {
    static override summary = description.summary
    static override description = description.description

    static override args: Interfaces.ArgInput = Object.fromEntries(
      (description.arguments ?? []).map(({ name, description, options, required = false, several = false }) => [
        name,
        // Without a value oclif would wait for standard input.
        Args.string({
          description,
          required,
          ignoreStdin: true,
          ...(several && { multiple: true }),
          ...(options && { options: [...options] }),
        }),
      ]),
    )

    static override flags: Interfaces.FlagInput = Object.fromEntries(
      Object.entries(flagsOf(description)).map(([name, flag]) => [name, oclifFlag(flag)]),
    )

    override async run(): Promise<void> {
      const { args, flags } = await this.parse(DescribedCommand)
      await description.run(new Given(description, { ...args, ...flags }))
    }

    protected override async catch(error: Error): Promise<never> {
      throw error
    }
  }
}

function oclifFlag({ description, value, options, required, several, negatable }: FlagDescription) {
  const shared = { description, ...(required && { required }) }
  if (value === undefined) return Flags.boolean({ ...shared, ...(negatable && { allowNo: true }) })
  const text = { ...shared, helpValue: value, ...(options && { options: [...options] }) }
  return several ? Flags.string({ ...text, multiple: true, multipleNonGreedy: true }) : Flags.string(text)
}
