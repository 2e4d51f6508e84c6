/**
 * The official site: its table of contents (`gii-toc.xml`), addresses and page names, and the identification of documents. A law is
 * identified by the number of its document, in the table of the official site, else by its abbreviation. Names of files and folders
 * count only if a table of contents in the input lists them as addresses.
 *
 * The site does not document its page names. The rule was inferred from some 17,000 of them, and reproduces all that could be
 * compared; `docs/decisions.md` has the details.
 */

import { withoutPlaceholder } from '../../citation/grammar/official-labels.ts'
import { say } from '../../i18n/texts.ts'
import { dataPath, readPackageFile } from '../../program/package.ts'
import { LegalTextError } from '../../util/errors.ts'
import { lazy } from '../../util/lazy.ts'
import { xmlParser } from '../../util/xml.ts'
import { CODE } from '../values.ts'
import { LAW_ARCHIVE } from './format.ts'

export interface TocEntry {
  title: string
  link: string
}

const OFFICIAL_HOSTS = new Set(['www.gesetze-im-internet.de', 'gesetze-im-internet.de'])

/** True if a host is that of the official site. */
export function isOfficialHost(host: string): boolean {
  return OFFICIAL_HOSTS.has(host)
}

/** True if an address is on the official site. */
export function isOfficialAddress(address: string): boolean {
  return URL.canParse(address) && isOfficialHost(new URL(address).hostname)
}

/**
 * Reads a table of contents.
 * @param path of the file, for messages
 * @returns the entries by code, the folder in the address of the law
 * @throws LegalTextError `invalid_input` if it is broken
 */
export function readToc(content: Uint8Array, path: string): Map<string, TocEntry> {
  const entries = new Map<string, TocEntry>()
  let text = ''
  let title = ''
  const parser = xmlParser(
    {
      open(name) {
        text = ''
        if (name === 'item') title = ''
      },
      text(part) {
        text += part
      },
      close(name) {
        const trimmed = text.trim()
        if (name === 'title') title = trimmed
        if (name !== 'link') return
        const code = trimmed.split('/').at(-2)
        if (code && /^https?:\/\//.test(trimmed)) entries.set(code, { title, link: trimmed })
      },
    },
    {},
    (message) => {
      throw new LegalTextError('invalid_input', say`${path} is broken: ${message}`)
    },
  )
  parser.write(new TextDecoder().decode(content)).close()
  return entries
}

const SITE = 'https://www.gesetze-im-internet.de'
const ARCHIVE = `/${LAW_ARCHIVE}`

/** For longer names, the site uses the document number of the norm. */
const LONGEST_NAME = 20

/** Headings at this depth or deeper do not end the article above them. */
const DEEP_LEVEL = 4

/** Returns the address of a law's archive on the official site. */
export function sourceArchive(slug: string): string {
  return `${SITE}/${slug}${ARCHIVE}`
}

/** Returns the folder of a law's pages on the official site: `https://www.gesetze-im-internet.de/bgb`. */
export function officialFolder(slug: string): string {
  return `${SITE}/${slug}`
}

/** Returns the folder of a law's pages on a site like the official one, which is that of its archive. */
export function lawFolder(archive: string): string | undefined {
  return archive.endsWith(ARCHIVE) ? archive.slice(0, -ARCHIVE.length) : undefined
}

/** Returns the start page of a law; `null` if its folder is unknown. */
export function lawIndexPage(folder: string | undefined): string | null {
  return folder === undefined ? null : `${folder}/index.html`
}

/** Names the pages of one law. Call it for headings and norms in document order. */
export class PageNames {
  readonly #folder: string | undefined
  readonly #lawDocumentId: string
  readonly #counts = new Map<string, number>()
  #article = ''

  /** @param folder of the law's pages; if `undefined`, all names are `null` */
  constructor(folder: string | undefined, lawDocumentId: string) {
    this.#folder = folder
    this.#lawDocumentId = lawDocumentId
  }

  /**
   * Names the anchor of a header or heading in the page of the whole law: it has no page of its own.
   * @param designation of the heading, empty for the law's header; that of an article begins the names below it
   * @param level of the heading in the structure, from 1
   */
  heading(documentId: string, designation: string, level: number): string | null {
    if (level < DEEP_LEVEL) this.#article = /^Art\b/.test(designation) ? pageName(designation) : ''
    return this.#page(`${this.#lawDocumentId}.html#${documentId}`)
  }

  /**
   * Names the page of a norm.
   * @param designation as written in the source, with or without its `(XXXX)`
   * @param title names the page of a norm without designation
   */
  norm(documentId: string, designation: string, title: string): string | null {
    const visible = withoutPlaceholder(designation.trim())
    const own = pageName(visible || title.trim() || '----')
    const name = visible.startsWith('Art') ? own : this.#article + own
    return this.#page(`${name.length > LONGEST_NAME ? documentId : this.#numbered(name)}.html`)
  }

  #page(name: string): string | null {
    return this.#folder === undefined ? null : `${this.#folder}/${name}`
  }

  /** Numbers repeated names within a law: `art_4`, `art_4_1`, `art_4_2`. */
  #numbered(name: string): string {
    const repeats = this.#counts.get(name) ?? 0
    this.#counts.set(name, repeats + 1)
    return repeats === 0 ? name : `${name}_${repeats}`
  }
}

