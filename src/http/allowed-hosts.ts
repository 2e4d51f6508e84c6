/** The names under which the server answers, if a setting restricts them. */
import type { IncomingMessage } from 'node:http'
import { LegalTextError } from '../errors.ts'
import { hostName } from '../setting-values.ts'
import type { Settings } from '../settings.ts'
import { isLocal } from './client-address.ts'

/** Names that this machine has for itself. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Returns the check that rejects requests to other hosts with `misdirected`; `undefined` if every host is allowed.
 * Names of loopback are open to requests from this machine: no name that leads there from elsewhere is one of them.
 */
export function hostCheck({ allowedHosts }: Settings): ((request: IncomingMessage) => void) | undefined {
  if (allowedHosts.length === 0) return
  const allowed = new Set(allowedHosts.map((host) => hostName(host) ?? host))
  return (request) => {
    const { host = '' } = request.headers
    if (allowed.has(host)) return
    const name = hostName(host.replace(/:\d*$/, '')) ?? ''
    if (allowed.has(name) || (LOOPBACK.test(name) && isLocal(request))) return
    throw misdirected()
  }
}

export function misdirected(): LegalTextError {
  return new LegalTextError('misdirected', 'the host of the request (header Host) is not a name of this server')
}
