/** The names of inputs as they are typed on a command line. */
import type { ErrorDetails } from '../util/errors.ts'
import { type CommandDescription, flagsOf } from './description.ts'

/**
 * A message that names inputs of an operation (`limit: must be …`), with the flags (`--limit`) and arguments (`Q`) of its
 * command; others stay as they are.
 */
export function inTypedNames(
  message: string,
  issues: NonNullable<ErrorDetails['issues']>,
  description: CommandDescription,
): string {
  const flags = flagsOf(description)
  const named = description.arguments?.map(({ name }) => name) ?? []
  const typedName = (path: string) => {
    const flag = path.replaceAll('_', '-')
    return named.includes(path) ? path.toUpperCase() : Object.hasOwn(flags, flag) ? `--${flag}` : path
  }
  const messageWith = (nameOf: (path: string) => string) =>
    issues.map(({ path, message }) => `${nameOf(path)}: ${message}`).join('; ')
  return message === messageWith((path) => path) ? messageWith(typedName) : message
}
