/** Paths with slashes at their end: redirected to the path without, from which relative links of a page lead on. */
import type { ServerResponse } from 'node:http'
import type { Request } from 'polka'

const SLASH = 47

/** A last segment that browsers resolve: it would lead to another path. */
const DOTS = /\/(?:\.|%2e){1,2}\/+$/i

/** With more slashes at its end, a path is not redirected: the location has three characters for each. */
const MOST_SLASHES = 16

/** Whether a path is redirected to the one without the slashes at its end. */
export function hasTrailingSlash(path: string): boolean {
  if (path.length < 2 || path.charCodeAt(path.length - 1) !== SLASH) return false
  return path.length - withoutSlashes(path).length <= MOST_SLASHES && !DOTS.test(path)
}

/** The path without the slashes at its end; empty if it has nothing else. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
  return path.slice(0, end)
}

/**
 * Redirects to the same path without the slashes at its end, and with the query. The location is relative: it holds below
 * any path at which a proxy has the service, and cannot lead to another host.
 */
export function redirectWithoutSlash({ path, search }: Request, response: ServerResponse): void {
  const target = withoutSlashes(path)
  const up = '../'.repeat(path.length - target.length)
  response.writeHead(308, {
    Location: `${up}${target.slice(target.lastIndexOf('/') + 1)}${search}`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': 0,
  })
  response.end()
}
