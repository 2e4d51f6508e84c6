/** Parsers of settings. They return `undefined` for an invalid text. */

import { isIP, isIPv6 } from 'node:net'
import { fileURLToPath } from 'node:url'
import { say } from '../i18n/texts.ts'

/** Parses an integer in a range, in decimal digits. The type is given in words, too. */
export const wholeNumber = (minimum: number, maximum = Number.MAX_SAFE_INTEGER, unit = '') => ({
  type:
    maximum === Number.MAX_SAFE_INTEGER
      ? say`a whole number${unit} of at least ${minimum}`
      : say`a whole number${unit} from ${minimum} to ${maximum}`,
  parse(text: string) {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return value >= minimum && value <= maximum ? value : undefined
  },
})

/** Parses a host name or an IP address (IPv6 also in brackets, as in URLs), or a Unix socket: `unix:/path`. */
export function hostAddress(text: string): string | undefined {
  if (text.startsWith('unix:')) return /^unix:\/[^\0]{1,103}$/.test(text) ? text : undefined
  const bare = /^\[(.*)\]$/.exec(text)?.[1]
  if (bare !== undefined) return isIPv6(bare) ? bare : undefined
  return /^[^\s/[\]]+$/.test(text) ? text : undefined
}

/** Parses the address for operators: a port of 127.0.0.1, a host with a port, or a Unix socket. @returns `host:port` or `unix:/path` */
export function adminAddress(text: string): string | undefined {
  if (text.startsWith('unix:')) return hostAddress(text)
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[.*\]|[^:]+):)?(\d+)$/.exec(text) ?? []
  const isPlace = hostAddress(host) !== undefined && wholeNumber(0, 65535).parse(digits) !== undefined
  return isPlace ? `${host}:${digits}` : undefined
}

export const percentage = (text: string) => {
  const value = /^\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  return value <= 100 ? value : undefined
}

/** Parses an http or https URL into its normal form. */
export function httpUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hash === '' ? url.href : undefined
}

/** Parses the name of a dataset: `starter`, a path, a `file:` URL, or an http(s) URL. */
export function dataset(text: string): string | undefined {
  if (/^https?:/i.test(text)) return httpUrl(text)
  const path = /^file:/i.test(text) ? pathOfUrl(text) : text
  return path?.includes('\0') ? undefined : path
}

/** Returns the path of a `file:` URL of this machine. */
function pathOfUrl(text: string): string | undefined {
  if (!/^file:\/[^?#]*$/i.test(text) || !URL.canParse(text) || new URL(text).host !== '') return undefined
  try {
    return fileURLToPath(text)
  } catch {
    // A slash in a name (`%2F`), or a malformed escape.
    return undefined
  }
}

export const baseUrl = (text: string) => httpUrl(text)?.replace(/\/+$/, '')

/** Parses origins as browsers send them, or `*`, separated by commas. */
export function origins(text: string): string[] | undefined {
  const given = text.split(',').map((one) => one.trim())
  const isOrigin = (one: string) => one === '*' || (URL.canParse(one) && new URL(one).origin === one)
  return given.every(isOrigin) ? given : undefined
}

export const sha256 = (text: string) => {
  const digits = text.replace(/^sha256:/i, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined
}

export const yesOrNo = (text: string): boolean | undefined =>
  ({ true: true, 1: true, yes: true, false: false, 0: false, no: false })[text.toLowerCase()]

/** Parses addresses, or networks in CIDR notation, separated by commas. */
export function networks(text: string): string[] | undefined {
  const given = text.split(',').map((one) => one.trim())
  return given.every(isNetwork) ? given : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** Parses host names or addresses into their {@link hostName normal form}, separated by commas. */
export function hostNames(text: string): string[] | undefined {
  const given = text.split(',').map((one) => hostName(isIPv6(one.trim()) ? `[${one.trim()}]` : one.trim()))
  return given.every((one) => one !== undefined) ? given : undefined
}

/**
 * Normalizes a host: lower case, IPv6 addresses in brackets and shortened, without a final dot.
 * @returns `undefined` if it is not a host name or an address
 */
export function hostName(text: string): string | undefined {
  if (!/^(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])$/iu.test(text)) return
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined
  return url?.hostname.replace(/\.$/, '') || undefined
}

/** Parses one of several words, in any case. */
export const oneOf =
  <Word extends string>(...words: Word[]) =>
  (text: string): Word | undefined =>
    words.find((word) => word === text.toLowerCase())
