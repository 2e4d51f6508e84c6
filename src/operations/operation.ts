/**
 * Operations: each is one ability of the service, described once. CLI, HTTP routes and `/openapi.json` are derived from these
 * descriptions.
 */

import * as z from 'zod'
import { say, sayAll } from '../i18n/texts.ts'
import type { Corpus, LawHeading, State, VersionSpan } from '../model/corpus.ts'
import { assertDatesOfEffect, type Days, dayOf, daysTold, onDay } from '../resolve/as-of.ts'
import { corpusOfPlace } from '../resolve/corpus-of-place.ts'
import { spanOfEffect } from '../resolve/other-states.ts'
import { noteOnNames } from '../resolve/resolve-law.ts'
import { argumentError, assertFields, isPlainObject, wrongArgument } from '../util/arguments.ts'
import { type Candidate, type ErrorKind, LegalTextError } from '../util/errors.ts'
import { isoDate } from '../util/iso-date.ts'
import { lazy } from '../util/lazy.ts'

/** `searching` reads much of the corpus, `scanning` all of it, within a budget; `computing` is bound by the processor. */
export type LongWork = 'searching' | 'scanning' | 'computing'

/** Input and output of an operation, and its implementation for validated input. */
export interface OperationDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** Identifier, `operationId` in OpenAPI: `laws`, `norm`, `search`. */
  name: string
  /** One line, without a full stop. */
  summary: string
  /** Description of the answer for users: whole sentences. */
  description: string
  /** Route, with `{name}` for inputs in its path; all other inputs are query parameters. Omitted: no HTTP route. */
  path?: string
  /** Route that takes the input as the body of a POST request. A body of plain text is the input `text`, the others are parameters. */
  post?: { path: string; text: string }
  /** Schema of the input, from strings (query parameters, flags) or typed values. Unknown names are rejected. */
  input: Input
  /** Schema of the answer. */
  output: () => Output
  /** The field of the answer that is its list, if any: its items are the lines of NDJSON. */
  list?: string
  /** Work that takes more than some hundredths of a second for some inputs: servers compute it in a thread. */
  longWork?: LongWork
  /** True for an input that is long work. Default: each is. */
  isLong?(input: z.output<Input>): boolean
  /** True if names may also mean laws outside the `jurisdiction`: in running text, and where it excludes them anyway. */
  prefersPlace?: true
  /** True if the answer can change while the corpus stays the same: it is not cached. */
  transient?: boolean
  /** Removes details about the server's machine, for clients that must not see them. */
  withoutDetails?(answer: z.output<Output>): z.output<Output>
  /** An input that works on the starter dataset, for the documentation and its tests. */
  example: z.input<Input>
  /**
   * Error kinds it can end with, each with an input that causes it on the starter dataset. Kinds that do not depend on the input
   * (`internal`, `not_ready`) are omitted.
   */
  errors: Partial<Record<ErrorKind, Record<string, unknown>>>
  /**
   * Answers input from `parseInput`. With the inputs `as_of`, `in_force_on` and `jurisdiction` ({@link daysInputs}),
   * {@link defineOperation} passes the corpus of the day and the place, and adds the days to the answer. To answers about named laws
   * (inputs `code`, `codes`) it adds the note on other laws of the name.
   * @throws LegalTextError of the kinds above
   */
  answer(corpus: Corpus, input: z.output<Input>): Promise<z.output<Output>>
  /** As `answer`, in parts, if an answer can exceed memory: HTTP streams it unless it is long work. @throws LegalTextError as `answer` */
  answerInParts?(corpus: Corpus, input: z.output<Input>): Promise<AnswerInParts>
}

/** A query of a corpus: `norm`, `search`. */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType>
  extends OperationDefinition<Input, Output> {
  /**
   * Validates the input, applies the defaults and answers from the corpus.
   * @throws LegalTextError of the kinds in `errors`; `invalid_input` names every wrong input
   */
  run(corpus: Corpus, ...input: InputArguments<z.input<Input>>): Promise<z.output<Output>>
  /** As `run`, in parts, if an answer can exceed memory. @throws LegalTextError as `run` */
  stream?(corpus: Corpus, ...input: InputArguments<z.input<Input>>): Promise<AnswerInParts>
}

/** An input without required fields may be left out. */
type InputArguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** The input of an operation before validation: `InputOf<typeof search>`. */
export type InputOf<Of extends Pick<Operation, 'input'>> = z.input<Of['input']>

/** The answer of an operation: `AnswerOf<typeof norm>`. */
export type AnswerOf<Of extends Pick<Operation, 'output'>> = z.output<ReturnType<Of['output']>>

/** An operation with an HTTP route. */
export type RoutedOperation = Operation & { path: string }

