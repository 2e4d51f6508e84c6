/** The norms before and after requested ones. */
import type { Corpus } from '../../corpus/corpus.ts'
import { LegalTextError } from '../../errors.ts'
import { answerRequest, type NormRequest } from './norm-requests.ts'

interface Place {
  code: string
  norm: string
}

/**
 * Adds to each request those for the norms around it. No norm comes twice, except one of which several parts are requested:
 * neighbours end at a norm that is requested itself, or came before.
 * @param size the most norms before and after, each
 */
export async function* withNeighbours(
  corpus: Corpus,
  requests: readonly NormRequest[],
  size: number,
): AsyncGenerator<NormRequest> {
  const places = await Promise.all(requests.map((request) => placeOf(corpus, request)))
  const known = new Set(places.map((place) => place && nameOf(place)))
  for (const [index, request] of requests.entries()) {
    const place = places[index]
    const [before, after] = place
      ? [await walk(corpus, place, 'previous', size, known), await walk(corpus, place, 'next', size, known)]
      : [[], []]
    yield* before.reverse().map(requestOf)
    yield request
    yield* after.map(requestOf)
  }
}

/** The norm of a request; `undefined` if it has none, which its answer reports. */
async function placeOf(corpus: Corpus, request: NormRequest): Promise<Place | undefined> {
  try {
    return (await answerRequest(corpus, request)) as Place
  } catch (error) {
    if (error instanceof LegalTextError) return undefined
    throw error
  }
}

/** The norms in one direction, nearest first, up to one that is known. They are known from then on. */
async function walk(
  corpus: Corpus,
  from: Place,
  direction: 'previous' | 'next',
  size: number,
  known: Set<string | undefined>,
): Promise<Place[]> {
  const found: Place[] = []
  for (let last = from; found.length < size; ) {
    const beside = (await corpus.normContext(last.code, last.norm))?.[direction]
    if (!beside) break
    last = { code: from.code, norm: beside.norm }
    if (known.has(nameOf(last))) break
    known.add(nameOf(last))
    found.push(last)
  }
  return found
}

const nameOf = ({ code, norm }: Place) => `${code} ${norm}`

const requestOf = ({ code, norm }: Place): NormRequest => ({
  request: `${code} ${norm}`,
  read: async () => ({ code, norm }),
})
