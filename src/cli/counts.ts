/** Parses counts in flags. */

import { say } from '../i18n/texts.ts'
import { argumentError } from '../util/arguments.ts'

/** @throws LegalTextError `invalid_input` unless it is a whole number of at least `minimum` */
export function readCount(text: string | undefined, flag: string, minimum = 0): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,6}$/.test(text) && Number(text) >= minimum) return Number(text)
  throw argumentError(flag, say`must be a whole number of at least ${minimum}, not ${JSON.stringify(text)}`)
}
