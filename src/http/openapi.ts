/**
 * The OpenAPI 3.1 document, generated from the catalogue and the schemas that validate.
 * https://spec.openapis.org/oas/v3.1.1
 */
import * as z from 'zod'
import { catalogue } from '../operations/catalogue.ts'
import { changeFilterInputs, changes } from '../operations/changes.ts'
import { citation } from '../operations/cite.ts'
import { buildAccount } from '../operations/coverage.ts'
import { sourceLimitation } from '../operations/limitations.ts'
import type { Operation, PostedOperation, RoutedOperation } from '../operations/operation.ts'
import { postedOf, routedOf } from '../operations/operation.ts'
import { relationship } from '../operations/relationships.ts'
import * as schemas from '../operations/schemas.ts'
import { searchHit } from '../operations/search.ts'
import { version } from '../program/package.ts'
import { FEED_TYPE } from '../render/atom.ts'
import { FORMATS, type FormatName, formatsOf } from '../render/formats.ts'
import { ERROR_KINDS, type ErrorKind } from '../util/errors.ts'
import { FORMAT, IMAGE_PATH, pathNames, queryNames } from './adapter.ts'
import { FEED_PATH, MOST_ENTRIES } from './changes-feed.ts'
import meaningsOfFields from './field-meanings.json' with { type: 'json' }
import { hasPage } from './html/html-answers.ts'

/** Bodies of real answers: by operation (`health`, `openapi` and, for shared errors, `errors` included) and by HTTP status. */
export type Examples = Record<string, Record<number, unknown>>

type Json = Record<string, unknown>

interface OpenApiDocument extends Json {
  paths: Record<string, Json>
  components: { schemas: Record<string, Json> } & Json
}

/**
 * Adds to the document of the package the operations and the formats of a program.
 * @param json the document, with its examples
 */
export function withAdditions(json: string, operations: readonly Operation[]): string {
  const given = JSON.parse(json) as OpenApiDocument
  const made = openApiDocument({}, [], operations)
  for (const [path, methods] of Object.entries(made.paths)) {
    const { get, ...others } = (given.paths[path] ?? methods) as { get?: Json }
    const parameters = (methods.get as Json | undefined)?.parameters
    given.paths[path] = { ...(get && { get: { ...get, parameters } }), ...others }
  }
  Object.assign(given.components.schemas, { ...made.components.schemas, ...given.components.schemas })
  return JSON.stringify(given)
}

const DESCRIPTION =
  'The exact wording of laws, with provenance. Nothing here is legal advice. Every route but those of POST answers GET and HEAD, in ' +
  'UTF-8, in the encoding (`br`, `zstd`, `gzip`) that `Accept-Encoding` prefers, and OPTIONS with its methods. ' +
  'Answers are JSON, to browsers too, unless `Accept` or the parameter `format`, which takes precedence, asks for another ' +
  'format of the route; HTML is sent only for `format=html`. Errors are always JSON. The header `Link` names the page that ' +
  'shows an answer to readers. In a URL, a norm path is one segment: `/` is written as `%2F`, `:` as itself or as ' +
  '`%3A`. Unknown parameters and malformed percent escapes are errors.'

/** Groups of operations, with the first segments of their paths. All other paths are in the last group. */
const TAGS = [
  { name: 'corpus', description: 'What the corpus has, and what it lacks.', paths: ['corpus'] },
  {
    name: 'laws',
    description: 'Laws, their norms, and how norms refer to each other.',
    paths: ['laws', 'norms', 'images'],
  },
  {
    name: 'changes',
    description: 'What changed from one state of the corpus to the next.',
    paths: ['changes', 'changes.atom'],
  },
  {
    name: 'search',
    description: 'Search in the wording of laws, and citations in texts.',
    paths: ['search', 'grep', 'citations'],
  },
  { name: 'service', description: 'The state of the service, and this document.', paths: [] },
]

