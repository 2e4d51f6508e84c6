/** First lines of requests: the protocol, and the form of the target. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Node's parser of a connection, which has the packet that it is parsing. */
interface Parser {
  getCurrentBuffer?(): Buffer | undefined
}

/** Connections on which a request has been checked. */
const checked = new WeakSet<Socket>()

/**
 * Whether a request is not HTTP, but RTSP or ICE, whose first lines Node's parser takes for HTTP of the same version, and
 * does not tell. Both have version 1.0. Checked are therefore requests of that version and the first one of a connection.
 * A first line that comes in several packets goes unnoticed.
 */
export function hasOtherProtocol({ socket, httpVersionMinor, method, url }: IncomingMessage): boolean {
  if (httpVersionMinor === 1 && checked.has(socket)) return false
  checked.add(socket)
  const { parser } = socket as Socket & { parser?: Parser }
  const packet = parser?.getCurrentBuffer?.()
  const line = `${method} ${url}`
  return packet !== undefined && ['RTSP', 'ICE'].some((name) => packet.includes(`${line} ${name}/1.`, 0, 'latin1'))
}

/** The scheme and the host of an absolute target (RFC 9112, 3.2.2), the user information apart. */
const ABSOLUTE = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)/i

/** Turns an absolute target into its path; its host takes the place of `Host`. */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const [prefix = '', host] = ABSOLUTE.exec(url) ?? []
  if (host === undefined) return
  request.headers.host = host
  const path = url.slice(prefix.length)
  request.url = path.startsWith('/') ? path : `/${path}`
}
