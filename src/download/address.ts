/** Addresses of requests: http and https only. Credentials are sent, but never shown or stored. */
import { say } from '../i18n/texts.ts'
import { tried } from '../util/tried.ts'
import { DownloadError } from './download-error.ts'

export interface Address {
  /** Without credentials and fragment. */
  url: URL
  /** For messages: without the query, too, since it may hold a key. */
  shown: string
  /** Value of the `Authorization` header. */
  authorization: string | undefined
}

/**
 * @param base resolves a relative address
 * @throws DownloadError `refused` if it is not an http(s) URL
 */
export function readAddress(text: string, base?: Address): Address {
  const url = URL.canParse(text, base?.url.href) ? new URL(text, base?.url) : undefined
  if (url === undefined) throw new DownloadError('refused', printable(text), say`is not a URL`)
  const { username, password } = url
  url.username = ''
  url.password = ''
  url.hash = ''
  const shown = shownUrl(url)
  if (!/^https?:$/.test(url.protocol)) throw new DownloadError('refused', shown, say`only http and https are supported`)
  const credentials = `${decoded(username)}:${decoded(password)}`
  const authorization = credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  return { url, shown, authorization }
}

/**
 * Returns the target of a redirect. Credentials are kept only within one origin.
 * @param sameHost refuses other hosts, and turns http into https if `from` is https
 * @throws DownloadError `refused` if the redirect is not followed
 */
export function redirectTarget(from: Address, location: string | undefined, hop: number, sameHost = false): Address {
  const refuse = (problem: string): never => {
    throw new DownloadError('refused', from.shown, say`redirect ${hop} ${problem}`)
  }
  if (location === undefined) return refuse(say`does not say where to`)
  if (!URL.canParse(location, from.url.href)) return refuse(say`leads to ${printable(location)}, which is not a URL`)
  const { protocol } = new URL(location, from.url)
  if (!/^https?:$/.test(protocol)) return refuse(say`leads to a ${protocol} address: only http and https are followed`)
  const target = readAddress(location, from)
  if (sameHost) {
    if (target.url.host !== from.url.host) return refuse(say`leads to another host, ${target.shown}: not followed`)
    if (from.url.protocol === 'https:') target.url.protocol = 'https:'
    return { ...target, shown: shownUrl(target.url), authorization: target.authorization ?? from.authorization }
  }
  if (from.url.protocol === 'https:' && protocol === 'http:') {
    return refuse(say`leads from https to ${target.shown}: not followed, since http is not encrypted`)
  }
  const isSameSite = target.url.origin === from.url.origin
  return { ...target, authorization: target.authorization ?? (isSameSite ? from.authorization : undefined) }
}

/** Returns the address of a path below a base URL, with its credentials. */
export function addressBelow(baseUrl: string, path: string): string {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}

/** Returns the address of a link. On the same host, it takes the credentials and the protocol of the base URL. */
export function linkedAddress(baseUrl: string, link: string): string {
  const base = new URL(baseUrl)
  const target = URL.canParse(link) ? new URL(link) : undefined
  if (target?.host !== base.host) return link
  target.protocol = base.protocol
  target.username ||= base.username
  target.password ||= base.password
  return target.href
}

/** Returns an address without credentials. */
export function withoutCredentials(address: string): string {
  return URL.canParse(address) ? readAddress(address).url.href : address
}

function shownUrl({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}${pathname}${search && '?…'}`
}

/** Removes possible passwords from text that is not a URL. */
function printable(text: string): string {
  return JSON.stringify(text.replace(/\/\/[^/]*@/, '//').slice(0, 200))
}

const decoded = (text: string) => tried(() => decodeURIComponent(text), text)
