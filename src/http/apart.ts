/**
 * Long answers are computed in a separate thread, which opens the corpus itself. A thread has a heap limit, and a time limit for
 * each answer.
 */

import type * as z from 'zod'
import { isDatabaseAddress } from '../dataset/dataset-name.ts'
import { locationOf } from '../dataset/open-engine.ts'
import { say } from '../i18n/texts.ts'
import type { CallToolResult } from '../mcp/sdk.ts'
import type { Corpus } from '../model/corpus.ts'
import { catalogue } from '../operations/catalogue.ts'
import type { LongWork, Operation } from '../operations/operation.ts'
import { JobThread } from '../program/job-thread.ts'
import { addedFormats, type FormatName } from '../render/formats.ts'
import { renderOf, renderParts } from '../render/render.ts'
import { argumentError } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import { MOST_ANSWERS, type Place } from './computing.ts'

/** Minimum length of inputs that count as long work, in characters. */
const LONG_INPUT = 8 * 1024

/** A request to a thread. Without a format, the answer is the record of the operation. */
export type Question =
  | { operation: string; input: unknown; format?: FormatName | undefined }
  | { tool: string; given: unknown }

export interface OperationJob {
  /** The file of a bundle, or a database. */
  location: string
  bundle: Pick<Corpus['bundle'], 'id' | 'digest'>
  question: Question
  /** The module with the operations that the thread has besides those of the package. */
  additions?: string | undefined
}

let additions: string | undefined
/** The operations of the threads. */
let shared: readonly Operation[] = catalogue

/** Gives the threads the operations of a module. Formats that it adds are written in this thread. */
export function shareAdditions(module: string | undefined, operations: readonly Operation[]): void {
  additions = module
  shared = [...catalogue, ...operations]
}

/** An answer in a format, and its field `next`. */
export interface RenderedAnswer {
  body: string
  next: unknown
}

/** `error.cause.code` of the thread if another bundle has replaced the served one. */
export const REPLACED = 'replaced'

const LONGEST = 30_000

const overLimit = (message: string, kind: 'payload_too_large' | 'not_ready') => () => new LegalTextError(kind, message)

/** Heap of a thread in MB. The findings of a megabyte of text take at most 150. */
const SHARED = { module: 'http/operation-worker', heap: 224, longest: LONGEST }

/** Time limit of a scan, in milliseconds: three times the duration of a scan of all federal law. */
const LONGEST_SCAN = 5000

/** Maximum length of a list in parts that is not streamed, in characters. */
const LARGEST_ANSWER = 4 * 1024 * 1024

/** `error.cause.code` of a timeout: another attempt may succeed. */
export const TOO_LONG = 'too_long'

function overBudget(limit: 'time' | 'memory'): LegalTextError {
  if (limit === 'memory') return tooLarge()
  const message = say`takes longer than ${LONGEST_SCAN / 1000} s: restrict it with codes, and avoid repetitions within a repetition, as in (a+)+, and several of any character in a row, as in .*.*`
  return argumentError('pattern', message, { cause: { code: TOO_LONG } })
}

const tooLarge = () =>
  argumentError('pattern', say`finds more than an answer may have: restrict it with codes or limit, or ask for count`)

const threads: Readonly<Record<Exclude<Place, 'here'>, readonly JobThread<OperationJob, unknown>[]>> = {
  answers: Array.from({ length: MOST_ANSWERS }, (_, index) => {
    const refuse = overLimit(say`the answer takes too long or too much memory; ask for less`, 'not_ready')
    return new JobThread({ ...SHARED, idle: index === 0 ? 600_000 : 30_000, overLimit: refuse })
  }),
  scans: [new JobThread({ ...SHARED, longest: LONGEST_SCAN, idle: 30_000, overLimit: overBudget })],
  texts: [
    new JobThread({
      ...SHARED,
      idle: 30_000,
      overLimit: overLimit(
        'the text takes too long to check or too much memory; send it in parts',
        'payload_too_large',
      ),
    }),
  ],
}

/**
 * Chooses where a request is computed. A corpus that a program has wrapped exists only in this thread. A search in a database
 * mostly waits for it: here many can wait in parallel, while a thread runs them one after the other.
 */
