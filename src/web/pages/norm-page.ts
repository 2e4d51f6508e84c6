/** A norm: its place in the law, its wording, its links and its source. */

import { citationOf } from '../../citation/citation-text.ts'
import { nameOfNorm } from '../../citation/designation.ts'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted, formatNumber } from '../../i18n/readable.ts'
import { t, translated } from '../../i18n/texts.ts'
import { printedFootnotes } from '../../layout/footnotes.ts'
import { type AsOf, effectNote } from '../../layout/notes.ts'
import { quotationOf } from '../../layout/quotation.ts'
import { type Stated, stateNotes } from '../../layout/state-notes.ts'
import type { Norm, NormSummary, NormVersion, Relationship, VersionSpan } from '../../model/corpus.ts'
import type { Links } from './links.ts'
import { element, type Markup } from './markup.ts'
import { normText } from './norm-text.ts'
import type { Page, PageContext } from './page.ts'
import { beginsWithNumber } from './sentences.ts'
import { drawNotes, sourceLine } from './source-line.ts'
import { capitalized, designationOf, partId, readableDate, readableSpan } from './words.ts'

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
  const text = normText(norm, cites, links)
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
        norm.title !== nameOfLaw(norm) && element('p', { class: 'quiet law-title', lang: norm.language }, norm.title),
        remarks(norm, citation, links, today),
        wordingLines(norm, versions, links),
      ),
      tools(norm, citation),
      { ...text, attributes: { ...text.attributes, id: 'wording', tabindex: -1 } },
      linkedNorms(t`Contains`, contains, norm.code, links),
      footnotes(norm),
      neighbours(norm, links),
      otherReferences(cites, links),
      citedBy(norm, data.citedBy, links),
    ),
    sourceLine(norm, links.day),
  )
  const canonical = links.norm(norm.code, norm.norm, null, null)
  const subtitles = [norm.heading, norm.title]
  return { title: citation, view: 'norm', content, subtitles, canonical, legislation: legislationOf(norm, links) }
}

/** A norm as part of its law, in the words of schema.org. */
function legislationOf(norm: NormPageData['norm'], links: Links): Record<string, unknown> {
  const { code, abbreviation, title, language, status, status_date, provenance } = norm
  return {
    name: [designationOf(norm), norm.heading].filter(Boolean).join(' '),
    legislationIdentifier: citationOf(norm, nameOfLaw(norm), null),
    inLanguage: language,
    url: links.norm(code, norm.norm, null, null),
    legislationLegalForce: `https://schema.org/${status === 'in_force' ? 'InForce' : 'NotInForce'}`,
    ...(status_date !== null && { legislationDateVersion: status_date }),
    ...(provenance.html_url !== null && { isBasedOn: provenance.html_url }),
    isPartOf: { '@type': 'Legislation', name: title, alternateName: abbreviation, url: links.law(code, { day: null }) },
  }
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
    remarks.push(element('p', { class: 'notice' }, translated(norm.resolution.message)))
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
    official !== null && element('a', { href: official, rel: 'noreferrer', class: 'outer' }, t`Source`),
  )
}

/** True for a second sentence that the text does not number. */
const isUnnumbered = ({ path, text }: Norm['subdivisions'][number]) =>
  path.endsWith('satz:2') && !beginsWithNumber(text, '2')

function footnotes(norm: Norm): Markup | null {
  const ofHeadings = norm.structure.map(({ label, title, footnotes }) => footnotes && `${label || title}: ${footnotes}`)
  const lines = [printedFootnotes(norm), ...ofHeadings].filter(Boolean)
  if (lines.length === 0) return null
  const words = element('p', { lang: norm.language }, ...drawNotes(lines.join('\n')))
  return element('section', { class: 'footnotes' }, element('h2', {}, t`Footnotes`), words)
}

