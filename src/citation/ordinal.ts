/** German ordinals as words, as the titles of laws write them. */

const ONES = ['', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf']
const TEENS = ['dreizehn', 'vierzehn', 'fünfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn']
const TENS = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig']
const IRREGULAR: Record<number, string> = { 1: 'Erst', 3: 'Dritt', 7: 'Siebt', 8: 'Acht' }

/** The stem of an ordinal up to 99 with a capital: `Neununddreißigst` for 39; the figure with a stop for other numbers. */
export function ordinalWord(number: number): string {
  if (number < 1 || number > 99) return `${number}.`
  const word = IRREGULAR[number] ?? `${cardinal(number)}${number < 20 ? 't' : 'st'}`
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function cardinal(number: number): string {
  if (number < 20) return ONES[number] ?? (TEENS[number - 13] as string)
  const ones = ONES[number % 10] as string
  return `${ones === '' ? '' : `${ones}und`}${TENS[Math.floor(number / 10)]}`
}
