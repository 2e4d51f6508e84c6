/** A law through all states that a source published: the input of an engine's writer, next to the law of today. */
import type { Law } from './corpus.ts'
import type { ParsedLaw, ParsedNorm } from './parsed-law.ts'
import type { ChangeType } from './versions.ts'

/** Sentinel end day of an open-ended span: after all ISO dates. */
export const NOW = 'now'

/** Sentinel end day of a future span without end: before {@link NOW}, after all others. */
export const LAST_DAY = '9999-12-31'

/** First and last state of a span (ISO dates). */
export interface ObservedSpan {
  from: string
  to: string
  /** Last day of a record that ends with {@link NOW}, if its source states what follows. */
  lastDay?: string | undefined
}

/** A law in one document, in all states with this document. */
export interface ObservedLaw extends ObservedSpan {
  law: Omit<ParsedLaw, 'account'>
}

/** An {@link ObservedLaw} without its norms. */
export interface LawRecord extends ObservedSpan {
  law: Omit<ParsedLaw, 'norms' | 'account'>
  /** The norms of the law in document order. */
  outline: Law['norms']
  /** True if it begins a version: a norm, a name or a note differs from the record before. */
  startsVersion: boolean
}

/** A norm in all consecutive documents with the same record. */
export interface NormRecord extends ObservedSpan {
  norm: ParsedNorm
  /** Paths of its neighbours, and of the norm that contains it. */
  previous: string | null
  next: string | null
  container: string | null
  /** Its version: records with another place in the law, but the same wording. */
  version: ObservedSpan & { movedFrom: string | null }
}

/** A change of a norm, or of a law as a whole (`path` is `null`). */
export interface ChangeRecord {
  observedOn: string
  type: ChangeType
  /** A change of marks alone: soft hyphens, dashes, quotation marks. */
  typographic?: true
  path: string | null
  label: string
  heading: string
  movedTo: string | null
}

/** A law through all states. */
export interface LawHistory {
  /** Identity of the law in all states: {@link ParsedLaw.identity}. */
  identity: string
  code: string
  abbreviation: string
  /** True if the source states from which day each version holds: spans are then days, not states. */
  isDated: boolean
  /** Oldest first. */
  laws: LawRecord[]
  /** By path, oldest first. */
  norms: NormRecord[]
  /** Oldest first, within a state in document order. */
  changes: ChangeRecord[]
}