/** An operation with a POST route. */
export type PostedOperation = Operation & Required<Pick<Operation, 'post'>>

/** The operations with an HTTP route. */
export const routedOf = (operations: readonly Operation[]) =>
  operations.filter((operation): operation is RoutedOperation => operation.path !== undefined)

/** The operations with a POST route. */
export const postedOf = (operations: readonly Operation[]) =>
  operations.filter((operation): operation is PostedOperation => operation.post !== undefined)

/** An answer with its list in parts. */
export interface AnswerInParts {
  /** The fields before the list. */
  head: Record<string, unknown>
  /** The items of the list, in order; no part is empty. */
  parts: AsyncIterable<readonly unknown[]>
  /** The fields after the list, once it is read. */
  tail?(): Record<string, unknown>
  /** The headings over these norms, unless they are all norms of the law. */
  structure?: LawHeading[]
}

/** Makes an operation, with the types of its schemas. @throws LegalTextError `invalid_input` for a wrong definition */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: InParts<OperationDefinition<Input, Output>, 'answerInParts'>,
): InParts<Operation<Input, Output>, 'answerInParts' | 'stream'>
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: OperationDefinition<Input, Output>,
): Operation<Input, Output>
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: OperationDefinition<Input, Output>,
): Operation<Input, Output> {
  assertFields('operation', definition, OPERATION_FIELDS)
  const answer = completed(definition.answer, definition.prefersPlace, {
    fieldsOf: (given) => given as object,
    withFields: (given, fields) => ({ ...(given as object), ...fields }) as typeof given,
  })
  const answerInParts =
    definition.answerInParts &&
    completed(definition.answerInParts, definition.prefersPlace, {
      fieldsOf: ({ head }) => head,
      withFields: ({ head, ...parts }, fields) => ({ ...parts, head: { ...head, ...fields } }),
    })
  const ask = <Answer>(answerParsed: (corpus: Corpus, input: z.output<Input>) => Promise<Answer>) => {
    return async (corpus: Corpus, ...[input]: InputArguments<z.input<Input>>): Promise<Answer> => {
      assertCorpus(corpus)
      return answerParsed(corpus, parseInput(definition, input))
    }
  }
  return {
    ...definition,
    answer,
    run: ask(answer),
    ...(answerInParts && { answerInParts, stream: ask(answerInParts) }),
  }
}

const OPERATION_FIELDS = { name: 'string', input: 'object', output: 'function', answer: 'function' } as const

/** The names and the days in an input. */
interface Asked extends Days {
  code?: string
  codes?: readonly string[]
  jurisdiction?: string
}

/** Runs a query on the corpus of the day and the place in the input. The answer gets the day, and the note on the names. */
function completed<Input, Answer>(
  answer: (corpus: Corpus, input: Input) => Promise<Answer>,
  prefersPlace: boolean | undefined,
  of: { fieldsOf: (answer: Answer) => { code?: string }; withFields: (answer: Answer, fields: object) => Answer },
) {
  return async (corpus: Corpus, input: Input): Promise<Answer> => {
    const { as_of, in_force_on, code, codes = [], jurisdiction } = input as Asked
    const days = { as_of, in_force_on }
    const day = dayOf(days)
    const [given, law_note] = await onDay(corpus, days, async (ofDay) => {
      const view = await corpusOfPlace(ofDay, jurisdiction, prefersPlace)
      const given = await answer(view, input)
      const meant = code === undefined ? undefined : of.fieldsOf(given).code
      if (in_force_on !== undefined && meant !== undefined) await assertDatesOfEffect(view, [meant], days)
      return [given, await noteOnNames(view, code === undefined ? codes : [code], meant, day)]
    })
    if (day === undefined && law_note === undefined) return given
    return of.withFields(given, { ...(await daysTold(corpus, days)), ...(law_note !== undefined && { law_note }) })
  }
}

/** An operation with answers in parts. */
export type InParts<Of, Names extends keyof Of> = Of & { [Name in Names]-?: NonNullable<Of[Name]> }

/** @throws LegalTextError `invalid_input` unless it is a corpus */
export function assertCorpus(corpus: Corpus): void {
  if (typeof (corpus as Partial<Corpus> | null | undefined)?.findLaws === 'function') return
  throw wrongArgument(
    'corpus',
    say`an open corpus, as openCorpus() returns it, or the \`corpus\` of a LegalText`,
    corpus,
  )
}

/**
 * Validates raw input of an operation.
 * @throws LegalTextError `invalid_input` that names every wrong input and its expected value
 */
