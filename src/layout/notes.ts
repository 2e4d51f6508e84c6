/** Notes on laws and norms, in words: effect, promulgation. */

import { nameOfNorm } from '../citation/designation.ts'
import { t, translated } from '../i18n/texts.ts'
import type {
  GazetteReference,
  LawSummary,
  NormSummary,
  Promulgation,
  Provenance,
  Subdivision,
  VersionSpan,
} from '../model/corpus.ts'
import { jurisdictionName } from '../model/jurisdictions.ts'
import type { InForceSpan } from '../model/versions.ts'

type Effect = Pick<NormSummary, 'status'> & InForceSpan

/** A norm with the parts that may have their own days of effect. */
interface EffectiveNorm extends Effect {
  norm: string
  label: string
  subdivisions: readonly Pick<Subdivision, 'path' | 'in_force_from' | 'in_force_to'>[]
}

/**
 * Sentences on the days of effect of a norm and of its parts; empty if the source names no days and does not call it not yet in
 * force.
 * @param today ISO date; omitted for stored pages, since the day may pass
 * @param readable formats a date
 */
export function effectNotes(norm: EffectiveNorm, today?: string, readable = (iso: string) => iso): string[] {
  const { status, in_force_from: day, subdivisions } = norm
  const own = status === 'not_yet_in_force' ? comingNote(day, today, readable) : spanNote(norm, readable)
  const dated = subdivisions.filter((part) => part.in_force_from !== undefined)
  const days = new Map(dated.map((part) => [part.path, `${part.in_force_from} ${part.in_force_to}`]))
  const isInside = ({ path }: { path: string }) => days.get(path) === days.get(path.replace(/\/[^/]*$/, ''))
  const parts = dated
    .filter((part) => !part.path.includes('/') || !isInside(part))
    .map((part) => {
      const span = spanWords(part, readable)
      return span && t`${nameOfNorm(norm, part.path)} is in force ${span}, as the source says.`
    })
  return [own, ...parts].filter(Boolean)
}

function comingNote(day: string | null | undefined, today: string | undefined, readable: (iso: string) => string) {
  if (!day) return t`This norm is not yet in force, as the source says; it names no day on which it takes effect.`
  if (today !== undefined && day <= today) {
    return t`The source calls this norm not yet in force and names ${readable(day)} as the day on which it takes effect; that day has passed.`
  }
  return t`This norm is not yet in force; it takes effect on ${readable(day)}, as the source says.`
}

function spanNote(span: InForceSpan, readable: (iso: string) => string): string {
  const words = spanWords(span, readable)
  return words && t`In force ${words}, as the source says.`
}

/** Days of effect in words: `from 2010-03-01 to 2024-12-31`; empty if unknown. */
export function spanWords(
  { in_force_from: from, in_force_to: to }: InForceSpan,
  readable = (iso: string) => iso,
): string {
  if (from && to) return t`from ${readable(from)} to ${readable(to)}`
  return from ? t`from ${readable(from)}` : to ? t`up to ${readable(to)}` : ''
}

/** Short form of {@link effectNotes}, for lists: `not yet in force; from 2027-01-01`. */
export function effectMark({ status, in_force_from: day }: Effect, readable = (iso: string) => iso): string {
  if (status !== 'not_yet_in_force') return ''
  return !day ? t`not yet in force` : t`not yet in force; from ${readable(day)}`
}

/** The mark in lists of a norm that differs in the states around the requested day; empty for other norms. */
export const uncertainMark = ({ uncertain }: Pick<NormSummary, 'uncertain'>): string =>
  uncertain ? t`wording on this day not known` : ''

/** The mark in lists of a law in only one of the states around the requested day; empty for other laws. */
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

/** The type of a note on the state of a law, for readers: `Neufassung` for `Neuf`; unabbreviated types stay as they are. */
export const noteType = (type: string): string => translated(NOTE_TYPES.get(type) ?? type)

/** The fields of an answer with its day. */
export interface AsOf {
  /** The requested days (ISO dates). */
  as_of?: string | undefined
  in_force_on?: string | undefined
  /** The day of the newest state. */
  newest_state?: string | undefined
  version?: Pick<VersionSpan, 'observed_to'> | undefined
}

/** A sentence on the text of a day; empty if no day was named. */
export function publishedNote(
  { as_of: day, in_force_on: effective, newest_state: newest, version }: AsOf,
  readable = (iso: string) => iso,
): string {
  if (effective !== undefined)
    return day === undefined
      ? t`As in force on ${readable(effective)}, by the days of effect that the source names.`
      : t`As in force on ${readable(effective)}, as it was known on ${readable(day)}.`
  if (day === undefined) return ''
  if (newest !== undefined && day > newest) {
    return t`The newest text, as published on ${readable(newest)}; of ${readable(day)}, no text is known yet.`
  }
  const published = t`As published on ${readable(day)}.`
  if (version === undefined) return published
  return `${published} ${isNewest({ version }) ? t`This is the newest text.` : t`This is not the newest text.`}`
}

/** A list of laws of a day, with its inputs. */
interface LawsOfDay extends AsOf {
  query: string | null
  initial?: string | undefined
  jurisdiction?: string | undefined
  /** The first day of effect in a source. */
  dated_since?: string | undefined
}

/** A sentence on an empty list of laws, unless the requested name is the reason. */
export function noLawsNote(
  { query, initial, jurisdiction, in_force_on: day, dated_since: since }: LawsOfDay,
  readable = (iso: string) => iso,
): string | undefined {
  const named = query ? t`No law with “${query}” in its name` : t`No law of this corpus`
  const which = jurisdiction === undefined ? named : `${named} (${jurisdictionName(jurisdiction)})`
  if (day !== undefined && since !== undefined)
    return t`${which} was in force on ${readable(day)}, by the days of effect that sources name. These go back to ${readable(since)}.`
  if (query) return undefined
  return initial === undefined
    ? t`This corpus has no laws.`
    : t`${which} has an abbreviation that begins with ${initial}.`
}

/** True if the newest state has this version. */
export const isNewest = ({ version }: AsOf) => version?.observed_to === null

/** The meaning of a version's days: `published`, or `valid` if its source states from which day it holds. */
export const stateOfVersion = ({ observed_from, valid_from }: VersionSpan): 'published' | 'valid' =>
  valid_from === observed_from ? 'valid' : 'published'

/** First publication of a law: `BGBl I 2002, 42; RGBl 1896, 195`; empty if the source lacks it. */
export function publishedIn(promulgation: Promulgation | null): string {
  return promulgation === null ? '' : [promulgation, ...promulgation.also].map(place).join('; ')
}

const place = ({ gazette, reference }: GazetteReference) => [gazette, reference].filter(Boolean).join(' ')

/**
 * The edition of an act of the Union, or the fact that a text is not official: `CELEX 02016R0679-20160504; consolidated text from
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
