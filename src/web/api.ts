/** Asks the service that the page came from. */

import type { Coverage, Law, LawSummary, Norm, Relationship } from '../corpus/corpus.ts'
import type { ErrorBody } from '../errors.ts'
import type { Citation } from '../resolve/citation.ts'
import type { SearchHit } from '../search/index.ts'

/** How long an answer is used again, in milliseconds, and how many are kept. */
const CACHE_MILLISECONDS = 5 * 60_000
const CACHE_SIZE = 60

/** An answer that is no success, or none at all (`offline`). */
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

export const getCoverage = (signal: AbortSignal) => get<Coverage>('corpus/coverage', {}, signal)

export const getLaws = (query: string, limit: number, offset: number, signal: AbortSignal) =>
  get<LawsAnswer>('laws', { ...(query && { query }), limit, offset }, signal)

export const getLaw = (code: string, signal: AbortSignal) => get<Law>(lawPath(code), {}, signal)

export const getNorm = (code: string, norm: string, signal: AbortSignal) =>
  get<NormAnswer>(normPath(code, norm), {}, signal)

export const getRelationships = (
  { code, norm }: { code: string; norm: string },
  type: string,
  { limit, offset }: { limit: number; offset: number },
  signal: AbortSignal,
) => get<RelationshipsAnswer>(`${normPath(code, norm)}/relationships`, { type, limit, offset }, signal)

export const getSearch = (q: string, limit: number, offset: number, signal: AbortSignal) =>
  get<SearchAnswer>('search', { q, limit, offset }, signal)

export const getCitations = (q: string, signal: AbortSignal) => get<CitationsAnswer>('citations', { q }, signal)

/*FILEDOC The answers of the routes that the reader asks. */

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
