/** The names of inputs as they are typed on a command line. */
import type { ErrorDetails } from '../../errors.ts'
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
  let typed = message
  for (const { path, message: own } of issues) {
    const flag = path.replaceAll('_', '-')
    const name = named.includes(path) ? path.toUpperCase() : Object.hasOwn(flags, flag) ? `--${flag}` : path
    const parts = typed.split('; ')
    const part = parts.findIndex((each) => each.startsWith(`${path}: ${own.split('; ')[0]}`))
    if (part >= 0) typed = parts.with(part, name + (parts[part] as string).slice(path.length)).join('; ')
  }
  return typed
}
