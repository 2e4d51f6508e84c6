/** Validates real answers against the OpenAPI document. */
import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openApiJson } from '../../src/http/openapi-file.ts'
import type { Answer } from './server.ts'

export const document = JSON.parse(openApiJson())

const ajv = new Ajv2020({ strict: true, strictTypes: false })
ajv.addSchema({
  $id: 'document',
  $defs: JSON.parse(JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/')),
})

/** Validates a value against the schema that the document names for a response. */
export function assertValid(reference: string, value: unknown, what: string): void {
  const validate = ajv.getSchema(`document${reference.replace('#/components/schemas/', '#/$defs/')}`)
  assert(validate, `${what}: there is no schema ${reference}`)
  assert(validate(value), `${what}: ${JSON.stringify(validate.errors)}`)
}

/** The documented response of an operation and status, with references resolved. */
export function describedResponse(path: string, status: number): typeof document {
  const { get, post } = document.paths[path] ?? {}
  const response = (get ?? post)?.responses[status]
  const shared = response?.$ref?.replace('#/components/responses/', '')
  return shared ? document.components.responses[shared] : response
}

/** The documented path that a request path matches. */
export function documentedPath(path: string): string | undefined {
  const pathname = path.split('?', 1)[0] as string
  return Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(pathname),
  )
}

/** Media types of a response, including those of the parameter `format`. */
function mediaTypes(path: string, response: typeof document): string[] {
  const { get, post } = document.paths[path]
  const { parameters } = get ?? post
  const format = parameters.find(({ name }: { name: string }) => name === 'format')?.description ?? ''
  const others = [...format.matchAll(/\(`([\w/+.-]+)`\)/g)].map(([, type]) => type)
  return [...Object.keys(response.content), ...others]
}

/** Fails unless the document allows this answer to a GET of `path`. Paths without a route must give an error. */
export function assertDocumented(path: string, answer: Answer): void {
  const what = `${answer.status} ${path}`
  const type = (answer.headers['content-type'] ?? '').replace('; charset=utf-8', '')
  const length = answer.headers['content-length']
  if (answer.status === 308) {
    const { pathname, search } = new URL(answer.headers.location ?? '', new URL(path, 'http://x'))
    // Clients resolve dots in the path, too.
    const asked = path.includes('/.') ? new URL(path, 'http://x') : undefined
    const whole = asked ? asked.pathname + asked.search : path
    assert.equal(pathname + search, whole.replace(/\/+(?=$|\?)/, ''), what)
    return
  }
  if (answer.status === 304) assert.deepEqual([answer.text, answer.headers['content-type']], ['', undefined], what)
  else if (length === undefined) assert.equal(answer.headers['transfer-encoding'], 'chunked', what)
  else assert.equal(Number(length), Buffer.byteLength(answer.text), what)
  // The document does not describe pages for browsers (test/http/html-pages.test.ts); a 304 has no page.
  if (answer.text.startsWith('<!doctype html><html lang=')) return
  const template = documentedPath(path)
  if (template === undefined) {
    assert.equal(type, 'application/json', what)
    assertValid('#/components/schemas/Error', answer.body, what)
    return
  }
  const response = describedResponse(template, answer.status)
  assert(response, `${what} is not in the document`)
  if (answer.status === 304) return
  assert(mediaTypes(template, response).includes(type), `${what} is not to be ${type}`)
  if (type === 'application/json') assertValid(response.content[type].schema.$ref, answer.body, what)
  const expected = Object.keys(response.headers ?? {}).filter((header) => header !== 'Link')
  for (const header of expected) assert(answer.headers[header.toLowerCase()], `${what}: ${header}`)
}
