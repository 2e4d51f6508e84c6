/** Where texts come from. */

/** Which act of the European Union a text is of, and whether the text is authentic. */
export interface ActProvenance {
  /** CELEX number, of a consolidation with its day: `02016R0679-20160504`. */
  celex: string
  /** European Legislation Identifier, `null` if the act has none. */
  eli: string | null
  /** The day from which a consolidated text holds (ISO date), `null` for an act as adopted. */
  consolidated_on: string | null
  /** False for a consolidated text, which is documentation only. */
  legal_effect: boolean
}

/** The source of a text, and how it was read. */
export interface Provenance extends Partial<ActProvenance> {
  /** URL of the source, `null` if unknown. */
  source_url: string | null
  /** URL of the page on the official site, `null` if unknown. */
  html_url: string | null
  /** Time when the source was fetched (ISO 8601), `null` if unknown. */
  fetch_timestamp: string | null
  /** `sha256:` and the hex digest of the raw source. */
  content_hash: string
  /** Parser name and version, `gii-xml@3`. */
  parser: string
  document_id: string
  /** Version of the document in the source (`builddate`), `null` if it gives none. */
  source_version: string | null
}
