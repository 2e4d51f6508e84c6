/** Norm paths, with arguments that are checked. */

import { formatNormPath as format, type NormPath, parseNormPath as parse } from '../citation/norm-path.ts'
import { assertString, isRecord, wrongArgument } from '../util/arguments.ts'

/**
 * Parses a norm path. Case is folded; anything else must be exact.
 * @returns the path, or `undefined` if the text is not one (a short form, a typing error)
 * @throws LegalTextError `invalid_input` if it is no string
 */
export function parseNormPath(text: string): NormPath | undefined {
  assertString('text', text)
  return parse(text)
}

/**
 * Writes a norm path. `formatNormPath(parseNormPath(p)) === p` for every canonical `p`.
 * @throws LegalTextError `invalid_input` if it is no parsed path
 */
export function formatNormPath(path: NormPath): string {
  if (!isRecord(path) || !Array.isArray(path.norm) || !Array.isArray(path.subdivision)) {
    throw wrongArgument('path', 'a path that parseNormPath() returned', path)
  }
  return format(path)
}
