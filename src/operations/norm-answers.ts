/** The answers to requests for several norms. An error answers only its own request. */
import type { Corpus } from '../model/corpus.ts'
import { corpusOf, type Days } from '../resolve/as-of.ts'
import { type NormRequest, requestOf } from '../resolve/norm-requests.ts'
import { LegalTextError, legalTextError } from '../util/errors.ts'
import { norm } from './norm.ts'
import type { AnswerOf } from './operation.ts'

/** The answer of the operation. */
export type NormAnswer = AnswerOf<typeof norm>

/**
 * @param days of the corpus, if any were named; the edition in a request takes precedence
 * @throws LegalTextError if the request has no answer
 */
export async function answerRequest(
  corpus: Corpus,
  { request, read }: NormRequest,
  days: Days = {},
): Promise<NormAnswer> {
  const { note, cite_as, successors, ...named } = await read()
  const found = await norm.run(corpus, {
    code: named.code,
    norm: named.norm,
    ...(named.as_of === undefined ? days : { as_of: named.as_of }),
  })
  const answer: NormAnswer = { ...found, ...(cite_as !== undefined && { cite_as }), ...(successors && { successors }) }
  return note === undefined
    ? answer
    : { ...answer, resolution: { requested: request, by: 'approximation', message: note } }
}

export interface Answered<Answer = NormAnswer> extends Pick<NormRequest, 'request' | 'line'> {
  answer: Answer | LegalTextError
}

/** Answers each request lazily. @param days of the corpus, if any were named */
export function answersOf(
  corpus: Corpus,
  requests: Iterable<NormRequest> | AsyncIterable<NormRequest>,
  days?: Days,
): AsyncGenerator<Answered> {
  return eachAnswered(requests, (request) => answerRequest(corpus, request, days))
}

/** As {@link answersOf}, with another query for each norm. @param ask throws LegalTextError if it has no answer */
export function answersTo<Answer>(
  requests: Iterable<NormRequest> | AsyncIterable<NormRequest>,
  ask: (named: Awaited<ReturnType<NormRequest['read']>>) => Promise<Answer>,
): AsyncGenerator<Answered<Answer>> {
  return eachAnswered(requests, async (request) => ask(await request.read()))
}

async function* eachAnswered<Answer>(
  requests: Iterable<NormRequest> | AsyncIterable<NormRequest>,
  ask: (request: NormRequest) => Promise<Answer>,
): AsyncGenerator<Answered<Answer>> {
  for await (const request of requests) {
    const answer = await ask(request).catch(legalTextError)
    yield { request: request.request, ...(request.line !== undefined && { line: request.line }), answer }
  }
}

/**
 * Answers requests, and the norms around them: one law after another in the order of the requests, each norm once in the order of
 * its law. If several parts of a norm are requested, each is an answer.
 * @param size maximum number of norms before and after, each
 * @param days of the corpus, if any were named
 */
export async function* answersInContext(
  corpus: Corpus,
  requests: readonly NormRequest[],
  size: number,
  days?: Days,
): AsyncGenerator<Answered> {
  const requested: Answered[] = []
  for await (const answered of answersOf(corpus, requests, days)) requested.push(answered)
  const laws = new Set<string>()
  for (const { request, answer } of requested) {
    if (answer instanceof LegalTextError) yield { request, answer }
    else if (!laws.has(lawOf(answer))) {
      laws.add(lawOf(answer))
      yield* answersOfLaw(corpus, answer, requested, size)
    }
  }
}

/** The law of an answer on its day: requests may name different editions. */
const lawOf = ({ code, as_of, in_force_on }: NormAnswer) => `${code} ${as_of} ${in_force_on}`

async function* answersOfLaw(
  corpus: Corpus,
  first: NormAnswer,
  requested: readonly Answered[],
  size: number,
): AsyncGenerator<Answered> {
  const { code, as_of, in_force_on } = first
  const days = { as_of, in_force_on }
  const parts = new Map<string, Map<string | undefined, Answered>>()
  for (const answered of requested) {
    const { answer } = answered
    if (answer instanceof LegalTextError || lawOf(answer) !== lawOf(first)) continue
    parts.set(answer.norm, (parts.get(answer.norm) ?? new Map()).set(partOf(answer), answered))
  }
  const norms = (await (await corpusOf(corpus, days)).outline(code)).map(({ norm }) => norm)
  const places = norms.flatMap((norm, place) => (parts.has(norm) ? [place] : []))
  const near = new Set(places.flatMap((place) => norms.slice(Math.max(0, place - size), place + size + 1)))
  for (const norm of near) {
    const own = parts.get(norm)?.values()
    yield* own ?? answersOf(corpus, [requestOf(`${code} ${norm}`, { code, norm })], days)
  }
}

const partOf = ({ selection }: NormAnswer) => selection?.path
