/** Reads addresses of pages that show a law or a norm: the official ones, those of this service, of dejure.org and buzer.de. */

import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'
import { tried } from '../util/tried.ts'

/** The target of an address: a law by any of its names, and a norm as users type it. */
export interface Addressed {
  law: string
  norm?: string
  as_of?: string
}

const OFFICIAL = /(?:^|\.)gesetze-im-internet\.de$/
/** Paths of the pages of a site, by its host; the last ones are of this service, on any host. */
const SITES: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [OFFICIAL, /^\/(?:englisch_)?(?<law>[^/]+)(?:\/(?<norm>[^/]*?)(?:\.html)?)?$/],
  [
    /(?:^|\.)dejure\.org$/,
    /^\/(?:gesetze|dienste\/lex)\/(?<law>[^/]+)(?:\/(?<norm>[^/]+?)(?:\/(?<abs>\d+))?(?:\.html)?)?\/?$/,
  ],
  [/(?:^|\.)buzer\.de$/, /^\/(?:(?<norm>(?:(?:Art|Anlage)_)?\d+[a-z]*|Anlage)_)?(?<law>[^/]+)\.html?$/],
  [/(?:)/, /\/laws\/(?<law>[^/]+)(?:\/norms\/(?<norm>[^/]+))?(?:\/(?:versions|diff|relationships))?\/?$/],
  [
    /^(?!(?:.*\.)?(?:dejure\.org|buzer\.de)$)/,
    /^\/~?(?<law>[^/]+)(?:\/(?<norm>[^/:]+:[^/]+(?:\/[^/:]+:[^/]+)*|[^/]+)(?:\/(?<abs>\d+[a-z]*))?)?\/?$/,
  ],
]
const BEGINNING =
  /^(?:https?:\/\/|\/(?=[^/])|(?=www\.\S+\/|(?:gesetze-im-internet\.de|dejure\.org|buzer\.de)\/))(?!\S*\s)/i

/** Norm paths by names of official pages. */
const OFFICIAL_PAGES: Record<string, string> = {
  eingangsformel: 'formula:entry',
  schlussformel: 'formula:closing',
  schlu_formel: 'formula:closing',
  pr_ambel: 'preamble:1',
  inhalts_bersicht: 'toc:1',
  anlage: 'annex:1',
  '----': 'text:1',
}

/** True for a text that can only be an address. */
export const isAddress = (text: string): boolean => BEGINNING.test(text.trim())

/**
 * @returns `undefined` if the text is not an address
 * @throws LegalTextError `invalid_input` if the address does not tell the law
 */
export function readAddress(text: string): Addressed | undefined {
  const [begins] = BEGINNING.exec(text.trim()) ?? []
  if (begins === undefined) return undefined
  const { hostname, pathname, searchParams } = urlOf(text.trim(), begins)
  const [host, path] = SITES.find(([host, path]) => host.test(hostname) && path.test(pathname)) ?? []
  const { law, norm, abs }: Record<string, string | null> =
    pathname === '/s1.htm'
      ? { law: searchParams.get('g'), norm: searchParams.get('a') }
      : (path?.exec(pathname)?.groups ?? {})
  if (!law) throw unknownAddress(text)
  const named = host === OFFICIAL ? officialNorm(norm ?? '') : norm && decoded(norm).replaceAll('_', ' ')
  const asOf = searchParams.get('as_of')
  return {
    law: decoded(law),
    ...(named && { norm: named + (abs ? (named.includes(':') ? `/abs:${abs}` : ` Abs. ${abs}`) : '') }),
    ...(asOf && { as_of: asOf }),
  }
}

function urlOf(text: string, begins: string): URL {
  const address = begins === '/' ? `http://localhost${text}` : begins === '' ? `https://${text}` : text
  if (!URL.canParse(address)) throw unknownAddress(text)
  return new URL(address)
}

const decoded = (text: string) => tried(() => decodeURIComponent(text), text)

/** The norm path in the name of an official page: `__433`, `__1_01`, `___16a_bis_16c`, `art_246a__1`, `anlage_2`, `i_`. */
function officialNorm(page: string): string | undefined {
  const known = OFFICIAL_PAGES[page]
  if (known !== undefined || !/^(?:art|anlage|anhang)_|^__|^\w{1,5}_$/.test(page)) return known
  return page
    .replace(/^(\w{1,5})_$/, 'item:$1')
    .replace(/_(?:bis|und|u)_(?:_|art_)?/, '-')
    .replace(/^an(?:lage|hang)_/, 'annex:')
    .replace('art_', 'art:')
    .replace(/(?<=[^_])__/, '/par:')
    .replace(/^_{2,3}/, 'par:')
    .replace(/(?<=\d[a-z]?)_(?=\d)/g, '.')
}

function unknownAddress(text: string): LegalTextError {
  return new LegalTextError(
    'invalid_input',
    say`the address ${JSON.stringify(text.trim())} does not tell which law it shows; name the norm, such as "§ 433 Abs. 1 BGB"`,
  )
}
