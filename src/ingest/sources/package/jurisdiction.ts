/** Where a law of a package is law. */
import type { LawRecord } from './schema.ts'

/** The second part of the ISO 3166-2 codes of the German states. */
const STATES = new Set('BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH'.split(' '))

/** What the record says; the Union for what comes from its gazette; else Germany. */
export function jurisdictionOf({ jurisdiction, source }: LawRecord): string {
  const { state_code, jurisdiction: place } = source?.source_metadata ?? {}
  const state = typeof state_code === 'string' ? state_code.toUpperCase().replace(/^DE-/, '') : ''
  if (STATES.has(state)) return `DE-${state}`
  const named = jurisdiction || source?.jurisdiction || (typeof place === 'string' ? place : '')
  return named || (/^eur-?lex/i.test(source?.source_kind ?? '') ? 'EU' : 'DE')
}
