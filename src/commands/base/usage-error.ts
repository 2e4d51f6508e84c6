/** Turns what oclif throws at wrong usage into errors of legal-text. */
import { Errors } from '@oclif/core'
import { LegalTextError } from '../../errors.ts'
import { nearest } from './nearest.ts'

/** What the errors of oclif's parser carry, by their kind. */
interface UsageError extends Error {
  /** Arguments that are missing, or values that are too many. */
  args?: ({ name: string; description?: string } | string)[]
  /** Flags that do not exist. */
  flags?: string[]
  parse?: { input?: { flags?: Record<string, unknown> } }
}

/**
 * @param commands the names of all commands, with spaces: `corpus build`.
 * @returns the error as `invalid_input`; what is not about usage comes back as it is.
 */
export function fromUsageError(error: unknown, commands: string[]): unknown {
  if (!(error instanceof Errors.CLIError) || error instanceof Errors.ModuleLoadError) return error
  const unknown = /^command (\S+) not found\.?$/i.exec(error.message)?.[1]
  return new LegalTextError(
    'invalid_input',
    unknown === undefined ? usageMessage(error) : unknownCommand(unknown, commands),
    {},
    { cause: error },
  )
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
    const known = Object.keys(parse?.input?.flags ?? {}).map((name) => `--${name}`)
    const close = nearest(flag, known)
    if (close) return `unknown flag ${flag}; did you mean ${close}?`
    const isWord = !flag.startsWith('--')
    return `unknown flag ${flag}${isWord ? `; what begins with - and is no flag goes behind --: -- "${flag}"` : ''}${help}`
  }
  const plain = message
    .replace(/\s*See more help with --help\s*$/, '')
    .replace(/^The following errors? occurred:\s*/, '')
  return plain.replace(/Missing required flag (\S+)/g, '--$1 is missing').replace(/\s+/g, ' ') + help
}

/** @param id the words that oclif took for the command, joined by colons: `nrom:bgb:1`. */
function unknownCommand(id: string, commands: string[]): string {
  const words = id.split(':')
  const known = commands.find((command) => words.join(' ').startsWith(`${command} `))
  if (known !== undefined) return `unexpected argument ${words.slice(known.split(' ').length).join(' ')}; see --help`
  const topics = commands.filter((command) => command.startsWith(`${words[0]} `))
  const given = topics.length > 0 ? words.slice(0, 2).join(' ') : (words[0] ?? '')
  const close = nearest(given, topics.length > 0 ? topics : commands)
  return `${given} is not a command; ${close ? `did you mean ${close}?` : 'see legal-text --help'}`
}
