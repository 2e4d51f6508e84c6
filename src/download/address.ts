/** Addresses that are asked: http and https only; user name and password are sent, but never shown or kept. */
import { DownloadError } from './download-error.ts'

export interface Address {
  /** Without user name, password and fragment. */
  url: URL
  /** As messages show it: without the query too, which may hold a key. */
  shown: string
  /** Value of the header that carries user name and password. */
  authorization: string | undefined
}

/**
 * @param base what a relative address begins from
 * @throws DownloadError `refused` where it is no http(s) URL
 */
export function readAddress(text: string, base?: Address): Address {
  const url = URL.canParse(text, base?.url.href) ? new URL(text, base?.url) : undefined
  if (url === undefined) throw new DownloadError('refused', printable(text), 'is no URL')
  const { username, password } = url
  url.username = ''
  url.password = ''
  url.hash = ''
  const shown = shownUrl(url)
  if (!/^https?:$/.test(url.protocol)) throw new DownloadError('refused', shown, 'only http and https are asked')
  const credentials = `${decoded(username)}:${decoded(password)}`
  const authorization = credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  return { url, shown, authorization }
}

/**
 * The address that a redirect leads to. User name and password go along only within one site.
 * @throws DownloadError `refused` where it is not followed
 */
export function redirectTarget(from: Address, location: string | undefined, hop: number): Address {
  const refuse = (problem: string): never => {
    throw new DownloadError('refused', from.shown, `redirect ${hop} ${problem}`)
  }
  if (location === undefined) return refuse('does not say where to')
  if (!URL.canParse(location, from.url.href)) return refuse(`leads to ${printable(location)}, which is no URL`)
  const { protocol } = new URL(location, from.url)
  if (!/^https?:$/.test(protocol)) return refuse(`leads to a ${protocol} address: only http and https are followed`)
  const target = readAddress(location, from)
  if (from.url.protocol === 'https:' && protocol === 'http:') {
    return refuse(`leads from https to ${target.shown}: not followed, since http is not encrypted`)
  }
  const isSameSite = target.url.origin === from.url.origin
  return { ...target, authorization: target.authorization ?? (isSameSite ? from.authorization : undefined) }
}

function shownUrl({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}${pathname}${search && '?…'}`
}

/** What is no URL may still hold a password. */
function printable(text: string): string {
  return JSON.stringify(text.replace(/\/\/[^/]*@/, '//').slice(0, 200))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
