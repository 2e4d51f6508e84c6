import { LegalTextError } from '../errors.ts'

/** An error about a file under the name that the user knows it by: a temporary file says nothing to anybody. */
export function withName(error: unknown, file: string, name: string): unknown {
  if (!(error instanceof LegalTextError) || !error.message.includes(file)) return error
  return new LegalTextError(error.kind, error.message.replaceAll(file, name), error.details, { cause: error })
}
