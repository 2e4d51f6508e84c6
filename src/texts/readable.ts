/** Numbers, counts and dates in the language of the texts. */
import { currentLanguage, translated } from './texts.ts'

/** `1234567` as `1,234,567`, in German `1.234.567`. */
// Not toLocaleString: its first call takes 17 ms, a third of the time in which a norm is shown.
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, currentLanguage() === 'de' ? '.' : ',')

/** `2 laws`, `1 law`: the texts of a language have both words. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${translated(value === 1 ? one : many)}`
}

/** An ISO date as people of the language write it: `2026-03-29`, in German `29.03.2026`. Other texts stay as they are. */
export function localDate(iso: string): string {
  const [, year, month, day] = currentLanguage() === 'de' ? (/^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? []) : []
  return year === undefined ? iso : `${day}.${month}.${year}`
}