/** `§ 433` -> `__433`: lower case, and every character except letters, digits, `-`, `,` and `:` becomes `_`. */
function pageName(designation: string): string {
  return designation.toLowerCase().replace(/[^a-z0-9,:-]/g, '_')
}

export interface UnidentifiedDocument {
  /** Folder of the file; `undefined` at the top of the input. */
  folder: string | undefined
  /** File name without `.xml`. */
  stem: string
  /** `doknr` of the document; empty if absent. */
  number: string
  /** First `jurabk`; empty if absent. */
  abbreviation: string
  /** `builddate`; empty if absent. */
  version: string
}

export interface Identity {
  code: string
  /** Entry in the table of contents. */
  entry: TocEntry | undefined
  /** Address of the source; `null` if unknown. */
  sourceUrl: string | null
  /** Folder of its pages on the official site; `undefined` if unknown. */
  pages: string | undefined
}

type Toc = ReadonlyMap<string, TocEntry>

interface Decision {
  code: string
  by: 'number' | 'contents' | 'abbreviation' | 'name'
}

/** Hints at the identity of a document, apart from its content. */
interface DocumentContext {
  inputName: string
  /** Entry of its folder in the table of contents, if the folder holds a single law. */
  listed: TocEntry | undefined
  isOnlyFile: boolean
}

/**
 * Identifies documents.
 * @param toc table of contents of the input, by code
 * @param inputName code of a document that nothing else identifies
 */
export function identify<Document extends UnidentifiedDocument>(
  documents: readonly Document[],
  toc: Toc,
  inputName: string,
): Map<Document, Identity> {
  const { slugOf, has } = officialLaws()
  // A site with the laws of the official one is a mirror, without pages.
  const isMirror = documents.some(({ number }) => slugOf(number) !== undefined)
  const decisions = new Map<Document, Decision>()
  const entries = new Map<Document, TocEntry | undefined>()
  for (const [folder = '', neighbours] of Map.groupBy(documents, (document) => document.folder)) {
    const numbers = new Set(neighbours.map(({ number }) => number).filter(Boolean))
    for (const document of neighbours) {
      const isNamed = slugOfAbbreviation(document.abbreviation) === folder || document.abbreviation === ''
      const listed = numbers.size <= 1 || isNamed ? toc.get(folder) : undefined
      entries.set(document, listed)
      decisions.set(document, decide(document, toc, { inputName, listed, isOnlyFile: neighbours.length === 1 }))
    }
  }
  unifyCodes(decisions)
  disambiguate(decisions)
  return new Map(
    [...decisions].map(([document, { code, by }]): [Document, Identity] => {
      const entry = toc.get(code) ?? entries.get(document)
      const isOfficial = (by === 'number' || by === 'abbreviation') && has(code)
      const sourceUrl = entry?.link ?? (isOfficial ? sourceArchive(code) : null)
      const hasOfficialPages = isOfficial || (entry !== undefined && (isMirror || isOfficialAddress(entry.link)))
      const pages = hasOfficialPages ? officialFolder(code) : entry && lawFolder(entry.link)
      return [document, { code, entry, sourceUrl, pages }]
    }),
  )
}

function decide(
  document: UnidentifiedDocument,
  toc: Toc,
  { inputName, listed, isOnlyFile }: DocumentContext,
): Decision {
  const { folder, stem, number, abbreviation } = document
  const slug = officialLaws().slugOf(number)
  // The site may have renamed a law since the table was made.
  const isRenamed = slug !== undefined && listed !== undefined && isOfficialAddress(listed.link) && !toc.has(slug)
  if (slug !== undefined && !isRenamed) return { code: slug, by: 'number' }
  if (listed !== undefined && folder !== undefined && CODE.test(folder)) return { code: folder, by: 'contents' }
  const named = slugOfAbbreviation(abbreviation)
  if (CODE.test(named)) return { code: named, by: 'abbreviation' }
  const names = isOnlyFile ? [folder, stem, inputName] : [stem, folder, inputName]
  return { code: names.find((name) => name !== undefined && CODE.test(name)) ?? 'unknown', by: 'name' }
}

/**
 * Returns the identity of a law in all states of the site: its code and its other names may change.
 * @param number of the document (`doknr`)
 * @param abbreviation the first `jurabk`
 */
export function identityOf(number: string, abbreviation: string): string {
  return `${number.trim().toUpperCase()} ${abbreviation}`.trim()
}

