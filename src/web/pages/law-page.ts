/** A law: its metadata and its contents, or its whole wording. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { type AsOf, actLine, effectMark, noteType, publishedIn, spanWords, uncertainMark } from '../../layout/notes.ts'
import { stateNotes } from '../../layout/state-notes.ts'
import { buildToc, isHeading, type TocEntry, type TocHeading } from '../../layout/table-of-contents.ts'
import type { Law, LawHeading, LawVersion, NormSummary } from '../../model/corpus.ts'
import type { Links } from './links.ts'
import { attributes, type Child, html, type Markup, outerLink } from './markup.ts'
import { keptFields, type Page, type PageContext, type Versions } from './page.ts'
import { drawNotes } from './source-line.ts'
import { capitalized, dayOfFile, designationOf, hostOf, partId, readableDate, readableSpan } from './words.ts'

/**
 * @param versions `undefined` for a corpus of one state
 * @param today ISO date
 */
export function lawPage(
  law: Law & AsOf,
  versions: Versions<LawVersion> | undefined,
  { links }: PageContext,
  today: string,
): Page {
  const content = html`
    <article class="law">
      ${lawHead(law, today)}
      <p class="tools"><a href="${links.law(law.code, { view: 'full' })}">${t`Whole law on one page`}</a></p>
      ${searchForm(law, links)}
      ${notes(law)}
      ${versions && versionList(law.code, versions, links)}
      <nav class="law-contents" aria-labelledby="contents-heading">
        <h2 id="contents-heading">${t`Contents`} <small>${counted(law.norm_count, 'norm')}</small></h2>
        ${contentsTools(law.structure.length > 0)}
        ${contentsOf(law, links)}
      </nav>
    </article>`
  const canonical = links.law(law.code, { day: null })
  const { title, abbreviation, language, status_date, promulgated_on } = law
  const legislation = {
    ...{ name: title, alternateName: abbreviation, inLanguage: language, url: canonical },
    ...(status_date !== null && { legislationDateVersion: status_date }),
    ...(promulgated_on !== null && { legislationDate: promulgated_on }),
  }
  return { title: nameOfLaw(law), view: 'law', content, subtitles: [title], canonical, legislation }
}

/** A search within one law, without script. */
const searchForm = ({ code }: Law, links: Links): Markup => html`
  <form class="filter" role="search" action="${links.start()}" method="get">
    <label for="law-query">${t`Search in this law`}</label>
    <input type="search" id="law-query" name="q" required maxlength="1000" spellcheck="false">
    <input type="hidden" name="codes" value="${code}">
    ${keptFields(links)}
    <button type="submit">${t`Search`}</button>
  </form>`

/** Names, notes on its state and facts of a law. @param today ISO date */
export const lawHead = (law: Law & AsOf, today: string): Markup => html`
  <p class="abbreviation" lang="${law.language}">${nameOfLaw(law)}</p>
  <h1 tabindex="-1" lang="${law.language}">${law.title}</h1>
  ${stateNotes(law, today, readableDate).map((note) => html`<p class="badge">${note}</p>`)}
  ${facts(law)}`

function facts(law: Law): Markup {
  const { html_url, source_url, fetch_timestamp, source_version } = law.provenance
  const address: string | null = html_url ?? source_url
  const madeOn = dayOfFile(source_version)
  const names = law.aliases.filter((alias) => alias !== law.title && alias !== nameOfLaw(law))
  const rows: [name: string, value: Child, lang?: string][] = [
    [t`Also`, names.join(', '), law.language],
    [t`Dated`, law.promulgated_on && readableDate(law.promulgated_on)],
    [t`Published`, publishedIn(law.promulgation), law.language],
    [t`In force`, spanWords(law, readableDate)],
    [t`Amended up to`, law.status_date === null ? t`not dated by the source` : readableDate(law.status_date)],
    [t`Documented up to`, law.documented_to === law.status_date ? null : readableDate(law.documented_to ?? '')],
    ...law.status_notes.map(({ type, text }): [string, string, string] => [noteType(type), text, law.language]),
    [t`Text`, actLine(law)],
    [t`Source`, address === null ? t`no known address` : outerLink(address, hostOf(address))],
    [t`Fetched`, fetch_timestamp && readableDate(fetch_timestamp)],
    [t`File of the source`, madeOn && readableDate(madeOn)],
    [t`Version`, madeOn ? null : source_version],
  ]
  const told = rows.filter(([, value]) => value !== null && value !== '')
  const drawn = told.map(([name, value, lang]) => html`<dt>${name}</dt><dd${attributes({ lang })}>${value}</dd>`)
  return html`<dl class="facts">${drawn}</dl>`
}

