/** A norm: its place in the law, its wording, its links and its source. */

import { citationOf } from '../../citation/citation-text.ts'
import { printedFootnotes } from '../../layout/footnotes.ts'
import { actLine, effectNote, isoDay } from '../../layout/notes.ts'
import { getLaw, getNorm, getRelationships, type Law, type NormAnswer } from '../api.ts'
import { contentsOf } from '../contents.ts'
import { currentDay } from '../day.ts'
import { element, outerLink } from '../dom.ts'
import { formatRoute, normLink, type Route } from '../route.ts'
import { normText } from '../text/norm-text.ts'
import { designationOf, hostOf, readableDate } from '../words.ts'
import { citedBy, contained, otherReferences } from './linked-norms.ts'
import { normTools } from './norm-tools.ts'
import type { View } from './view.ts'
import { wordingOf } from './wording.ts'

/** Limit of the references that are drawn into the text. */
const MAX_REFERENCES = 1000

export async function normView(route: Route & { view: 'norm' }, signal: AbortSignal): Promise<View> {
  const [norm, law, cited] = await Promise.all([
    getNorm(route.code, route.norm, signal),
    getLaw(route.code, signal),
    getRelationships(route, 'cites', { limit: MAX_REFERENCES, offset: 0 }, signal),
  ])
  const citation = citationOf(norm, law.abbreviation, norm.selection?.path ?? null)
  const heading = normHeading(norm, law)
  const text = normText(norm, cited.relationships)
  const contents = contentsOf(law)
  const beside = element('nav', { class: 'beside', 'aria-label': `Contents of ${law.abbreviation}` }, contents.list)
  const article = element(
    'article',
    { class: 'norm' },
    breadcrumbs(norm, law),
    element('header', {}, heading, ...remarks(norm, citation), wordingOf(norm, signal)),
    normTools(norm, law, citation),
    text,
    await contained(norm, signal),
    footnotes(norm),
    neighbours(norm, law),
    otherReferences(cited.relationships),
    citedBy(norm, signal),
  )
  const scroll = () => {
    const selected = text.querySelector('.selected')
    if (selected !== null) selected.scrollIntoView({ block: 'center' })
  }
  return {
    title: citation,
    content: element('div', { class: 'reading' }, beside, article, sourceLine(norm, law)),
    heading,
    scroll,
    attached() {
      const current = contents.mark(norm.norm)
      if (current !== undefined) beside.scrollTop = current.offsetTop - beside.clientHeight / 3
    },
  }
}

function normHeading(norm: NormAnswer, { abbreviation }: Law): HTMLElement {
  const designation = element(
    'span',
    { class: 'designation' },
    designationOf(norm),
    ' ',
    element('small', {}, abbreviation),
  )
  const title = norm.heading && element('span', { class: 'title' }, norm.heading)
  return element('h1', { tabindex: -1, lang: norm.language }, designation, title ? ' ' : null, title)
}

/** Notes above the text. */
function remarks(norm: NormAnswer, citation: string): HTMLElement[] {
  const remarks: HTMLElement[] = []
  if (norm.status === 'repealed') remarks.push(element('p', { class: 'badge' }, 'Repealed'))
  const effect = effectNote(norm, isoDay(new Date()), readableDate)
  if (effect !== '') remarks.push(element('p', { class: 'badge' }, effect))
  if (norm.resolution?.by === 'range') remarks.push(element('p', { class: 'notice' }, norm.resolution.message))
  if (norm.selection !== null) {
    const whole = element('a', { href: normLink(norm.code, norm.norm) }, 'Remove the mark')
    const marked = element('span', { lang: 'de' }, citation)
    remarks.push(element('p', { class: 'quiet chosen' }, 'Marked: ', marked, '. ', whole))
  }
  return remarks
}

function footnotes(norm: NormAnswer): HTMLElement | null {
  const { structure } = norm
  const ofHeadings = structure.map(({ label, title, footnotes }) => footnotes && `${label || title}: ${footnotes}`)
  const lines = [printedFootnotes(norm), ...ofHeadings].filter(Boolean)
  if (lines.length === 0) return null
  const words = element('p', { lang: norm.language }, lines.join('\n'))
  return element('section', { class: 'footnotes' }, element('h2', {}, 'Footnotes'), words)
}

/** Previous and next: `j` and `k` follow these links, too. */
function neighbours({ code, previous, next }: NormAnswer, { norms }: Law): HTMLElement {
  const link = (path: string | null, rel: 'prev' | 'next', key: string) => {
    if (path === null) return element('span')
    const norm = norms.find((each) => each.norm === path)
    const words = [
      element(
        'span',
        { class: 'direction' },
        rel === 'prev' ? 'Previous ' : 'Next ',
        element('kbd', { 'aria-hidden': 'true' }, key),
      ),
      element('span', { class: 'designation', lang: 'de' }, norm === undefined ? path : designationOf(norm)),
      element('span', { lang: 'de' }, norm?.heading ?? ''),
    ]
    return element('a', { href: formatRoute({ view: 'norm', code, norm: path }), rel, class: rel }, ...words)
  }
  return element(
    'nav',
    { class: 'turn', 'aria-label': 'Neighbours' },
    link(previous, 'prev', 'k'),
    link(next, 'next', 'j'),
  )
}

/** The headings above a norm. */
function breadcrumbs(norm: NormAnswer, { abbreviation, title, norms }: Law): HTMLElement {
  const { code, norm: at, structure } = norm
  const list = element('ol', { role: 'list' })
  const add = (href: string, words: string, title?: string) =>
    list.append(element('li', {}, element('a', { href, lang: 'de', title }, words)))
  add(formatRoute({ view: 'law', code, at, level: null }), abbreviation, title)
  for (const [level, heading] of structure.entries()) {
    const own = norms.find(
      (each) => each.label === heading.label && each.heading === heading.title && each.label !== '',
    )
    const isNorm = heading.kind === 'article' && own !== undefined
    const href = isNorm ? normLink(code, own.norm) : formatRoute({ view: 'law', code, at, level })
    add(href, [heading.label, heading.title].filter(Boolean).join(' '))
  }
  return element('nav', { class: 'place', 'aria-label': 'Place in the law' }, list)
}

/** The source of a norm and its date, always visible. */
function sourceLine(norm: NormAnswer, { status_date, abbreviation }: Law): HTMLElement {
  const { html_url, source_url, fetch_timestamp, source_version } = norm.provenance
  const act = actLine(norm)
  const address: string | null = html_url ?? source_url
  const state =
    status_date === null ? 'The source gives no date of amendment' : `As amended up to ${readableDate(status_date)}`
  const fetched =
    fetch_timestamp === null ? 'fetched on a date not recorded' : `fetched ${readableDate(fetch_timestamp)}`
  const version = source_version === null ? '' : ` (version ${source_version})`
  const day = currentDay()
  return element(
    'footer',
    { class: 'source', 'aria-label': 'Source' },
    element(
      'span',
      { class: 'state' },
      element('span', { lang: 'de' }, abbreviation),
      ': ',
      state.replace(/^[A-Z]/, (a) => a.toLowerCase()),
    ),
    element(
      'span',
      { class: 'origin' },
      'Source: ',
      outerLink(address, address === null ? 'no known address' : hostOf(address)),
      `, ${fetched}`,
      version,
    ),
    act !== null && element('span', { class: 'act' }, act),
    day !== null && element('span', { class: 'as-of' }, `As published on ${readableDate(day)}`),
    element('span', { class: 'address', 'aria-hidden': 'true' }, address),
  )
}
