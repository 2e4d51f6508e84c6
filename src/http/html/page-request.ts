/**
 * The request of a browser for a page: its language, its day, and the addresses of the same page with other parameters; and the
 * headers of pages.
 */
import type { IncomingMessage } from 'node:http'
import { isLanguage, languageOfHeader } from '../../i18n/choose-language.ts'
import type { Language } from '../../i18n/texts.ts'
import { catalogue } from '../../operations/catalogue.ts'
import { dayInput, postedOf, routedOf } from '../../operations/operation.ts'
import { loadTexts } from '../../program/load-texts.ts'
import { assetPath, readPackageFile } from '../../program/package.ts'
import { Links } from '../../web/pages/links.ts'
import type { PageContext } from '../../web/pages/page.ts'
import { prefersHtml } from '../content-negotiation.ts'

/** The parameter and the cookie that choose the language of pages. */
export const LANGUAGE = 'lang'

/** `Max-Age` of the language cookie, in seconds. */
const YEAR = 365 * 86_400

/** First words of addresses besides those of operations. */
const SERVICE =
  'assets changes.atom docs favicon.ico health images mcp metrics openapi.json robots.txt sitemap.xml'.split(' ')
const PATHS = [...routedOf(catalogue).map(({ path }) => path), ...postedOf(catalogue).map(({ post }) => post.path)]
const firstWord = (path: string) => path.split('/', 2)[1] ?? ''
const RESERVED = new Set([...SERVICE, ...PATHS.map(firstWord)])

/** True for the first word of an address that is not the page of a law. */
export const isReserved = (word: string): boolean => RESERVED.has(word.toLowerCase())

/** Reserves the paths of a program's operations. */
export function reserve(paths: readonly string[]): void {
  for (const path of paths) RESERVED.add(firstWord(path).toLowerCase())
}

/** True for the path of a page of a law or a norm. */
export const isPagePath = (path: string): boolean => /^[^\\]/.test(firstWord(path)) && !isReserved(firstWord(path))

/** True for a browser's request for a page, whether or not it exists. */
export function wantsPage({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = pathOf(url)
  return (path === '/' || isPagePath(path)) && prefersHtml(headers.accept)
}

const pathOf = (url: string) => url.split('?', 1)[0] || '/'

/** The language of a page: the parameter `lang`, else the cookie, else what the browser prefers. */
export function languageOf({ url = '', headers }: IncomingMessage): Language {
  const asked = /[?&]lang=(\w+)/.exec(url)?.[1] ?? ''
  const kept = /(?:^|;\s*)lang=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? ''
  const language = [asked, kept].find(isLanguage) ?? languageOfHeader(headers['accept-language'])
  loadTexts(language)
  return language
}

/** The cookie for the language in an address; empty for other addresses. */
export function keptLanguage(url: string): string[] {
  const asked = /[?&]lang=(\w+)/.exec(url)?.[1] ?? ''
  return isLanguage(asked) ? ['Set-Cookie', `lang=${asked}; Path=/; Max-Age=${YEAR}; SameSite=Lax`] : []
}

/** @param url of the request @param days of the corpus, if one is open */
export function pageContext(url: string, language: Language, days: PageContext['days']): PageContext {
  const path = pathOf(url)
  const parameters = new URLSearchParams(url.slice(path.length))
  parameters.delete(LANGUAGE)
  parameters.delete('typing')
  const links = new Links(
    path,
    dayIn(parameters, 'as_of'),
    isReserved,
    dayIn(parameters, 'in_force_on'),
    path === '/' ? parameters.get('jurisdiction') : null,
  )
  // A colon in the first segment of a relative address would be read as the end of a scheme.
  const self = `./${path.split('/').at(-1)}`
  return {
    links,
    language,
    query: path === '/' ? (parameters.get('q') ?? '') : '',
    assets: assetNames(),
    days,
    withParameters(others) {
      const changed = new URLSearchParams(parameters)
      for (const [name, value] of Object.entries(others)) {
        if (value === null) changed.delete(name)
        else changed.set(name, value)
      }
      return changed.size > 0 ? `${self}?${changed}` : self
    },
  }
}

/** The day of a page; `null` for an invalid or repeated one. */
function dayIn(parameters: URLSearchParams, name: string): string | null {
  const [day, ...others] = parameters.getAll(name)
  return day !== undefined && others.length === 0 && dayInput.safeParse(day).success ? day : null
}

/** The names of the assets, read anew for each page: a newer version of the package may have replaced them. */
export const assetNames = () => JSON.parse(readPackageFile(assetPath('web/assets.json'))) as Record<string, string>

/** The days of a corpus that is not open. */
export const NO_DAYS: PageContext['days'] = { states: [], actsSince: null }

/** The media type of pages. */
export const HTML_TYPE = 'text/html; charset=utf-8'

/** Pages may load only files of this server, and images within the styles; their forms ask this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Security headers of every page. */
export const PAGE_SECURITY = { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' } as const

/** The headers of a page that is not cached: an error page. */
export const HTML_HEADERS = {
  'Content-Type': HTML_TYPE,
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept, Accept-Language, Cookie',
  ...PAGE_SECURITY,
} as const
