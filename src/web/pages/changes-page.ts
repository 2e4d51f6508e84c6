/** The changes from state to state: by day and law, newest first. */

import { nameOfNorm } from '../../citation/designation.ts'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import type { Change } from '../../model/corpus.ts'
import type { Links } from './links.ts'
import { html, type Markup } from './markup.ts'
import { moreLink, type Page, type PageContext } from './page.ts'
import { capitalized, designationOf, readableDate } from './words.ts'

/** An answer of the operation `changes`, with its inputs. */
export interface ChangesPageData {
  since: string
  until: string
  law: string
  by: 'publication' | 'effect'
  changes: readonly Change[]
  states: { first: string; last: string }
  total: number
  next: number | null
}

export function changesPage(data: ChangesPageData, { links }: PageContext): Page {
  const { since, until, by, law, next } = data
  const query = new URLSearchParams({ ...(law !== '' && { codes: law }), ...(by === 'effect' && { by }) })
  const feed = links.file(`changes.atom${query.size > 0 ? `?${query}` : ''}`)
  const more =
    next === null ? null : links.changes({ since, until, by: by === 'effect' ? by : null, codes: law, offset: next })
  const content = html`
    <div class="list-page">
      <h1 tabindex="-1">${t`Changes`}</h1>
      <p class="lead-in">${by === 'effect' ? t`What takes effect on which day, also to come, by the days of effect that sources name.` : t`What was published differently from one state to the next; not when it takes effect.`}</p>
      ${filterForm(data, links)}
      <p class="quiet total" role="status">${totalOf(data)}</p>
      <div class="changes" id="rows">${byDay(data, links)}</div>
      ${moreLink(more, t`More changes`)}
      <p class="quiet"><a href="${feed}" type="application/atom+xml">${t`Feed of these changes`}</a></p>
    </div>`
  return { title: t`Changes`, view: 'changes', content }
}

function filterForm({ since, until, by, law }: ChangesPageData, links: Links): Markup {
  return html`
    <form class="change-filter" aria-label="${t`Filter`}" action="${links.start()}" method="get" data-live="changes">
      <input type="hidden" name="view" value="changes">
      ${by === 'effect' && html`<input type="hidden" name="by" value="effect">`}
      <label><span>${t`Law`}</span><input name="codes" type="search" value="${law}" placeholder="${t`All laws`}"
        spellcheck="false"></label>
      <label><span>${t`Since`}</span><input name="since" type="date" value="${since}"></label>
      <label><span>${t`Until`}</span><input name="until" type="date" value="${until}"></label>
      <button type="submit">${t`Show`}</button>
    </form>`
}

function totalOf({ total, states, since, until, law }: ChangesPageData): string {
  const last = readableDate(until === '' || until >= states.last ? states.last : until)
  const count = law === '' ? counted(total, 'change') : t`${counted(total, 'change')} in “${law}”`
  // Acts record changes before the first state.
  return since === '' ? t`${count} up to ${last}` : t`${count} from ${readableDate(since)} to ${last}`
}

function byDay({ changes, by }: ChangesPageData, links: Links): Markup[] {
  return [...Map.groupBy(changes, ({ observed_on }) => observed_on)].map(([day, ofDay]) => {
    const laws = [...Map.groupBy(ofDay, ({ code }) => code).values()]
    const heading = html`<h2>${by === 'effect' ? t`With effect from` : t`In the state of`} <time datetime="${day}">${readableDate(day)}</time></h2>`
    return html`<section>${heading}${laws.map((all) => ofLaw(all, links))}</section>`
  })
}

function ofLaw(changes: readonly Change[], links: Links): Markup | null {
  const [first] = changes
  if (first === undefined) return null
  const { code, observed_on } = first
  const isWhole = first.norm === null
  const href = isWhole ? links.difference(code, null, { to: observed_on }) : links.law(code)
  // The norms of a law that was added or removed as a whole add nothing.
  const rows = changes.filter(({ norm }) => !isWhole || norm === null).map((change) => row(change, links))
  return html`<h3><a href="${href}" lang="de">${nameOfLaw(first)}</a></h3><ul role="list">${rows}</ul>`
}

/** The kind of a change, as a mark. */
export function changeMark(type: Change['type']): Markup {
  const words = { added: t`Added`, changed: t`Changed`, moved: t`Renumbered`, removed: capitalized(t`removed`) }
  return html`<span class="change ${type}">${words[type]}</span>`
}

function row({ observed_on, type, code, norm, label, heading, moved_to, norm_count }: Change, links: Links): Markup {
  const path = moved_to ?? norm
  const href = links.difference(code, path, { to: observed_on })
  const whole = norm_count === null ? t`as a whole` : t`as a whole, ${counted(norm_count, 'norm')}`
  const before = norm !== null && moved_to !== null && t`was ${nameOfNorm({ norm, label: '' })}`
  const name =
    path === null
      ? heading
      : html`<span class="designation">${designationOf({ norm: path, label })}</span>${heading && ` ${heading}`}`
  const note = norm === null ? whole : before
  const link = html`<a href="${href}" lang="de">${name}</a>${note && html`<span class="quiet"> ${note}</span>`}`
  return html`<li>${changeMark(type)} <span>${link}</span></li>`
}
