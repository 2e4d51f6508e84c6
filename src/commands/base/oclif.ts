/** Makes oclif's class of a command from its description. */
import { Args, Command, Config, Errors, Flags, type Interfaces, run } from '@oclif/core'
import { LegalTextError } from '../../errors.ts'
import { packageDescription, packageRoot } from '../../package.ts'
import { loadCommand } from './commands.ts'
import { type CommandDescription, type FlagDescription, flagsOf, Given } from './description.ts'
import { nearest, unknownCommand } from './unknown-command.ts'

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

/*FILEDOC Runs a command line with oclif: every form of flags that it knows, and its errors at wrong usage. */

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

/*FILEDOC Turns what oclif throws at wrong usage into errors of legal-text. */

/** What the errors of oclif's parser carry, by their kind. */
interface UsageError extends Error {
  /** Arguments that are missing, or values that are too many. */
  args?: ({ name: string; description?: string } | string)[]
  /** Flags that do not exist. */
  flags?: string[]
  parse?: { input?: { flags?: Record<string, unknown> } }
}

/** @returns the error as `invalid_input`; what is not about usage comes back as it is */
export function fromUsageError(error: unknown): unknown {
  if (!(error instanceof Errors.CLIError) || error instanceof Errors.ModuleLoadError) return error
  const unknown = /^command (\S+) not found\.?$/i.exec(error.message)?.[1]
  if (unknown !== undefined) return unknownCommand(unknown)
  return new LegalTextError('invalid_input', usageMessage(error), {}, { cause: error })
}

function usageMessage({ message, args, flags, parse }: UsageError): string {
  const help = '; see --help'
  const missing = args?.flatMap((each) => (typeof each === 'string' ? [] : [each]))
  const [first] = missing ?? []
  if (first) return `${first.name.toUpperCase()} is missing: ${first.description ?? ''}`.replace(/\.?$/, help)
  if (args) {
    const given = args.join(' ')
    const cause = args.some((each) => String(each).startsWith('--'))
      ? 'flags go in front of --'
      : 'what has spaces in it needs quotes'
    return `unexpected argument ${given}; ${cause}${help}`
  }
  const [flag] = flags ?? []
  if (flag) {
    const known = ['help', ...Object.keys(parse?.input?.flags ?? {})].map((name) => `--${name}`)
    const close = nearest(flag, known)
    if (close) return `unknown flag ${flag}; did you mean ${close}?`
    const isWord = !flag.startsWith('--')
    return `unknown flag ${flag}${isWord ? `; what begins with - and is no flag goes behind --: -- "${flag}"` : ''}${help}`
  }
  const more = message.lastIndexOf('See more help with --help')
  const plain = (more < 0 ? message : message.slice(0, more)).trim().replace(/^The following errors? occurred:\s*/, '')
  return plain.replace(/Missing required flag (\S+)/g, '--$1 is missing').replace(/\s+/g, ' ') + help
}
