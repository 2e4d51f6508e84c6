/**
 * The pages of the official site: which one shows a norm.
 *
 * The site documents no rule. This one was read off some 17,000 of its page names and reproduces all of them that
 * could be compared; `docs/decisions.md` tells how.
 */

import { withoutPlaceholder } from '../../../citation/enbez.ts'

const SITE = 'https://www.gesetze-im-internet.de'
const ARCHIVE = '/xml.zip'

/** Longer names are not used: such a norm's page is named by its document number. */
const LONGEST_NAME = 20

/** Headings this deep in the structure do not end the article that stands above them. */
const DEEP_LEVEL = 4

/** The archive with a law's XML that the official site offers. */
export function sourceArchive(slug: string): string {
  return `${SITE}/${slug}${ARCHIVE}`
}

/** Where the pages of a law are: beside its archive, `https://www.gesetze-im-internet.de/bgb`. */
export function lawFolder(slug: string, sourceUrl: string): string {
  return sourceUrl.endsWith(ARCHIVE) ? sourceUrl.slice(0, -ARCHIVE.length) : `${SITE}/${slug}`
}

/** The page with which the site opens a law. */
export function lawIndexPage(folder: string): string {
  return `${folder}/index.html`
}

/** Names the pages of one law. Headings and norms must be told in document order. */
export class PageNames {
  readonly #folder: string
  readonly #lawDocumentId: string
  readonly #counts = new Map<string, number>()
  #article = ''

  /** @param folder where the law's pages are, as {@link lawFolder} gives it */
  constructor(folder: string, lawDocumentId: string) {
    this.#folder = folder
    this.#lawDocumentId = lawDocumentId
  }

  /**
   * A header or a heading has no page of its own: it is a place in the page of the whole law.
   * @param designation of the heading, empty for the law's header; an article's is put in front of the names below it
   * @param level of the heading in the structure, from 1
   */
  heading(documentId: string, designation: string, level: number): string {
    if (level < DEEP_LEVEL) this.#article = /^Art\b/.test(designation) ? pageName(designation) : ''
    return `${this.#folder}/${this.#lawDocumentId}.html#${documentId}`
  }

  /**
   * @param designation as the source writes it, with or without its `(XXXX)`
   * @param title names the page of a norm without designation
   */
  norm(documentId: string, designation: string, title: string): string {
    const visible = withoutPlaceholder(designation.trim())
    const own = pageName(visible || title.trim() || '----')
    const name = visible.startsWith('Art') ? own : this.#article + own
    return `${this.#folder}/${name.length > LONGEST_NAME ? documentId : this.#numbered(name)}.html`
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
