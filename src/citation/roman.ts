/** Roman numerals as German law uses them: sections of the Social Code, paragraphs (`§ 433 II`), annexes. */

const DIGITS: readonly [string, number][] = [
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
]

/** Writes 1 to 99 as a Roman numeral in capitals. */
export function formatRoman(value: number): string {
  let rest = value
  let text = ''
  for (const [digit, worth] of DIGITS) {
    for (; rest >= worth; rest -= worth) text += digit
  }
  return text
}

const VALUES = new Map(Array.from({ length: 89 }, (_, index) => [formatRoman(index + 1), index + 1]))

/**
 * Reads a Roman numeral in its regular form, either case.
 * @returns 1 to 89, or `undefined`: `IIX`, `C` and `M` are not numbers here but letters.
 */
export function parseRoman(text: string): number | undefined {
  return VALUES.get(text.toUpperCase())
}
