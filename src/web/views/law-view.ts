/** A law: its metadata and its table of contents. */
import { actLine, effectMark, noteType, publishedIn, uncertainMark } from '../../layout/notes.ts'
import { buildToc } from '../../layout/table-of-contents.ts'
import { getLaw, type Law } from '../api.ts'
import { Contents } from '../contents.ts'
import { button, element, outerLink } from '../dom.ts'
import { normLink, type Route } from '../route.ts'
import { counted, designationOf, hostOf, readableDate } from '../words.ts'
import { lawVersions } from './law-versions.ts'
import type { View } from './view.ts'

export async function lawView({ code, at, level }: Route & { view: 'law' }, signal: AbortSignal): Promise<View> {
  const law = await getLaw(code, signal)
  const contents = new Contents(law.code, buildToc(law))
  const shown = at === null ? undefined : contents.reveal(at, level)
  const heading = element('h1', { tabindex: -1, lang: law.language }, law.title)
  const content = element(
    'article',
    { class: 'law' },
    element('p', { class: 'abbreviation', lang: law.language }, law.abbreviation),
    heading,
    facts(law),
    notes(law),
    lawVersions(law, signal),
    contentsSection(law, contents),
  )
  return {
    title: law.abbreviation,
    content,
    heading,
    scroll() {
      shown?.scrollIntoView({ block: 'center' })
    },
  }
}

function facts(law: Law): HTMLElement {
  const { html_url, source_url, fetch_timestamp, source_version } = law.provenance
  const address: string | null = html_url ?? source_url
  const names = law.aliases.filter((alias) => alias !== law.title && alias !== law.abbreviation)
  const rows: [string, Node | string | null, string?][] = [
    ['Also', names.join(', ') || null, law.language],
    ['Promulgated', law.promulgated_on && readableDate(law.promulgated_on)],
    ['Published', publishedIn(law.promulgation), law.language],
    ['As amended up to', law.status_date === null ? 'not dated by the source' : readableDate(law.status_date)],
    ...law.status_notes.map(({ type, text }): [string, string, string] => [noteType(type), text, law.language]),
    ['Act', actLine(law)],
    ['Source', address === null ? 'no known address' : outerLink(address, hostOf(address))],
    ['Fetched', fetch_timestamp === null ? 'no date recorded' : readableDate(fetch_timestamp)],
    ['Version', source_version],
  ]
  const list = element('dl', { class: 'facts' })
  for (const [name, value, lang] of rows) {
    if (value !== null && value !== '') list.append(element('dt', {}, name), element('dd', { lang }, value))
  }
  return list
}

function notes({ notes, language }: Law): HTMLElement | null {
  if (notes === '') return null
  const summary = element('summary', {}, 'Notes of the source')
  return element('details', { class: 'notes' }, summary, element('p', { lang: language }, notes))
}

function contentsSection(law: Law, contents: Contents): HTMLElement {
  const all = element('div', { class: 'whole' }, contents.list)
  const filter = element('input', { type: 'search', 'aria-label': 'Filter the contents', placeholder: 'Filter' })
  const found = element('div', { role: 'status' })
  filter.addEventListener('input', () => {
    const words = filter.value.trim()
    all.hidden = words !== ''
    found.replaceChildren(...(words === '' ? [] : filteredNorms(law, words)))
  })
  const tools = element(
    'div',
    { class: 'tools' },
    filter,
    law.structure.length > 0 && button({}, () => contents.setAll(true), 'Open all'),
    law.structure.length > 0 && button({}, () => contents.setAll(false), 'Close all'),
  )
  const heading = element(
    'h2',
    { id: 'contents-heading' },
    'Contents ',
    element('small', {}, counted(law.norm_count, 'norm')),
  )
  return element('nav', { class: 'law-contents', 'aria-labelledby': 'contents-heading' }, heading, tools, found, all)
}

const MAX_FILTERED = 200

/** The norms of a law whose designation or heading contains some words. */
function filteredNorms({ code, norms, language }: Law, words: string): HTMLElement[] {
  const wanted = fold(words)
  const found = norms.filter(({ label, heading }) => fold(`${label} ${heading}`).includes(wanted))
  const list = element('ul', { class: 'contents', role: 'list' })
  for (const entry of found.slice(0, MAX_FILTERED)) {
    const { norm, label, heading, status } = entry
    const effect = [effectMark(entry, readableDate), uncertainMark(entry)].filter(Boolean).join('; ')
    const link = element(
      'a',
      { href: normLink(code, norm), lang: language, class: status === 'repealed' ? 'entry repealed' : 'entry' },
      element('span', { class: 'designation' }, designationOf({ norm, label })),
      ' ',
      element('span', {}, heading),
      effect && element('span', { class: 'effect', lang: 'en' }, ` (${effect})`),
    )
    list.append(element('li', {}, link))
  }
  const more = found.length > MAX_FILTERED ? `, the first ${MAX_FILTERED} are shown` : ''
  return [element('p', { class: 'quiet' }, `${counted(found.length, 'norm')}${more}`), list]
}

const fold = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')
