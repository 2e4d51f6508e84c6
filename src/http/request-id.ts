/** A name for every request that is logged or that fails: it leads from an answer to the line in the log. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a name from outside may look like, so that it can stand in a log as it is. */
const WELL_FORMED = /^[\w.-]{1,64}$/

/** What the names of this process begin with: several may write to one log. */
const own = randomBytes(6).toString('base64url')
let count = 0
const ids = new WeakMap<IncomingMessage, string>()

/** The name of a request: that of its header `X-Request-Id`, else one of our own. Always the same for one request. */
export function requestId(request: IncomingMessage): string {
  let id = ids.get(request)
  if (id === undefined) {
    const given = request.headers['x-request-id']
    id = typeof given === 'string' && WELL_FORMED.test(given) ? given : `${own}-${(++count).toString(36)}`
    ids.set(request, id)
  }
  return id
}
