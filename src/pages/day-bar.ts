/** The strip below the bar: the day as of which the page shows laws, and the field that sets it. */
import { counted } from '../texts/readable.ts'
import { t } from '../texts/texts.ts'
import { type Child, element, type Markup } from './markup.ts'
import type { Page, PageContext } from './page.ts'
import { readableDate } from './words.ts'

export function dayBar(view: Page['view'], context: PageContext): Markup {
  const { links, query } = context
  const { day } = links
  const isSearched = day !== null && view === 'search' && query !== ''
  const banner =
    day !== null &&
    element(
      'p',
      { class: 'banner' },
      ...daySentence(day, context.days),
      ' ',
      element('a', { href: context.withParameters({ as_of: null }), class: 'to-today' }, t`Today’s text`),
      isSearched && element('span', { class: 'hint' }, ` ${searched(context.days.states)}`),
    )
  return element(
    'section',
    { class: day === null ? 'day' : 'day set', id: 'day', 'aria-label': t`Day of the texts`, hidden: day === null },
    banner,
    dayForm(context),
  )
}

/** What the day means among the states. */
export function daySentence(day: string, { states, actsSince }: PageContext['days']): Child[] {
  const published = element('strong', {}, t`As published on ${readableDate(day)}`)
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) {
    return [t`This corpus only has the texts of one day, none as published on ${readableDate(day)}.`]
  }
  if (day < first && actsSince !== null && actsSince <= day) {
    return [
      published,
      t`, before the first state, of ${readableDate(first)}: only acts of the European Union are that old here.`,
    ]
  }
  if (day < first) {
    return [t`There are no texts of ${readableDate(day)}: the first state is of ${readableDate(first)}.`]
  }
  if (day === last) return [published, t`, the newest state: this is today’s text.`]
  if (day > last) {
    return [t`${readableDate(day)} is after the newest state, of ${readableDate(last)}: this is today’s text.`]
  }
  if (states.includes(day)) return [published, t`, not today’s text.`]
  const before = readableDate(states.findLast((each) => each < day) ?? first)
  const after = readableDate(states.find((each) => each > day) ?? last)
  return [published, t`, between the states of ${before} and ${after}. This is not today’s text.`]
}

function searched(states: readonly string[]): string {
  const last = states.at(-1)
  return last === undefined
    ? t`Words are searched in the newest state; what you open is shown as published on the day above.`
    : t`Words are searched in the newest state, of ${readableDate(last)}; what you open is shown as published on the day above.`
}

function dayForm({ links: { day }, days, withParameters }: PageContext): Markup {
  const [path = '', query = ''] = withParameters({ as_of: null }).split('?')
  const kept = [...new URLSearchParams(query)].map(([name, value]) => element('input', { type: 'hidden', name, value }))
  const earliest = [days.states[0], days.actsSince].filter((first) => first).sort()[0]
  return element(
    'form',
    { class: 'day-form', action: path, method: 'get' },
    kept,
    element('label', { for: 'day-field' }, day === null ? t`Show laws as published on` : t`Another day`),
    element('input', { type: 'date', id: 'day-field', name: 'as_of', required: true, value: day, min: earliest }),
    element('button', { type: 'submit' }, t`Show`),
    day === null && element('button', { type: 'button', class: 'close-day' }, t`Close`),
    day === null && element('span', { class: 'quiet' }, hint(days)),
  )
}

function hint({ states, actsSince }: PageContext['days']): string {
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) return t`This corpus only has the texts of one day.`
  const known = t`The corpus has ${counted(states.length, 'state')}, from ${readableDate(first)} to ${readableDate(last)}.`
  return actsSince === null ? known : `${known} ${t`Acts of the European Union go back to ${readableDate(actsSince)}.`}`
}