/** Previous and next: `j` and `k` follow these links, too. */
function neighbours({ code, previous_norm, next_norm }: NormPageData['norm'], links: Links): Markup {
  const link = (norm: NormSummary | null | undefined, rel: 'prev' | 'next', key: string) => {
    if (!norm) return element('span')
    const direction = rel === 'prev' ? t`Previous norm` : t`Next norm`
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
    { class: 'turn', 'aria-label': t`Previous and next norm` },
    link(previous_norm, 'prev', 'k'),
    link(next_norm, 'next', 'j'),
  )
}

/** The headings above a norm, each a link to its place in the contents of the law. */
function breadcrumbs(of: Norm, links: Links): Markup {
  const { code, norm, title, structure } = of
  const contents = `${links.law(code)}#${norm}`
  const item = (href: string, words: string, title = words) =>
    element('li', {}, element('a', { href, lang: 'de', title }, words))
  const article = /^(art:[^/]+)\//.exec(norm)?.[1]
  const above = structure.map((heading, depth) => {
    const isNorm = heading.kind === 'article' && article !== undefined
    const words = [heading.label, heading.title].filter(Boolean).join(' ')
    const place = `${links.law(code)}#${encodeURIComponent(partId(structure.slice(0, depth + 1)))}`
    return item(isNorm ? links.norm(code, article) : place, words)
  })
  const list = element('ol', { role: 'list' }, item(contents, nameOfLaw(of), title), ...above)
  return element('nav', { class: 'place', 'aria-label': t`Place in the law` }, list)
}

/** An answer of the operation `relationships`. */
interface Relationships {
  relationships: readonly Relationship[]
  total: number
  next: number | null
}

/** A section with norms; `null` if there are none. @param own code of the law whose norms need no abbreviation */
function linkedNorms(name: string, relationships: readonly Relationship[], own: string, links: Links): Markup | null {
  if (relationships.length === 0) return null
  const list = element('ul', { role: 'list' }, ...rowsOf(relationships, own, links))
  return element('section', { class: 'linked' }, element('h2', {}, name), list)
}

/** References of the source without a place in the text. */
function otherReferences(cites: readonly Relationship[], links: Links): Markup | null {
  const others = cites.filter(({ start, resolved }) => start === null && resolved)
  return linkedNorms(t`Refers to`, others, '', links)
}

/** How many more citing norms each step shows. */
const CITING_STEP = 100

/** The norms that cite a norm. */
function citedBy(
  { code, norm }: { code: string; norm: string },
  { relationships, total, next }: Relationships,
  links: Links,
): Markup | null {
  if (relationships.length === 0) return null
  const href =
    next === null ? null : `${links.norm(code, norm, null, undefined, { citing: next + CITING_STEP })}#cited-by`
  return element(
    'section',
    { class: 'linked', id: 'cited-by' },
    element('h2', {}, t`Cited by`, ' ', element('small', {}, formatNumber(total))),
    element('ul', { role: 'list' }, ...rowsOf(relationships, code, links)),
    href !== null && element('p', {}, element('a', { href, class: 'more' }, t`More`)),
  )
}

/** One row per norm, with the words of all its citations. */
function rowsOf(relationships: readonly Relationship[], ownCode: string, links: Links): Markup[] {
  const norms = Map.groupBy(relationships, ({ code, norm }) => `${code}/${norm}`)
  return [...norms.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { code, norm, label, heading } = first
    const words = [...new Set(group.map(({ citation }) => citation?.trim()).filter(Boolean))]
    const quoted = words.map((each) => `„${each}“`).join(', ')
    const link = element(
      'a',
      { href: links.norm(code ?? '', norm ?? ''), lang: 'de' },
      element('span', { class: 'designation' }, designationOf({ norm: norm ?? '', label: label ?? '' })),
      code !== ownCode && code !== null && ` ${nameOfLaw({ ...first, code })}`,
      heading && ` ${heading}`,
    )
    return [element('li', {}, link, quoted && element('span', { class: 'quiet', lang: 'de' }, ` ${quoted}`))]
  })
}

/** An answer of the operation `normVersions`. */
interface NormVersions {
  versions: readonly NormVersion[]
  states: { first: string; last: string }
}

