/** The letters under which laws stand in an index from A to Z, and their order in it. */

import { lazy } from '../../util/lazy.ts'

/** Stands for everything that is no letter from A to Z. */
export const NO_LETTER = '#'

/** The letter under which a name stands: `Ä` under A, `ß` under S, in either case; `#` for digits, signs and other scripts. */
export function initialOf(name: string): string {
  const letter = name.trimStart().slice(0, 2).normalize('NFD').toUpperCase().charAt(0)
  return letter >= 'A' && letter <= 'Z' ? letter : NO_LETTER
}

/** The order of dictionaries (DIN 5007-1): `ä` like `a`. Numbers by their values. It takes 5 ms to make, and few need it. */
const order = lazy(() => new Intl.Collator('de', { numeric: true }))

/** Compares names as a dictionary does; negative if `one` comes first. */
export const compareInIndex = (one: string, other: string): number => order().compare(one, other)
