/** Numbers, hosts, dates and designations for reading. */
import type { NormSummary } from '../corpus/corpus.ts'

const NUMBER_FORMAT = new Intl.NumberFormat('en-GB')

/** `6,877 laws`, `1 law` */
export function counted(count: number, thing: string): string {
  return `${NUMBER_FORMAT.format(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** The host of an address; the text itself if it is not an address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url
}

const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-03-29` -> `29 March 2026`; returns other texts as they are. */
export function readableDate(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : DATE_FORMAT.format(time)
}

/** The designation of a norm in lists; `Text 1` for a text without one. */
export function designationOf({ norm, label }: Pick<NormSummary, 'norm' | 'label'>): string {
  const number = /^text:(.+)$/.exec(norm)?.[1]
  return label || (number === undefined ? norm : `Text ${number}`)
}
