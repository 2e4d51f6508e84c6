/**
 * A server of the same code with the fixtures of the conformance suite instead of laws: content of every kind, a tool that fails,
 * one that reports progress, resources and prompts. Fixtures for servers that take user input are left out.
 */
import { setTimeout } from 'node:timers/promises'
import type { PromptDefinition } from '../../../src/mcp/prompts.ts'
import { type CallToolResult, ResourceNotFoundError } from '../../../src/mcp/sdk.ts'
import type { Surface } from '../../../src/mcp/server.ts'
import type { Tool } from '../../../src/mcp/tool.ts'
import { progress } from '../../../src/program/progress.ts'

/** A red pixel, and an empty sound. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

const text = (words: string) => ({ type: 'text', text: words }) as const
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const

const NO_INPUT = { type: 'object' as const, properties: {} }

function tool(
  name: string,
  answer: () => CallToolResult | Promise<CallToolResult>,
  inputSchema: object = NO_INPUT,
): Tool {
  const listing = { name, description: `Fixture ${name}`, inputSchema: inputSchema as typeof NO_INPUT }
  return { name, listing: () => listing, needsStates: false, call: async () => answer() }
}

const ADDRESS = {
  $anchor: 'addressDef',
  type: 'object',
  properties: { street: { type: 'string' }, city: { type: 'string' } },
}

/** JSON Schema 2020-12 keywords that a tool list must preserve. */
const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: ADDRESS },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** A result that needs a capability the client did not declare. */
const NEEDS_SAMPLING = {
  resultType: 'input_required',
  inputRequests: {
    words: {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: text('Hello') }], maxTokens: 10 },
    },
  },
} as unknown as CallToolResult

const tools: Tool[] = [
  tool('test_simple_text', () => ({ content: [text('This is a simple text response for testing.')] })),
  tool('test_image_content', () => ({ content: [image] })),
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] })),
  tool('test_embedded_resource', () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  })),
  tool('test_multiple_content_types', () => ({
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  })),
  tool('test_error_handling', () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  })),
  tool('test_tool_with_progress', async () => {
    for (const done of [0, 50, 100]) {
      // The pause keeps progress reports from being throttled.
      await setTimeout(250)
      progress(done, 100)
    }
    return { content: [text('Done.')] }
  }),
  tool('json_schema_2020_12_tool', () => ({ content: [text('Done.')] }), SCHEMA),
  tool('test_missing_capability', () => NEEDS_SAMPLING),
  tool('test_streaming_elicitation', () => ({ content: [text('Nothing is asked.')] })),
  tool('test_logging_tool', () => ({ content: [text('Nothing is logged.')] })),
]

const contents = (uri: string, mimeType: string, words: string) => ({ contents: [{ uri, mimeType, text: words }] })

const resources: Surface['resources'] = {
  list: [
    { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
    { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
  ],
  templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  async read(_corpus, uri) {
    if (uri === 'test://static-text') {
      return contents(uri, 'text/plain', 'This is the content of the static text resource.')
    }
    if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] }
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (id === undefined) throw new ResourceNotFoundError(uri)
    const data = { id, templateTest: true, data: `Data for ID: ${id}` }
    return contents(uri, 'application/json', JSON.stringify(data))
  },
}

type Message = ReturnType<PromptDefinition['get']>['messages'][number]

function prompt(
  name: string,
  given: string[],
  write: (given: Readonly<Record<string, string>>) => Message['content'][],
) {
  const listing = {
    name,
    description: `Fixture ${name}`,
    arguments: given.map((each) => ({ name: each, required: true })),
  }
  const get = (values: Readonly<Record<string, string>>) => ({
    messages: write(values).map((content): Message => ({ role: 'user', content })),
  })
  return { listing, get }
}

const prompts: PromptDefinition[] = [
  prompt('test_simple_prompt', [], () => [text('This is a simple prompt for testing.')]),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ]),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => [
    resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
    text('Please process the embedded resource above.'),
  ]),
  prompt('test_prompt_with_image', [], () => [image, text('Please analyze the image above.')]),
]

export const fixtures: Surface = {
  tools,
  resources,
  prompts,
  completions: async () => ({ values: ['paris', 'park', 'party'], total: 3, hasMore: false }),
}
