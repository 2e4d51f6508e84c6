/** Parses and runs command lines with oclif: all forms of flags, and its errors for wrong usage. */

import { Args, Command, Config, Errors, Flags, type Interfaces, run } from '@oclif/core'
import { say } from '../i18n/texts.ts'
import { packageDescription, packageRoot } from '../program/package.ts'
import { LegalTextError } from '../util/errors.ts'
import { loadCommand, runParsed } from './commands.ts'
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

/** What oclif's errors carry. */
interface OclifError extends Error {
  /** Arguments that are missing, or values that are too many. */
  args?: ({ name: string; description?: string } | string)[]
  /** Flags that do not exist. */
  flags?: string[]
}

/** Turns errors of oclif's parser into `invalid_input`; returns others as they are. */
function usageError(description: CommandDescription, error: unknown): unknown {
  if (!(error instanceof Errors.CLIError) || error instanceof Errors.ModuleLoadError) return error
  return wrongUsage(messageOf(description, error), { cause: error })
}

/** The error of wrong usage. A message that ends in a question suggests something; others get a hint at help. */
function wrongUsage(message: string, options?: ErrorOptions): LegalTextError {
  const [, flag] = /^(--[\w-]+) (?:must|needs|is|can)\b/.exec(message) ?? []
  const details = flag === undefined ? {} : { issues: [{ path: flag, message }] }
  return new LegalTextError(
    'invalid_input',
    message.endsWith('?') ? message : say`${message}; see --help`,
    details,
    options,
  )
}

function messageOf(description: CommandDescription, { message, args, flags: unknown }: OclifError): string {
  const plain = (message.split('See more help with --help')[0] ?? '').trim()
  const [missing] = args?.filter((each) => typeof each !== 'string') ?? []
  if (missing) return say`${missing.name.toUpperCase()} is missing: ${missing.description ?? ''}`.replace(/\.?$/, '')
  if (args) {
    const hasFlag = args.some((each) => String(each).startsWith('--'))
    return say`unexpected argument ${args.join(' ')}; ${hasFlag ? say`flags go before --` : say`quote an argument that has spaces`}`
  }
  const flags = flagsOf(description)
  const [flag = ''] = unknown?.[0]?.split('=') ?? []
  if (flag !== '') return unknownFlag(flag, flags)
  const [, twice] = /^Flag --(\S+) can only be specified once/.exec(plain) ?? []
  if (twice !== undefined) return say`--${twice} can be given only once`
  const [, bare] = /^Flag --(\S+) expects (?:a value|one of these values)/.exec(plain) ?? []
  if (bare !== undefined) return say`--${bare} needs a value: ${valuesOf(bare, flags[bare])}`
  const [, required] = /Missing required flag (\S+)/.exec(plain) ?? []
  if (required !== undefined)
    return say`--${required} is missing: ${flags[required]?.description ?? ''}`.replace(/\.?$/, '')
  const wrong = /^Expected (?:--([\w-]+)=)?(.*) to be one of: (.*)$/s.exec(plain)
  if (wrong !== null) return wrongOption(description, wrong)
  return plain.replace(/\s+/g, ' ')
}

/** @param wrong the name of the flag, the value, and the options as oclif lists them */
function wrongOption({ arguments: named = [], ...description }: CommandDescription, wrong: RegExpExecArray): string {
  const [, flag, value = '', listed] = wrong
  const argument = named.find(({ options }) => options?.join(', ') === listed)
  const { options = [], meanings = [] }: Partial<FlagDescription> =
    (flag === undefined ? argument : flagsOf(description)[flag]) ?? {}
  const meant = meanings.findIndex((meaning) => meaning.toLowerCase() === value.toLowerCase())
  const close = options[meant] ?? nearest(value, options, 1)
  const name = flag === undefined ? argument?.name.toUpperCase() : `--${flag}`
  const known = options.join(', ').replace(/, ([^,]+)$/, ' or $1')
  return say`${name} must be ${known}, not ${JSON.stringify(value)}${close === undefined ? '' : say`; did you mean ${close}?`}`
}

const valuesOf = (name: string, flag: FlagDescription | undefined) =>
  flag?.options?.join(', ') ?? `--${name} ${flag?.helpValue ?? 'VALUE'}`

/** Names of flags that other programs have, and ours for the same. */
const SYNONYMS: Readonly<Record<string, string>> = {
  law: 'codes',
  laws: 'codes',
  code: 'codes',
  number: 'limit',
  count: 'limit',
  max: 'limit',
  skip: 'offset',
  start: 'offset',
  search: 'query',
  filter: 'query',
  output: 'format',
  corpus: 'dataset',
  bundle: 'dataset',
  database: 'dataset',
  colour: 'no-color',
  color: 'no-color',
}

function unknownFlag(flag: string, flags: Readonly<Record<string, FlagDescription>>): string {
  const synonym = SYNONYMS[flag.replace(/^--/, '')]
  const known = ['help', ...Object.keys(flags)].map((name) => `--${name}`)
  const close = synonym === undefined ? nearest(flag, known) : synonym in flags ? `--${synonym}` : undefined
  if (flag === '--all' && 'limit' in flags && !('all' in flags)) {
    return /Default: all/.test(flags.limit?.description ?? '')
      ? say`unknown flag --all: without --limit, all are listed`
      : say`unknown flag --all; --limit says how many are listed`
  }
  if (close) return say`unknown flag ${flag}; did you mean ${close}?`
  return say`unknown flag ${flag}${flag.startsWith('--') ? '' : say`; an argument that begins with - goes after --: -- "${flag}"`}`
}
