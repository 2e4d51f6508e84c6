/** The command of an operation, with arguments and flags from its input schema and formats from the registry. */

import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { type Operation, parseInput } from '../operations/operation.ts'
import { FORMATS, type FormatName, formatsOf } from '../render/formats.ts'
import { LegalTextError } from '../util/errors.ts'
import {
  type ArgumentDescription,
  type CommandDescription,
  type Completes,
  DATASET,
  type Example,
  type FlagDescription,
  JSON_FLAG,
  NO_PAGER,
  type ParsedArguments,
} from './description.ts'
import { withCorpusOfDay } from './open-corpus.ts'
import { writeJson, writeNote, writePage, writeRendered } from './output.ts'
import type { Presenter } from './terminal/screen.ts'

interface DescriptionOptions {
  /** Inputs that are arguments, in order; all others are flags. Default: the path parameters. */
  arguments?: readonly string[]
  /** True if the last argument takes all remaining words, joined by spaces. */
  joined?: boolean
  /** An input that is a flag, and may also be given as words. */
  words?: string
  /** Inputs that are switches. */
  switches?: readonly string[]
  /** Repeatable flags. */
  multiple?: readonly string[]
  /** One-letter forms of flags, by the names of their inputs. */
  letters?: Readonly<Record<string, NonNullable<FlagDescription['char']>>>
  /** Default: those of HTTP, and text. */
  formats?: readonly FormatName[]
  /** Each works on the starter dataset. */
  examples: readonly Example[]
}

interface CommandOptions<Answer> extends DescriptionOptions {
  /** A note on a likely misreading of the line, written to stderr after the answer. */
  note?(corpus: Corpus, parsed: ParsedArguments): Promise<string | undefined>
  /** Loads the presenter. */
  page(corpus: Corpus): Promise<Presenter<Answer>>
}

/** The command of an operation, without its action. */
export function operationDescription(
  operation: Pick<Operation, 'name' | 'summary' | 'description' | 'path' | 'input' | 'list' | 'errors' | 'stream'>,
  options: DescriptionOptions,
): Omit<CommandDescription, 'run'> {
  const names = options.arguments ?? pathParameters(operation.path ?? '')
  return {
    summary: `${operation.summary}.`,
    description: operation.description,
    arguments: [
      ...names.map((name) => ({
        ...argumentOf(operation, name, names),
        ...((options.joined || takesNorm(names)) && name === names.at(-1) && { multiple: true }),
      })),
      ...(options.words === undefined ? [] : [wordsArgument(options.words)]),
    ],
    flags: {
      ...inputFlags(operation, names, options),
      ...(isCut(operation) && { all: ALL_FLAG }),
      ...answerFlags(options.formats ?? [...new Set([...formatsOf(operation), 'text' as const])]),
    },
    examples: options.examples,
    environment: ['datasetPath', 'XDG_CACHE_HOME', 'PAGER'],
    errors: [...(Object.keys(operation.errors) as (keyof typeof operation.errors)[]), 'not_ready'],
  }
}

const takesNorm = (names: readonly string[]) => names.includes('code') && names.includes('norm')

/** A norm may also be given as one designation: `related "§ 1 MSGB"`. */
export function operationCommand<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  options: CommandOptions<z.output<Output>>,
): CommandDescription {
  const named = takesNorm(options.arguments ?? pathParameters(operation.path ?? ''))
  return {
    ...operationDescription(operation, options),
    async run({ args, flags }) {
      const form = formOf(flags)
      if (options.words !== undefined) assertOne(options.words, args, flags)
      if (flags.all && flags.limit !== undefined) throw excludeEachOther('--all', '--limit')
      const work = async (corpus: Corpus) => {
        const input = rawInput(operation, { args, flags })
        if (options.joined && Array.isArray(args.code)) {
          await (await import('./law-words.ts')).assertOneLaw(corpus, args.code.map(String))
        }
        const asked = named ? { ...input, ...(await codeAndNorm(corpus, args)) } : input
        await answerOperation({ flags, operation, corpus, page: options.page }, asked)
        const note = await options.note?.(corpus, { args, flags })
        if (note !== undefined) await writeNote(note)
      }
      await withCorpusOfDay(flags, form === 'page', work, operation.prefersPlace)
    },
  }
}