/** The lines below the heading of a norm; `null` if the corpus has no versions. */
function wordingLines(
  { code, norm, version }: { code: string; norm: string; version?: VersionSpan | undefined },
  answer: NormVersions | undefined,
  links: Links,
): Markup | null {
  if (version === undefined) return null
  const line = element('p', {}, sentenceOn(version, answer?.states.first))
  const steps = answer === undefined ? [] : stepsOf(code, norm, version, answer, links)
  return element('section', { class: 'wording', 'aria-label': t`Versions` }, line, steps)
}

/** @param first day of the first state: what that has may be older */
function sentenceOn({ observed_from, observed_to, valid_from, valid_to }: VersionSpan, first?: string): string {
  if (valid_from === observed_from) {
    return t`This wording: valid ${readableSpan(observed_from, observed_to)}, as the source says.`
  }
  const published = t`This wording: published unchanged ${readableSpan(observed_from, observed_to, observed_from === first)}.`
  const validity = [
    valid_from && t`from ${readableDate(valid_from)}`,
    valid_to && t`until ${readableDate(valid_to)}`,
  ].filter(Boolean)
  return validity.length === 0 ? published : t`${published} The source says that it applies ${validity.join(' ')}.`
}

function stepsOf(code: string, norm: string, { observed_from }: VersionSpan, answer: NormVersions, links: Links) {
  const { versions, states } = answer
  const place = versions.findIndex((version) => version.observed_from === observed_from)
  const own = versions[place]
  if (own === undefined) return []
  const [earlier, later] = [versions[place + 1], versions[place - 1]]
  const changed = (words: string, before: NormVersion, after: NormVersion, name: string | null = 'what-changed') => {
    const href = links.difference(code, norm, { from: before.observed_from, to: after.observed_from })
    return element('a', { href, class: name }, words)
  }
  const shown: Markup[] = []
  if (earlier !== undefined) {
    shown.push(step('earlier', t`Earlier wording`, versionLink(earlier), earlier))
    if (own.moved_from === null) shown.push(changed(t`What changed`, earlier, own))
  }
  if (own.moved_from !== null) {
    const words = t`Was ${nameOfNorm({ norm: own.moved_from, label: '' })} before`
    const href = links.difference(code, norm, { to: observed_from })
    shown.push(element('a', { href, class: 'what-changed' }, words))
  }
  if (later !== undefined) {
    shown.push(step('later', t`Later wording`, versionLink(later), later))
    if (earlier === undefined && own.moved_from === null) shown.push(changed(t`What changed then`, own, later))
  }
  const rows = versions.map((version, index) => {
    const words = capitalized(readableSpan(version.observed_from, version.observed_to, isFirst(version)))
    const before = versions[index + 1]
    const current = version === own ? 'true' : null
    return element(
      'li',
      {},
      element('a', { href: versionLink(version), 'aria-current': current }, words),
      before !== undefined && [' · ', changed(t`What changed`, before, version, null)],
      version.status_note && element('span', { class: 'note', lang: 'de' }, version.status_note),
    )
  })
  const isGone = place === 0 && own.observed_to !== null
  return [
    isGone && element('p', {}, t`Later states do not have this norm.`),
    shown.length > 0 && element('p', { class: 'steps' }, ...shown.flatMap((link) => [link, ' '])),
    versions.length > 2 &&
      element(
        'details',
        {},
        element('summary', {}, t`All ${counted(versions.length, 'wording')}`),
        element('ol', { role: 'list', reversed: true }, ...rows),
      ),
  ]

  function isFirst({ observed_from: day }: NormVersion): boolean {
    return day === states.first
  }
  /** The wording of today is shown as such. */
  function versionLink({ observed_from: day, observed_to: until }: NormVersion): string {
    return links.norm(code, norm, null, until === null || until === states.last ? '' : day)
  }
}

function step(name: string, words: string, href: string, { observed_from, observed_to }: NormVersion): Markup {
  return element('a', { href, class: name, title: readableSpan(observed_from, observed_to) }, words)
}
