/** The request of a browser for a page: its language, its day, and the addresses of the same page with other parameters. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { loadTexts } from '../../load-texts.ts'
import { dayInput } from '../../operations/operation.ts'
import { assetPath } from '../../package.ts'
import { Links } from '../../pages/links.ts'
import type { PageContext } from '../../pages/page.ts'
import { isLanguage, languageOfHeader } from '../../texts/choose-language.ts'
import type { Language } from '../../texts/texts.ts'
import { acceptedFormat } from '../content-negotiation.ts'

/** The parameter and the cookie that choose the language of pages. */
export const LANGUAGE = 'lang'

/** How long a browser keeps the language, in seconds. */
const YEAR = 365 * 86_400

/** Parameters of a page that no operation has. */
export const PAGE_PARAMETERS = [LANGUAGE, 'as_of', 'view', 'citing', 'typing']

/** True for the request of a browser that wants to show a page. `?format=…` asks for an answer as a file instead. */
export function wantsPage({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return acceptedFormat(headers.accept, ['json', 'html']) === 'html' && !/[?&]format=/.test(url)
}

/** The language of a page: the parameter `lang`, else the cookie, else what the browser prefers. */
export function languageOf({ url = '', headers }: IncomingMessage): Language {
  const asked = /[?&]lang=(\w+)/.exec(url)?.[1] ?? ''
  const kept = /(?:^|;\s*)lang=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? ''
  const language = [asked, kept].find(isLanguage) ?? languageOfHeader(headers['accept-language'])
  loadTexts(language)
  return language
}

/** The header that makes a browser keep the language that an address asks for; none for other addresses. */
export function keptLanguage(url: string): string[] {
  const asked = /[?&]lang=(\w+)/.exec(url)?.[1] ?? ''
  return isLanguage(asked) ? ['Set-Cookie', `lang=${asked}; Path=/; Max-Age=${YEAR}; SameSite=Lax`] : []
}

/**
 * The address of a page without the parameters that it does not understand: links of others add their own (`utm_source`), and
 * would make the same page again and again.
 * @param known names of the parameters of its operation
 */
export function understoodUrl(url: string, known: readonly string[]): string {
  const question = url.indexOf('?')
  if (question < 0) return url
  const all = [...new URLSearchParams(url.slice(question + 1))]
  const understood = all.filter(([name, value]) => {
    if (name === 'view') return value === 'full'
    if (name === LANGUAGE) return isLanguage(value)
    return known.includes(name) || PAGE_PARAMETERS.includes(name)
  })
  if (understood.length === all.length) return url
  return url.slice(0, question) + (understood.length > 0 ? `?${new URLSearchParams(understood)}` : '')
}

/** @param url of the request @param days of the corpus, if one is open */
export function pageContext(url: string, language: Language, days: PageContext['days']): PageContext {
  const [path = '/', search = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(search)
  parameters.delete(LANGUAGE)
  parameters.delete('typing')
  const links = new Links(path, dayIn(parameters))
  // A colon in the first segment of a relative address would end a scheme.
  const self = `./${path.split('/').at(-1)}`
  return {
    links,
    language,
    query: path === '/search' ? (parameters.get('q') ?? '') : '',
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

/** The day of a page; none if what is asked for is no day, or several. */
function dayIn(parameters: URLSearchParams): string | null {
  const [day, ...others] = parameters.getAll('as_of')
  return day !== undefined && others.length === 0 && dayInput.safeParse(day).success ? day : null
}

/** The names of the assets, read anew for each page: a newer version of the package may have replaced them. */
export const assetNames = () => JSON.parse(readFileSync(assetPath('web/assets.json'), 'utf8')) as Record<string, string>

/** The days of a corpus that is not open. */
export const NO_DAYS: PageContext['days'] = { states: [], actsSince: null }
