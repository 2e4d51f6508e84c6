/** Source and date of a text, at the end of every page. */

import { t } from '../i18n/texts.ts'
import { actLine } from '../layout/notes.ts'
import type { Provenance } from '../model/corpus.ts'

export interface SourceFacts {
  /** Address of the official page, `null` if unknown. */
  page: string | null
  /** Address that the text was fetched from, `null` if unknown. */
  origin: string | null
  /** The date of its newest amendment, in words. */
  state: string
  /** Time of the fetch (ISO 8601), `null` if unknown. */
  fetched: string | null
  /** The source's version number, `null` if it states none. */
  version: string | null
  /** Number, state and language of an act of the European Union, `null` for other laws. */
  act: string | null
}

export function sourceFacts(of: { provenance: Provenance; language: string }, state: string): SourceFacts {
  const { provenance } = of
  const { html_url: page, source_url: origin, fetch_timestamp: fetched, source_version: version } = provenance
  return { page, origin, state, fetched, version, act: actLine(of) }
}

/** The official page, else the address of the fetch, else a sentence. */
export function addressOf({ page, origin }: Pick<SourceFacts, 'page' | 'origin'>): string {
  return page ?? origin ?? t`The source has no known address.`
}

/** State, time of the fetch and version of the source. */
export function sourceOf({ state, fetched, version, act }: Omit<SourceFacts, 'page' | 'origin'>): string {
  return [act, state, fetched && t`fetched ${fetched}`, version && t`version ${version}`].filter(Boolean).join('; ')
}
