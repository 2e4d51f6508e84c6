/**
 * Who may send requests to `/mcp`. A page of a foreign site must not reach a server on the machine or in the network of its
 * reader (transports of the protocol, "Security Warning"): browsers send the origin of a page, and a name that its owner
 * leads to 127.0.0.1 (DNS rebinding) shows in `Host`.
 */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { LegalTextError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'

/** @throws LegalTextError `misdirected` for a name that may be anyone's, `forbidden` for a foreign origin */
export type OriginCheck = (request: IncomingMessage) => void

/**
 * Creates the check. Without ALLOWED_HOSTS, which the check of all requests knows, `Host` must be an address or `localhost`,
 * unless a token is required: a foreign page has none.
 */
export function originCheck({ allowedHosts, authTokenFile, corsOrigin }: Settings): OriginCheck {
  const isAnyHost = allowedHosts.length > 0 || authTokenFile !== undefined
  const isAnyOrigin = corsOrigin?.includes('*') === true
  let known: string | undefined
  return ({ headers: { host = '', origin } }) => {
    // Most requests name the same host.
    if (!isAnyHost && host !== known) {
      if (!isOwnName(host)) throw rebound()
      known = host
    }
    if (origin === undefined || isAnyOrigin) return
    const isOwn = origin === `http://${host}` || origin === `https://${host}`
    if (!isOwn && corsOrigin?.includes(origin) !== true) throw foreignOrigin()
  }
}

/** Whether a host is an address, or a name that no one else can lead elsewhere. */
function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  // A zone (`fe80::1%eth0`) can be any word.
  return name === 'localhost' || (!name.includes('%') && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0)
}

const rebound = () =>
  new LegalTextError(
    'misdirected',
    'the host of the request (header Host) is a name that the server does not know as its own; name it in ALLOWED_HOSTS',
  )

const foreignOrigin = () =>
  new LegalTextError(
    'forbidden',
    'pages of this origin (header Origin) may not use /mcp; CORS_ORIGIN names those that may',
  )
