/** The options of the methods of `LegalText`. */
import { argumentError, assertOptions, assertString } from '../arguments.ts'
import { type InputOf, MAX_TEXT_LENGTH, type Operation } from '../operations/operation.ts'

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

/**
 * Checks a text that is answered in one piece.
 * @param advice what to do with a longer one
 * @throws LegalTextError `invalid_input` that names the argument
 */
export function assertText(name: string, value: unknown, expected?: string, advice = ''): asserts value is string {
  assertString(name, value, expected)
  if (value.length > MAX_TEXT_LENGTH)
    throw argumentError(name, `must be at most ${MAX_TEXT_LENGTH} characters${advice}`)
}

/** @throws LegalTextError `invalid_input` for arguments after those that a method takes, which has no options */
export function assertNoOptions(method: string, surplus: readonly unknown[]): void {
  if (surplus.some((value) => value !== undefined)) throw argumentError('options', `${method}() takes none`)
}