export function placeOf(
  corpus: Corpus,
  { longWork, length = 0 }: { longWork?: LongWork | undefined; length?: number },
): Place {
  const location = locationOf(corpus)
  if (location === undefined) return 'here'
  if (length >= LONG_INPUT) return 'texts'
  if (longWork === 'scanning') return 'scans'
  return longWork === undefined || (longWork === 'searching' && isDatabaseAddress(location)) ? 'here' : 'answers'
}

/** Starts the search thread of a corpus early: the first search need not wait for it to load. */
export function prepareFor(corpus: Corpus): void {
  if (placeOf(corpus, { longWork: 'searching' }) === 'answers') threads.answers[0]?.start()
}

/** Options to follow and abort a call. */
export interface Following {
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal
  onProgress?: ((done: number, total: number) => void) | undefined
}

async function ask<Answer>(
  place: Place,
  corpus: Corpus,
  question: Question,
  { here, ...following }: Following & { here: () => Promise<Answer> },
): Promise<Answer> {
  const location = locationOf(corpus)
  if (place === 'here' || location === undefined) return here()
  const { id, digest } = corpus.bundle
  try {
    const thread = threads[place].reduce((one, other) => (other.queued < one.queued ? other : one))
    return (await thread.run({ location, bundle: { id, digest }, question, additions }, following)) as Answer
  } catch (error) {
    if (error instanceof LegalTextError && (error.cause as { code?: string } | undefined)?.code === REPLACED)
      return here()
    throw error
  }
}

/** Answers an input that `parseInput` has returned, in a thread if that takes long. @throws LegalTextError as the operation */
export function answerOf<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  corpus: Corpus,
  input: z.output<Input>,
): Promise<z.output<Output>> {
  const here = () => operation.answer(corpus, input)
  return ask(placeFor(operation, corpus, input), corpus, { operation: operation.name, input }, { here })
}

/**
 * Answers as {@link answerOf}, in a format.
 * @param complete completes an answer that this thread computes
 */
export function renderedAnswer(
  operation: Operation,
  corpus: Corpus,
  input: z.output<z.ZodObject>,
  { place = placeFor(operation, corpus, input), ...options }: RenderOptions,
): Promise<RenderedAnswer> {
  const here = () => composedAnswer(operation, corpus, input, options)
  const { format } = options
  const isKnown = shared.includes(operation) && !addedFormats().includes(format)
  return ask(isKnown ? place : 'here', corpus, { operation: operation.name, input, format }, { here })
}

/** Answers in this thread, in a format. @throws LegalTextError as the operation; `invalid_input` for too large a list in parts */
export async function composedAnswer(
  operation: Operation,
  corpus: Corpus,
  input: z.output<z.ZodObject>,
  { format, complete = (answer) => answer }: Omit<RenderOptions, 'place'>,
): Promise<RenderedAnswer> {
  if (operation.answerInParts === undefined) {
    const answer = complete(await operation.answer(corpus, input))
    return { body: await renderOf(corpus, operation, format, answer), next: (answer as { next?: unknown }).next }
  }
  let body = ''
  for await (const part of renderParts(operation, format, corpus, await operation.answerInParts(corpus, input))) {
    body += part
    if (body.length > LARGEST_ANSWER) throw tooLarge()
  }
  return { body, next: undefined }
}

interface RenderOptions {
  format: FormatName
  place?: Place
  complete?: (answer: unknown) => unknown
}

function placeFor<Input extends z.ZodObject>(
  operation: Pick<Operation<Input>, 'longWork' | 'isLong' | 'name'>,
  corpus: Corpus,
  input: z.output<Input>,
): Place {
  const isShared = shared.some(({ name }) => name === operation.name)
  const isLong = isShared && operation.isLong?.(input) !== false
  return placeOf(corpus, { longWork: isLong ? operation.longWork : undefined })
}

/** Calls a tool of the package. A disconnect aborts the check of a long text. @throws LegalTextError as the tool */
export function calledTool(
  place: Place,
  corpus: Corpus,
  call: { tool: string; given: unknown },
  following: Following & { here: () => Promise<CallToolResult> },
): Promise<CallToolResult> {
  const { signal, ...others } = following
  return ask(place, corpus, call, place === 'texts' ? following : others)
}