export function parseInput<Input extends z.ZodObject>(
  operation: Pick<Operation<Input>, 'input'>,
  raw: unknown = {},
): z.output<Input> {
  if (operation?.input?.shape === undefined)
    throw wrongArgument('operation', say`an operation, such as \`norm\``, operation)
  if (!isPlainObject(raw))
    throw wrongArgument('input', say`an object with ${Object.keys(operation.input.shape).join(', ')}`, raw)
  const result = operation.input.safeParse(raw)
  if (result.success) return result.data
  const issues = new Map<string, string>()
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) issues.set(key, unknownInput(Object.keys(operation.input.shape)))
    } else {
      const path = issue.path.slice(0, 1).join()
      if (!issues.has(path)) issues.set(path, issue.message)
    }
  }
  throw invalidInput(issues, raw)
}

/** The error for wrong inputs. @param issues messages by input name */
export function invalidInput(issues: ReadonlyMap<string, string>, raw: unknown): LegalTextError {
  const message = sayAll([...issues].map(([path, message]) => (path ? say`${path}: ${message}` : message)))
  const { code, norm } = (raw ?? {}) as { code?: unknown; norm?: unknown }
  return new LegalTextError('invalid_input', message, {
    ...(typeof code === 'string' && { code }),
    ...(typeof norm === 'string' && { norm }),
    issues: [...issues].map(([path, message]) => ({ path, message })),
  })
}

/** The message for an unknown input. */
export function unknownInput(known: readonly string[]): string {
  return say`unknown parameter; ${known.length > 0 ? say`known are ${known.join(', ')}` : say`there are none`}`
}

/** `limit` of a paged operation: a whole number from 1 to `maximum`. */
export const limitInput = (maximum: number, usual: number) =>
  wholeNumber(1, maximum).default(usual).describe(`How many to return, 1 to ${maximum}. Default: ${usual}.`)

/** `offset` of a paged operation: the number of skipped items. */
export const offsetInput = lazy(() => wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0).describe('How many to skip.'))

/**
 * A value of the type of its schema, for programs.
 * @param read parses the words of a query string or a command line, and returns other values unchanged
 */
export function typedInput<Value extends z.ZodType>(read: (given: unknown) => unknown, value: Value) {
  return z.preprocess<unknown, Value, Readonly<z.input<Value>>>(read, value)
}

/** A whole number in a range, also in decimal digits in a query string. */
export function wholeNumber(minimum: number, maximum: number) {
  const error = () =>
    maximum === Number.MAX_SAFE_INTEGER
      ? say`must be a whole number of at least ${minimum}`
      : say`must be a whole number from ${minimum} to ${maximum}`
  return typedInput(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int({ error }).min(minimum, { error }).max(maximum, { error }),
  )
}

/** The `next` field of a page: the offset of the next page, `null` on the last one. */
export function nextOffset(offset: number, count: number, total: number): number | null {
  return count > 0 && offset + count < total ? offset + count : null
}

/** Schema of `next`. */
export const nextOutput = lazy(() => z.int().nullable().describe('Offset of the next page, null on the last one.'))

/** Maximum characters of a text that is answered in one piece. */
export const MAX_TEXT_LENGTH = 100_000

/** A name. */
export const nameInput = (what: string, maximum: number) =>
  z
    .string({ error: () => say`must be ${what}` })
    .trim()
    .min(1, { error: () => say`must be ${what}` })
    .max(maximum, { error: () => say`must be at most ${maximum} characters` })

const NO_DAY = say`must be a day of the calendar, such as 2024-06-30`

/** The code of a law, or any of its names. */
export const codeInput = nameInput(say`the code or a name of a law`, 1000).describe(
  'Code of the law, or an alias: `bgb`, `BGB`.',
)

/** A norm path or a short form of one. */
export const normInput = nameInput(say`a norm path or a designation`, 300).describe(
  'Norm path or designation: `par:433`, `433`, `§ 433 Abs. 1`. In a URL one segment, with `/` as `%2F`.',
)

/** A day, as an ISO date or as people write it in Germany; the output is an ISO date. */
export const dayInput = z
  .string({ error: NO_DAY })
  .trim()
  .transform((written, context) => {
    const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(written)?.slice(1)
    const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(written)?.slice(1).reverse()
    const [year = 0, month = 0, day = 0] = (iso ?? german ?? []).map(Number)
    const date = year > 0 ? isoDate(year, month, day) : null
    if (date !== null) return date
    context.addIssue(NO_DAY)
    return z.NEVER
  })

/** @param what describes the day */
export const optionalDay = (what: string) => dayInput.optional().describe(what)

/** The day of the corpus. */
export const asOfInput = dayInput
  .optional()
  .describe('Asks for what was published on this day, `2024-06-30`. Default: the newest state.')

/** The day on which the wordings are to be in force. */
export const inForceOnInput = dayInput
  .optional()
  .describe(
    'Asks for the wording in force on this day, `2027-01-01`, by the days of effect that the source names; with `as_of`, as it ' +
      'was known on that one. Laws whose source names none are not found.',
  )

