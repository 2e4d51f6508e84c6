/** Parses and runs command lines with oclif: all forms of flags, and its errors for wrong usage. */
import { Args, Command, Config, Errors, Flags, type Interfaces, run } from '@oclif/core'
import { LegalTextError } from '../../errors.ts'
import { packageDescription, packageRoot } from '../../package.ts'
import { loadCommand } from './commands.ts'
import { type CommandDescription, type FlagDescription, flagsOf } from './description.ts'
import { nearest, unknownCommand } from './unknown-command.ts'

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
      await description.run(await this.parse(DescribedCommand))
    }

    protected override async catch(error: Error): Promise<never> {
      throw error
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

/** What oclif's errors for wrong usage carry. */
interface UsageError extends Error {
  /** Arguments that are missing, or values that are too many. */
  args?: ({ name: string; description?: string } | string)[]
  /** Flags that do not exist. */
  flags?: string[]
  parse?: { input?: { flags?: Record<string, unknown> } }
}

/** Turns errors of oclif into `invalid_input`; returns others as they are. */
function withUsageMessage(error: unknown): unknown {
  if (!(error instanceof Errors.CLIError) || error instanceof Errors.ModuleLoadError) return error
  const unknown = /^command (\S+) not found\.?$/i.exec(error.message)?.[1]
  if (unknown !== undefined) return unknownCommand(unknown)
  const message = usageMessage(error)
  const help = message.endsWith('?') ? '' : '; see --help'
  return new LegalTextError('invalid_input', message + help, {}, { cause: error })
}

function usageMessage({ message, args, flags, parse }: UsageError): string {
  const [missing] = args?.filter((each) => typeof each !== 'string') ?? []
  if (missing) return `${missing.name.toUpperCase()} is missing: ${missing.description ?? ''}`.replace(/\.?$/, '')
  if (args) {
    const hasFlag = args.some((each) => String(each).startsWith('--'))
    return `unexpected argument ${args.join(' ')}; ${hasFlag ? 'flags go before --' : 'quote an argument that has spaces'}`
  }
  const [flag] = flags ?? []
  if (flag) {
    const known = ['help', ...Object.keys(parse?.input?.flags ?? {})].map((name) => `--${name}`)
    const close = nearest(flag, known)
    if (close) return `unknown flag ${flag}; did you mean ${close}?`
    return `unknown flag ${flag}${flag.startsWith('--') ? '' : `; an argument that begins with - goes after --: -- "${flag}"`}`
  }
  const [plain = ''] = message.split('See more help with --help')
  return plain
    .trim()
    .replace(/^The following errors? occurred:\s*/, '')
    .replace(/Missing required flag (\S+)/g, '--$1 is missing')
    .replace(/\s+/g, ' ')
}
