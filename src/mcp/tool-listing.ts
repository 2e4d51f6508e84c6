/** Makes the list of tools that clients of the Model Context Protocol see, with JSON Schema 2020-12. */
import * as z from 'zod'
import type { Tool as ToolListing } from './sdk.ts'

/** What all tools are: they read a fixed body of texts, and nothing else. That reading is idempotent, the protocol says. */
const ANNOTATIONS = { readOnlyHint: true, openWorldHint: false }

/** The parts of a tool that its listing shows. */
export interface Listed {
  name: string
  title: string
  description: string
  input: z.ZodObject
  output: () => z.ZodObject
}

/** A tool as clients see it. */
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
 * Without the name of the dialect (2020-12 is that of the protocol), and without the inputs that all tools have: the
 * instructions of the server describe them. The server rejects unknown names all the same.
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

/** Without bounds that no model would cross, and without empty descriptions: each costs tokens. The server checks them all the same. */
function inFewWords({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.description === '') delete jsonSchema.description
  for (const name of ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'])
    delete jsonSchema[name]
}
