/** The names by which a law of the official XML is found. */
import { nameVariants } from '../../../citation/laws/law-names.ts'
import type { NormStatus, Promulgation } from '../../../corpus/corpus.ts'
import { ALIAS_RANKS, type Alias } from '../../../corpus/parsed-law.ts'
import { strongestAliases } from '../../source.ts'
import curated from './curated-aliases.json' with { type: 'json' }
import { childElement, childElements, lineOfText, type XmlElement } from './xml-reader.ts'

export interface LawNames {
  /** The abbreviation that is shown: the official one (`amtabk`), else that of the database (`jurabk`). */
  abbreviation: string
  title: string
  shortTitle: string
}

/** Reads the names in the `metadaten` of a law's header. */
export function readLawNames(metadata: XmlElement | undefined): LawNames {
  const text = (name: string) => lineOfText(childElement(metadata, name))
  return { abbreviation: text('amtabk') || text('jurabk'), title: text('langue'), shortTitle: text('kurzue') }
}

/** Abbreviations in general use that the data lacks, by code. */
const curatedAliases = new Map<string, string[]>(Object.entries(curated))

/**
 * All names of a law with their ranks, each once at its strongest rank.
 * @param code the official slug
 * @param abbreviations every `jurabk` of the document
 * @param titles further titles, from the table of contents of the site
 */
export function lawAliases(code: string, names: LawNames, abbreviations: string[], titles: string[]): Alias[] {
  const official = [names.abbreviation, ...abbreviations]
  const candidates: Alias[] = [
    ...[...official, ...(curatedAliases.get(code) ?? [])].map((name) => ({ name, rank: ALIAS_RANKS.abbreviation })),
    // The `_` of a slug stands for a letter that is lost, so that `s_g` (SÜG) must not be found as `SG`.
    ...(code.includes('_') ? [] : [{ name: code, rank: ALIAS_RANKS.abbreviation }]),
    ...[names.shortTitle, names.title, ...titles].map((name) => ({ name, rank: ALIAS_RANKS.title })),
    ...official.flatMap(nameVariants).map((name) => ({ name, rank: ALIAS_RANKS.derived })),
  ]
  return strongestAliases(candidates)
}

/*FILEDOC What the source says about the state of a norm and of a law. */

const REPEALED = /\((?:weggefallen|wegefallen|aufgehoben|gegenstandslos|entfallen|außer Kraft)\)\s*$/i
const NOT_YET = /\((?:bedingt )?zukünftig in Kraft\)\s*$/i
const MOVED = /^\(jetzt\b.*\)$/i

/** What the source says of the state of a norm. */
export interface NormState {
  status: NormStatus
  /** ISO date on which a norm that is not yet in force takes effect, if the source names it. */
  inForceFrom?: string
}

/**
 * The state of a norm as of its document. It is not yet in force if its title, or its whole text, is `(zukünftig in Kraft)`, or
 * a note on the norm as a whole names a day that comes after the document.
 * @param documentDate ISO date of the document, `null` if it is not known
 */
export function normState(
  norm: { heading: string; text: string; isRange: boolean; footnotes: string },
  documentDate: string | null,
): NormState {
  const day = dayOfEffect(norm.footnotes)
  const isMarked =
    NOT_YET.test(norm.heading) || (norm.text.length < 40 && /^[(]/.test(norm.text) && NOT_YET.test(norm.text))
  const isLater = day !== undefined && documentDate !== null && day > documentDate
  if (isMarked || isLater) return { status: 'not_yet_in_force', ...(day && { inForceFrom: day }) }
  return { status: normStatus(norm) }
}

/** `(+++ §§ 5 und 6: Treten gem. … am 1.7.2026 in Kraft +++)`: the norm as a whole, no part of it and no heading before it. */
const EFFECT =
  /\(\+\+\+ (?:§§?|Art\.?|Artikel|Anlagen?|Anhang)(?: ?[\dIVX]+(?:\.\d+)?[a-z]{0,2}\b| bis| und| u\.|,)*: (?:Tritt|Treten) [^+]{0,300}?\b(?:am|mWv) (\d{1,2})\. ?(\d{1,2})\. ?(\d{4}) in Kraft/u

function dayOfEffect(footnotes: string): string | undefined {
  const [, day, month, year] = EFFECT.exec(footnotes) ?? []
  return isoDate(Number(year), Number(month), Number(day)) ?? undefined
}

/**
 * Whether a norm is in force. It is repealed where its title, or its whole text, is `(weggefallen)`, `(aufgehoben)`
 * or the like; a range of norms without a title of its own is repealed too.
 */
function normStatus(norm: { heading: string; text: string; isRange: boolean }): NormStatus {
  const { heading, text, isRange } = norm
  const empty = /^[\s.–—-]*$/.test(text)
  if (REPEALED.test(heading) || (MOVED.test(heading) && empty)) return 'repealed'
  if (text.length < 40 && /^[(]/.test(text) && REPEALED.test(text)) return 'repealed'
  return isRange && heading === '' && empty ? 'repealed' : 'in_force'
}

/** The date of an act of amendment: `v. 29.3.2026`, `vom 12. 2. 2026`. A date of effect (`mWv 1.1.2027`) is none. */
const ACT_DATE = /\b(?:v\.|vom)\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})/g

/**
 * The date of the newest amendment that the source's comments of type `Stand` name.
 * @returns an ISO date, `null` where no comment has a date that exists.
 */
export function statusDate(notes: readonly { type: string; text: string }[]): string | null {
  let newest: string | null = null
  for (const { type, text } of notes) {
    if (type !== 'Stand') continue
    for (const [, day, month, year] of text.matchAll(ACT_DATE)) {
      const date = isoDate(Number(year), Number(month), Number(day))
      if (date !== null && (newest === null || date > newest)) newest = date
    }
  }
  return newest
}

/** Where the law was first published (`fundstelle`): the first place, and further ones; `null` if the source names none. */
export function promulgationOf(metadata: XmlElement | undefined): Promulgation | null {
  const [first, ...also] = childElements(metadata, 'fundstelle').map((place) => ({
    gazette: lineOfText(childElement(place, 'periodikum')),
    reference: lineOfText(childElement(place, 'zitstelle')),
  }))
  return first === undefined ? null : { ...first, also }
}

/** The ISO date that a text of figures begins with: `2024-02-29`, `20240229220010`; `null` for none that exists. */
export function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? []
  return isoDate(Number(year), Number(month), Number(day))
}

/** `2024-02-29`, `null` for a date that is not in the calendar. */
export function isoDate(year: number, month: number, day: number): string | null {
  if (Number.isNaN(year)) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}
