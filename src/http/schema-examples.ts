/** Examples of the schemas of the OpenAPI document, taken from example answers. */

type Schema = Record<string, unknown>

/** Adds to each schema the first value of it that one of the answers has. @param answers by the name of their schema */
export function addExamples(
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
