/** The options of the methods of `LegalText`. */
import { assertOptions } from '../arguments.ts'
import type { InputOf, Operation } from '../operations/operation.ts'

/**
 * Checks the options of a method: the inputs of its operation, except those that are arguments of their own.
 * @throws LegalTextError `invalid_input`
 */
export function checkedOptions<Of extends Pick<Operation, 'input'>, Name extends keyof InputOf<Of> = never>(
  { input }: Of,
  options: Omit<InputOf<Of>, Name> | undefined,
  ...others: Name[]
): typeof options {
  const names: readonly PropertyKey[] = others
  assertOptions(
    options,
    Object.keys(input.shape).filter((name) => !names.includes(name)),
  )
  return options
}
