/** The answers of the routes that the reader asks. */

import type { Coverage, Law, LawSummary, Norm, Relationship } from '../corpus/corpus.ts'
import type { Citation } from '../resolve/citation.ts'
import type { SearchHit } from '../search/types.ts'

export type { Coverage, Law }

export interface LawsAnswer {
  laws: LawSummary[]
  total: number
  next: number | null
}

export interface NormAnswer extends Norm {
  resolution: { by: string; message: string } | null
}

export interface RelationshipsAnswer {
  relationships: Relationship[]
  total: number
  next: number | null
}

export interface SearchAnswer {
  results: SearchHit[]
  total: number
  total_is_exact: boolean
  next: number | null
}

export interface CitationsAnswer {
  citations: Citation[]
}
