/** Asks the service that the page came from. */
import type { ErrorBody } from '../errors.ts'
import type {
  CitationsAnswer,
  Coverage,
  Law,
  LawsAnswer,
  NormAnswer,
  RelationshipsAnswer,
  SearchAnswer,
} from './answers.ts'

/** How long an answer is used again, in milliseconds, and how many are kept. */
const FRESH = 5 * 60_000
const MOST_KEPT = 60

/** An answer that is no success, or none at all (`offline`). */
export class Refused extends Error {
  readonly body: Omit<ErrorBody, 'error'> & { error: ErrorBody['error'] | 'offline' }

  constructor(body: Refused['body']) {
    super(body.message)
    this.body = body
  }
}

const kept = new Map<string, { at: number; answer: unknown }>()

async function get<Answer>(
  path: string,
  values: Record<string, string | number>,
  signal: AbortSignal,
): Promise<Answer> {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  const url = query.size > 0 ? `${path}?${query}` : path
  const known = kept.get(url)
  if (known !== undefined && Date.now() - known.at < FRESH) return known.answer as Answer
  const answer = await ask(url, signal)
  kept.delete(url)
  kept.set(url, { at: Date.now(), answer })
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return answer as Answer
}

async function ask(url: string, signal: AbortSignal): Promise<unknown> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(url, { signal, headers: { Accept: 'application/json' } })
    body = await response.json()
  } catch (error) {
    if (signal.aborted) throw error
    throw new Refused({ error: 'offline', message: 'The service does not answer.' })
  }
  if (!response.ok) throw new Refused(body as ErrorBody)
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
