/** The sites that the flags of a build name. */
import { LegalTextError } from '../errors.ts'
import { SITES, type SiteName } from '../ingest/sources/families.ts'
import type { SourceSite } from './bundle-origin.ts'
import { isDatabaseAddress, isUrl, redactUrl } from './dataset-name.ts'
import type { SourceSettings } from './options.ts'
import { settingOf } from './source-sites.ts'

export interface NamedSites {
  /**
   * Folders, archives or files, and at most one base URL of a site that has `/gii-toc.xml`. Default without `sources`: the
   * newest of the older states.
   */
  from?: readonly string[] | undefined
  /** Sites by their names: `gii`, `eurlex`. */
  sources?: readonly string[] | undefined
  /** CELEX numbers of acts, several of them separated by commas. Default: the acts that are known. */
  celex?: readonly string[] | undefined
  /** Languages in the order of preference: `de,en`. */
  language?: string | undefined
  /** The addresses of the sites. */
  settings?: Pick<SourceSettings, 'sourceUrl' | 'cellarUrl'> | undefined
}

/** Returns the sites, none for local files alone. @throws LegalTextError `invalid_input` */
export function namedSites({ from = [], sources = [], celex = [], language, settings }: NamedSites): SourceSite[] {
  const database = from.find(isDatabaseAddress)
  if (database !== undefined) throw refused(`--from ${redactUrl(database)} is a database; sources are sites and files`)
  const sites: SourceSite[] = from.filter(isUrl).map((url) => ({ source: 'gii', url: url.replace(/\/+$/, '') }))
  const acts = celex.flatMap((list) => list.split(',')).map(readCelex)
  const languages = readLanguages(language)
  for (const source of new Set(sources)) {
    if (!isSource(source) || settings === undefined) {
      const expected = Object.keys(SITES).join(' or ')
      throw refused(`--source ${JSON.stringify(source)} is no source: expected ${expected}`)
    }
    const wanted = source === 'gii' ? {} : { ...(acts.length > 0 && { acts }), ...(languages && { languages }) }
    sites.push({ source, url: settingOf(source, settings).url, ...wanted })
  }
  const federal = sites.filter(({ source }) => source === 'gii').map(({ url }) => url)
  if (federal.length > 1) throw refused(`--from and --source name two sites of federal law: ${federal.join(' and ')}`)
  if (acts.length > 0 && !sites.some(({ source }) => source === 'eurlex')) {
    throw refused('--celex names acts to fetch: it needs --source eurlex')
  }
  return sites
}

/** Reads `de,en`. @throws LegalTextError `invalid_input` */
export function readLanguages(list: string | undefined): string[] | undefined {
  if (list === undefined) return undefined
  const languages = list.split(',').map((each) => each.trim().toLowerCase())
  if (languages.every((each) => /^[a-z]{2}$/.test(each))) return languages
  throw refused(`--language ${JSON.stringify(list)} is no list of languages: expected codes of ISO 639-1, de,en`)
}

const isSource = (name: string): name is SiteName => Object.hasOwn(SITES, name)

/** `32016R0679`, `12016E/TXT` */
const CELEX = /^[1-3]\d{4}[A-Z]{1,2}(?:\d{4}(?:\(\d{2}\))?|\/TXT)$/
const CONSOLIDATION = /^0(\d{4}[A-Z]{1,2}\d{4})(?:\(\d{2}\))?(?:-\d{8})?$/

function readCelex(text: string): string {
  const celex = text.trim().toUpperCase()
  if (CELEX.test(celex)) return celex
  const [, act] = CONSOLIDATION.exec(celex) ?? []
  const remedy =
    act === undefined
      ? 'expected that of an act, 32016R0679'
      : `it is that of a consolidation; name the act, 3${act}, whose consolidations are all fetched`
  throw refused(`--celex ${JSON.stringify(text.trim())} is no CELEX number of an act: ${remedy}`)
}

const refused = (message: string) => new LegalTextError('invalid_input', message)
