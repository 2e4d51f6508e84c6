/** Reads the version that the words of an edition mean: `in der bis zum 31. Dezember 2022 geltenden Fassung`, `a. F.` */

/** A named version: by a day (ISO date) within it, by its last or first day, or as the previous one. */
export type NamedVersion = { by: 'day' | 'last' | 'first'; day: string } | { by: 'former' }

const MONTHS = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez']
const DAY = String.raw`(?:\d{1,2}\.\s?(?:\d{1,2}\.|[JFMASOND]\p{Ll}{2,8}\.?)\s?(?:\d{4}|\d{2})(?!\d)|\d{4}-\d\d-\d\d)`
const DAYS = new RegExp(DAY, 'gu')
const PARTS = /^(\d{1,2})\.\s?(?:(\d{1,2})\.|(\p{L}{3})\p{L}*\.?)\s?(\d{2,4})$/u
/** Two-digit years from here on are of the last century. */
const LAST_CENTURY = 50

/** An amending act: it takes effect on another day than its date. */
const BY_AN_ACT =
  /[Bb]ekanntmachung|Bek\.|[Nn]eufassung|[Gg]esetz|[Vv]erordnung|[Rr]ichtlinie|Art\.|Artikel|geändert|durch\s|gemäß|aufgrund/u

/** Words before the day, nearest first. */
const LAST = new RegExp(String.raw`(?:^|\s|\()bis\s(?:(?:einschließlich|zum|Ablauf\sdes)\s){0,2}(${DAY})`, 'u')
const BEFORE = new RegExp(String.raw`(?:^|\s|\()vor\s(?:dem\s)?(${DAY})`, 'u')
const FIRST = new RegExp(String.raw`(?:^|\s|\()(?:ab|seit)\s(?:dem\s)?(${DAY})`, 'u')
const AFTER = new RegExp(String.raw`(?:^|\s|\()nach\s(?:dem\s|Ablauf\sdes\s)?(${DAY})`, 'u')
const ON = new RegExp(
  String.raw`(?:^|\s|\()(?:am|vom?|v\.|zum|Stand:?|F\.?|idF\.?|[Ff]assung)\s?(?:am\s|vom\s|v\.\s?)?(${DAY})`,
  'u',
)

/** `a. F.`, `in der alten Fassung`, `alt` */
const FORMER =
  /^(?:a\.\s?F\.?|aF\.?|alt)$|(?:^|\s)(?:alte|frühere|bisherige|vormalige|vorherige|vorige)[rnms]?\s(?:Fassung|Version|Rechts)$|^(?:Alt|Vor|Vorgänger|Vorläufer)fassung$/u

/** Returns the version that the words of an edition name; `undefined` if they name no day of it, or several days. */
export function namedVersion(words: string): NamedVersion | undefined {
  const days = words.match(DAYS) ?? []
  if (days.length === 0) return FORMER.test(words) ? { by: 'former' } : undefined
  if (BY_AN_ACT.test(words)) return undefined
  const last = dayIn(LAST, words)
  // `in der vom 1. Januar bis zum 31. Dezember 2022 geltenden Fassung`
  if (last !== undefined) return { by: 'last', day: last }
  if (days.length > 1) return undefined
  const before = dayIn(BEFORE, words)
  if (before !== undefined) return { by: 'last', day: otherDay(before, -1) }
  const first = dayIn(FIRST, words)
  if (first !== undefined) return { by: 'first', day: first }
  const after = dayIn(AFTER, words)
  if (after !== undefined) return { by: 'first', day: otherDay(after, 1) }
  const day = dayIn(ON, words)
  return day === undefined ? undefined : { by: 'day', day }
}

function dayIn(pattern: RegExp, words: string): string | undefined {
  const written = pattern.exec(words)?.[1]
  return written === undefined ? undefined : isoDay(written)
}

/** `undefined` for a day missing from the calendar. */
function isoDay(written: string): string | undefined {
  if (/^\d{4}-/.test(written)) return isDay(written) ? written : undefined
  const [, day = '', number, name = '', year = ''] = PARTS.exec(written) ?? []
  const month = number === undefined ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(number)
  const century = year.length > 2 ? 0 : Number(year) < LAST_CENTURY ? 2000 : 1900
  const iso = `${century + Number(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : undefined
}

function isDay(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
}

/** A day `days` later. */
function otherDay(iso: string, days: number): string {
  const date = new Date(`${iso}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 'yyyy-mm-dd'.length)
}
