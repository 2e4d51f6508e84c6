/** Numbers and addresses as words. */
import type { NormSummary } from '../corpus/corpus.ts'

const NUMBER_FORMAT = new Intl.NumberFormat('en-GB')

/** `6,877 laws`, `1 law` */
export function counted(count: number, thing: string): string {
  return `${NUMBER_FORMAT.format(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** The host of an address, for reading; the address itself where it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url
}

/*FILEDOC Dates for reading. */

const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-03-29` -> `29 March 2026`; what is no date stays as it is. */
export function readableDate(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : DATE_FORMAT.format(time)
}

/*FILEDOC What a norm is called where it is listed. */

/** Its designation; of text without any, that it is one: `Text 1`. */
export function designationOf({ norm, label }: Pick<NormSummary, 'norm' | 'label'>): string {
  const number = /^text:(.+)$/.exec(norm)?.[1]
  return label || (number === undefined ? norm : `Text ${number}`)
}
