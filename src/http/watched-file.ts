/** A bundle that is served itself, and not a copy of it: nothing more is answered from it once it was written to. */
import { fingerprint } from '../dataset/fingerprint.ts'
import { LegalTextError } from '../errors.ts'

export interface WatchedFile {
  file: string
  /** Its state when it was verified. */
  state: string
}

/** Whether the file is in the state in which it was verified. */
export function isUntouched({ file, state }: WatchedFile): boolean {
  return stateOf(file) === state
}

/** What is answered from then on. */
export function writtenTo(file: string): LegalTextError {
  return new LegalTextError('not_ready', `${file} was written to while it was served`)
}

/** The state of a file, empty where it is gone. */
export function stateOf(file: string): string {
  try {
    return fingerprint(file)
  } catch {
    return ''
  }
}
