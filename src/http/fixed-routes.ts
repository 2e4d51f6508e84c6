/** Routes without corpus and parameters: `/health`, `/openapi.json`, `/metrics`. */
import type { Request } from 'polka'
import type { Settings } from '../settings.ts'
import { variesBy } from './cross-origin.ts'
import { openApiJson } from './openapi-file.ts'
import { NO_QUERY, readQuery } from './query.ts'
import { BufferedRepresentation, type Representation } from './representation.ts'
import { entityTag } from './representation-headers.ts'

/** Answers one request. */
type Handle = (request: Request) => Representation | Promise<Representation>

/** Media type of the text format of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Returns these routes.
 * @param metrics returns the body of `/metrics`; without it, the route does not exist
 */
export function fixedRoutes(
  { corsOrigin, authTokenFile }: Settings,
  metrics: (() => Promise<string>) | undefined,
): { pattern: string; handle: Handle }[] {
  const vary = variesBy(corsOrigin)
  const health = new BufferedRepresentation('{"status":"ok"}', { vary })
  let openApi: BufferedRepresentation | undefined
  const document = () => {
    const isPrivate = authTokenFile !== undefined
    openApi ??= new BufferedRepresentation(openApiJson(), { tag: entityTag(openApiJson()), vary, isPrivate })
    return openApi
  }
  const route = (pattern: string, answer: () => Representation | Promise<Representation>) => ({
    pattern,
    handle: ({ search }: Request) => {
      readQuery(search, NO_QUERY, {})
      return answer()
    },
  })
  const routes = [route('/health', () => health), route('/openapi.json', document)]
  if (metrics === undefined) return routes
  const text = async () => new BufferedRepresentation(await metrics(), { contentType: METRICS_TYPE, vary })
  return [...routes, route('/metrics', text)]
}
