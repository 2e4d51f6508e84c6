/** What changed from state to state: by day and law, newest first. */
import { nameOfNorm } from '../../citation/designation.ts'
import type { Change } from '../../corpus/corpus.ts'
import { type ChangesAnswer, getChanges, RequestError } from '../api.ts'
import { debounced } from '../browser.ts'
import { renameEntry } from '../browser-history.ts'
import { announce, element } from '../dom.ts'
import { diffLink, lawLink, type Route } from '../route.ts'
import { counted, designationOf, readableDate, sentence } from '../words.ts'
import { MoreButton, type View } from './view.ts'

type ChangesRoute = Route & { view: 'changes' }

const PAGE = 200
/** Pause in typing after which the filter applies, in milliseconds. */
const DEBOUNCE = 250

export async function changesView(route: ChangesRoute, signal: AbortSignal): Promise<View> {
  let filter = route
  let current = new AbortController()
  let offset = 0
  let list = new ChangeList()
  const box = element('div', { class: 'changes' })
  const total = element('p', { class: 'quiet' })
  const more = new MoreButton('More changes', () => add(current.signal))

  const add = async (asked: AbortSignal) => {
    const isFirst = offset === 0
    const answer = await getChanges(filter, PAGE, offset, asked)
    if (asked.aborted) return
    const focus = list.add(answer.changes)
    offset += answer.changes.length
    more.element.hidden = answer.next === null
    total.textContent = totalOf(answer, filter)
    announce(total.textContent)
    if (!isFirst) focus?.focus()
  }
  const restart = () => {
    current.abort()
    current = new AbortController()
    offset = 0
    list = new ChangeList()
    box.replaceChildren(list.element)
    more.element.hidden = true
    return add(current.signal).catch((error) => {
      if (error instanceof RequestError) {
        total.textContent = sentence(error.message)
        announce(total.textContent)
      } else if ((error as Error).name !== 'AbortError') throw error
    })
  }
  signal.addEventListener('abort', () => current.abort())

  const refilter = debounced(DEBOUNCE, () => {
    filter = { view: 'changes', ...valuesOf(form) }
    renameEntry(filter)
    feed.href = feedOf(filter)
    void restart()
  })
  const form = filterForm(filter)
  form.addEventListener('input', refilter)
  form.addEventListener('submit', (event) => event.preventDefault())
  const feed = element('a', { href: feedOf(filter), type: 'application/atom+xml' }, 'Feed of these changes')
  await restart()
  const heading = element('h1', { tabindex: -1 }, 'Changes')
  const content = element(
    'div',
    { class: 'list-page' },
    heading,
    element(
      'p',
      { class: 'lead-in' },
      'What was published differently from one state to the next; not when it takes effect.',
    ),
    form,
    total,
    box,
    more.element,
    element('p', { class: 'quiet' }, feed),
  )
  return { title: 'Changes', content, heading, announcement: `Changes. ${total.textContent}` }
}

function filterForm({ since, until, law }: ChangesRoute): HTMLFormElement {
  const field = (name: string, label: string, attributes: Record<string, string>) =>
    element('label', {}, element('span', {}, label), element('input', { name, ...attributes }))
  return element(
    'form',
    { class: 'change-filter', 'aria-label': 'Filter' },
    field('law', 'Law', { type: 'search', value: law, placeholder: 'All laws', spellcheck: 'false' }),
    field('since', 'Since', { type: 'date', value: since }),
    field('until', 'Until', { type: 'date', value: until }),
  )
}

function valuesOf(form: HTMLFormElement): { since: string; until: string; law: string } {
  const values = new FormData(form)
  const value = (name: string) => String(values.get(name) ?? '').trim()
  return { since: value('since'), until: value('until'), law: value('law') }
}

function feedOf({ law }: ChangesRoute): string {
  return law === '' ? 'changes.atom' : `changes.atom?codes=${encodeURIComponent(law)}`
}

function totalOf({ total, states }: ChangesAnswer, { since, until, law }: ChangesRoute): string {
  const of = law === '' ? '' : ` in “${law}”`
  const last = readableDate(until === '' || until >= states.last ? states.last : until)
  // Acts tell of changes before the first state.
  const days = since === '' ? `up to ${last}` : `from ${readableDate(since)} to ${last}`
  return `${counted(total, 'change')}${of} ${days}`
}

/** The changes by day and law. Pages go on with the day and law of the page before. */
class ChangeList {
  readonly element = element('div')
  #day: { on: string; section: HTMLElement } | undefined
  #law: { code: string; list: HTMLElement; isWhole: boolean } | undefined

  /** @returns the first link that is added */
  add(changes: readonly Change[]): HTMLElement | null {
    let first: HTMLElement | null = null
    for (const change of changes) {
      const { isWhole, list } = this.#place(change)
      // The norms of a law that came or went as a whole say no more.
      if (isWhole && change.norm !== null) continue
      const row = changeRow(change)
      list.append(row)
      first ??= row.querySelector('a')
    }
    return first
  }

  #place({ observed_on, code, abbreviation, norm }: Change): { list: HTMLElement; isWhole: boolean } {
    if (this.#day?.on !== observed_on) {
      const heading = element(
        'h2',
        {},
        'First published on ',
        element('time', { datetime: observed_on }, readableDate(observed_on)),
      )
      const section = element('section', {}, heading)
      this.element.append(section)
      this.#day = { on: observed_on, section }
      this.#law = undefined
    }
    if (this.#law?.code !== code) {
      const list = element('ul', { role: 'list' })
      const href = norm === null ? diffLink(code, null, null, observed_on) : lawLink(code)
      const heading = element('h3', {}, element('a', { href, lang: 'de' }, abbreviation))
      this.#day.section.append(heading, list)
      this.#law = { code, list, isWhole: norm === null }
    }
    return this.#law
  }
}

const TYPES: Record<Change['type'], string> = {
  added: 'Added',
  changed: 'Changed',
  moved: 'Renumbered',
  removed: 'Removed',
}

/** The kind of a change, as a mark. */
export const changeMark = (type: Change['type']): HTMLElement =>
  element('span', { class: `change ${type}` }, TYPES[type])

function changeRow({ observed_on, type, code, norm, label, heading, moved_to, norm_count }: Change): HTMLElement {
  if (norm === null) {
    const norms = norm_count === null ? '' : `, ${counted(norm_count, 'norm')}`
    const link = element('a', { href: diffLink(code, null, null, observed_on), lang: 'de' }, heading)
    const whole = element('span', { class: 'quiet' }, ` as a whole${norms}`)
    return element('li', {}, changeMark(type), ' ', element('span', {}, link, whole))
  }
  const path = moved_to ?? norm
  const link = element(
    'a',
    { href: diffLink(code, path, null, observed_on), lang: 'de' },
    element('span', { class: 'designation' }, designationOf({ norm: path, label })),
    heading && ` ${heading}`,
  )
  const before = moved_to !== null && element('span', { class: 'quiet' }, ` was ${nameOfNorm({ norm, label: '' })}`)
  return element('li', {}, changeMark(type), ' ', element('span', {}, link, before))
}
