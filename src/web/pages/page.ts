/** What a page consists of, what it needs to know of its request, and pieces that several pages have. */
import { type Language, t } from '../../i18n/texts.ts'
import { jurisdictionName } from '../../model/jurisdictions.ts'
import type { Links } from './links.ts'
import { type Child, html, type Markup } from './markup.ts'

/** The request for a page. */
export interface PageContext {
  links: Links
  language: Language
  /** The address of the page with other parameters: its language, its day. */
  withParameters(parameters: Readonly<Record<string, string | null>>): string
  /** What the search field of the bar has. */
  query: string
  /** Names of the assets: `reader.js` -> `assets/reader-0a1b2c3d.js`. */
  assets: Readonly<Record<string, string>>
  /** The days of the states of the corpus, oldest first, and the first day of acts, which tell their days themselves. */
  days: { states: readonly string[]; actsSince: string | null }
}

export interface Page {
  /** Title of the document, before the name of the program. */
  title: string
  view: 'start' | 'search' | 'laws' | 'law' | 'full' | 'norm' | 'diff' | 'changes' | 'error'
  content: Child
  /** The end of the content, after the parts that follow it. */
  end?: string
  /** What follows the title: a heading, the full name of the law. */
  subtitles?: readonly string[]
  /** Relative address of the page under its one name; absent for pages that search engines leave out. */
  canonical?: string
  /** The law or norm as structured data (schema.org). */
  legislation?: Readonly<Record<string, unknown>>
  /** The address under which it is found again, if it may be another than that of the request. */
  address?: string
}

/** An answer of the operations `normVersions` and `lawVersions`. */
export interface Versions<Version> {
  versions: readonly Version[]
  states: { first: string; last: string }
}

/** The link to the next page of a list, which the script adds below. @param href `null` on the last page */
export const moreLink = (href: string | null, words: string): Markup | null =>
  href === null ? null : html`<p><a href="${href}" class="more" rel="next">${words}</a></p>`

/** The fields of a form that keep the days of the page, and the jurisdiction of what it lists. */
export const keptFields = ({ day, effective, place }: Links): Child =>
  Object.entries({ as_of: day, in_force_on: effective, jurisdiction: place }).map(
    ([name, value]) => value !== null && html`<input type="hidden" name="${name}" value="${value}">`,
  )

/** The jurisdiction to which a list is restricted, and the link to the list without that; nothing for all. */
export const restriction = ({ links: { place }, withParameters }: PageContext): Markup | null =>
  place === null
    ? null
    : html`<p class="quiet">${t`Only ${jurisdictionName(place)}`} · <a href="${withParameters({ jurisdiction: null, offset: null })}">${t`All jurisdictions`}</a></p>`
