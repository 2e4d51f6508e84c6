import { defineCommand } from '../description.ts'

export default defineCommand({
  summary: 'Write the OpenAPI document of the HTTP interface.',
  description:
    'OpenAPI 3.1, generated from the schemas that validate every input: the same document as at `/openapi.json`. ' +
    'It needs no corpus.',
  examples: [
    ['Into a file', 'legal-text openapi > openapi.json'],
    ['The routes', 'legal-text openapi | jq -r ".paths | keys[]"'],
    ['The same; the document is JSON in any case', 'legal-text openapi --json'],
  ],
  flags: {
    json: { description: 'Errors as JSON too.', helpGroup: 'COMMON' },
  },
  async run() {
    const { openApiJson } = await import('../../http/openapi-file.ts')
    process.stdout.write(`${openApiJson()}\n`)
  },
})
