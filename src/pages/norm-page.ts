/** A norm: its place in the law, its wording, its links and its source. */

import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { Norm, NormSummary, Relationship } from '../corpus/corpus.ts'
import { printedFootnotes } from '../layout/footnotes.ts'
import { type AsOf, effectNote } from '../layout/notes.ts'
import { quotationOf } from '../layout/quotation.ts'
import { type Stated, stateNotes } from '../layout/state-notes.ts'
import { translatedMessage } from '../texts/messages.ts'
import { t } from '../texts/texts.ts'
import { citedBy, linkedNorms, otherReferences, type Relationships } from './linked-norms.ts'
import type { Links } from './links.ts'
import { element, type Markup } from './markup.ts'
import { normText } from './norm-text.ts'
import type { Page, PageContext } from './page.ts'
import { beginsWithNumber } from './sentences.ts'
import { sourceLine } from './source-line.ts'
import { type NormVersions, wordingLines } from './wording.ts'
import { designationOf, readableDate } from './words.ts'

/** What the page of a norm shows: answers of operations. */
export interface NormPageData {
  norm: Norm &
    AsOf &
    Pick<Stated, 'corpus_date'> & {
      cite_as: string
      successors: readonly { code: string; norm: string; label: string }[]
      resolution: { by: string; message: string } | null
      previous_norm?: NormSummary | null
      next_norm?: NormSummary | null
    }
  /** Of type `cites`. */
  cites: readonly Relationship[]
  /** Of type `contains`, of a norm without a text of its own. */
  contains: readonly Relationship[]
  citedBy: Relationships
  /** `undefined` for a corpus of one state. */
  versions: NormVersions | undefined
}

/** @param today ISO date */
export function normPage(data: NormPageData, { links }: PageContext, today: string): Page {
  const { norm, cites, contains, versions } = data
  const { cite_as: citation } = norm
  const content = element(
    'div',
    { class: 'reading', 'data-law': links.law(norm.code), 'data-norm': norm.norm },
    element('nav', { class: 'beside', 'aria-label': t`Contents of ${nameOfLaw(norm)}` }),
    element(
      'article',
      { class: 'norm' },
      breadcrumbs(norm, links),
      element(
        'header',
        {},
        normHeading(norm),
        remarks(norm, citation, links, today),
        wordingLines(norm, versions, links),
      ),
      tools(norm, citation),
      normText(norm, cites, links),
      linkedNorms(t`Contains`, contains, norm.code, links),
      footnotes(norm),
      neighbours(norm, links),
      otherReferences(cites, links),
      citedBy(norm, data.citedBy, links),
    ),
    sourceLine(norm, links.day),
  )
  return { title: citation, view: 'norm', content }
}

function normHeading(norm: Norm): Markup {
  const law = element('small', {}, nameOfLaw(norm))
  return element(
    'h1',
    { tabindex: -1, lang: norm.language },
    element('span', { class: 'designation' }, designationOf(norm), ' ', law),
    norm.heading && [' ', element('span', { class: 'title' }, norm.heading)],
  )
}

/** Notes above the text. */
function remarks(norm: NormPageData['norm'], citation: string, links: Links, today: string): Markup[] {
  const remarks: Markup[] = []
  if (norm.status === 'repealed' || norm.selection?.status === 'repealed')
    remarks.push(element('p', { class: 'badge' }, t`Repealed`))
  if (norm.successors.length > 0) {
    const each = norm.successors.map(({ code, norm, label }) =>
      element('a', { href: links.norm(code, norm), lang: 'de' }, label),
    )
    remarks.push(element('p', { class: 'notice' }, t`Successors:`, ...each.flatMap((link) => [' ', link])))
  }
  const notes = [effectNote(norm, today, readableDate), ...stateNotes(norm, today, readableDate)].filter(Boolean)
  remarks.push(...notes.map((note) => element('p', { class: 'badge' }, note)))
  if (norm.resolution?.by === 'range') {
    remarks.push(element('p', { class: 'notice' }, translatedMessage(norm.resolution.message)))
  }
  if (norm.selection !== null) {
    const whole = element('a', { href: links.norm(norm.code, norm.norm) }, t`Remove the mark`)
    const marked = element('span', { lang: 'de' }, citation)
    remarks.push(element('p', { class: 'quiet chosen' }, t`Marked:`, ' ', marked, '. ', whole))
    for (const line of norm.selection.context ?? []) remarks.push(element('p', { class: 'quiet', lang: 'de' }, line))
  }
  return remarks
}