/**
 * The versions that hold on a day; all without a day.
 * @param of their subject, for the error
 * @throws LegalTextError `not_found` if none holds on the day
 */
export function inForceOn<Version extends Pick<VersionSpan, 'observed_from' | 'observed_to'>>(
  versions: Version[],
  day: string | undefined,
  of: Omit<Candidate, 'observed_on'>,
): Version[] {
  if (day === undefined) return versions
  const held = versions.filter((each) => each.observed_from <= day && (each.observed_to ?? day) >= day)
  const span = held.length > 0 ? undefined : spanOfEffect(versions, day)
  if (span === undefined) return held
  const message = say`${of.label} has no wording; ${span.note}`
  throw new LegalTextError('not_found', message, { code: of.code, suggestions: [{ ...of, ...span.day }] })
}

/** The jurisdiction that names mean. */
export const jurisdictionInput = z
  .string(say`must be a text`)
  .regex(/^[A-Za-z][A-Za-z\d-]{1,42}$/, say`must be a code such as de, de-bw or ch`)
  .optional()
  .describe('Only laws of this place: de, de-bw, ch. In a text, its laws come first. Case does not matter.')

/** The inputs of a comparison. */
export const comparedInputs = lazy(() => ({
  from: optionalDay('The earlier day, `2024-06-30`. Default: that of the version before.'),
  to: optionalDay('The later day. Default: that of the newest version.'),
  in_force_on: inForceOnInput.describe(
    'Compares the wording in force on this day with that of today. Without `from` and `to`.',
  ),
  jurisdiction: jurisdictionInput,
}))

/** The compared days. @throws LegalTextError `invalid_input` for days in the wrong order, or that exclude each other */
export async function comparedDays(
  corpus: Corpus,
  {
    from,
    to,
    in_force_on: day,
  }: { from?: string | undefined; to?: string | undefined; in_force_on?: string | undefined },
): Promise<{ from: string | undefined; to: string | undefined }> {
  assertInOrder({ from, to })
  if (day === undefined) return { from, to }
  if (from !== undefined || to !== undefined)
    throw argumentError('in_force_on', say`cannot be combined with from and to`)
  const newest = (await corpus.states()).at(-1)?.observed_on ?? day
  return day > newest ? { from: newest, to: day } : { from: day, to: newest }
}

/** The days of the corpus, and the jurisdiction that names mean first. */
export const daysInputs = { as_of: asOfInput, in_force_on: inForceOnInput, jurisdiction: jurisdictionInput }

/** Parses an {@link asOfInput}. @param name of the input, for messages @throws LegalTextError `invalid_input` */
export function readDay(day: unknown, name = 'as_of'): string | undefined {
  const read = asOfInput.safeParse(day)
  if (read.success) return read.data
  throw argumentError(name, read.error.issues[0]?.message ?? '')
}

/** The field of an answer about named laws. */
export const namedLawOutputs = lazy(() => ({
  law_note: z
    .string()
    .exactOptional()
    .describe('Other laws that have the requested name, in words: `AEG is also the name of aeg (…)`.'),
}))

/** The fields of an answer as of a day. */
export const asOfOutputs = lazy(() => ({
  as_of: z.string().exactOptional().describe('The day as of which was asked.'),
  in_force_on: z.string().exactOptional().describe('The day whose wording in force was asked for.'),
  newest_state: z
    .string()
    .exactOptional()
    .describe('Day of the newest state. Of a later day, the text is not known yet.'),
}))

/** Makes the schema of a record lazily. */
export const record = <Fields extends z.ZodRawShape>(fields: () => Fields) => lazy(() => z.object(fields()))

/** Type of {@link record} for a known record, checked by the compiler. */
export type Schema<Known> = () => z.ZodType<Known>

/** Values of answers. */
export const text = z.string()
export const nullableText = z.string().nullable()

/** A boolean, also as `true` or `false` in a query string. */
export const flagInput = typedInput(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean({ error: say`must be true or false` }),
).default(false)

/**
 * @param range names of two inputs, with their days
 * @throws LegalTextError `invalid_input` if the second day is before the first
 */
export function assertInOrder(range: Record<string, string | undefined>): void {
  const [[first, from] = [], [last, to] = []] = Object.entries(range)
  if (first === undefined || last === undefined || from === undefined || to === undefined || from <= to) return
  throw argumentError(first, say`${from} is after ${to}, the day of ${last}; give the earlier day first`)
}

/** The state before a day. */
export function stateBefore(states: readonly State[], day: string): State | undefined {
  return states.findLast(({ observed_on }) => observed_on < day)
}
