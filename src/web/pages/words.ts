/** Hosts, dates and designations for reading, in the language of the texts. */

import { currentLanguage, localDate, t } from '../../i18n/texts.ts'
import type { NormSummary } from '../../model/corpus.ts'

/** The host of an address; the text itself if it is not an address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `2026-03-29` -> `29 March 2026`, in German `29.03.2026`; of a time, its day; other texts stay as they are. */
export function readableDate(iso: string): string {
  const [, date = '', year, month, day] = /^((\d{4})-(\d\d)-(\d\d))(?:T|$)/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return iso
  return currentLanguage() === 'en' ? `${Number(day)} ${name} ${year}` : localDate(date)
}

/**
 * `since 1 June 2024`, `from 1 June 2024 to 1 June 2025`, `on 1 June 2024 only`
 * @param to the last day, `null` for the newest state
 * @param isFirst true if the text may be older than the first day
 */
export function readableSpan(from: string, to: string | null, isFirst = false): string {
  const [first, last] = [readableDate(from), readableDate(to ?? '')]
  if (to === null) return isFirst ? t`since ${first} (or before)` : t`since ${first}`
  if (to === from) return isFirst ? t`on ${first} (or before)` : t`on ${first} only`
  return isFirst ? t`from ${first} (or before) to ${last}` : t`from ${first} to ${last}`
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A message of the service as a sentence. */
export const sentence = (text: string) => capitalized(text).replace(/(?<![.?!])$/, '.')

/** The day of a version that is the timestamp of the source's file, `20180919214501`. */
export const dayOfFile = (version: string | null) =>
  /^(\d{4})(\d\d)(\d\d)\d{6}$/
    .exec(version ?? '')
    ?.slice(1)
    .join('-')

/** The id of a heading in the contents of its law. @param path from the outermost heading to it */
export const partId = (path: readonly { label: string; title: string }[]): string =>
  path.map(({ label, title }) => (label || title).trim().replace(/\s+/g, '_')).join('/')

/** The designation of a norm in lists; without one, the part of the law that it is. */
export function designationOf({ norm, label }: Pick<NormSummary, 'norm' | 'label'>): string {
  const number = /^text:(.+)$/.exec(norm)?.[1]
  return label || (number === undefined ? norm : number === '1' ? t`Text` : t`Text ${number}`)
}
