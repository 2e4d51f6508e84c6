/** Makes the command of an operation: its arguments and flags come from the operation's input schema. */
import * as z from 'zod'
import type { Corpus } from '../../corpus/corpus.ts'
import { LegalTextError } from '../../errors.ts'
import { FORMATS, type FormatName, formatsOf } from '../../formats/formats.ts'
import { type Operation, parseInput } from '../../operations/operation.ts'
import type { NamedNorm } from '../../resolve/named-norm.ts'
import type { Presenter } from '../../terminal/screen.ts'
import {
  type ArgumentDescription,
  type CommandDescription,
  type Completes,
  DATASET,
  type Example,
  type FlagDescription,
  type Given,
  NO_PAGER,
} from './description.ts'
import { withCorpus } from './open-corpus.ts'
import { writeJson, writePage, writeRendered } from './output.ts'

interface CommandOptions<Answer> {
  /** Inputs that are arguments, in their order; all others are flags. Where not given: the parameters of the path. */
  arguments?: readonly string[]
  /** Whether the last argument is all words that follow, joined by blanks. */
  joined?: boolean
  /** Inputs that are switches: given or not. */
  switches?: readonly string[]
  /** Flags that may be given several times. */
  several?: readonly string[]
  /** The formats of its answer, where it has others than those of HTTP and the page as text. */
  formats?: readonly FormatName[]
  /** Each works on the starter dataset. */
  examples: readonly Example[]
  /** Loads the presenter. */
  page(corpus: Corpus): Promise<Presenter<Answer>>
}

/** What is said of every command that takes a norm. */
const NORM_OR_DESIGNATION = 'May be left out where CODE is a designation with its law: "§ 1 MSGB".'

/** The command of an operation. A norm can also be given as one designation: `related "§ 1 MSGB"`. */
export function operationCommand<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  options: CommandOptions<z.output<Output>>,
): CommandDescription {
  const names = options.arguments ?? pathParameters(operation.path ?? '')
  const inputs = Object.keys(operation.input.shape)
  const takesNorm = names.includes('code') && names.includes('norm')
  return {
    summary: `${operation.summary}.`,
    description: operation.description,
    arguments: names.map((name) => ({
      ...argumentOf(operation, name, names),
      ...(options.joined && name === names.at(-1) && { several: true }),
    })),
    flags: { ...inputFlags(operation, names, options), ...answerFlags(options.formats ?? formatsOfCommand(operation)) },
    examples: options.examples,
    environment: ['datasetPath', 'XDG_CACHE_HOME', 'PAGER'],
    errors: [...(Object.keys(operation.errors) as (keyof typeof operation.errors)[]), 'not_ready'],
    async run(given) {
      const form = formOf(given)
      await withCorpus(given.text('dataset'), form === 'page', async (corpus) => {
        const input = inputOf(given, inputs, names)
        const named = takesNorm && !('norm' in input) ? { ...input, ...(await namedNorm(corpus, input.code)) } : input
        const answer = await operation.run(corpus, parseInput(operation, named))
        await showAnswer({ given, operation, corpus, answer, page: options.page })
      })
    },
  }
}

/** The argument of an input. */
function argumentOf({ input }: Pick<Operation, 'input'>, name: string, names: readonly string[]): ArgumentDescription {
  const optional = name === 'norm' && names.includes('code')
  const description = input.shape[name]?.description ?? ''
  return {
    name,
    description: optional ? `${description} ${NORM_OR_DESIGNATION}` : description,
    required: !optional,
    ...completionOf(name, input.shape[name] as z.ZodType),
  }
}

/** What a value of an input can be completed to. */
function completionOf(name: string, schema: z.core.$ZodType): { completes?: Completes } {
  if (name in COMPLETES) return { completes: COMPLETES[name as keyof typeof COMPLETES] }
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return inner instanceof z.ZodEnum ? { completes: inner.options.map(String) } : {}
}

const COMPLETES = { code: 'code', norm: 'norm', codes: 'code', law_id: 'code' } satisfies Record<string, Completes>

