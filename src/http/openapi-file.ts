/** The OpenAPI document that the package build wrote. */
import { readFileSync } from 'node:fs'
import { assetPath } from '../package.ts'

/** Name of the document below `dist`. */
const OPENAPI_FILE = 'openapi.json'

let json: string | undefined

/** The OpenAPI document of this version, as JSON text. */
export function openApiJson(): string {
  json ??= readFileSync(assetPath(OPENAPI_FILE), 'utf8')
  return json
}
