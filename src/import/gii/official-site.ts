/**
 * The official site: its table of contents (`gii-toc.xml`), its addresses, and the names of its pages.
 *
 * The site documents no rule for page names. This one was read off some 17,000 of them and reproduces all that could be
 * compared; `docs/decisions.md` has the details.
 */

import { withoutPlaceholder } from '../../citation/grammar/official-labels.ts'
import { say } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'
import { xmlParser } from '../../util/xml.ts'
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

/** The site names pages with longer names by the document number of their norm. */
const LONGEST_NAME = 20

/** Headings this deep in the structure do not end the article above them. */
const DEEP_LEVEL = 4

/** Returns the address of a law's archive on the official site. */
export function sourceArchive(slug: string): string {
  return `${SITE}/${slug}${ARCHIVE}`
}

/** Returns the folder of a law's pages on the official site: `https://www.gesetze-im-internet.de/bgb`. */
export function officialFolder(slug: string): string {
  return `${SITE}/${slug}`
}

/** Returns the folder of a law's pages on a site like the official one: that of its archive. */
export function lawFolder(archive: string): string | undefined {
  return archive.endsWith(ARCHIVE) ? archive.slice(0, -ARCHIVE.length) : undefined
}

/** Returns the start page of a law, `null` if its folder is not known. */
export function lawIndexPage(folder: string | undefined): string | null {
  return folder === undefined ? null : `${folder}/index.html`
}

/** Names the pages of one law. Call it for headings and norms in document order. */
export class PageNames {
  readonly #folder: string | undefined
  readonly #lawDocumentId: string
  readonly #counts = new Map<string, number>()
  #article = ''

  /** @param folder of the law's pages; if it is `undefined`, all names are `null` */
  constructor(folder: string | undefined, lawDocumentId: string) {
    this.#folder = folder
    this.#lawDocumentId = lawDocumentId
  }

  /**
   * Names the place of a header or heading in the page of the whole law: it has no page of its own.
   * @param designation of the heading, empty for the law's header; that of an article begins the names below it
   * @param level of the heading in the structure, from 1
   */
  heading(documentId: string, designation: string, level: number): string | null {
    if (level < DEEP_LEVEL) this.#article = /^Art\b/.test(designation) ? pageName(designation) : ''
    return this.#page(`${this.#lawDocumentId}.html#${documentId}`)
  }

  /**
   * Names the page of a norm.
   * @param designation as the source writes it, with or without its `(XXXX)`
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

  /** Repeats of a name within a law are numbered: `art_4`, `art_4_1`, `art_4_2`. */
  #numbered(name: string): string {
    const repeats = this.#counts.get(name) ?? 0
    this.#counts.set(name, repeats + 1)
    return repeats === 0 ? name : `${name}_${repeats}`
  }
}

/** `§ 433` -> `__433`: lower case, and every character but letters, digits, `-`, `,` and `:` becomes `_`. */
function pageName(designation: string): string {
  return designation.toLowerCase().replace(/[^a-z0-9,:-]/g, '_')
}
