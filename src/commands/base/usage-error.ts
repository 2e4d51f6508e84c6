/** Turns what oclif throws at wrong usage into errors of legal-text. */
import { Errors } from '@oclif/core'
import { LegalTextError } from '../../errors.ts'
import { nearest } from './nearest.ts'
import { unknownCommand } from './unknown-command.ts'

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
