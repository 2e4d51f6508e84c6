/** The list of laws, with a filter. */
import { getLaws } from '../api.ts'
import { debounced } from '../browser.ts'
import { currentEntry, renameEntry, updateEntry } from '../browser-history.ts'
import { announce, element } from '../dom.ts'
import { lawLink, type Route } from '../route.ts'
import { counted, readableDate } from '../words.ts'
import { MoreButton, type View } from './view.ts'

const PAGE = 100
/** Limit of one request when the reader returns to a longer list. */
const MAX_PAGE = 2000

export async function lawsView(route: Route & { view: 'laws' }, signal: AbortSignal): Promise<View> {
  let { filter } = route
  let current = new AbortController()
  const list = element('ul', { class: 'laws', role: 'list' })
  const total = element('p', { class: 'quiet' })
  const more = new MoreButton('More laws', () => add(current.signal))

  const add = async (asked: AbortSignal, count = PAGE) => {
    const offset = list.childElementCount
    const answer = await getLaws(filter, count, offset, asked)
    if (asked.aborted) return
    const rows = answer.laws.map(lawRow)
    list.append(...rows)
    more.element.hidden = answer.next === null
    total.textContent =
      filter === '' ? counted(answer.total, 'law') : `${counted(answer.total, 'law')} with “${filter}”`
    announce(total.textContent)
    if (offset > 0) {
      updateEntry({ shown: list.childElementCount })
      rows[0]?.querySelector('a')?.focus()
    }
  }

  const input = element('input', { type: 'search', id: 'laws-filter', value: filter, spellcheck: 'false' })
  const refilter = debounced(120, () => {
    current.abort()
    current = new AbortController()
    filter = input.value.trim()
    renameEntry({ view: 'laws', filter })
    list.replaceChildren()
    void more.run()
  })
  input.addEventListener('input', refilter)
  signal.addEventListener('abort', () => current.abort())

  await add(signal, Math.min(Math.max(currentEntry().shown, PAGE), MAX_PAGE))
  const heading = element('h1', { tabindex: -1 }, 'Laws')
  const label = element('label', { for: 'laws-filter' }, 'Filter by name or abbreviation')
  const content = element(
    'div',
    { class: 'list-page' },
    heading,
    element('div', { class: 'filter' }, label, input),
    total,
    list,
    more.element,
  )
  return { title: 'Laws', content, heading }
}

function lawRow({
  code,
  abbreviation,
  title,
  language,
  norm_count,
  status_date,
}: Awaited<ReturnType<typeof getLaws>>['laws'][number]) {
  const amended = status_date === null ? '' : ` · ${readableDate(status_date)}`
  return element(
    'li',
    {},
    element(
      'a',
      { href: lawLink(code), lang: language },
      element('span', { class: 'designation' }, abbreviation),
      ' ',
      title,
    ),
    element('span', { class: 'quiet' }, `${counted(norm_count, 'norm')}${amended}`),
  )
}