/** Kinds of error of every route. */
const SHARED_ERRORS = [
  'method_not_allowed',
  'payload_too_large',
  'unauthorized',
  'too_many_requests',
  'misdirected',
  'precondition_failed',
  'internal',
  'not_ready',
] as const

/** Kinds that `/health` lacks. */
const OF_CLIENTS: ReadonlySet<string> = new Set(['unauthorized', 'too_many_requests', 'misdirected'])

/** Headers of error responses. */
const ERROR_HEADERS: Partial<Record<ErrorKind, Json>> = {
  method_not_allowed: { Allow: { description: 'The supported methods.', schema: { type: 'string' } } },
  unauthorized: { 'WWW-Authenticate': { description: 'The authentication scheme.', schema: { type: 'string' } } },
  too_many_requests: {
    'Retry-After': { description: 'Seconds until the next request is admitted.', schema: { type: 'integer' } },
  },
}

/**
 * Builds the document.
 * @param examples of responses
 * @param answers further answers with examples of schemas, by the names of the operations
 * @param operations those of a program, besides the catalogue
 */
export function openApiDocument(
  examples: Examples = {},
  answers: readonly [string, unknown][] = [],
  operations: readonly Operation[] = [],
): OpenApiDocument {
  const paths: Record<string, Json> = {}
  const all = [...catalogue, ...operations]
  for (const operation of routedOf(all))
    paths[operation.path] = { get: describe(operation, examples[operation.name] ?? {}) }
  for (const operation of postedOf(all))
    paths[operation.post.path] = {
      ...paths[operation.post.path],
      post: describePosted(operation, examples[operation.name] ?? {}),
    }
  paths[FEED_PATH] = { get: describeFeed(examples.changes ?? {}) }
  paths[IMAGE_PATH] = { get: describeImage(examples.image ?? {}) }
  paths['/health'] = { get: describeFixed('health', 'Liveness', 'Whether the process answers.', examples) }
  paths['/openapi.json'] = { get: describeFixed('openapi', 'This document', 'OpenAPI 3.1.', examples) }
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'legal-text',
      version,
      description: DESCRIPTION,
      contact: { name: 'The operator of this server' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    servers: [{ url: '/' }],
    // A setting of the service decides whether a token is required.
    security: [{}, { token: [] }],
    paths,
    components: {
      schemas: addExamples(
        { ...componentSchemas([...routedOf(all), ...postedOf(all)], reference), OpenApi: OPENAPI_SCHEMA },
        exampleAnswers(examples, answers),
      ),
      responses: sharedResponses(examples),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const TEXT = { type: 'string' }

/** Headers of responses that a client may store and revalidate with `If-None-Match`. */
const CACHE_HEADERS = {
  ETag: { description: 'Identifies the answer, for `If-None-Match`.', schema: TEXT },
  'Cache-Control': { description: 'Who may store the answer; it must be revalidated each time.', schema: TEXT },
  Vary: { description: 'Request headers on which the answer depends.', schema: TEXT },
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'Tags (`ETag`) of answers that the client has. If the present answer is one of them, the response is 304.',
  required: false,
  schema: TEXT,
}

/** The response to a request with a matching `If-None-Match`. */
const NOT_MODIFIED = {
  description: 'The answer is still the one whose `ETag` the request names.',
  headers: CACHE_HEADERS,
}

function describe(operation: RoutedOperation, examples: Record<number, unknown>): Json {
  const { name, summary, description, errors, transient } = operation
  const kinds = Object.keys(errors) as ErrorKind[]
  const responses = responsesOf(answer(operation, examples[200]), kinds, examples, !transient)
  const tags = [tagOf(operation.path)]
  return { operationId: name, summary, description, tags, parameters: parameters(operation), responses }
}

/** A route whose body is the input, as JSON or as plain text with parameters. */
function describePosted(operation: PostedOperation, examples: Record<number, unknown>): Json {
  const { path, text } = operation.post
  const { $schema: _, ...schema } = z.toJSONSchema(operation.input, { io: 'input' }) as Json
  const content = {
    'application/json': { schema, example: operation.example },
    'text/plain': { schema: TEXT, example: [operation.example[text]].flat().join('\n') },
  }
  const described = describe({ ...operation, path, transient: true }, examples)
  // `Accept` alone chooses the format of the answer: `format` may be an input, that of the text.
  const ofText = (described.parameters as Json[]).filter(
    ({ name }, place, all) =>
      name !== text && operation.input.shape[name as string] && all.findIndex((each) => each.name === name) === place,
  )
  return {
    ...described,
    parameters: ofText.map((parameter) => ({ ...parameter, required: false })),
    requestBody: { required: true, content },
  }
}

/** The group of a path. */
function tagOf(path: string): string | undefined {
  const [, first = ''] = path.split('/')
  return (TAGS.find(({ paths }) => paths.includes(first)) ?? TAGS.at(-1))?.name
}

/**
 * The feed of changes, with the selection parameters of `/changes`.
 * @param examples of `/changes`, whose errors it shares
 */
function describeFeed(examples: Record<number, unknown>): Json {
  const names: unknown[] = [...Object.keys(changeFilterInputs), IF_NONE_MATCH.name]
  const content = { [FEED_TYPE]: { schema: TEXT } }
  return {
    operationId: 'changesFeed',
    summary: 'Changes as an Atom feed',
    description:
      'The laws that changed, newest first, as a feed (RFC 4287) with an entry for each law and state; with `norms`, for each change of ' +
      `one of them. An entry leads to the differences. The feed has the newest ${MOST_ENTRIES} entries.`,
    tags: [tagOf(FEED_PATH)],
    parameters: parameters(changes as unknown as RoutedOperation).filter(({ name }) => names.includes(name)),
    responses: responsesOf({ description: 'The feed.', headers: CACHE_HEADERS, content }, FEED_ERRORS, examples),
  }
}

const FEED_ERRORS: readonly ErrorKind[] = ['not_found', 'ambiguous', 'invalid_input']

/**
 * The responses of a route.
 * @param whole its answer
 * @param kinds of its own errors
 * @param isKept whether clients may store the answer
 */
function responsesOf(
  whole: Json,
  kinds: readonly ErrorKind[],
  examples: Record<number, unknown> = {},
  isKept = true,
  shared: readonly ErrorKind[] = SHARED_ERRORS,
): Json {
  const responses: Json = { 200: whole, ...(isKept && { 304: NOT_MODIFIED }) }
  for (const kind of kinds) {
    const { status, meaning } = ERROR_KINDS[kind]
    responses[status] = response(meaning, 'Error', examples[status])
  }
  for (const kind of shared) responses[ERROR_KINDS[kind].status] = { $ref: `#/components/responses/${kind}` }
  return responses
}

/** An image, by its hash. */
function describeImage(examples: Record<number, unknown>): Json {
  const sha256 = { name: 'sha256', in: 'path', required: true, schema: { ...TEXT, pattern: '^[0-9a-f]{64}$' } }
  const headers = { ...CACHE_HEADERS, 'Cache-Control': { description: 'Who may store it, for good.', schema: TEXT } }
  const content = { 'image/*': { schema: { ...TEXT, format: 'binary' } } }
  return {
    operationId: 'image',
    summary: 'An image of a norm',
    description:
      'An image that a norm names in its `attachments`, by its hash. The address always has these bytes: they may be stored for good.',
    tags: [tagOf(IMAGE_PATH)],
    parameters: [{ ...sha256, description: 'SHA-256 of the bytes in hex digits.' }, IF_NONE_MATCH],
    responses: responsesOf({ description: 'The image.', headers, content }, ['not_found', 'invalid_input'], examples),
  }
}

/** A route without corpus and parameters. */
function describeFixed(name: string, summary: string, description: string, examples: Examples): Json {
  const isOpen = name === 'health'
  const isKept = name === 'openapi'
  const answered = response('The answer.', answerName(name), examples[name]?.[200])
  const whole = isKept ? { ...answered, headers: CACHE_HEADERS } : answered
  const shared = SHARED_ERRORS.filter((kind) => kind !== 'not_ready' && !(isOpen && OF_CLIENTS.has(kind)))
  const responses = responsesOf(whole, ['invalid_input'], examples[name], isKept, shared)
  const parameters = isKept ? [IF_NONE_MATCH] : []
  const tags = [tagOf(`/${name}`)]
  return { operationId: name, summary, description, tags, ...(isOpen && { security: [] }), parameters, responses }
}

function parameters(operation: RoutedOperation): Json[] {
  const parameter = (name: string, place: 'path' | 'query', repeatable = false): Json => {
    const schema = operation.input.shape[name] as z.ZodType
    const { $schema: _, description, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input' }) as Json
    const fallback = schema.safeParse(undefined)
    const required = !fallback.success
    if (!required && fallback.data !== undefined) jsonSchema.default = fallback.data
    return {
      name,
      in: place,
      description,
      required,
      schema: jsonSchema,
      ...(operation.example[name] !== undefined && { example: operation.example[name] }),
      ...(repeatable && { style: 'form', explode: false }),
    }
  }
  const { known, repeatable } = queryNames(operation)
  return [
    ...pathNames(operation).map((name) => parameter(name, 'path')),
    ...known.map((name) => parameter(name, 'query', repeatable.has(name))),
    ...(formatsOf(operation).length > 1 ? [formatParameter(formatsOf(operation))] : []),
    ...(operation.transient ? [] : [IF_NONE_MATCH]),
  ]
}

function formatParameter(formats: readonly FormatName[]): Json {
  const meanings = formats.map((format) => {
    const { meaning, mediaTypes } = FORMATS[format]
    return `\`${format}\` (\`${mediaTypes[0]}\`): ${meaning}`
  })
  return {
    name: FORMAT,
    in: 'query',
    description: `Format of the answer: ${meanings.join('; ')}. Default: the one that \`Accept\` prefers.`,
    required: false,
    schema: { type: 'string', enum: formats },
  }
}

/**
 * The response as JSON, its default. The parameter `format` describes the other formats: generated clients would take their schemas
 * for further forms of every answer.
 */
function answer(operation: RoutedOperation, example: unknown): Json {
  const headers = {
    ...(!operation.transient && CACHE_HEADERS),
    ...(('offset' in operation.input.shape || hasPage(operation.name)) && {
      Link: {
        description: 'The page for readers (`alternate`); of a list, its next and previous part (`next`, `prev`).',
        schema: TEXT,
      },
    }),
  }
  return { ...response('The answer.', answerName(operation.name), example), headers }
}

function response(description: string, schema: string, example: unknown): Json {
  const content = { schema: { $ref: reference(schema) }, ...(example !== undefined && { example }) }
  return { description, content: { 'application/json': content } }
}

function sharedResponses(examples: Examples): Json {
  return Object.fromEntries(
    SHARED_ERRORS.map((kind) => {
      const { status, meaning } = ERROR_KINDS[kind]
      const shared = response(meaning, 'Error', examples.errors?.[status])
      const headers = ERROR_HEADERS[kind]
      return [kind, headers === undefined ? shared : { ...shared, headers }]
    }),
  )
}

/** Answers with examples of schemas, by the names of their schemas. */
function exampleAnswers(examples: Examples, others: readonly [string, unknown][]): [string, unknown][] {
  const answers: [string, unknown][] = []
  for (const [name, byStatus] of Object.entries(examples)) {
    for (const [status, body] of Object.entries(byStatus))
      answers.push([status === '200' ? answerName(name) : 'Error', body])
  }
  return [...answers, ...others.map(([name, body]): [string, unknown] => [answerName(name), body])]
}

/** Examples of the schemas of the OpenAPI document, taken from example answers. */

type Schema = Record<string, unknown>

/** Adds to each schema its first value in the answers. @param answers by the name of their schema */
function addExamples(
  schemas: Record<string, Schema>,
  answers: readonly (readonly [name: string, answer: unknown])[],
): Record<string, Schema> {
  const examples = new Map<string, unknown>()
  const visit = (schema: Schema, value: unknown): void => {
    const { $ref, properties = {}, items, anyOf = [] } = schema
    if (typeof $ref === 'string') {
      const name = $ref.slice($ref.lastIndexOf('/') + 1)
      if (!examples.has(name)) examples.set(name, value)
      visit(schemas[name] as Schema, value)
    }
    for (const option of anyOf as Schema[]) if (value !== null) visit(option, value)
    if (Array.isArray(value)) for (const item of value) visit(items as Schema, item)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, property] of Object.entries(properties as Record<string, Schema>)) {
        if (name in value) visit(property, (value as Record<string, unknown>)[name])
      }
    }
  }
  for (const [name, answer] of answers) visit({ $ref: name }, answer)
  const withExample = ([name, schema]: [string, Schema]) => {
    return [name, examples.has(name) ? { ...schema, examples: [examples.get(name)] } : schema]
  }
  return Object.fromEntries(Object.entries(schemas).map(withExample))
}

const meanings: Record<string, string> = meaningsOfFields

/** Schema of the document itself, without details. */
const OPENAPI_SCHEMA: Json = {
  type: 'object',
  properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
  required: ['openapi', 'info', 'paths'],
}

/** Components of the document, by name. */
const COMPONENTS: Record<string, z.ZodType> = {
  LawSummary: schemas.lawSummary(),
  Provenance: schemas.provenance(),
  NormSummary: schemas.normSummary(),
  Norm: schemas.namedNorm(),
  StructureElement: schemas.structureElement(),
  LawHeading: schemas.lawHeading(),
  Subdivision: schemas.subdivision(),
  Attachment: schemas.attachment(),
  Mark: schemas.mark(),
  TextSpan: schemas.textSpan(),
  TextTable: schemas.textTable(),
  Selection: schemas.selection(),
  Relationship: relationship(),
  SourceLimitation: sourceLimitation(),
  SearchHit: searchHit(),
  Citation: citation(),
  BuildAccount: buildAccount(),
  Candidate: schemas.candidate(),
  Error: schemas.errorBody(),
  Health: z.object({ status: z.literal('ok') }),
}

/**
 * All components and the answers of operations as JSON Schema; shared parts are references.
 * @param uri returns the reference to a schema by its name. Default: the name
 */
export function componentSchemas(
  operations: readonly Operation[],
  uri = (schema: string) => schema,
): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id })
  for (const operation of operations) registry.add(operation.output(), { id: answerName(operation.name) })
  const { schemas } = z.toJSONSchema(registry, { uri, override: describeFields })
  const named = Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema])
  return Object.fromEntries(named)
}

/**
 * Describes the fields with one meaning in every answer, and pairs as arrays of two: many OpenAPI readers do not know `items:
 * false`, which bounds a tuple.
 */
function describeFields({ jsonSchema }: { jsonSchema: Json }): void {
  for (const [name, field] of Object.entries((jsonSchema.properties ?? {}) as Record<string, Json>)) {
    if (name in meanings) field.description ??= meanings[name]
  }
  if (!Array.isArray(jsonSchema.prefixItems)) return
  const { length, 0: first } = jsonSchema.prefixItems
  Object.assign(jsonSchema, { items: first, minItems: length, maxItems: length })
}

/** The reference to a schema. */
const reference = (schema: string) => `#/components/schemas/${schema}`

/** Schemas of answers without an operation. */
const FIXED_ANSWERS: Record<string, string> = { health: 'Health', openapi: 'OpenApi' }

/** The name of the schema of an answer: `laws` -> `LawsAnswer`. */
export function answerName(operation: string): string {
  return FIXED_ANSWERS[operation] ?? `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Answer`
}