/** Assigns one code to documents with one number: a law may have changed its abbreviation. */
function unifyCodes(decisions: Map<UnidentifiedDocument, Decision>): void {
  for (const [number, versions] of Map.groupBy(decisions, ([document]) => document.number)) {
    const listed = new Set(versions.filter(([, { by }]) => by === 'contents').map(([, { code }]) => code))
    const named = versions.filter(([, { by }]) => by === 'abbreviation')
    if (number === '' || listed.size > 1 || named.length === 0) continue
    const [newest] = named.toSorted(([a], [b]) => (a.version < b.version ? 1 : -1))
    const [code = newest?.[1].code as string] = listed
    for (const [, decision] of named) decision.code = code
  }
}

/** Appends the numbers to the codes of laws with the same abbreviation, except for one identified by its number. */
function disambiguate(decisions: Map<UnidentifiedDocument, Decision>): void {
  for (const alike of Map.groupBy(decisions, ([, { code }]) => code).values()) {
    const numbers = new Set(alike.map(([{ number }]) => number).filter(Boolean))
    if (numbers.size < 2) continue
    for (const [{ number }, decision] of alike) {
      const suffix = number.toLowerCase()
      if (decision.by === 'abbreviation' && CODE.test(suffix)) decision.code += `-${suffix}`
    }
  }
}

/** One law per line, sorted: document number and slug, `BJNR001950896 bgb`. */
const TABLE = 'import/gii/official-laws.txt'

/** Laws of the official site: slugs by document number, and all slugs. */
const officialLaws = lazy(() => {
  const lines = readPackageFile(dataPath(TABLE)).trimEnd().split('\n')
  const slugs = new Map(lines.map((line) => line.split(' ', 2) as [number: string, slug: string]))
  const known = new Set(slugs.values())
  return { slugs, slugOf: (number: string) => slugs.get(number), has: (slug: string) => known.has(slug) }
})

/** Place of promulgation: `bgbl-1`, `1990`, `s2970` (page) or `107` (number of the issue). */
export interface PromulgationPlace {
  gazette: string
  year: string
  number: string
}

/** Names of a law, empty if absent. */
export interface LawNames {
  abbreviation: string
  internal: string
  shortTitle: string
  title: string
}

/**
 * Returns the code of a federal law on the official site, from its place of promulgation and its abbreviations.
 * @returns `undefined` if neither identifies a law of the site
 */
export function officialCode(names: LawNames, place: PromulgationPlace): string | undefined {
  const { has } = officialLaws()
  const named = [names.abbreviation, names.internal].map(slugOfAbbreviation).filter((slug) => CODE.test(slug))
  const promulgated = promulgatedAt(place)
  const isNamed = ({ slug }: { slug: string }) => named.some((name) => slug === name || slug.startsWith(`${name}_`))
  const [only, ...others] = promulgated
  const isThis = others.length === 0 && only?.isFirst === true && isAbbreviationOf(only.slug, names)
  return promulgated.find(isNamed)?.slug ?? named.find(has) ?? (isThis ? only.slug : undefined)
}

/** True if one of the names contains the letters of a slug in order: `vereinsg`, `Vereinsgesetz`. */
function isAbbreviationOf(slug: string, { abbreviation, shortTitle, title }: LawNames): boolean {
  const letters = slug.replace(/_\d{4}$/, '').replace(/[^a-z]/g, '')
  const pattern = new RegExp([...letters].join('.*'), 's')
  return pattern.test(slugOfAbbreviation(abbreviation || shortTitle || title))
}

/**
 * Returns the laws of the site that begin at a place. According to the table, the numbers (`doknr`) consist of: until the middle
 * of the 1990s a zero for the Bundesgesetzblatt I, the page and a zero; later the page and a count of the laws that begin on it;
 * since 2023 the number of the issue in hexadecimal and a letter that counts its laws; then the last three digits of the year.
 * @returns each with a flag for the act itself, as opposed to the laws that it contains
 */
function promulgatedAt({ gazette, year, number }: PromulgationPlace): { slug: string; isFirst: boolean }[] {
  if (gazette !== 'bgbl-1') return []
  const page = /^s(\d{1,4})$/.exec(number)?.[1]?.padStart(4, '0')
  const issue = /^\d{1,4}$/.test(number) ? Number(number).toString(16).toUpperCase().padStart(3, '0') : undefined
  if (page === undefined && issue === undefined) return []
  const own = page === undefined ? `${issue}0([A-N])` : Number(year) < 1996 ? `0${page}()` : `${page}(\\d)`
  const pattern = new RegExp(`^BJNR${own}0${year.slice(1)}$`)
  return [...officialLaws().slugs].flatMap(([documentNumber, slug]) => {
    const [found, count = ''] = pattern.exec(documentNumber) ?? []
    return found === undefined ? [] : [{ slug, isFirst: '0A'.includes(count) }]
  })
}

/**
 * Converts an abbreviation (`jurabk`) into the slug of the official site: `AO 1977` -> `ao_1977`. Every character except `a` to
 * `z`, digits and `-` becomes `_`.
 */
export function slugOfAbbreviation(abbreviation: string): string {
  return abbreviation
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '_')
}
