/** What changed from state to state: by day and law, newest first. */

import { nameOfNorm } from '../../citation/designation.ts'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import type { Change } from '../../model/corpus.ts'
import type { Links } from './links.ts'
import { element, type Markup } from './markup.ts'
import type { Page, PageContext } from './page.ts'
import { capitalized, designationOf, readableDate } from './words.ts'

/** An answer of the operation `changes`, and what was asked. */
export interface ChangesPageData {
  since: string
  until: string
  law: string
  changes: readonly Change[]
  states: { first: string; last: string }
  total: number
  next: number | null
}

export function changesPage(data: ChangesPageData, { links }: PageContext): Page {
  const { since, until, law, changes, next } = data
  const feed = links.file(law === '' ? 'changes.atom' : `changes.atom?codes=${encodeURIComponent(law)}`)
  const more = next === null ? null : links.changes({ since, until, codes: law, offset: next })
  const content = element(
    'div',
    { class: 'list-page' },
    element('h1', { tabindex: -1 }, t`Changes`),
    element(
      'p',
      { class: 'lead-in' },
      t`What was published differently from one state to the next; not when it takes effect.`,
    ),
    filterForm(data, links),
    element('p', { class: 'quiet total', role: 'status' }, totalOf(data)),
    element('div', { class: 'changes', id: 'rows' }, ...byDay(changes, links)),
    more !== null && element('p', {}, element('a', { href: more, class: 'more', rel: 'next' }, t`More changes`)),
    element(
      'p',
      { class: 'quiet' },
      element('a', { href: feed, type: 'application/atom+xml' }, t`Feed of these changes`),
    ),
  )
  return { title: t`Changes`, view: 'changes', content }
}

function filterForm({ since, until, law }: ChangesPageData, links: Links): Markup {
  const field = (name: string, label: string, attributes: Record<string, string>) =>
    element('label', {}, element('span', {}, label), element('input', { name, ...attributes }))
  return element(
    'form',
    { class: 'change-filter', 'aria-label': t`Filter`, action: links.start(), method: 'get', 'data-live': 'changes' },
    element('input', { type: 'hidden', name: 'view', value: 'changes' }),
    field('codes', t`Law`, { type: 'search', value: law, placeholder: t`All laws`, spellcheck: 'false' }),
    field('since', t`Since`, { type: 'date', value: since }),
    field('until', t`Until`, { type: 'date', value: until }),
    element('button', { type: 'submit' }, t`Show`),
  )
}

function totalOf({ total, states, since, until, law }: ChangesPageData): string {
  const last = readableDate(until === '' || until >= states.last ? states.last : until)
  const count = law === '' ? counted(total, 'change') : t`${counted(total, 'change')} in “${law}”`
  // Acts tell of changes before the first state.
  return since === '' ? t`${count} up to ${last}` : t`${count} from ${readableDate(since)} to ${last}`
}

function byDay(changes: readonly Change[], links: Links): Markup[] {
  return [...Map.groupBy(changes, ({ observed_on }) => observed_on)].map(([day, ofDay]) => {
    const time = element('time', { datetime: day }, readableDate(day))
    const laws = [...Map.groupBy(ofDay, ({ code }) => code).values()]
    return element(
      'section',
      {},
      element('h2', {}, t`In the state of`, ' ', time),
      ...laws.flatMap((all) => ofLaw(all, links)),
    )
  })
}

function ofLaw(changes: readonly Change[], links: Links): Markup[] {
  const [first] = changes
  if (first === undefined) return []
  const { code, observed_on } = first
  const isWhole = first.norm === null
  const href = isWhole ? links.difference(code, null, { to: observed_on }) : links.law(code)
  // The norms of a law that came or went as a whole say no more.
  const rows = changes.filter(({ norm }) => !isWhole || norm === null).map((change) => row(change, links))
  return [
    element('h3', {}, element('a', { href, lang: 'de' }, nameOfLaw(first))),
    element('ul', { role: 'list' }, ...rows),
  ]
}

/** The kind of a change, as a mark. */
export function changeMark(type: Change['type']): Markup {
  const words = { added: t`Added`, changed: t`Changed`, moved: t`Renumbered`, removed: capitalized(t`removed`) }
  return element('span', { class: `change ${type}` }, words[type])
}

function row({ observed_on, type, code, norm, label, heading, moved_to, norm_count }: Change, links: Links): Markup {
  const href = (path: string | null) => links.difference(code, path, { to: observed_on })
  if (norm === null) {
    const link = element('a', { href: href(null), lang: 'de' }, heading)
    const whole = norm_count === null ? t`as a whole` : t`as a whole, ${counted(norm_count, 'norm')}`
    return element(
      'li',
      {},
      changeMark(type),
      ' ',
      element('span', {}, link, element('span', { class: 'quiet' }, ` ${whole}`)),
    )
  }
  const path = moved_to ?? norm
  const link = element(
    'a',
    { href: href(path), lang: 'de' },
    element('span', { class: 'designation' }, designationOf({ norm: path, label })),
    heading && ` ${heading}`,
  )
  const before =
    moved_to !== null && element('span', { class: 'quiet' }, ` ${t`was ${nameOfNorm({ norm, label: '' })}`}`)
  return element('li', {}, changeMark(type), ' ', element('span', {}, link, before))
}