/** Most characters of a wording that is copied with its source. */
const LONGEST_COPIED = 20_000

/** Buttons of the script: to copy and share, and to number the sentences. */
function tools(norm: NormPageData['norm'], citation: string): Markup {
  const { wording, source } = quotationOf(norm)
  // A longer wording would double the page.
  const lines = wording.join('\n').length > LONGEST_COPIED ? source : [...wording, '', ...source]
  const copy = (words: string, text: string, attributes = {}) =>
    element('button', { type: 'button', hidden: true, 'data-copy': text, title: text || null, ...attributes }, words)
  const official = norm.provenance.html_url
  return element(
    'div',
    { class: 'tools', role: 'group', 'aria-label': t`This norm` },
    copy(t`Copy citation`, citation, { class: 'copy-citation', 'aria-keyshortcuts': 'c' }),
    copy(t`Copy with source`, lines.join('\n'), { title: source.join('\n') }),
    copy(t`Copy link`, ''),
    element('button', { type: 'button', hidden: true, class: 'share' }, t`Share`),
    norm.subdivisions.some(isUnnumbered) &&
      element('button', { type: 'button', hidden: true, class: 'number-sentences' }, t`Sentence numbers`),
    official !== null && element('a', { href: official, rel: 'noreferrer', class: 'outer' }, t`Official page`),
  )
}

/** True for a second sentence that the text does not number. */
const isUnnumbered = ({ path, text }: Norm['subdivisions'][number]) =>
  path.endsWith('satz:2') && !beginsWithNumber(text, '2')

function footnotes(norm: Norm): Markup | null {
  const ofHeadings = norm.structure.map(({ label, title, footnotes }) => footnotes && `${label || title}: ${footnotes}`)
  const lines = [printedFootnotes(norm), ...ofHeadings].filter(Boolean)
  if (lines.length === 0) return null
  const words = element('p', { lang: norm.language }, lines.join('\n'))
  return element('section', { class: 'footnotes' }, element('h2', {}, t`Footnotes`), words)
}

/** Previous and next: `j` and `k` follow these links, too. */
function neighbours({ code, previous_norm, next_norm }: NormPageData['norm'], links: Links): Markup {
  const link = (norm: NormSummary | null | undefined, rel: 'prev' | 'next', key: string) => {
    if (!norm) return element('span')
    const direction = rel === 'prev' ? t`Previous` : t`Next`
    return element(
      'a',
      { href: links.norm(code, norm.norm), rel, class: rel },
      element('span', { class: 'direction' }, direction, ' ', element('kbd', { 'aria-hidden': 'true' }, key)),
      element('span', { class: 'designation', lang: 'de' }, designationOf(norm)),
      element('span', { lang: 'de' }, norm.heading),
    )
  }
  return element(
    'nav',
    { class: 'turn', 'aria-label': t`Neighbours` },
    link(previous_norm, 'prev', 'k'),
    link(next_norm, 'next', 'j'),
  )
}

/** The headings above a norm, each a link to the contents of the law, where the norm is shown. */
function breadcrumbs(of: Norm, links: Links): Markup {
  const { code, norm, title, structure } = of
  const contents = `${links.law(code)}#${norm}`
  const item = (href: string, words: string, title?: string) =>
    element('li', {}, element('a', { href, lang: 'de', title }, words))
  const article = /^(art:[^/]+)\//.exec(norm)?.[1]
  const above = structure.map((heading) => {
    const isNorm = heading.kind === 'article' && article !== undefined
    const words = [heading.label, heading.title].filter(Boolean).join(' ')
    return item(isNorm ? links.norm(code, article) : contents, words)
  })
  const list = element('ol', { role: 'list' }, item(contents, nameOfLaw(of), title), ...above)
  return element('nav', { class: 'place', 'aria-label': t`Place in the law` }, list)
}
