/** A tool: one question to a corpus, described for a model, and based on operations of the catalogue. */
import * as z from 'zod'
import type { Corpus } from '../model/corpus.ts'
import { type Operation, parseInput, wholeNumber } from '../operations/operation.ts'
import { assetPath, readPackageFile } from '../program/package.ts'
import { corpusOfPlace } from '../resolve/corpus-of-place.ts'
import { assertFields } from '../util/arguments.ts'
import { type Candidate, errorBody, type LegalTextError } from '../util/errors.ts'
import {
  type Answer,
  charactersOf,
  type Facts,
  FEWEST_TOKENS,
  fit,
  type Item,
  MOST_TOKENS,
  paragraphs,
  USUAL_TOKENS,
} from './answer.ts'
import { skipInput } from './schemas.ts'
import type { CallToolResult, Tool as ToolListing } from './sdk.ts'
import { goOn, oneLine, words } from './text.ts'

/** A tool as offered by the server. */
export interface Tool {
  readonly name: string
  /** Its description for clients. */
  readonly listing: () => ToolListing
  /** True for a tool that needs a corpus of several states. */
  readonly needsStates: boolean
  /** @throws LegalTextError, which the server converts to an answer */
  call(corpus: Corpus, given: unknown): Promise<CallToolResult>
}

/** A tool: its input and output, and its implementation for validated input. */
export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string
  title: string
  /** When to use it or another tool, and the meaning of its answers. */
  description: string
  /** Names of the operations of the catalogue that it uses. */
  operations: readonly string[]
  /** Named as over HTTP. `max_tokens` is added. */
  input: Input
  /** Schema of the structured answer. */
  output: () => Output
  needsStates?: boolean
  /** As in an operation. */
  prefersPlace?: true
  /**
   * @param tokens maximum size, to which the answer is cut
   * @throws LegalTextError
   */
  answer(corpus: Corpus, input: z.output<Input>, tokens: number): Promise<Answer>
}

type AnyDefinition = ToolDefinition<z.ZodObject, z.ZodObject>

/** The fields of a tool that its listing is made of. */
type Listed = Pick<AnyDefinition, 'name' | 'title' | 'description' | 'input' | 'output'>

/** A tool, the source of its listing, and its operations. */
export type DefinedTool = Tool & Listed & Pick<AnyDefinition, 'operations'>

/** Undescribed: the instructions of the server describe it once for all tools. */
const sizeInput = wholeNumber(FEWEST_TOKENS, MOST_TOKENS).default(USUAL_TOKENS)

/** Makes a tool, with the types of its schemas. @throws LegalTextError `invalid_input` for a wrong definition */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): DefinedTool {
  assertFields('tool', definition, { name: 'string', operations: 'object', input: 'object', answer: 'function' })
  const { name, title, description, operations, output, needsStates = false, prefersPlace = false } = definition
  const input = definition.input.extend({ max_tokens: sizeInput })
  return {
    ...{ name, title, description, operations, input, output, needsStates },
    listing: () => listedTools().get(name) ?? listingOf({ name, title, description, input, output }),
    async call(corpus, given) {
      const { max_tokens: tokens, ...asked } = parseInput({ input }, given) as { max_tokens: number }
      const { jurisdiction } = asked as { jurisdiction?: string }
      const view = prefersPlace ? corpus : await corpusOfPlace(corpus, jurisdiction)
      const answer = await definition.answer(view, asked as unknown as z.output<Input>, tokens)
      const { text, facts } = await fit(answer, tokens)
      return { content: [{ type: 'text', text }], structuredContent: facts }
    },
  }
}

/** Annotations of all tools: they read a closed body of texts. The protocol implies that reading is idempotent. */
const ANNOTATIONS = { readOnlyHint: true, openWorldHint: false }

/** The listing of a tool for clients. */
export function listingOf({ name, title, description, input, output }: Listed): ToolListing {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    outputSchema: outputSchema(output()),
    annotations: ANNOTATIONS,
  }
}

/**
 * Omits the name of the dialect (the protocol's default is 2020-12), and the inputs common to all tools, which the instructions of
 * the server describe. The server still rejects unknown names.
 */
function inputSchema(schema: z.ZodObject): ToolListing['inputSchema'] {
  const listed = schema.omit({ max_tokens: true })
  const json = z.toJSONSchema(listed, { io: 'input', override: inFewWords })
  const { $schema: _dialect, additionalProperties: _strict, ...rest } = json
  return rest as ToolListing['inputSchema']
}

function outputSchema(schema: z.ZodObject): NonNullable<ToolListing['outputSchema']> {
  return z.toJSONSchema(schema, { override: inFewWords }) as NonNullable<ToolListing['outputSchema']>
}

