/** Addresses of clients, also through proxies, and the networks in which they are counted and logged. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6, type Socket } from 'node:net'

/** The address of a client whose connection is closed, or is not a network connection. */
export const UNKNOWN = 'unknown'

/** An entry of `X-Forwarded-For`: an address, to which some proxies append a port. */
const FORWARDED = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+|([^[\]]+))$/

/**
 * Returns the function that finds the address of the client of a request: the address of its connection or, if that is a
 * trusted proxy, the right-most entry of `X-Forwarded-For` that is not one. Entries left of it may be forged by the client.
 * An entry that is not an address ends the search at the proxy after it.
 * @param trustedProxies addresses and networks in CIDR notation
 */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const ofConnection = ({ socket }: IncomingMessage) => addressOf(socket)
  if (trustedProxies.length === 0) return ofConnection
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/')
    const family = familyOf(address)
    trusted.addSubnet(address, prefix === undefined ? LENGTHS[family] : Number(prefix), family)
  }
  return (request) => {
    let address = ofConnection(request)
    let rest = String(request.headers['x-forwarded-for'] ?? '')
    while (rest !== '' && isIP(address) !== 0 && trusted.check(address, familyOf(address))) {
      const comma = rest.lastIndexOf(',')
      const forwarded = readForwarded(rest.slice(comma + 1).trim())
      if (forwarded === undefined) break
      address = forwarded
      rest = rest.slice(0, Math.max(comma, 0))
    }
    return address
  }
}

/** Returns the function that finds the network of the client of a request, as {@link createClientAddress} its address. */
export function createClientNetwork(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const addressOf = createClientAddress(trustedProxies)
  return (request) => clientNetwork(addressOf(request))
}

/** Headers that proxies add. */
const FORWARDING = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'forwarded',
  'via',
] as const

/**
 * True if a request was sent on this machine: its connection is from loopback, and no proxy has forwarded it. A forwarded request
 * is remote even if the proxy is not trusted, or names a loopback address there.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (FORWARDING.some((name) => headers[name] !== undefined)) return false
  const address = addressOf(socket)
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

/** The network whose requests are counted together: an IPv4 address, or an IPv6 network of 64 bits. */
export function clientNetwork(address: string): string {
  return isIPv6(address) ? networkOf(address, 4) : address
}

/** The network of a client, or of the proxy that connects for it. */
export function networkOfConnection(socket: Socket): string {
  return clientNetwork(addressOf(socket))
}

/** Anonymizes an address for the log: its network of 24 bits (IPv4) or 48 bits (IPv6). */
export function anonymous(address: string): string {
  if (isIPv6(address)) return networkOf(address, 3)
  return isIPv4(address) ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : UNKNOWN
}

const LENGTHS = { ipv4: 32, ipv6: 128 } as const

const addressOf = ({ remoteAddress }: Socket) => plain(remoteAddress ?? UNKNOWN)

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

function readForwarded(entry: string): string | undefined {
  const [, bracketed, withPort, bare] = FORWARDED.exec(entry) ?? []
  const address = plain(bracketed ?? withPort ?? bare ?? '')
  return isIP(address) === 0 ? undefined : address
}

/** Strips the zone of an address, and turns an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) into IPv4. */
function plain(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return address.replace(/%.*$/, '')
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** The network around an IPv6 address, in CIDR notation. @param length in groups of 16 bits */
function networkOf(address: string, length: number): string {
  const groups = groupsOf(address).slice(0, length)
  const text = groups.map((group) => group.toString(16)).join(':')
  return `${text.replace(/(^|:)0(:0)*$/, '')}::/${length * 16}`
}

/** The eight groups of 16 bits of an IPv6 address in any of its forms. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const halves = hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = halves.map((half) =>
    half.split(':').flatMap((group) => (group ? parseInt(group, 16) : [])),
  )
  return [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail]
}
