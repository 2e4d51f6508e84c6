/** The laws that a search is restricted to: by names and by their place. */

import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { argumentError } from '../util/arguments.ts'
import { namedLawOutputs, nameInput, typedInput } from './operation.ts'

/** The items of a list that is one string with commas, or several; what is no string is left to validation. */
export const splitAtCommas = (value: unknown): unknown[] =>
  [value].flat().flatMap((items) => (typeof items === 'string' ? items.split(',') : [items]))

/** Codes of laws: one string with commas, or several. */
export const codesInput = typedInput(
  splitAtCommas,
  z.array(nameInput('codes or names of laws, separated by commas', 1000)).max(100, say`must be at most 100 codes`),
)
  .default([])
  .describe('Codes or aliases of the laws to search, separated by commas. Default: all.')

/** The jurisdiction of laws. */
export const jurisdictionInput = z
  .string(say`must be a text`)
  .regex(/^[A-Za-z-]{2,10}$/, say`must be a code such as de or eu`)
  .optional()
  .describe('Only laws of this place: de, eu. Case does not matter.')

/** The fields of an answer that tell which laws were searched. */
export const searchedLaws = () => ({
  codes: z.array(z.string()).describe('Canonical codes of the laws searched; empty where all were.'),
  ...namedLawOutputs,
  jurisdiction: z.string().nullable().describe('The place whose laws were searched; null where all were.'),
})

/** The codes of laws by their names. @throws LegalTextError of the first that is unknown or ambiguous */
export async function codesOf(corpus: Corpus, names: readonly string[]): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (const name of names) codes.set(name, (await resolveLaw(corpus, name)).code)
  return codes
}

/** @throws LegalTextError `invalid_input` if the corpus has no law of a place */
export async function assertJurisdiction(corpus: Corpus, jurisdiction: string | undefined): Promise<void> {
  if (jurisdiction === undefined) return
  const { laws_by_jurisdiction } = await corpus.coverage()
  const known = Object.keys(laws_by_jurisdiction).map((place) => place.toLowerCase())
  if (known.includes(jurisdiction.toLowerCase())) return
  const message = say`the corpus has no law of ${JSON.stringify(jurisdiction)}, only of ${known.sort().join(', ')}`
  throw argumentError('jurisdiction', message)
}
