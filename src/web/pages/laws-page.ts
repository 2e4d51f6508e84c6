/** The list of laws, with a filter. */

import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { foldName } from '../../citation/laws/law-names.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { noLawsNote } from '../../layout/notes.ts'
import type { LawSummary } from '../../model/corpus.ts'
import { byJurisdiction, jurisdictionName } from '../../model/jurisdictions.ts'
import { attributes, html, type Markup } from './markup.ts'
import { keptFields, moreLink, type Page, type PageContext, restriction } from './page.ts'
import { readableDate } from './words.ts'

/** An answer of the operation `laws`, with its inputs. */
export interface LawsPageData {
  query: string
  /** A letter, `#` for others, or empty. */
  initial: string
  /** True if the corpus has several jurisdictions, each with a heading. */
  hasPlaces: boolean
  laws: readonly LawSummary[]
  total: number
  next: number | null
}

export function lawsPage({ query, initial, hasPlaces, laws, total, next }: LawsPageData, context: PageContext): Page {
  const { links, days } = context
  const asked = { query, initial: initial || undefined, jurisdiction: links.place ?? undefined }
  const day = { in_force_on: links.effective ?? undefined, dated_since: days.actsSince ?? undefined }
  const none = total === 0 ? noLawsNote({ ...asked, ...day }, readableDate) : undefined
  const count = none ?? (query === '' ? counted(total, 'law') : t`${counted(total, 'law')} with “${query}”`)
  const more = next === null ? null : links.laws({ query, initial, offset: next })
  const content = html`
    <div class="list-page">
      <h1 tabindex="-1">${t`Laws`}</h1>
      <form class="filter" action="${links.start()}" method="get" data-live="laws">
        <input type="hidden" name="view" value="laws">
        <label for="laws-filter">${t`Filter by name or abbreviation`}</label>
        <input type="search" id="laws-filter" name="query" value="${query}" spellcheck="false">
        ${keptFields(links)}
      </form>
      ${query === '' && letters(initial, links)}
      ${restriction(context)}
      <p class="quiet total" role="status">${count}</p>
      ${hasPlaces ? html`<div id="rows">${places(laws, links)}</div>` : html`<ul class="laws" role="list" id="rows">${laws.map((law) => row(law, links))}</ul>`}
      ${moreLink(more, t`More laws`)}
    </div>`
  return { title: t`Laws`, view: 'laws', content, canonical: links.laws({ query, initial }) }
}

/** The index from A to Z; Ä is under A. */
function letters(initial: string, links: PageContext['links']): Markup {
  const items = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#'].map((letter) => {
    const isChosen = letter === initial.toUpperCase()
    const href = links.laws(isChosen ? {} : { initial: letter })
    return html`<li><a${attributes({ href, 'aria-current': isChosen ? 'true' : null })}>${letter}</a></li>`
  })
  return html`<nav class="letters" aria-label="${t`From A to Z`}"><ul role="list">${items}</ul></nav>`
}

function places(laws: readonly LawSummary[], links: PageContext['links']): Markup[] {
  return byJurisdiction(laws).map(([place, own]) => {
    const rows = own.map((law) => row(law, links))
    const heading = html`<a href="${links.laws({ jurisdiction: place })}">${jurisdictionName(place)}</a>`
    return html`<section><h2>${heading}</h2><ul class="laws" role="list">${rows}</ul></section>`
  })
}

function row(law: LawSummary, links: PageContext['links']): Markup {
  const { code, title, language, norm_count, status_date } = law
  const amended = status_date === null ? '' : ` · ${readableDate(status_date)}`
  const name = html`<span class="designation">${nameOfLaw(law)}</span> ${title}`
  return html`
    <li>
      <a href="${links.law(code)}" lang="${language}">${name}</a>
      <span class="quiet">${`${counted(norm_count, 'norm')}${amended}`}</span>
    </li>`
}

/** Number of laws to request. */
export const LAWS_LIMIT = 200

const MAX_SHOWN = 3

/** Sorts exact names first, then names with that beginning, then short names. */
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
