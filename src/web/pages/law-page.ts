/** A law: its metadata and its contents, or its whole wording. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { type AsOf, actLine, effectMark, noteType, publishedIn, uncertainMark } from '../../layout/notes.ts'
import { stateNotes } from '../../layout/state-notes.ts'
import { buildToc, isHeading, type TocEntry, type TocHeading } from '../../layout/table-of-contents.ts'
import type { Law, LawHeading, LawVersion, NormSummary } from '../../model/corpus.ts'
import type { Links } from './links.ts'
import { type Child, element, type Markup, outerLink } from './markup.ts'
import type { Page, PageContext } from './page.ts'
import { drawNotes } from './source-line.ts'
import { capitalized, dayOfFile, designationOf, hostOf, partId, readableDate, readableSpan } from './words.ts'

/** An answer of the operation `lawVersions`. */
export interface LawVersions {
  versions: readonly LawVersion[]
  states: { first: string; last: string }
}

/**
 * @param versions `undefined` for a corpus of one state
 * @param today ISO date
 */
export function lawPage(
  law: Law & AsOf,
  versions: LawVersions | undefined,
  { links }: PageContext,
  today: string,
): Page {
  const count = element('small', {}, counted(law.norm_count, 'norm'))
  const content = element(
    'article',
    { class: 'law' },
    ...lawHead(law, today),
    element(
      'p',
      { class: 'tools' },
      element('a', { href: links.law(law.code, { view: 'full' }) }, t`Whole law on one page`),
    ),
    searchForm(law, links),
    notes(law),
    versions === undefined ? null : versionList(law.code, versions, links),
    element(
      'nav',
      { class: 'law-contents', 'aria-labelledby': 'contents-heading' },
      element('h2', { id: 'contents-heading' }, t`Contents`, ' ', count),
      contentsTools(law.structure.length > 0),
      contentsOf(law, links),
    ),
  )
  const canonical = links.law(law.code, { day: null })
  const { title, abbreviation, language, status_date, promulgated_on } = law
  const legislation = {
    ...{ name: title, alternateName: abbreviation, inLanguage: language, url: canonical },
    ...(status_date !== null && { legislationDateVersion: status_date }),
    ...(promulgated_on !== null && { legislationDate: promulgated_on }),
  }
  return { title: nameOfLaw(law), view: 'law', content, subtitles: [title], canonical, legislation }
}

/** A search of the norms of one law, which needs no script. */
function searchForm({ code }: Law, links: Links): Markup {
  return element(
    'form',
    { class: 'filter', role: 'search', action: links.start(), method: 'get' },
    element('label', { for: 'law-query' }, t`Search in this law`),
    element('input', {
      type: 'search',
      id: 'law-query',
      name: 'q',
      required: true,
      maxlength: 1000,
      spellcheck: 'false',
    }),
    element('input', { type: 'hidden', name: 'codes', value: code }),
    links.day !== null && element('input', { type: 'hidden', name: 'as_of', value: links.day }),
    element('button', { type: 'submit' }, t`Search`),
  )
}

/** Names, notes on its state and facts of a law. @param today ISO date */
export function lawHead(law: Law & AsOf, today: string): Markup[] {
  return [
    element('p', { class: 'abbreviation', lang: law.language }, nameOfLaw(law)),
    element('h1', { tabindex: -1, lang: law.language }, law.title),
    ...stateNotes(law, today, readableDate).map((note) => element('p', { class: 'badge' }, note)),
    facts(law),
  ]
}

function facts(law: Law): Markup {
  const { html_url, source_url, fetch_timestamp, source_version } = law.provenance
  const address: string | null = html_url ?? source_url
  const madeOn = dayOfFile(source_version)
  const names = law.aliases.filter((alias) => alias !== law.title && alias !== nameOfLaw(law))
  const rows: [name: string, value: Child, lang?: string][] = [
    [t`Also`, names.join(', '), law.language],
    [t`Dated`, law.promulgated_on && readableDate(law.promulgated_on)],
    [t`Published`, publishedIn(law.promulgation), law.language],
    [t`Amended up to`, law.status_date === null ? t`not dated by the source` : readableDate(law.status_date)],
    [t`Documented up to`, law.documented_to === law.status_date ? null : readableDate(law.documented_to ?? '')],
    ...law.status_notes.map(({ type, text }): [string, string, string] => [noteType(type), text, law.language]),
    [t`Act`, actLine(law)],
    [t`Source`, address === null ? t`no known address` : outerLink(address, hostOf(address))],
    [t`Fetched`, fetch_timestamp && readableDate(fetch_timestamp)],
    [t`File of the source`, madeOn && readableDate(madeOn)],
    [t`Version`, madeOn ? null : source_version],
  ]
  const told = rows.filter(([, value]) => value !== null && value !== '')
  return element(
    'dl',
    { class: 'facts' },
    ...told.flatMap(([name, value, lang]) => [element('dt', {}, name), element('dd', { lang }, value)]),
  )
}

