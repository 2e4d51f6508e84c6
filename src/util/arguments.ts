/** Checks arguments of public functions, for callers without types. */

import { say } from '../i18n/texts.ts'
import { LegalTextError } from './errors.ts'

/** The error `invalid_input` for an argument. @param path its name */
export function argumentError(path: string, message: string, options?: ErrorOptions): LegalTextError {
  return new LegalTextError('invalid_input', say`${path}: ${message}`, { issues: [{ path, message }] }, options)
}

/** The error for an argument of a wrong type: `dataset: must be a path, not null`. */
export function wrongArgument(path: string, expected: string, value: unknown): LegalTextError {
  return argumentError(path, say`must be ${expected}, not ${typeInWords(value)}`)
}

/** @throws LegalTextError `invalid_input` unless an argument is a string */
export function assertString(path: string, value: unknown, expected = 'a string'): asserts value is string {
  if (typeof value !== 'string') throw wrongArgument(path, expected, value)
}

/**
 * Checks that options are an object with only these names, all of them optional.
 * @throws LegalTextError `invalid_input`
 */
export function assertOptions(options: unknown, known: readonly string[], path = 'options'): void {
  if (options === undefined) return
  if (!isPlainObject(options)) throw wrongArgument(path, say`an object such as { ${known[0]}: … }`, options)
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw argumentError(unknown, say`unknown option; known are ${known.join(', ')}`)
}

/** Checks the types of the fields of an argument. @throws LegalTextError `invalid_input` that names the first wrong one */
export function assertFields(path: string, value: unknown, types: Readonly<Record<string, FieldType>>): void {
  if (!isRecord(value)) throw wrongArgument(path, say`an object with ${Object.keys(types).join(', ')}`, value)
  for (const [name, type] of Object.entries(types)) {
    if (typeof value[name] !== type || value[name] === null) throw wrongArgument(name, FIELD_TYPES[type], value[name])
  }
}

const FIELD_TYPES = { string: say`a string`, function: say`a function`, object: say`an object` }
type FieldType = keyof typeof FIELD_TYPES

/** True for an object without a class, also from another realm: `{ … }`, a module, `Object.create(null)`. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** True for an object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The type of a value, without the value, which may be secret. */
function typeInWords(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'string' && value.trim() === '') return say`an empty string`
  if (value instanceof Promise) return say`a Promise; await it first`
  if (Array.isArray(value)) return say`an array`
  const name = typeof value === 'object' ? (value.constructor?.name ?? 'Object') : typeof value
  if (name === 'Object') return say`an object`
  return typeof value === 'object' ? say`a value of class ${name}` : `a ${name}`
}
