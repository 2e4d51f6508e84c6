/** Names the types of the operations in the declarations of the library, and documents each field by its schema. */
import * as z from 'zod'
import { answerName, componentSchemas } from '../http/openapi.ts'
import { catalogue } from '../operations/catalogue.ts'
import type { Operation } from '../operations/operation.ts'

interface JsonSchema {
  $ref?: string
  description?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | false
}

/** The declarations of a module with an interface for each input and answer, and for the records in them. */
export function namedTypes(): string {
  const records: Record<string, JsonSchema> = componentSchemas(catalogue)
  const answers = catalogue.map(({ name, description }): [string, JsonSchema] => {
    return [answerName(name), { ...records[answerName(name)], description: `Answer of \`${name}\`. ${description}` }]
  })
  return [
    "import type * as z from 'zod';",
    'type Fields = Record<string, unknown>;',
    '/** Schema of an input. */',
    'export interface InputSchema<Input extends Fields, Parsed extends Fields = Input> extends z.ZodObject {',
    "  _zod: Omit<z.ZodObject['_zod'], 'input' | 'output'> & { input: Input; output: Parsed };",
    '}',
    ...Object.entries({ ...records, ...Object.fromEntries(answers) }).map(([name, schema]) => declared(name, schema)),
    ...catalogue.map((operation) => {
      const description = `Input of \`${operation.name}\`. ${operation.summary}.`
      return declared(inputName(operation), { ...schemaOf(operation, 'input'), description }, true)
    }),
    '',
  ].join('\n')
}

/** The names of the inputs and answers. */
export const publicNames = () => catalogue.flatMap((operation) => [answerName(operation.name), inputName(operation)])

/** The type of an operation, with the names of its input and its answer. */
export function operationType(operation: Operation): string {
  const input = inputName(operation)
  const { required = [] } = schemaOf(operation, 'input')
  const defaults = (schemaOf(operation, 'output').required ?? []).filter((name) => !required.includes(name))
  const keys = defaults.map((name) => `'${name}'`).join(' | ')
  const parsed = defaults.length > 0 ? `, types.${input} & Required<Pick<types.${input}, ${keys}>>` : ''
  return `Operation<types.InputSchema<types.${input}${parsed}>, z.ZodType<types.${answerName(operation.name)}>>`
}

const inputName = ({ name }: Operation) => answerName(name).replace(/Answer$/, 'Input')

const schemaOf = ({ input }: Operation, io: 'input' | 'output') =>
  z.toJSONSchema(input, { io, unrepresentable: 'any' }) as JsonSchema

/** An index signature is implicit in an alias only. */
const declared = (name: string, schema: JsonSchema, isInput = false) =>
  `${comment(schema)}export ${isInput ? `type ${name} =` : `interface ${name}`} ${typeOf(schema, isInput)}`

/** @param isInput true for fields that may be `undefined`, and arrays that are only read */
function typeOf(schema: JsonSchema, isInput: boolean): string {
  const { $ref, type, anyOf, items, minItems, maxItems, properties, additionalProperties: others } = schema
  if ($ref !== undefined) return $ref
  if (anyOf) return anyOf.map((each) => typeOf(each, isInput)).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (type === 'array') {
    const item = items === undefined ? 'unknown' : typeOf(items, isInput)
    if (minItems !== undefined && minItems === maxItems) return `[${Array(minItems).fill(item).join(', ')}]`
    return `${isInput ? 'readonly ' : ''}(${item})[]`
  }
  if (type !== 'object') return [type ?? 'unknown'].flat().join(' | ').replace('integer', 'number')
  if (properties === undefined && others) return `Record<string, ${typeOf(others, isInput)}>`
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required?.includes(name)
    const mayBeUndefined = isInput && !isRequired ? ' | undefined' : ''
    return `${comment(field)}${name}${isRequired ? '' : '?'}: ${typeOf(field, isInput)}${mayBeUndefined};`
  })
  return `{\n${fields.join('\n')}\n}`
}

const comment = ({ description }: JsonSchema) =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`