/** The input of an operation on a line, before validation. */
export function rawInput({ input }: Pick<Operation, 'input'>, { args, flags }: ParsedArguments) {
  const values = Object.keys(input.shape).map((name) => [name, joined(args[name]) ?? flags[flagName(name)]])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<string, unknown>
}

/** Appended to the description of the norm in all commands with one. */
const NORM_OR_DESIGNATION =
  'May be left out if CODE is a designation with its law: "§ 1 MSGB", also without quotation marks.'

function argumentOf({ input }: Pick<Operation, 'input'>, name: string, names: readonly string[]): ArgumentDescription {
  const optional = name === 'norm' && names.includes('code')
  const description = input.shape[name]?.description ?? ''
  return {
    name,
    description: optional ? `${description} ${NORM_OR_DESIGNATION}` : description,
    required: !optional && !(input.shape[name] instanceof z.ZodOptional),
    ...completionOf(name, input.shape[name] as z.ZodType),
  }
}

function wordsArgument(name: string): ArgumentDescription {
  return { name, description: `The same as --${name}.`, required: false, multiple: true }
}

/** @throws LegalTextError if an input is given both as words and as a flag */
function assertOne(name: string, args: ParsedArguments['args'], flags: ParsedArguments['flags']): void {
  if (args[name] !== undefined && flags[name] !== undefined) throw excludeEachOther(name.toUpperCase(), `--${name}`)
}

function excludeEachOther(one: string, other: string): LegalTextError {
  const message = say`${one} and ${other} exclude each other; give one of them`
  return new LegalTextError('invalid_input', message, { issues: [{ path: other, message }] })
}

const ALL_FLAG = { description: 'Return all, not one page. Excludes --limit.' } as const satisfies FlagDescription

/** True for an operation that answers with one page by default. */
function isCut({ input, list }: Pick<Operation, 'input' | 'list'>): boolean {
  return list !== undefined && input.shape.limit instanceof z.ZodDefault
}

const COMPLETES: Record<string, Completes> = { code: 'code', norm: 'norm', codes: 'code', law_id: 'code', part: 'part' }

function completionOf(name: string, schema: z.core.$ZodType): Pick<FlagDescription, 'completes' | 'options'> {
  if (COMPLETES[name] !== undefined) return { completes: COMPLETES[name] }
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return inner instanceof z.ZodEnum ? { options: inner.options.map(String) } : {}
}

/** Inputs that are days. */
const DAYS: readonly string[] = ['as_of', 'in_force_on', 'since', 'until', 'from', 'to']

function inputFlags(
  { input }: Pick<Operation, 'input'>,
  names: readonly string[],
  { switches = [], multiple = [], letters = {} }: Pick<DescriptionOptions, 'switches' | 'multiple' | 'letters'>,
): Record<string, FlagDescription> {
  const flags = Object.entries(input.shape).flatMap(([name, schema]): [string, FlagDescription][] => {
    if (names.includes(name)) return []
    const description = schema.description ?? ''
    const letter = letters[name] ?? (name === 'limit' ? 'n' : undefined)
    const char = letter !== undefined && { char: letter }
    if (switches.includes(name)) return [[flagName(name), { ...char, description }]]
    const value = {
      helpValue: DAYS.includes(name) ? 'DATE' : name.toUpperCase(),
      ...(multiple.includes(name) && { multiple: true }),
    }
    return [[flagName(name), { ...char, description, ...value, ...completionOf(name, schema) }]]
  })
  return Object.fromEntries(flags)
}

async function codeAndNorm(corpus: Corpus, { code, norm }: ParsedArguments['args']) {
  const { readOneNorm } = await import('../resolve/norm-words.ts')
  const { note, ...named } = await readOneNorm(corpus, [code ?? '', norm ?? []].flat().map(String))
  if (note !== undefined) await writeNote(note)
  return named
}

