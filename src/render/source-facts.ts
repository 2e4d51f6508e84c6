/** Source and date of a text, as every page gives them at its end. */

import { t } from '../i18n/texts.ts'
import { actLine } from '../layout/notes.ts'
import type { Provenance } from '../model/corpus.ts'

export interface SourceFacts {
  /** Address of the official page, `null` if none is known. */
  page: string | null
  /** Address that the text was fetched from, `null` if unknown. */
  origin: string | null
  /** The date up to which it is amended, in words. */
  state: string
  /** Time of fetching (ISO 8601), `null` if unknown. */
  fetched: string | null
  /** The version number that the source gives, `null` if it gives none. */
  version: string | null
  /** Number, state and language of an act of the European Union, `null` for other laws. */
  act: string | null
}

export function sourceFacts(of: { provenance: Provenance; language: string }, state: string): SourceFacts {
  const { provenance } = of
  const { html_url: page, source_url: origin, fetch_timestamp: fetched, source_version: version } = provenance
  return { page, origin, state, fetched, version, act: actLine(of) }
}

/** The official page, else the address that the text was fetched from, else a sentence. */
export function addressOf({ page, origin }: Pick<SourceFacts, 'page' | 'origin'>): string {
  return page ?? origin ?? t`The source has no known address.`
}

/** State, time of fetching and version of the source. */
export function sourceOf({ state, fetched, version, act }: Omit<SourceFacts, 'page' | 'origin'>): string {
  return [act, state, fetched && t`fetched ${fetched}`, version && t`version ${version}`].filter(Boolean).join('; ')
}
