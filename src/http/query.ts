/** Reads query strings strictly: malformed ones are errors. */
import { invalidInput, unknownInput } from '../operations/operation.ts'
import { tried } from '../util/tried.ts'

export type QueryValues = Record<string, string | string[]>

/** The query parameters of a route. */
export interface QueryNames {
  known: readonly string[]
  /** Names of repeatable parameters. */
  repeatable: ReadonlySet<string>
}

/** For routes without parameters. */
export const NO_QUERY: QueryNames = { known: [], repeatable: new Set() }

/**
 * Reads a query string (`?a=1&b=2`, or empty). `+` stands for a space.
 * @param params the path parameters, which errors repeat
 * @returns the value of each parameter; an array if it was given several times
 * @throws LegalTextError `invalid_input` for a malformed percent escape, an unknown name, or one given twice
 */
export function readQuery(search: string, names: QueryNames, params: Record<string, string>): QueryValues {
  const values: QueryValues = Object.create(null)
  const issues = new Map<string, string>()
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const rawName = equals === -1 ? pair : pair.slice(0, equals)
    const name = decode(rawName)
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1))
    if (name === undefined || value === undefined) {
      issues.set(name ?? rawName, 'malformed percent escape')
    } else if (!names.known.includes(name)) {
      issues.set(name, unknownInput(names.known))
    } else if (values[name] === undefined) {
      values[name] = value
    } else if (names.repeatable.has(name)) {
      values[name] = [values[name], value].flat()
    } else {
      issues.set(name, 'given more than once')
    }
  }
  if (issues.size > 0) throw invalidInput(issues, params)
  return values
}

const decode = (text: string) => tried(() => decodeURIComponent(text.replaceAll('+', ' ')), undefined)

/** True if every percent escape of a URL path is well-formed UTF-8. */
export const isDecodable = (path: string): boolean => !path.includes('%') || decode(path) !== undefined
