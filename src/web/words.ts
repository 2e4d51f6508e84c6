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
  // Some engines take 31 February for a day in March.
  const isDay = !Number.isNaN(time) && (iso.length > 10 || new Date(time).toISOString().startsWith(iso))
  return isDay ? DATE_FORMAT.format(time) : iso
}

/**
 * `since 1 June 2024`, `from 1 June 2024 to 1 June 2025`, `on 1 June 2024 only`
 * @param to the last day, `null` for the newest state
 * @param before words after the first day: ` (or before)`
 */
export function readableSpan(from: string, to: string | null, before = ''): string {
  if (to === null) return `since ${readableDate(from)}${before}`
  if (to === from) return `on ${readableDate(from)}${before || ' only'}`
  return `from ${readableDate(from)}${before} to ${readableDate(to)}`
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A message of the service as a sentence. */
export const sentence = (text: string) => capitalized(text).replace(/(?<![.?!])$/, '.')

/** The designation of a norm in lists; `Text 1` for a text without one. */
export function designationOf({ norm, label }: Pick<NormSummary, 'norm' | 'label'>): string {
  const number = /^text:(.+)$/.exec(norm)?.[1]
  return label || (number === undefined ? norm : `Text ${number}`)
}