function notes({ notes, language }: Law): Markup | null {
  if (notes === '') return null
  const summary = element('summary', {}, t`Notes of the source`)
  return element('details', { class: 'notes' }, summary, element('p', { lang: language }, ...drawNotes(notes)))
}

/** What the script makes work. */
function contentsTools(hasHeadings: boolean): Markup {
  return element(
    'div',
    { class: 'tools contents-tools', hidden: true },
    element('input', { type: 'search', 'aria-label': t`Filter the contents`, placeholder: t`Filter` }),
    hasHeadings && element('button', { type: 'button', class: 'open-all' }, t`Open all`),
    hasHeadings && element('button', { type: 'button', class: 'close-all' }, t`Close all`),
    element('p', { class: 'quiet found', role: 'status' }),
  )
}

function versionList(code: string, { versions, states }: LawVersions, links: Links): Markup {
  const changes = element('a', { href: links.changes({ codes: code }) }, t`All changes`)
  const rows = versions.map(({ observed_from, observed_to, status_note, ...numbers }) => {
    const words = capitalized(readableSpan(observed_from, observed_to, observed_from === states.first))
    const counts = countsOf(numbers)
    const href = links.law(code, { day: observed_to === null ? '' : observed_from })
    return element(
      'li',
      {},
      element('a', { href }, words),
      counts && [' · ', element('a', { href: links.difference(code, null, { to: observed_from }) }, counts)],
      status_note && element('span', { class: 'note', lang: 'de' }, status_note),
    )
  })
  return element(
    'details',
    { class: 'law-versions' },
    element('summary', {}, t`Versions`),
    element('ol', { role: 'list', reversed: true }, ...rows),
    element('p', {}, changes),
  )
}

/** `2 changed, 1 renumbered`; empty if no norm changed. */
function countsOf({
  added,
  changed,
  moved,
  removed,
}: Pick<LawVersion, 'added' | 'changed' | 'moved' | 'removed'>): string {
  return [
    added > 0 && t`${added} added`,
    changed > 0 && t`${changed} changed`,
    moved > 0 && t`${moved} renumbered`,
    removed > 0 && t`${removed} removed`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The list of all norms of a law, each with its norm path as its id. */
function contentsOf(law: Pick<Law, 'code' | 'norms' | 'structure' | 'language'>, links: Links): Markup {
  const { entries } = buildToc(law)
  const ids = new Set<string>()
  const draw = (each: readonly TocEntry[], above: readonly LawHeading[], isOnly = false): Markup[] =>
    each.map((entry) => (isHeading(entry) ? heading(entry, above, isOnly) : element('li', {}, normLink(entry))))
  const heading = (of: TocHeading, above: readonly LawHeading[], isOpen: boolean): Markup => {
    const { norm, range, entries: inner } = of
    const { label, title } = of.heading
    const path = [...above, of.heading]
    const id = partId(path)
    const isFirst = !ids.has(id)
    ids.add(id)
    return element(
      'li',
      {},
      element(
        'details',
        { open: isOpen, id: isFirst ? id : null },
        element(
          'summary',
          { lang: law.language },
          label && element('span', { class: 'designation' }, label),
          label && title ? ' ' : null,
          title,
          range && element('span', { class: 'range' }, ' ', range),
        ),
        element('ul', { role: 'list' }, norm !== null && element('li', {}, ownNorm(norm)), ...draw(inner, path)),
      ),
    )
  }
  const normLink = (entry: NormSummary, ending: string | null = null): Markup => {
    const { norm, label, heading: title, status } = entry
    const marks = [status === 'repealed' ? t`repealed` : '', effectMark(entry, readableDate), uncertainMark(entry)]
    const effect = marks.filter(Boolean).join('; ')
    const designation = label || title === '' ? designationOf({ norm, label }) : ''
    return element(
      'a',
      {
        href: links.norm(law.code, norm),
        id: norm,
        lang: law.language,
        class: status === 'repealed' ? 'entry repealed' : 'entry',
      },
      designation && element('span', { class: 'designation' }, designation),
      designation && title ? ' ' : null,
      title && element('span', {}, title),
      ending,
      effect && element('span', { class: status === 'repealed' ? 'hidden' : 'effect', lang: null }, ` (${effect})`),
    )
  }
  /** The entry of a norm that is a heading, too. */
  const ownNorm = (norm: NormSummary) => normLink({ ...norm, heading: '' }, ` ${t`as a whole`}`)
  return element('ul', { class: 'contents', role: 'list' }, ...draw(entries, [], entries.length === 1))
}
