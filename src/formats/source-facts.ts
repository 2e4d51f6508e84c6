/** Where a text comes from, and of when it is: what every page says at its end. */
import type { Provenance } from '../corpus/corpus.ts'

export interface SourceFacts {
  /** Address of the official page, `null` if none is known. */
  page: string | null
  /** Address that the text was fetched from, `null` if it is not known. */
  origin: string | null
  /** What is known of the state of the text. */
  state: string
  /** When the source was fetched (ISO 8601), `null` where that is not known. */
  fetched: string | null
  /** The version of the source as it counts it, `null` if it gives none. */
  version: string | null
}

/** @param state what is known of the state of the text */
export function sourceFacts(provenance: Provenance, state: string): SourceFacts {
  const { html_url: page, source_url: origin, fetch_timestamp: fetched, source_version: version } = provenance
  return { page, origin, state, fetched, version }
}

/** The official page, else the address that the text was fetched from, else words that say that there is none. */
export function addressOf({ page, origin }: Pick<SourceFacts, 'page' | 'origin'>): string {
  return page ?? origin ?? 'The source has no known address.'
}

/** Of when the text is, when it was fetched, and which version of the source it is. */
export function sourceOf({ state, fetched, version }: Pick<SourceFacts, 'state' | 'fetched' | 'version'>): string {
  return [state, fetched && `fetched ${fetched}`, version && `version ${version}`].filter(Boolean).join('; ')
}
