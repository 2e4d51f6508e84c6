/** Restricts a search to laws, by names and by jurisdiction. */

import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { namedLawOutputs, nameInput, typedInput } from './operation.ts'

/** The items of a list, given as one or several strings with commas; other values are left to validation. */
export const splitAtCommas = (value: unknown): unknown[] =>
  [value].flat().flatMap((items) => (typeof items === 'string' ? items.split(',') : [items]))

/** Codes of laws: one string with commas, or several. */
export const codesInput = typedInput(
  splitAtCommas,
  z.array(nameInput(say`codes or names of laws, separated by commas`, 1000)).max(100, say`must be at most 100 codes`),
)
  .default([])
  .describe('Codes or aliases of the laws to search, separated by commas. Default: all.')

/** The fields of an answer with the searched laws. */
export const searchedLaws = () => ({
  codes: z.array(z.string()).describe('Canonical codes of the laws searched; empty where all were.'),
  ...namedLawOutputs(),
  jurisdiction: z.string().nullable().describe('The place whose laws were searched; null where all were.'),
})

/** The codes of laws by their names. @throws LegalTextError for the first unknown or ambiguous one */
export async function codesOf(corpus: Corpus, names: readonly string[]): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (const name of names) codes.set(name, (await resolveLaw(corpus, name)).code)
  return codes
}
