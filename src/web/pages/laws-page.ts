/** The list of laws, with a filter. */

import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { foldName } from '../../citation/laws/law-names.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import type { LawSummary } from '../../model/corpus.ts'
import { element, type Markup } from './markup.ts'
import type { Page, PageContext } from './page.ts'
import { readableDate } from './words.ts'

/** An answer of the operation `laws`, and what was asked. */
export interface LawsPageData {
  query: string
  /** A letter, `#` for others, or empty. */
  initial: string
  laws: readonly LawSummary[]
  total: number
  next: number | null
}

export function lawsPage({ query, initial, laws, total, next }: LawsPageData, { links }: PageContext): Page {
  const count = query === '' ? counted(total, 'law') : t`${counted(total, 'law')} with “${query}”`
  const content = element(
    'div',
    { class: 'list-page' },
    element('h1', { tabindex: -1 }, t`Laws`),
    element(
      'form',
      { class: 'filter', action: links.start(), method: 'get', 'data-live': 'laws' },
      element('input', { type: 'hidden', name: 'view', value: 'laws' }),
      element('label', { for: 'laws-filter' }, t`Filter by name or abbreviation`),
      element('input', { type: 'search', id: 'laws-filter', name: 'query', value: query, spellcheck: 'false' }),
      links.day !== null && element('input', { type: 'hidden', name: 'as_of', value: links.day }),
    ),
    query === '' && letters(initial, links),
    element('p', { class: 'quiet total', role: 'status' }, count),
    element('ul', { class: 'laws', role: 'list', id: 'rows' }, ...laws.map((law) => row(law, links))),
    next !== null &&
      element(
        'p',
        {},
        element('a', { href: links.laws({ query, initial, offset: next }), class: 'more', rel: 'next' }, t`More laws`),
      ),
  )
  return { title: t`Laws`, view: 'laws', content, canonical: links.laws({ query, initial }) }
}

/** The index from A to Z; Ä stands with A. */
function letters(initial: string, links: PageContext['links']): Markup {
  const all = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#']
  const items = all.map((letter) => {
    const isChosen = letter === initial.toUpperCase()
    const href = links.laws(isChosen ? {} : { initial: letter })
    return element('li', {}, element('a', { href, 'aria-current': isChosen ? 'true' : null }, letter))
  })
  return element('nav', { class: 'letters', 'aria-label': t`From A to Z` }, element('ul', { role: 'list' }, ...items))
}

function row(law: LawSummary, links: PageContext['links']): Markup {
  const { code, title, language, norm_count, status_date } = law
  const amended = status_date === null ? '' : ` · ${readableDate(status_date)}`
  const designation = element('span', { class: 'designation' }, nameOfLaw(law))
  return element(
    'li',
    {},
    element('a', { href: links.law(code), lang: language }, designation, ' ', title),
    element('span', { class: 'quiet' }, `${counted(norm_count, 'norm')}${amended}`),
  )
}

/** Number of laws to request. */
export const LAWS_LIMIT = 200

const MAX_SHOWN = 3

/** Exact names come first, then names with that beginning, then short names. */
export function bestLaws(laws: readonly LawSummary[], query: string): LawSummary[] {
  const wanted = foldName(query)
  const rank = (law: LawSummary) => {
    const names = [law.code, law.abbreviation, law.title, nameOfLaw(law)].map(foldName)
    if (names.includes(wanted)) return 0
    return names.some((name) => name.startsWith(wanted)) ? 1 : 2
  }
  const ranked = laws.map((law) => ({ law, rank: rank(law) }))
  const exact = ranked.filter((each) => each.rank === 0)
  const shown = exact.length > 0 ? exact : ranked
  shown.sort((a, b) => a.rank - b.rank || a.law.title.length - b.law.title.length)
  return shown.slice(0, MAX_SHOWN).map(({ law }) => law)
}
