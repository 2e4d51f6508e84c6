/** The content of a page, the facts of its request, and shared pieces. */
import { type Language, t } from '../../i18n/texts.ts'
import { jurisdictionName } from '../../model/jurisdictions.ts'
import type { Links } from './links.ts'
import { type Child, html, type Markup } from './markup.ts'

/** The request for a page. */
export interface PageContext {
  links: Links
  language: Language
  /** The address of the page with other parameters, for example its language or day. */
  withParameters(parameters: Readonly<Record<string, string | null>>): string
  /** Text of the search field in the bar. */
  query: string
  /** Names of the assets: `reader.js` -> `assets/reader-0a1b2c3d.js`. */
  assets: Readonly<Record<string, string>>
  /** The days of the corpus's states, oldest first, and the first day of acts, which state their days themselves. */
  days: { states: readonly string[]; actsSince: string | null }
}

export interface Page {
  /** Title of the document, before the name of the program. */
  title: string
  view: 'start' | 'search' | 'laws' | 'law' | 'full' | 'norm' | 'diff' | 'changes' | 'error'
  content: Child
  /** The end of the content, after its streamed parts. */
  end?: string
  /** Headings after the title, such as the full name of the law. */
  subtitles?: readonly string[]
  /** Canonical relative address; absent for pages excluded from search engines. */
  canonical?: string
  /** The law or norm as structured data (schema.org). */
  legislation?: Readonly<Record<string, unknown>>
  /** Its permanent address, if it differs from that of the request. */
  address?: string
}

/** An answer of the operations `normVersions` and `lawVersions`. */
export interface Versions<Version> {
  versions: readonly Version[]
  states: { first: string; last: string }
}

/** The link to the next page of a list, which the script appends. @param href `null` on the last page */
export const moreLink = (href: string | null, words: string): Markup | null =>
  href === null ? null : html`<p><a href="${href}" class="more" rel="next">${words}</a></p>`

/** Form fields that keep the days and the jurisdiction of the page. */
export const keptFields = ({ day, effective, place }: Links): Child =>
  Object.entries({ as_of: day, in_force_on: effective, jurisdiction: place }).map(
    ([name, value]) => value !== null && html`<input type="hidden" name="${name}" value="${value}">`,
  )

/** The jurisdiction of a restricted list, and the link to the whole list; nothing for all. */
export const restriction = ({ links: { place }, withParameters }: PageContext): Markup | null =>
  place === null
    ? null
    : html`<p class="quiet">${t`Only ${jurisdictionName(place)}`} · <a href="${withParameters({ jurisdiction: null, offset: null })}">${t`All jurisdictions`}</a></p>`
