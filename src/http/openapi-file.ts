/** The OpenAPI document that the package build wrote. */
import type { Operation } from '../operations/operation.ts'
import { assetPath, readPackageFile } from '../program/package.ts'
import { addedFormats } from '../render/formats.ts'
import { assertString } from '../util/arguments.ts'

/** Name of the document below `dist`. */
const OPENAPI_FILE = 'openapi.json'

let json: string | undefined

/** The field of the document with the address of the server. */
const serversField = (base: string) => `"servers":[{"url":${JSON.stringify(base)}}]`

/**
 * The OpenAPI document of this version, as JSON text.
 * @param base path at which the application is mounted: `/law`
 * @throws LegalTextError `invalid_input`
 */
export function openApiJson(base = ''): string {
  assertString('base', base, 'a path, such as /law')
  json ??= readPackageFile(assetPath(OPENAPI_FILE))
  return base === '' ? json : json.replace(serversField('/'), () => serversField(base))
}

/** The description with the operations and the formats of a program. */
export async function openApiJsonWith(operations: readonly Operation[], base: string): Promise<string> {
  const document = openApiJson(base)
  if (operations.length === 0 && addedFormats().length === 0) return document
  return (await import('./openapi.ts')).withAdditions(document, operations)
}
