/** A norm: its place in the law, its wording, its links and its source. */

import { citationOf } from '../../citation/citation-text.ts'
import { nameOfNorm } from '../../citation/designation.ts'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted, formatNumber } from '../../i18n/readable.ts'
import { t, translated } from '../../i18n/texts.ts'
import { printedFootnotes } from '../../layout/footnotes.ts'
import { type AsOf, effectNotes } from '../../layout/notes.ts'
import { quotationOf } from '../../layout/quotation.ts'
import { type Stated, stateNotes } from '../../layout/state-notes.ts'
import type { Norm, NormSummary, NormVersion, Relationship, VersionSpan } from '../../model/corpus.ts'
import { definitionsOf } from '../../model/definitions.ts'
import type { InForceSpan } from '../../model/versions.ts'
import type { Links } from './links.ts'
import { attributes, type Child, html, type Markup } from './markup.ts'
import { normText } from './norm-text.ts'
import type { Page, PageContext, Versions } from './page.ts'
import { beginsWithNumber } from './sentences.ts'
import { drawNotes, sourceLine } from './source-line.ts'
import { capitalized, designationOf, partId, readableDate, readableSpan } from './words.ts'

/** Answers of operations for the page of a norm. */
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
  /** Of type `contains`, for a norm without its own text. */
  contains: readonly Relationship[]
  citedBy: Relationships
  /** `undefined` for a corpus of one state. */
  versions: Versions<NormVersion> | undefined
}

/** @param today ISO date */
export function normPage(data: NormPageData, { links }: PageContext, today: string): Page {
  const { norm, cites, contains, versions } = data
  const { cite_as: citation } = norm
  const lawTitle = html`<p class="quiet law-title" lang="${norm.language}">${norm.title}</p>`
  const content = html`
    <div class="reading" data-law="${links.law(norm.code)}" data-norm="${norm.norm}">
      <nav class="beside" aria-label="${t`Contents of ${nameOfLaw(norm)}`}"></nav>
      <article class="norm">
        ${breadcrumbs(norm, links)}
        <header>
          ${normHeading(norm)}
          ${norm.title !== nameOfLaw(norm) && lawTitle}
          ${remarks(norm, citation, links, today)}
          ${wordingLines(norm, versions, links)}
          ${definedTerms(norm, links)}
        </header>
        ${tools(norm, citation)}
        ${normText(norm, cites, links, '', { id: 'wording', tabindex: -1 })}
        ${linkedNorms(t`Contains`, contains, norm.code, links)}
        ${footnotes(norm)}
        ${neighbours(norm, links)}
        ${otherReferences(cites, links)}
        ${citedBy(norm, data.citedBy, links)}
      </article>
      ${sourceLine(norm, links.day)}
    </div>`
  const canonical = links.norm(norm.code, norm.norm, null, null)
  const subtitles = [norm.heading, norm.title]
  return { title: citation, view: 'norm', content, subtitles, canonical, legislation: legislationOf(norm, links) }
}

/** A norm as part of its law, in the vocabulary of schema.org. */
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

const normHeading = (norm: Norm): Markup => html`
  <h1 tabindex="-1" lang="${norm.language}">
    <span class="designation">${designationOf(norm)} <small>${nameOfLaw(norm)}</small></span>
    ${norm.heading && html` <span class="title">${norm.heading}</span>`}
  </h1>`

/** Notes above the text. */
function remarks(norm: NormPageData['norm'], citation: string, links: Links, today: string): Child {
  const { successors, selection, resolution } = norm
  const badge = (note: string) => note !== '' && html`<p class="badge">${note}</p>`
  const isRepealed = norm.status === 'repealed' || selection?.status === 'repealed'
  const each = successors.map(
    ({ code, norm, label }) => html` <a href="${links.norm(code, norm)}" lang="de">${label}</a>`,
  )
  const whole = links.norm(norm.code, norm.norm)
  const chosen = html`${t`Marked:`} <span lang="de">${citation}</span>. <a href="${whole}">${t`Remove the mark`}</a>`
  return [
    isRepealed && badge(t`Repealed`),
    successors.length > 0 && html`<p class="notice">${t`Successors:`}${each}</p>`,
    // Days of effect are warnings only about what does not hold now.
    effectNotes(norm, today, readableDate).map((note) =>
      norm.status === 'in_force' ? html`<p class="quiet">${note}</p>` : badge(note),
    ),
    stateNotes(norm, today, readableDate).map(badge),
    resolution?.by === 'range' && html`<p class="notice">${translated(resolution.message)}</p>`,
    selection !== null && html`<p class="quiet chosen">${chosen}</p>`,
    selection?.context?.map((line) => html`<p class="quiet" lang="de">${line}</p>`),
  ]
}

