/** Requests for norms: a user's words, read norm by norm. An error belongs to its request. */

import { readDesignations } from '../citation/grammar/read-designation.ts'
import { formatElements } from '../citation/norm-path.ts'
import { standsForSeveral } from '../citation/ranges.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawSummary } from '../model/corpus.ts'
import { LegalTextError } from '../util/errors.ts'
import type { ListedNorm } from './listed-norms.ts'
import type { NamedNorm } from './named-norm.ts'

export interface NormRequest {
  /** As written. */
  request: string
  /** Its line number in a stream of requests. */
  line?: number
  /** The norm that it means. @throws LegalTextError if it means none */
  read(): Promise<Omit<NamedNorm, 'text'>>
}

/** The norms of a law in one text: `§§ 433, 434` are two, unless the law has one norm of that name. */
export async function requestsInLaw(
  corpus: Corpus,
  code: string,
  norm: string,
  request = norm,
): Promise<NormRequest[]> {
  const single: NormRequest = { request, read: async () => ({ code, norm }) }
  // Fast path: a norm path needs no list parsing.
  const designations = norm.includes(':') ? [] : readDesignations(norm)
  if (designations.length === 0) return [single]
  const [law, ...others] = await corpus.findLaws(code)
  if (law === undefined || others.length > 0) return [single]
  const { listedNorms } = await import('./listed-norms.ts')
  const listed = await listedNorms(corpus, law, norm, designations)
  return listed.length < 2 ? [single] : listed.map((each) => requestOf(request, named(law, each)))
}

const named = ({ code }: LawSummary, norm: ListedNorm | LegalTextError) =>
  norm instanceof LegalTextError ? norm : { ...norm, code }

/** A request that is already read. */
export const requestOf = (
  request: string,
  norm: Awaited<ReturnType<NormRequest['read']>> | LegalTextError,
): NormRequest => ({
  request,
  async read() {
    if (norm instanceof LegalTextError) throw norm
    return norm
  },
})

/** A note on a norm that stands for several, if the text names one of them. */
function withinRange({ text, norm }: NamedNorm): string | undefined {
  if (!standsForSeveral(norm)) return undefined
  const [own] = readDesignations(text.replace(/\s\S+$/, ''))
  const isOne = own?.norm[0]?.at(-1)?.value !== undefined && !standsForSeveral(formatElements(own.norm[0]))
  return isOne ? say`${text} is within a range of norms that have one entry` : undefined
}

/**
 * The norms of a text of designations with their laws.
 * @throws LegalTextError `invalid_input` if it names no norm or no law
 */
export async function designatedRequests(corpus: Corpus, text: string): Promise<NormRequest[]> {
  // Load lazily: most requests are a code and a norm.
  const { readNamedNorms } = await import('./named-norm.ts')
  const norms = await readNamedNorms(corpus, text, true)
  return norms.map((norm) =>
    norm instanceof LegalTextError ? requestOf(text, norm) : requestOf(norm.text, noted(norm)),
  )
}

/** The request of a text that names one norm with its law. @param versions as for `readNamedNorm` */
export const designatedRequest = (corpus: Corpus, request: string, versions: boolean): NormRequest => ({
  request,
  read: async () => noted(await (await import('./named-norm.ts')).readNamedNorm(corpus, request, versions)),
})

function noted(norm: NamedNorm): NamedNorm {
  const note = norm.note ?? withinRange(norm)
  return note === undefined ? norm : { ...norm, note }
}
