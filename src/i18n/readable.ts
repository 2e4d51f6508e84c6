/** Numbers and counts in the language of the texts. */
import { currentLanguage, translated } from './texts.ts'

/** `1234567` as `1,234,567`, in German `1.234.567`. */
// Not toLocaleString: its first call takes 17 ms, a third of the time in which a norm is shown.
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, currentLanguage() === 'de' ? '.' : ',')

/** `2 laws`, `1 law`: the texts of a language have both words. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${translated(value === 1 ? one : many)}`
}

/** A value of JSON in words: `not_found` as `not found`, in German `nicht gefunden`. */
export const wordsOf = (value: string): string => translated(value.replaceAll('_', ' '))

/** A number with one decimal: `8.2`, in German `8,2`. */
export function oneDecimal(value: number): string {
  return currentLanguage() === 'de' ? value.toFixed(1).replace('.', ',') : value.toFixed(1)
}