/** Maximum number of listed terms. */
const MOST_TERMS = 12

/** The terms that a norm defines, each a link to its part; `null` without any. */
function definedTerms(norm: Norm, links: Links): Markup | null {
  const found = definitionsOf(norm)
  if (found.length === 0) return null
  const terms = found.slice(0, MOST_TERMS).map(({ term, part }, index) => {
    const href = links.norm(norm.code, norm.norm, part?.path ?? null)
    return html`${index > 0 && ', '}<a href="${href}" lang="${norm.language}">${term}</a>`
  })
  const more = found.length - terms.length
  return html`<p class="quiet defined">${t`Defines:`} ${terms}${more > 0 && ` ${t`and ${formatNumber(more)} more`}`}</p>`
}

/** Maximum characters of a wording copied with its source. */
const LONGEST_COPIED = 20_000

/** Buttons of the script: to copy and share, and to number the sentences. */
function tools(norm: NormPageData['norm'], citation: string): Markup {
  const { wording, source } = quotationOf(norm)
  // A longer wording would double the size of the page.
  const lines = wording.join('\n').length > LONGEST_COPIED ? source : [...wording, '', ...source]
  const button = (words: string, given: Parameters<typeof attributes>[0]) =>
    html`<button type="button" hidden${attributes(given)}>${words}</button>`
  const copied = { 'data-copy': citation, title: citation, class: 'copy-citation', 'aria-keyshortcuts': 'c' }
  const official = norm.provenance.html_url
  return html`
    <div class="tools" role="group" aria-label="${t`This norm`}">
      ${button(t`Copy citation`, copied)}
      ${button(t`Copy with source`, { 'data-copy': lines.join('\n'), title: source.join('\n') })}
      ${button(t`Copy link`, { 'data-copy': '' })}
      ${button(t`Share`, { class: 'share' })}
      ${norm.subdivisions.some(isUnnumbered) && button(t`Sentence numbers`, { class: 'number-sentences' })}
      ${official !== null && html`<a href="${official}" rel="noreferrer" class="outer">${t`Source`}</a>`}
    </div>`
}

/** True for a second sentence without a number in the text. */
const isUnnumbered = ({ path, text }: Norm['subdivisions'][number]) =>
  path.endsWith('satz:2') && !beginsWithNumber(text, '2')

function footnotes(norm: Norm): Markup | null {
  const ofHeadings = norm.structure.map(({ label, title, footnotes }) => footnotes && `${label || title}: ${footnotes}`)
  const lines = [printedFootnotes(norm), ...ofHeadings].filter(Boolean)
  if (lines.length === 0) return null
  const words = html`<p lang="${norm.language}">${drawNotes(lines.join('\n'))}</p>`
  return html`<section class="footnotes"><h2>${t`Footnotes`}</h2>${words}</section>`
}

/** Previous and next: `j` and `k` follow these links, too. */
function neighbours({ code, previous_norm, next_norm }: NormPageData['norm'], links: Links): Markup {
  const link = (norm: NormSummary | null | undefined, rel: 'prev' | 'next', key: string) => {
    if (!norm) return html`<span></span>`
    const direction = rel === 'prev' ? t`Previous norm` : t`Next norm`
    return html`
      <a href="${links.norm(code, norm.norm)}" rel="${rel}" class="${rel}">
        <span class="direction">${direction} <kbd aria-hidden="true">${key}</kbd></span>
        <span class="designation" lang="de">${designationOf(norm)}</span>
        <span lang="de">${norm.heading}</span>
      </a>`
  }
  const both = [link(previous_norm, 'prev', 'k'), link(next_norm, 'next', 'j')]
  return html`<nav class="turn" aria-label="${t`Previous and next norm`}">${both}</nav>`
}

