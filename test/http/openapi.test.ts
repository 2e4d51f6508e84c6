import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openCorpus } from '../../src/dataset/open.ts'
import { buildOpenApi } from '../../src/http/openapi-examples.ts'
import { openApiJson } from '../../src/http/openapi-file.ts'
import { catalogue } from '../../src/operations/catalogue.ts'
import { postedOf, routedOf } from '../../src/operations/operation.ts'
import { version } from '../../src/program/package.ts'
import { FORMATS, type FormatName, formatsOf } from '../../src/render/formats.ts'
import { ERROR_KINDS } from '../../src/util/errors.ts'
import { assertDocumented, assertValid, describedResponse, document } from './document.ts'
import { operationUrl } from './operation-url.ts'
import { listenStarter } from './starter-server.ts'

test('the document satisfies the OpenAPI 3.1 schema', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert(valid, JSON.stringify(errors))
})

test('it is the document of this version and of this starter dataset', async () => {
  const corpus = await openCorpus({ dataset: 'starter' })
  assert.equal(openApiJson(), await buildOpenApi(corpus))
  assert.equal(document.info.version, version)
  await corpus.close()
})

const EVERYWHERE = [
  'method_not_allowed',
  'payload_too_large',
  'unauthorized',
  'too_many_requests',
  'misdirected',
  'precondition_failed',
  'internal',
  'not_ready',
]

test('it describes every operation, every input and every status', () => {
  for (const operation of routedOf(catalogue)) {
    const { name, path, input, errors, transient } = operation
    const described = document.paths[path].get
    assert.equal(described.operationId, name)
    assert.deepEqual(
      new Set(described.parameters.map((p: { name: string }) => p.name)),
      new Set([
        ...Object.keys(input.shape),
        ...(formatsOf(operation).length > 1 ? ['format'] : []),
        ...(transient ? [] : ['If-None-Match']),
      ]),
    )
    for (const parameter of described.parameters) {
      assert.equal(typeof parameter.description, 'string', `${name} ${parameter.name}`)
      assert.equal(parameter.in === 'path', path.includes(`{${parameter.name}}`))
    }
    const kinds = [...Object.keys(errors), ...EVERYWHERE]
    const statuses = kinds.map((kind) => String(ERROR_KINDS[kind as keyof typeof ERROR_KINDS].status))
    assert.deepEqual(
      new Set(Object.keys(described.responses)),
      new Set(['200', ...(transient ? [] : ['304']), ...statuses]),
    )
  }
  const paths = [...routedOf(catalogue), ...postedOf(catalogue).map(({ post }) => post)].map(({ path }) => path)
  assert.equal(Object.keys(document.paths).length, new Set(paths).size + 4)
})

test('every response has an example, and the example fits its schema', () => {
  for (const [path, { get, post = get }] of Object.entries<typeof document>(document.paths)) {
    for (const status of Object.keys(post.responses)) {
      if (status === '304') continue
      const content = describedResponse(path, Number(status)).content['application/json']
      if (content === undefined && ['/changes.atom', '/images/{sha256}'].includes(path)) continue
      assert(content.example !== undefined, `${path} ${status}`)
      assertValid(content.schema.$ref, content.example, `${path} ${status}`)
    }
  }
})

test('every schema has an example, and the example fits it', () => {
  const schemas = Object.entries<{ examples?: unknown[] }>(document.components.schemas)
  for (const [name, { examples = [] }] of schemas) {
    assert(examples.length > 0, name)
    for (const example of examples) assertValid(`#/components/schemas/${name}`, example, name)
  }
})

test('JSON is the one form of every answer, and the parameter `format` describes the others', () => {
  for (const operation of routedOf(catalogue)) {
    const { parameters, responses, tags } = document.paths[operation.path].get
    assert.deepEqual(Object.keys(responses[200].content), ['application/json'], operation.name)
    assert(document.tags.some(({ name }: { name: string }) => tags.includes(name)))
    const format = parameters.find(({ name }: { name: string }) => name === 'format')
    for (const other of format?.schema.enum ?? []) {
      assert(format.description.includes(`\`${other}\` (\`${FORMATS[other as FormatName].mediaTypes[0]}\`)`), other)
    }
  }
})

test('every example is what the service answers', async (context) => {
  const server = await listenStarter()
  context.after(() => server.close())
  for (const operation of routedOf(catalogue)) {
    const asked: [number, Record<string, unknown>][] = [[200, operation.example]]
    for (const [kind, input] of Object.entries(operation.errors)) {
      asked.push([ERROR_KINDS[kind as keyof typeof ERROR_KINDS].status, input])
    }
    for (const [status, input] of asked) {
      const url = operationUrl(operation, input)
      const answer = await server.ask(url)
      assert.equal(answer.status, status, url)
      assertDocumented(url, answer)
      const { example } = describedResponse(operation.path, status).content['application/json']
      assert.deepEqual(answer.body, example, url)
    }
  }
  const served = await server.ask('/openapi.json')
  assert.deepEqual(served.body, document)
  assertDocumented('/openapi.json', served)
})
