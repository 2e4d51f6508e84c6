/** Parts that are added between a norm and its law: `§ 4 Absatz 1, auch in Verbindung mit Absatz 2, des Hafengesetzes`. */
import { goesOnToLaw, isLawAt } from './list-look.ts'
import { readSeparator } from './read-values.ts'
import type { Tokens } from './tokens.ts'

/** Returns the index of the parts behind `, auch in Verbindung mit`, if the law stands behind them. */
export function readAlso(tokens: Tokens, index: number): number | undefined {
  let at = tokens.is(index, ',') ? index + 1 : index
  if (tokens.word(at) === 'jeweils') at++
  if (tokens.word(at) !== 'auch') return undefined
  const separator = readSeparator(tokens, at + 1)
  return separator?.kind === 'with' && goesOnToLaw(tokens, separator.next) ? separator.next : undefined
}

/** The tokens between the comma in front of the added parts and the one behind them. */
const LONGEST = 24

/** Returns the index behind the comma at `index` that ends added parts in front of a law, or `index`. */
export function behindAlso(tokens: Tokens, index: number): number {
  if (!tokens.is(index, ',') || !isLawAt(tokens, index + 1)) return index
  for (let at = index - 1; at > index - LONGEST; at--) {
    if (tokens.is(at, ';') || tokens.is(at, '.')) return index
    if (tokens.word(at) === 'verbindung' && tokens.word(at - 1) === 'in') {
      return /^(?:auch|jeweils|,)$/.test(tokens.value(at - 2)) ? index + 1 : index
    }
  }
  return index
}