/** The headings above a norm, each a link to its place in the contents of the law. */
function breadcrumbs(of: Norm, links: Links): Markup {
  const { code, norm, title, structure } = of
  const contents = `${links.law(code)}#${norm}`
  const item = (href: string, words: string, title = words) =>
    html`<li><a href="${href}" lang="de" title="${title}">${words}</a></li>`
  const article = /^(art:[^/]+)\//.exec(norm)?.[1]
  const above = structure.map((heading, depth) => {
    const isNorm = heading.kind === 'article' && article !== undefined
    const words = [heading.label, heading.title].filter(Boolean).join(' ')
    const place = `${links.law(code)}#${encodeURIComponent(partId(structure.slice(0, depth + 1)))}`
    return item(isNorm ? links.norm(code, article) : place, words)
  })
  const items = [item(contents, nameOfLaw(of), title), ...above]
  return html`<nav class="place" aria-label="${t`Place in the law`}"><ol role="list">${items}</ol></nav>`
}

/** An answer of the operation `relationships`. */
interface Relationships {
  relationships: readonly Relationship[]
  total: number
  next: number | null
}

/** A section with norms; `null` without any. @param own code of the law whose norms need no abbreviation */
function linkedNorms(name: string, relationships: readonly Relationship[], own: string, links: Links): Markup | null {
  if (relationships.length === 0) return null
  const list = html`<ul role="list">${rowsOf(relationships, own, links)}</ul>`
  return html`<section class="linked"><h2>${name}</h2>${list}</section>`
}

/** References of the source without a place in the text. */
function otherReferences(cites: readonly Relationship[], links: Links): Markup | null {
  const others = cites.filter(({ start, resolved }) => start === null && resolved)
  return linkedNorms(t`Refers to`, others, '', links)
}

/** Number of citing norms added by each step. */
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
  return html`
    <section class="linked" id="cited-by">
      <h2>${t`Cited by`} <small>${formatNumber(total)}</small></h2>
      <ul role="list">${rowsOf(relationships, code, links)}</ul>
      ${href !== null && html`<p><a href="${href}" class="more">${t`More`}</a></p>`}
    </section>`
}

/** One row per norm, with the words of all its citations. */
function rowsOf(relationships: readonly Relationship[], ownCode: string, links: Links): Child {
  const norms = Map.groupBy(relationships, ({ code, norm }) => `${code}/${norm}`)
  return [...norms.values()].map((group) => {
    const [first] = group
    if (first === undefined) return null
    const { code, norm, label, heading } = first
    const words = [...new Set(group.map(({ citation }) => citation?.trim()).filter(Boolean))]
    const quoted = words.map((each) => `„${each}“`).join(', ')
    const law = code !== ownCode && code !== null && ` ${nameOfLaw({ ...first, code })}`
    return html`
      <li>
        <a href="${links.norm(code ?? '', norm ?? '')}" lang="de">
          <span class="designation">${designationOf({ norm: norm ?? '', label: label ?? '' })}</span>
          ${law}
          ${heading && ` ${heading}`}
        </a>
        ${quoted && html`<span class="quiet" lang="de"> ${quoted}</span>`}
      </li>`
  })
}

/** The lines below the heading of a norm; `null` without versions. */
function wordingLines(
  { code, norm, version, ...effect }: { code: string; norm: string; version?: VersionSpan | undefined } & InForceSpan,
  answer: Versions<NormVersion> | undefined,
  links: Links,
): Markup | null {
  if (version === undefined) return null
  const steps = answer && stepsOf(code, norm, version, answer, links)
  return html`
    <section class="wording" aria-label="${t`Versions`}">
      <p>${sentenceOn(version, effect, answer?.states.first)}</p>
      ${steps}
    </section>`
}

