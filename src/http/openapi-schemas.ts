/** The schemas of the OpenAPI document, generated from those that validate. */
import * as z from 'zod'
import { routedOperations } from '../operations/catalogue.ts'
import { citation } from '../operations/cite.ts'
import { buildAccount } from '../operations/coverage.ts'
import { sourceLimitation } from '../operations/limitations.ts'
import { relationship } from '../operations/relationships.ts'
import * as schemas from '../operations/schemas.ts'
import { searchHit } from '../operations/search.ts'

type Json = Record<string, unknown>

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

/** All components and the answers of all operations as JSON Schema; shared parts are references. */
export function componentSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id })
  for (const operation of routedOperations) registry.add(operation.output(), { id: answerName(operation.name) })
  const { schemas } = z.toJSONSchema(registry, { uri: reference, override: describeTuple })
  const named = Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema])
  return { ...Object.fromEntries(named), OpenApi: OPENAPI_SCHEMA }
}

/** Describes pairs as arrays of two: `items: false`, which bounds a tuple, is unknown to many readers of OpenAPI. */
function describeTuple({ jsonSchema }: { jsonSchema: Json }): void {
  if (!Array.isArray(jsonSchema.prefixItems)) return
  const { length, 0: first } = jsonSchema.prefixItems
  Object.assign(jsonSchema, { items: first, minItems: length, maxItems: length })
}

/** The reference to a schema. */
export const reference = (schema: string) => `#/components/schemas/${schema}`

/** Schemas of answers that are no operation's. */
const FIXED_ANSWERS: Record<string, string> = { health: 'Health', openapi: 'OpenApi' }

/** The name of the schema of an answer: `laws` -> `LawsAnswer`. */
export function answerName(operation: string): string {
  return FIXED_ANSWERS[operation] ?? `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Answer`
}