function notes({ notes, language }: Law): Markup | null {
  if (notes === '') return null
  const words = html`<p lang="${language}">${drawNotes(notes)}</p>`
  return html`<details class="notes"><summary>${t`Notes of the source`}</summary>${words}</details>`
}

/** Controls of the script. */
function contentsTools(hasHeadings: boolean): Markup {
  const button = (name: string, words: string) => html`<button type="button" class="${name}">${words}</button>`
  return html`
    <div class="tools contents-tools" hidden>
      <input type="search" aria-label="${t`Filter the contents`}" placeholder="${t`Filter`}">
      ${hasHeadings && [button('open-all', t`Open all`), button('close-all', t`Close all`)]}
      <p class="quiet found" role="status"></p>
    </div>`
}

function versionList(code: string, { versions, states }: Versions<LawVersion>, links: Links): Markup {
  const rows = versions.map(({ observed_from, observed_to, status_note, ...numbers }) => {
    const isToCome = observed_from > states.last
    const isOfToday = !isToCome && (observed_to === null || observed_to >= states.last)
    const link = isToCome
      ? links.law(code, { day: '', in_force_on: observed_from })
      : links.law(code, { day: isOfToday ? '' : observed_from })
    const words = capitalized(readableSpan(observed_from, observed_to, observed_from === states.first))
    const counts = countsOf(numbers)
    const compared = links.difference(code, null, { to: observed_from })
    return html`
      <li>
        <a href="${link}">${words}</a>
        ${isToCome && html` <span class="to-come">${t`to come`}</span>`}
        ${counts && html` · <a href="${compared}">${counts}</a>`}
        ${status_note && html`<span class="note" lang="de">${status_note}</span>`}
      </li>`
  })
  return html`
    <details class="law-versions">
      <summary>${t`Versions`}</summary>
      <ol role="list" reversed>${rows}</ol>
      <p><a href="${links.changes({ codes: code })}">${t`All changes`}</a></p>
    </details>`
}

/** `2 changed, 1 renumbered`; empty if no norm changed. */
function countsOf(version: Pick<LawVersion, 'added' | 'changed' | 'moved' | 'removed'>): string {
  const { added, changed, moved, removed } = version
  const counts = [
    added > 0 && t`${added} added`,
    changed > 0 && t`${changed} changed`,
    moved > 0 && t`${moved} renumbered`,
    removed > 0 && t`${removed} removed`,
  ]
  return counts.filter(Boolean).join(', ')
}

/** The list of all norms of a law, each with its norm path as its id. */
function contentsOf(law: Pick<Law, 'code' | 'norms' | 'structure' | 'language'>, links: Links): Markup {
  const { entries } = buildToc(law)
  const ids = new Set<string>()
  const draw = (each: readonly TocEntry[], above: readonly LawHeading[], isOnly = false): Markup[] =>
    each.map((entry) => (isHeading(entry) ? heading(entry, above, isOnly) : html`<li>${normLink(entry)}</li>`))
  const heading = (of: TocHeading, above: readonly LawHeading[], isOpen: boolean): Markup => {
    const { norm, range, entries: inner } = of
    const { label, title } = of.heading
    const path = [...above, of.heading]
    const id = partId(path)
    const isFirst = !ids.has(id)
    ids.add(id)
    const shown = html`
      ${label && html`<span class="designation">${label}</span>`}
      ${label && title && ' '}${title}
      ${range && html`<span class="range"> ${range}</span>`}`
    return html`
      <li>
        <details${attributes({ open: isOpen, id: isFirst ? id : null })}>
          <summary lang="${law.language}">${shown}</summary>
          <ul role="list">${norm !== null && html`<li>${ownNorm(norm)}</li>`}${draw(inner, path)}</ul>
        </details>
      </li>`
  }
  const normLink = (entry: NormSummary, ending: string | null = null): Markup => {
    const { norm, label, heading: title, status } = entry
    const marks = [status === 'repealed' ? t`repealed` : '', effectMark(entry, readableDate), uncertainMark(entry)]
    const effect = marks.filter(Boolean).join('; ')
    const designation = label || title === '' ? designationOf({ norm, label }) : ''
    const [name, mark] = status === 'repealed' ? ['entry repealed', 'hidden'] : ['entry', 'effect']
    return html`
      <a href="${links.norm(law.code, norm)}" id="${norm}" lang="${law.language}" class="${name}">
        ${designation && html`<span class="designation">${designation}</span>`}
        ${designation && title && ' '}
        ${title && html`<span>${title}</span>`}
        ${ending}
        ${effect && html`<span class="${mark}">${` (${effect})`}</span>`}
      </a>`
  }
  /** The entry of a heading that is also a norm. */
  const ownNorm = (norm: NormSummary) => normLink({ ...norm, heading: '' }, ` ${t`as a whole`}`)
  return html`<ul class="contents" role="list">${draw(entries, [], entries.length === 1)}</ul>`
}
