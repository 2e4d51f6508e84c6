/** Requests to the service that the page came from. */
import type {
  Change,
  Coverage,
  Law,
  LawSummary,
  LawVersion,
  Norm,
  NormStatus,
  NormVersion,
  Relationship,
  TextPart,
  VersionSpan,
} from '../corpus/corpus.ts'
import type { ErrorBody } from '../errors.ts'
import type { Citation } from '../resolve/citation.ts'
import type { Correction, SearchHit } from '../search/index.ts'
import { currentDay } from './day.ts'

export type { Coverage, Law }

export interface LawsAnswer {
  laws: LawSummary[]
  total: number
  next: number | null
}

export interface NormAnswer extends Norm {
  resolution: { by: string; message: string } | null
  /** The day as of which was asked. */
  as_of?: string
}

export interface RelationshipsAnswer {
  relationships: Relationship[]
  total: number
  next: number | null
}

export interface SearchAnswer {
  corrections: Correction[]
  suggestions: { q: string; total: number; partial_total: number }[]
  suggested_laws: { code: string; abbreviation: string; title: string }[]
  results: SearchHit[]
  total: number
  partial_total: number
  total_is_exact: boolean
  next: number | null
}

export interface CitationsAnswer {
  citations: Citation[]
}

/** Days of the first and the last state. */
export interface StateRange {
  first: string
  last: string
}

export interface NormVersionsAnswer {
  code: string
  norm: string
  versions: NormVersion[]
  states: StateRange
}

export interface LawVersionsAnswer {
  code: string
  abbreviation: string
  title: string
  versions: LawVersion[]
  states: StateRange
}

/** One of two compared norms. */
export interface ComparedNorm {
  norm: string
  label: string
  heading: string
  status: NormStatus
  version: VersionSpan
}

export interface NormDifference {
  from: ComparedNorm | null
  to: ComparedNorm | null
  differs: ('label' | 'heading' | 'status' | 'text' | 'footnotes')[]
  parts: TextPart[]
  heading_parts: TextPart[]
  footnote_parts: TextPart[]
}

export interface NormDiffAnswer extends NormDifference {
  code: string
  abbreviation: string
  norm: string
  from: (ComparedNorm & { as_of: string | null }) | null
  to: (ComparedNorm & { as_of: string | null; moved_from: string | null }) | null
}

export interface ChangedNorm extends NormDifference {
  norm: string
  type: Change['type']
  label: string
  heading: string
}

export interface LawDiffAnswer {
  code: string
  abbreviation: string
  title: string
  from: string
  to: string
  from_version: LawVersion | null
  to_version: LawVersion | null
  norms: ChangedNorm[]
}

export interface ChangesAnswer {
  changes: Change[]
  codes: string[]
  states: StateRange
  total: number
  next: number | null
}

const CACHE_MILLISECONDS = 5 * 60_000
const CACHE_SIZE = 60

/** A response that is an error, or no response at all (`offline`). */
export class RequestError extends Error {
  readonly body: Omit<ErrorBody, 'error'> & { error: ErrorBody['error'] | 'offline' }

  constructor(body: RequestError['body']) {
    super(body.message)
    this.body = body
  }
}

const cache = new Map<string, { at: number; answer: unknown }>()

async function get<Answer>(
  path: string,
  values: Record<string, string | number>,
  signal: AbortSignal,
): Promise<Answer> {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  const url = query.size > 0 ? `${path}?${query}` : path
  const known = cache.get(url)
  if (known !== undefined && Date.now() - known.at < CACHE_MILLISECONDS) return known.answer as Answer
  const answer = await request(url, signal)
  cache.delete(url)
  cache.set(url, { at: Date.now(), answer })
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHE_SIZE) break
    cache.delete(oldest)
  }
  return answer as Answer
}

async function request(url: string, signal: AbortSignal): Promise<unknown> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(url, { signal, headers: { Accept: 'application/json' } })
    body = await response.json()
  } catch (error) {
    if (signal.aborted) throw error
    throw new RequestError({ error: 'offline', message: 'The service does not answer.' })
  }
  if (!response.ok) throw new RequestError(body as ErrorBody)
  return body
}

const lawPath = (code: string) => `laws/${encodeURIComponent(code)}`
const normPath = (code: string, norm: string) => `${lawPath(code)}/norms/${encodeURIComponent(norm)}`

/** The day as of which the page shows laws, as a query parameter. */
const asOf = (): Record<string, string> => {
  const day = currentDay()
  return day === null ? {} : { as_of: day }
}

/** Query parameters that have a value. */
const given = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))

export const getCoverage = (signal: AbortSignal) => get<Coverage>('corpus/coverage', {}, signal)

export const getLaws = (query: string, limit: number, offset: number, signal: AbortSignal) =>
  get<LawsAnswer>('laws', { ...(query && { query }), limit, offset, ...asOf() }, signal)

export const getLaw = (code: string, signal: AbortSignal) => get<Law>(lawPath(code), asOf(), signal)

export const getNorm = (code: string, norm: string, signal: AbortSignal) =>
  get<NormAnswer>(normPath(code, norm), asOf(), signal)

export const getRelationships = (
  { code, norm }: { code: string; norm: string },
  type: string,
  { limit, offset }: { limit: number; offset: number },
  signal: AbortSignal,
) => get<RelationshipsAnswer>(`${normPath(code, norm)}/relationships`, { type, limit, offset, ...asOf() }, signal)

export const getSearch = (q: string, limit: number, offset: number, signal: AbortSignal) =>
  get<SearchAnswer>('search', { q, limit, offset }, signal)

export const getCitations = (q: string, signal: AbortSignal) =>
  get<CitationsAnswer>('citations', { q, ...asOf() }, signal)

export const getNormVersions = (code: string, norm: string, signal: AbortSignal) =>
  get<NormVersionsAnswer>(`${normPath(code, norm)}/versions`, {}, signal)

export const getLawVersions = (code: string, signal: AbortSignal) =>
  get<LawVersionsAnswer>(`${lawPath(code)}/versions`, {}, signal)

export const getNormDiff = (code: string, norm: string, days: DiffDays, signal: AbortSignal) =>
  get<NormDiffAnswer>(`${normPath(code, norm)}/diff`, given({ ...days }), signal)

export const getLawDiff = (code: string, days: DiffDays, signal: AbortSignal) =>
  get<LawDiffAnswer>(`${lawPath(code)}/diff`, given({ ...days }), signal)

/** The days of a comparison; the service chooses one that is left out. */
export interface DiffDays {
  from: string | null
  to: string | null
}

/** @param filter days and a law, empty for all */
export const getChanges = (
  { since, until, law }: { since: string; until: string; law: string },
  limit: number,
  offset: number,
  signal: AbortSignal,
) => get<ChangesAnswer>('changes', { ...given({ since, until, codes: law }), limit, offset }, signal)
