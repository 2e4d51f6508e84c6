/** Notes on laws and norms, in words: effect, promulgation. */

import { t, translated } from '../i18n/texts.ts'
import type {
  GazetteReference,
  LawSummary,
  NormSummary,
  Promulgation,
  Provenance,
  VersionSpan,
} from '../model/corpus.ts'

type Effect = Pick<NormSummary, 'status' | 'in_force_from'>

/**
 * A sentence on a norm that the source calls not yet in force; empty for other norms.
 * @param today ISO date; left out for pages that are stored, since the day may pass
 * @param readable formats a date
 */
export function effectNote(
  { status, in_force_from: day }: Effect,
  today?: string,
  readable = (iso: string) => iso,
): string {
  if (status !== 'not_yet_in_force') return ''
  if (day === undefined)
    return t`This norm is not yet in force, as the source says; it names no day on which it takes effect.`
  if (today !== undefined && day <= today) {
    return t`The source calls this norm not yet in force and names ${readable(day)} as the day on which it takes effect; that day has passed.`
  }
  return t`This norm is not yet in force; it takes effect on ${readable(day)}, as the source says.`
}

/** The same in few words, for lists: `not yet in force; from 2027-01-01`. */
export function effectMark({ status, in_force_from: day }: Effect, readable = (iso: string) => iso): string {
  if (status !== 'not_yet_in_force') return ''
  return day === undefined ? t`not yet in force` : t`not yet in force; from ${readable(day)}`
}

/** What lists say of a norm of which the states around the requested day differ; empty for other norms. */
export const uncertainMark = ({ uncertain }: Pick<NormSummary, 'uncertain'>): string =>
  uncertain ? t`wording on this day not known` : ''

/** What lists say of a law that only one of the states around the requested day has; empty for other laws. */
export const uncertainLawMark = ({ uncertain }: Pick<LawSummary, 'uncertain'>): string =>
  uncertain ? t`whether it was published on this day is not known` : ''

/** The types of notes on the state of a law that sources abbreviate, as words. */
const NOTE_TYPES = new Map([
  ['Neuf', 'Neufassung'],
  ['Sonst', 'Sonstiges'],
  ['Aufh', 'Aufhebung'],
  ['amended', 'Amended by'],
  ['corrected', 'Corrected by'],
  ['repealed', 'Status'],
  ['consolidated', 'Consolidated text'],
  ['outdated', 'Not up to date'],
])

/** The type of a note on the state of a law, for readers: `Neufassung` for `Neuf`; types that are words stay as they are. */
export const noteType = (type: string): string => translated(NOTE_TYPES.get(type) ?? type)

/** The part of an answer that tells of which day it is. */
export interface AsOf {
  /** The day that was asked for (ISO date). */
  as_of?: string | undefined
  /** The day of the newest state. */
  newest_state?: string | undefined
  version?: Pick<VersionSpan, 'observed_to'> | undefined
}

/** A sentence on the text of a past day; empty for a text that no day was named for. */
export function publishedNote(
  { as_of: day, newest_state: newest, version }: AsOf,
  readable = (iso: string) => iso,
): string {
  if (day === undefined) return ''
  if (newest !== undefined && day > newest) {
    return t`The newest text, as published on ${readable(newest)}; of ${readable(day)}, no text is known yet.`
  }
  const published = t`As published on ${readable(day)}.`
  if (version === undefined) return published
  return `${published} ${isNewest({ version }) ? t`This is the newest text.` : t`This is not the newest text.`}`
}

/** True if the newest state has this version. */
export const isNewest = ({ version }: AsOf) => version?.observed_to === null

/** What a version was in its days: `published`, or `valid` if its source says from which day it holds. */
export const stateOfVersion = ({ observed_from, valid_from }: VersionSpan): 'published' | 'valid' =>
  valid_from === observed_from ? 'valid' : 'published'

/** First publication of a law: `BGBl I 2002, 42; RGBl 1896, 195`; empty if the source does not give it. */
export function publishedIn(promulgation: Promulgation | null): string {
  return promulgation === null ? '' : [promulgation, ...promulgation.also].map(place).join('; ')
}

const place = ({ gazette, reference }: GazetteReference) => [gazette, reference].filter(Boolean).join(' ')

/**
 * Which text an act of the Union has, or that a text is not official: `CELEX 02016R0679-20160504; consolidated text from
 * 2016-05-04 without recitals and legal effect; ELI …; in English`; `not an official text: converted from lbo.md`
 */
export function actLine({ provenance, language }: { provenance: Provenance; language: string }): string | null {
  const { celex, consolidated_on: day, legal_effect, eli } = provenance
  if (provenance.official === false) return conversionLine(provenance)
  if (celex === undefined) return null
  const consolidated = day
    ? t`consolidated text from ${day}, without recitals and without legal effect`
    : t`consolidated text, without recitals and without legal effect`
  const text = legal_effect === false ? consolidated : t`as adopted`
  return [`CELEX ${celex}`, text, eli && `ELI ${eli}`, t`language ${language}`].filter(Boolean).join('; ')
}

function conversionLine({ file = '', convention, licence }: Provenance): string {
  const form = convention === undefined || convention === 'none' ? '' : ` (${convention})`
  const text = t`not an official text: converted from ${file}${form}`
  return licence ? `${text}; ${t`licence: ${licence}`}` : text
}
