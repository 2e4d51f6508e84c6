import { LegalTextError } from '../errors.ts'

/** Whatever is wrong with a dataset, as the error that there is no corpus. Other errors stay as they are. */
export function asNotReady(error: unknown): unknown {
  if (!(error instanceof LegalTextError) || error.kind !== 'invalid_input') return error
  return new LegalTextError('not_ready', error.message, {}, { cause: error })
}