const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const joined = (value: unknown) => (Array.isArray(value) ? value.join(' ') : value)
const flagName = (input: string) => input.replaceAll('_', '-')

/** The output form of an answer: a format, or a page. */
export type Form = FormatName | 'page'

export const isJson = (form: Form) => form !== 'page' && FORMATS[form].isJson === true

/** The common flags of commands with answers from a corpus. */
function answerFlags(formats: readonly FormatName[]): Record<string, FlagDescription> {
  return {
    dataset: DATASET,
    json: { ...JSON_FLAG, description: 'Write the answer as one JSON document, the same as over HTTP; errors too.' },
    format: {
      char: 'f',
      description: `Write the answer as ${formats.join(', ').replace(/, (\w+)$/, ' or $1')}. With json and ndjson, errors are JSON, too.`,
      helpValue: 'FORMAT',
      options: formats,
      meanings: formats.map((format) => FORMATS[format].meaning),
      helpGroup: 'COMMON',
    },
    'no-pager': NO_PAGER,
  }
}

/** @throws LegalTextError `invalid_input` if --json and --format contradict */
export function formOf({ format, json }: ParsedArguments['flags']): Form {
  if (!json) return (format as FormatName | undefined) ?? 'page'
  if (format === undefined || format === 'json') return 'json'
  const message = say`--json and --format ${format} are two different forms; give one of them`
  throw new LegalTextError('invalid_input', message, { issues: [{ path: '--format', message }] })
}

interface AnswerOptions<Answer> {
  flags: ParsedArguments['flags']
  operation: Pick<Operation, 'name' | 'input' | 'output' | 'list' | 'stream'>
  corpus: Corpus
  answer: Answer
  /** Loads the presenter. */
  page(corpus: Corpus): Promise<Presenter<Answer>>
}

/**
 * Runs an operation, and writes the answer in the form of the flags.
 * @param input before validation
 * @throws LegalTextError as the operation
 */
export async function answerOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  asked: Omit<AnswerOptions<z.output<Output>>, 'operation' | 'answer'> & { operation: Operation<Input, Output> },
  input: unknown,
): Promise<void> {
  const { flags, operation, corpus } = asked
  const parsed = parseInput(operation, input)
  if (!flags.all) return writeAnswer({ ...asked, answer: await operation.answer(corpus, parsed) })
  const { answerAllInParts, answerInFull, pagesOf } = await import('./all-pages.ts')
  const form = formOf(flags)
  if (form === 'json') {
    const { jsonParts } = await import('../render/render.ts')
    return writeRendered(jsonParts(operation, await answerAllInParts(operation, corpus, parsed)), true)
  }
  if (form === 'page' || !formatsOf(operation).includes(form)) {
    return writeAnswer({ ...asked, answer: await answerInFull(operation, corpus, parsed) })
  }
  const { renderPages } = await import('../render/render.ts')
  await writeRendered(renderPages(operation, form, pagesOf(operation, corpus, parsed)), isJson(form))
}

/** Writes an answer in the form of the flags. */
export async function writeAnswer<Answer>({ flags, operation, corpus, answer, page }: AnswerOptions<Answer>) {
  const form = formOf(flags)
  // Fast path: JSON needs no renderer, which takes time to load.
  if (form === 'json') return writeJson(answer)
  if (form !== 'page' && formatsOf(operation).includes(form)) {
    const { renderOf } = await import('../render/render.ts')
    await writeRendered([await renderOf(corpus, operation, form, answer)], isJson(form))
    return writeRest(operation, answer)
  }
  await writePage(answer, await page(corpus), { plain: form !== 'page', pager: !flags['no-pager'] })
}

/** Reports on stderr how much of a list an answer lacks, since machine formats have no line for it. */
async function writeRest(operation: Pick<Operation, 'input' | 'list'>, answer: unknown): Promise<void> {
  if (operation.list === undefined) return
  const { noteOnRest } = await import('./all-pages.ts')
  const note = noteOnRest(operation, answer, isCut(operation))
  if (note !== undefined) await writeNote(note)
}
