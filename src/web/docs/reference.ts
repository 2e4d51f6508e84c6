/** Shows the interface of the service with Swagger UI. */

declare const SwaggerUIBundle: (options: Record<string, unknown>) => unknown

const response = await fetch(new URL('../openapi.json', import.meta.url))
// Swagger UI warns of any dialect that is named, also of the one that it reads.
const { jsonSchemaDialect: _, ...spec } = await response.json()

SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  // No document is sent to a validator elsewhere.
  validatorUrl: null,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: ['get', 'head'],
})

export {}