function inputFlags(
  { input }: Pick<Operation, 'input'>,
  names: readonly string[],
  { switches = [], several = [] }: Pick<CommandOptions<never>, 'switches' | 'several'>,
): Record<string, FlagDescription> {
  const flags = Object.entries(input.shape).flatMap(([name, schema]): [string, FlagDescription][] => {
    if (names.includes(name)) return []
    const description = schema.description ?? ''
    if (switches.includes(name)) return [[flagName(name), { description }]]
    const completes = completionOf(name, schema)
    return [
      [
        flagName(name),
        { description, value: name.toUpperCase(), ...(several.includes(name) && { several: true }), ...completes },
      ],
    ]
  })
  return Object.fromEntries(flags)
}

/** The input of an operation, as it was typed. */
function inputOf(given: Given, inputs: readonly string[], names: readonly string[]): Record<string, unknown> {
  const entries = inputs.map((name) => {
    if (!names.includes(name)) return [name, given.value(flagName(name))] as const
    const value = given.value(name)
    return [name, typeof value === 'object' ? value.join(' ') : value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Law and norm of a designation of both. */
async function namedNorm(corpus: Corpus, text: unknown): Promise<{ code: string; norm: string }> {
  const { designations } = await import('../../operations/designations.ts')
  const { norms } = await designations.run(corpus, { q: String(text), single: true })
  const { note, code, norm } = norms[0] as NamedNorm
  if (note !== undefined)
    process.stderr.write(`Note: ${(await import('../../terminal/sanitize.ts')).sanitizeText(note)}\n`)
  return { code, norm }
}

const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const flagName = (input: string) => input.replaceAll('_', '-')

/*FILEDOC The answer of an operation on stdout, in the form that was asked for. */

/** How an answer is shown: in a format, or as a page where none was asked for. */
export type Form = FormatName | 'page'

/** Whether a form is JSON, of one document or of many lines. */
export const isJson = (form: Form) => form !== 'page' && FORMATS[form].isJson === true

/** The formats that the command of an operation has: those of HTTP, and the page as text. */
export function formatsOfCommand(operation: Pick<Operation, 'name' | 'list' | 'stream'>): FormatName[] {
  return [...new Set([...formatsOf(operation), 'text' as const])]
}

/** Flags of every command that answers from a corpus. @param formats that it has */
export function answerFlags(formats: readonly FormatName[]): Record<string, FlagDescription> {
  return {
    dataset: DATASET,
    json: { description: 'Write the answer as one JSON document, the same as over HTTP; errors too.', common: true },
    format: {
      description: `Write the answer as ${formats.join(', ').replace(/, (\w+)$/, ' or $1')}. Errors are JSON where it is json or ndjson.`,
      value: 'FORMAT',
      options: formats,
      meanings: formats.map((format) => FORMATS[format].meaning),
      common: true,
    },
    'no-pager': NO_PAGER,
  }
}

/** @throws LegalTextError `invalid_input` where --json and --format ask for different forms */
export function formOf(given: Given): Form {
  const format = given.text('format') as FormatName | undefined
  if (!given.has('json')) return format ?? 'page'
  if (format === undefined || format === 'json') return 'json'
  const message = `--json and --format ${format} are two different forms; give one of them`
  throw new LegalTextError('invalid_input', message, { issues: [{ path: '--format', message }] })
}

interface Shown<Answer> {
  given: Given
  operation: Pick<Operation, 'name' | 'output' | 'list' | 'stream'>
  corpus: Corpus
  answer: Answer
  /** Loads the presenter; called only where the answer is shown as a page. */
  page(corpus: Corpus): Promise<Presenter<Answer>>
}

/** Writes an answer in the form that was asked for. */
export async function showAnswer<Answer>({ given, operation, corpus, answer, page }: Shown<Answer>): Promise<void> {
  const form = formOf(given)
  if (form === 'json') return writeJson(answer)
  if (form !== 'page' && formatsOf(operation).includes(form)) {
    const { render } = await import('../../formats/render.ts')
    return writeRendered([await render(operation, form, answer)], isJson(form))
  }
  await writePage(answer, await page(corpus), { plain: form === 'text', pager: !given.has('no-pager') })
}