/** Removes bounds that no model would exceed, and empty descriptions: each costs tokens. The server still checks the bounds. */
function inFewWords({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.description === '') delete jsonSchema.description
  for (const name of ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'])
    delete jsonSchema[name]
}

/** Key of the body in an error answer: clients of 2025 validate structured answers against the schema, even of errors. */
export const ERROR_BODY = 'legal-text/error'

/** The answer for an error: the mistake, and valid alternatives. */
export function errorResult(error: LegalTextError): CallToolResult {
  const { candidates = [], suggestions = [], ...body } = errorBody(error)
  const text = paragraphs([
    `Error (${body.error}): ${oneLine(body.message)}`,
    candidates.length > 0 ? `Candidates, of which one was meant:\n${candidates.map(candidateLine).join('\n')}` : '',
    suggestions.length > 0 ? `Suggestions:\n${suggestions.map(candidateLine).join('\n')}` : '',
    body.states ? `The corpus has states from ${body.states.first} to ${body.states.last}.` : '',
  ])
  return { content: [{ type: 'text', text }], _meta: { [ERROR_BODY]: errorBody(error) }, isError: true }
}

function candidateLine({ code, norm, part, label, title, observed_on, in_force_on }: Candidate): string {
  const address = [`code \`${code}\``, norm && `norm \`${norm}\``, part && `part \`${part}\``].filter(Boolean)
  const day = in_force_on ? `in force on ${in_force_on}` : observed_on && `as of ${observed_on}`
  return `- ${[words(label, title), address.join(', '), day].filter(Boolean).join('; ')}`
}

/** The file with the tool listings from the package build: making schemas takes longer than a call. */
export const TOOL_LIST = 'mcp-tools.json'

let listed: ReadonlyMap<string, ToolListing> | undefined

/** The tools of that file by their names, without those of a program. */
export function listedTools(): ReadonlyMap<string, ToolListing> {
  listed ??= new Map(
    (JSON.parse(readPackageFile(assetPath(TOOL_LIST))) as ToolListing[]).map((tool) => [tool.name, tool]),
  )
  return listed
}

/** An item that represents several entries of the operation's list. */
export interface ListItem extends Item {
  /** Default: 1. */
  entries?: number
}

interface ListTool<
  OpInput extends z.ZodObject,
  OpOutput extends z.ZodType,
  Input extends z.ZodObject,
  Answer extends z.output<OpOutput>,
> {
  name: string
  title: string
  description: string
  operation: Operation<OpInput, OpOutput>
  needsStates?: boolean
  input: Input
  output: () => z.ZodObject
  /** Noun for the entries, in the plural: `norms`. */
  noun: string
  /** Computes the answer. Default: runs the operation. */
  run?(corpus: Corpus, input: z.output<Input>): Promise<Answer>
  /** The text before the list. */
  head(answer: Answer, input: z.output<Input>): string
  /** The fields beside the list. */
  facts(answer: Answer): Facts
  /** @param room maximum characters of the whole answer */
  items(answer: Answer, room: number): readonly ListItem[]
}

interface Paged {
  total?: number
  partial_total?: number
  next?: number | null
}

/**
 * A tool for the list of an operation. Lists that the operation does not page get `offset`.
 * @throws LegalTextError as the operation
 */
export function listTool<
  OpInput extends z.ZodObject,
  OpOutput extends z.ZodType,
  Input extends z.ZodObject,
  Answer extends z.output<OpOutput> = z.output<OpOutput>,
>(definition: ListTool<OpInput, OpOutput, Input, Answer>): DefinedTool {
  const { operation, noun, head, facts, items, run, ...described } = definition
  const isPaged = 'offset' in operation.input.shape
  const input = isPaged ? definition.input : definition.input.extend({ offset: skipInput })
  return defineTool({
    ...described,
    operations: [operation.name],
    ...(operation.prefersPlace && { prefersPlace: true }),
    input,
    async answer(corpus, given, tokens) {
      const { offset, ...rest } = given as { offset: number }
      const asked = (isPaged ? { ...rest, offset } : rest) as never
      const answer = (await (run ?? operation.run)(corpus, asked)) as Answer
      const all = items(answer, charactersOf(tokens))
      const own = isPaged ? all : all.slice(offset)
      const { total: matching = all.length, partial_total: partial = 0, next: page = null } = answer as Paged
      const total = matching + partial
      const isPastEnd = offset > 0 && offset >= total
      return {
        text: head(answer, given as z.output<Input>),
        facts: facts(answer),
        list: {
          name: operation.list ?? '',
          items: own,
          ending(shown) {
            const reached = offset + own.slice(0, shown.length).reduce((sum, { entries = 1 }) => sum + entries, 0)
            const next = shown.length < own.length ? reached : page
            const text = isPastEnd
              ? `There is nothing at \`offset\` ${offset}.`
              : goOn(reached - offset, total, noun, next)
            return { facts: { next }, text }
          },
        },
      }
    },
  })
}