/** @param first day of the first state: its texts may be older */
function sentenceOn(
  { observed_from, observed_to, valid_from, valid_to }: VersionSpan,
  { in_force_from: from, in_force_to: to }: InForceSpan,
  first?: string,
): string {
  if (from) return t`This wording: valid ${readableSpan(from, to ?? valid_to)}, as the source says.`
  if (valid_from === observed_from) {
    return t`This wording: valid ${readableSpan(observed_from, observed_to ?? valid_to)}, as the source says.`
  }
  const published = t`This wording: published unchanged ${readableSpan(observed_from, observed_to, observed_from === first)}.`
  const validity = [
    valid_from && t`from ${readableDate(valid_from)}`,
    valid_to && t`until ${readableDate(valid_to)}`,
  ].filter(Boolean)
  return validity.length === 0 ? published : t`${published} The source says that it applies ${validity.join(' ')}.`
}

/** Maximum number of unfolded wordings with days of effect. */
const MAX_TIMELINE = 8

function stepsOf(
  code: string,
  norm: string,
  { observed_from }: VersionSpan,
  answer: Versions<NormVersion>,
  links: Links,
) {
  const { versions, states } = answer
  const place = versions.findIndex((version) => version.observed_from === observed_from)
  const own = versions[place]
  if (own === undefined) return []
  const [earlier, later] = [versions[place + 1], versions[place - 1]]
  const changed = (words: string, before: NormVersion, after: NormVersion, name: string | null = 'what-changed') => {
    const href = links.difference(code, norm, { from: before.observed_from, to: after.observed_from })
    return html`<a${attributes({ href, class: name })}>${words}</a>`
  }
  const shown: Markup[] = []
  if (earlier !== undefined) {
    shown.push(step('earlier', t`Earlier wording`, versionLink(earlier), earlier))
    if (own.moved_from === null) shown.push(changed(t`What changed`, earlier, own))
  }
  if (own.moved_from !== null) {
    const words = t`Was ${nameOfNorm({ norm: own.moved_from, label: '' })} before`
    const href = links.difference(code, norm, { to: observed_from })
    shown.push(html`<a href="${href}" class="what-changed">${words}</a>`)
  }
  if (later !== undefined) {
    const isToCome = later.observed_from > states.last
    shown.push(step('later', isToCome ? t`Coming wording` : t`Later wording`, versionLink(later), later))
    if (earlier === undefined && own.moved_from === null) shown.push(changed(t`What changed then`, own, later))
  }
  const rows = versions.map((version, index) => {
    const { observed_from: from, observed_to: to } = version
    const isOpen = from > states.last && to === null
    const words = capitalized(isOpen ? t`from ${readableDate(from)}` : readableSpan(from, to, from === states.first))
    const before = versions[index + 1]
    const link = { href: versionLink(version), 'aria-current': version === own ? 'true' : null }
    return html`
      <li>
        <a${attributes(link)}>${words}</a>
        ${from > states.last && html` <span class="to-come">${t`to come`}</span>`}
        ${before !== undefined && html` · ${changed(t`What changed`, before, version, null)}`}
        ${version.status_note && html`<span class="note" lang="de">${version.status_note}</span>`}
      </li>`
  })
  const isGone = place === 0 && own.observed_to !== null && own.observed_to < states.last
  const isByEffect = versions.every(({ valid_from }) => valid_from !== null)
  const summary = html`<summary>${t`All ${counted(versions.length, 'wording')}`}</summary>`
  return [
    isGone && html`<p>${t`Later states do not have this norm.`}</p>`,
    shown.length > 0 && html`<p class="steps">${shown.map((link) => html`${link} `)}</p>`,
    isByEffect && versions.length > 1 && versions.length <= MAX_TIMELINE
      ? html`<ol role="list" class="timeline" reversed>${rows}</ol>`
      : versions.length > 2 && html`<details>${summary}<ol role="list" reversed>${rows}</ol></details>`,
  ]

  /** Links today's wording without a day, and a future one as in force on its first day. */
  function versionLink({ observed_from: day, observed_to: until }: NormVersion): string {
    if (day > states.last) return links.norm(code, norm, null, '', { in_force_on: day })
    return links.norm(code, norm, null, until === null || until >= states.last ? '' : day)
  }
}

function step(name: string, words: string, href: string, { observed_from, observed_to }: NormVersion): Markup {
  return html`<a href="${href}" class="${name}" title="${readableSpan(observed_from, observed_to)}">${words}</a>`
}
