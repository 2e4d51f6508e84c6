import { LegalTextError } from '../errors.ts'

/**
 * An error about what is in a file, under the name that the user knows it by: a temporary file says nothing to anybody,
 * unless it cannot be written.
 */
export function withName(error: unknown, file: string, name: string): unknown {
  if (!(error instanceof LegalTextError) || !error.message.includes(file) || /^cannot write/.test(error.message))
    return error
  return new LegalTextError(error.kind, error.message.replaceAll(file, name), error.details, { cause: error })
}
