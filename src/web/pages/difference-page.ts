/** Two versions side by side: of a norm, or of all changed norms of a law. */

import { nameOfNorm } from '../../citation/designation.ts'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted, formatNumber, wordsOf } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { stateOfVersion } from '../../layout/notes.ts'
import { type SynopsisRow, synopsisRows, withContext } from '../../layout/synopsis.ts'
import type { Change, LawVersion, NormSummary, NormVersion, TextPart, VersionSpan } from '../../model/corpus.ts'
import { changeMark } from './changes-page.ts'
import type { Links } from './links.ts'
import { attributes, type Child, html, type Markup } from './markup.ts'
import { moreLink, type Page, type PageContext } from './page.ts'
import { designationOf, readableDate, readableSpan } from './words.ts'

/** An answer of the operation `normDiff`. */
export interface NormDifferenceAnswer extends NormDifference {
  code: string
  abbreviation: string
  norm: string
}

/** An answer of the operation `lawDiff`. */
export interface LawDifferenceAnswer {
  code: string
  abbreviation: string
  title: string
  from: string
  to: string
  from_version: LawVersion | null
  to_version: LawVersion | null
  norms: readonly (NormDifference & { norm: string; type: Change['type']; label: string; heading: string })[]
}

/** @param versions of the norm, to choose others */
export function normDifferencePage(
  diff: NormDifferenceAnswer,
  versions: readonly NormVersion[],
  { links }: PageContext,
): Page {
  const shown = diff.to ?? diff.from
  const name = `${designationOf({ norm: diff.norm, label: shown?.label ?? '' })} ${nameOfLaw(diff)}`
  const isSame = diff.differs.length === 0 && diff.from !== null
  const content = html`
    <article class="compared">
      <p class="place">
        <a href="${links.law(diff.code)}" lang="de">${nameOfLaw(diff)}</a>${' · '}
        <a href="${links.norm(diff.code, diff.norm)}">${t`The norm`}</a>
      </p>
      <h1 tabindex="-1" lang="de">
        <span class="designation">${name}</span>
        ${shown?.heading && html` <span class="title">${shown.heading}</span>`}
      </h1>
      ${versionChoice(links.norm(diff.code, diff.norm, null, null), versions, {
        from: chosenVersion(diff.norm, diff.from),
        to: chosenVersion(diff.norm, diff.to),
      })}
      ${differenceNotes(diff).map((note) => html`<p class="notice">${note}</p>`)}
      ${isSame && html`<p class="quiet">${t`There is no difference.`}</p>`}
      ${synopsis(diff, { before: sideOf(diff.from), after: sideOf(diff.to) })}
    </article>`
  return { title: t`What changed in ${name}`, view: 'diff', content }
}

function sideOf(side: ComparedNorm | null): string {
  return side === null ? t`Not published` : publishedAs(side.version)
}

function publishedAs(version: VersionSpan): string {
  const span = readableSpan(version.observed_from, version.observed_to)
  return stateOfVersion(version) === 'valid' ? t`As valid ${span}` : t`As published ${span}`
}

/** A side of a comparison: the chosen version, or the name of another. */
type ChosenVersion = { since: string } | { other: string }

/** The fields that choose the two versions. @param action the address of their form */
function versionChoice(
  action: string,
  versions: readonly Pick<VersionSpan, 'observed_from' | 'observed_to'>[],
  { from, to }: Record<'from' | 'to', ChosenVersion>,
): Markup {
  const choice = (name: string, side: ChosenVersion) => {
    const options = versions.map(({ observed_from: value, observed_to }) => {
      const selected = 'since' in side && side.since === value
      return html`<option${attributes({ value, selected })}>${readableSpan(value, observed_to)}</option>`
    })
    if ('other' in side) options.push(html`<option value="" selected>${side.other}</option>`)
    return html`<select id="compare-${name}" name="${name}">${options}</select>`
  }
  return html`
    <form class="versions" action="${action}" method="get">
      <input type="hidden" name="view" value="diff">
      <label for="compare-from">${t`Wording`} </label>
      ${choice('from', from)}
      <label for="compare-to">${t`compared with`} </label>
      ${choice('to', to)}
      <button type="submit">${t`Compare`}</button>
    </form>`
}

/** A side without a version of this norm: it did not exist, or had another number. */
function chosenVersion(norm: string, side: ComparedNorm | null): ChosenVersion {
  if (side?.norm === norm) return { since: side.version.observed_from }
  return { other: side === null ? t`not published` : `${side.label}, ${sideSpan(side)}` }
}

const sideSpan = ({ version }: ComparedNorm) => readableSpan(version.observed_from, version.observed_to)

/** Norms of a law per page. */
const PAGE = 100

/** @param versions of the law, to choose others @param offset of the first norm */
export function lawDifferencePage(
  diff: LawDifferenceAnswer,
  versions: readonly LawVersion[],
  offset: number,
  { links }: PageContext,
): Page {
  const { code, title, from, to, norms } = diff
  const shown = norms.slice(offset, offset + PAGE)
  const next = offset + PAGE < norms.length ? links.difference(code, null, { from, to, offset: offset + PAGE }) : null
  const one = norms.length === 1 ? t`1 norm changed.` : t`${formatNumber(norms.length)} norms changed.`
  const areDated = norms.some((norm) => [norm.from, norm.to].some(isDated))
  const content = html`
    <article class="compared">
      <p class="place"><a href="${links.law(code)}" lang="de">${nameOfLaw(diff)}</a></p>
      <h1 tabindex="-1" lang="de">${title}</h1>
      ${versionChoice(links.law(code, { day: null }), versions, {
        from: chosenOfLaw(diff.from_version),
        to: chosenOfLaw(diff.to_version),
      })}
      <p class="legend">
        <span class="before">${sideOfLaw(diff.from_version, from, areDated)}</span>
        <span class="after">${sideOfLaw(diff.to_version, to, areDated)}</span>
      </p>
      <p class="quiet">${norms.length === 0 ? t`There is no difference.` : one}</p>
      <div class="norms-compared" id="rows">${shown.map((norm) => changedNorm(diff, norm, links))}</div>
      ${moreLink(next, t`More norms`)}
    </article>`
  return { title: t`What changed in ${nameOfLaw(diff)}`, view: 'diff', content }
}

const chosenOfLaw = (version: LawVersion | null): ChosenVersion =>
  version === null ? { other: t`not published` } : { since: version.observed_from }

const sideOfLaw = (version: LawVersion | null, day: string, isDated: boolean) =>
  version === null ? t`Not published on ${readableDate(day)}` : shownOn(day, isDated)

const shownOn = (day: string, isDated: boolean) =>
  isDated ? t`As in force on ${readableDate(day)}` : t`As published on ${readableDate(day)}`

/** True for a wording whose source names its days of effect. */
const isDated = (side: ComparedNorm | null) => side !== null && stateOfVersion(side.version) === 'valid'

/** Lines around a change in the differences of a law. */
const CONTEXT = 1

function changedNorm(
  { code, from, to }: LawDifferenceAnswer,
  norm: LawDifferenceAnswer['norms'][number],
  links: Links,
): Markup {
  const path = norm.to?.norm ?? norm.norm
  const isWhole = norm.from === null || norm.to === null
  const hasWords = norm.differs.some((field) => ['heading', 'text', 'footnotes'].includes(field))
  const areDated = [norm.from, norm.to].some(isDated)
  const columns = { before: shownOn(from, areDated), after: shownOn(to, areDated) }
  return html`
    <section>
      <h2>
        ${changeMark(norm.type)}${' '}
        <a href="${links.difference(code, path, { from, to })}" lang="de">
          <span class="designation">${designationOf({ norm: path, label: norm.label })}</span>
          ${norm.heading && ` ${norm.heading}`}
        </a>
      </h2>
      ${(isWhole ? [] : differenceNotes(norm)).map((note) => html`<p class="quiet">${note}</p>`)}
      ${hasWords && synopsis(norm, { ...columns, isHeadless: true, ...(!isWhole && { context: CONTEXT }) })}
    </section>`
}

/** One of two compared norms. */
interface ComparedNorm extends Pick<NormSummary, 'norm' | 'label' | 'heading' | 'status'> {
  version: VersionSpan
}

interface NormDifference {
  from: ComparedNorm | null
  to: ComparedNorm | null
  differs: readonly ('label' | 'heading' | 'status' | 'text' | 'footnotes')[]
  parts: readonly TextPart[]
  heading_parts: readonly TextPart[]
  footnote_parts: readonly TextPart[]
}

interface Columns {
  /** Headings of the columns. */
  before: string
  after: string
  /** True if only screen readers need the headings. */
  isHeadless?: boolean
  /** Lines to show around a change; absent for all lines. */
  context?: number
}

function synopsis(
  { from, to, differs, parts, heading_parts, footnote_parts }: NormDifference,
  { before, after, isHeadless, context }: Columns,
): Markup {
  const isCompared = from !== null && to !== null
  const part = html`<tr class="part"><th colspan="2" scope="colgroup">${t`Footnotes`}</th></tr>`
  return html`
    <table class="${isHeadless ? 'synopsis headless' : 'synopsis'}">
      <thead><tr><th scope="col">${before}</th><th scope="col">${after}</th></tr></thead>
      <tbody>
        ${isCompared && differs.includes('heading') && rowsOf(heading_parts, 'title', context)}
        ${rowsOf(parts, 'words', context)}
        ${differs.includes('footnotes') && [part, rowsOf(footnote_parts, 'note', context)]}
      </tbody>
    </table>`
}

function rowsOf(parts: readonly TextPart[], name: string, context: number | undefined): Child[] {
  const rows = synopsisRows(parts)
  const shown = context === undefined ? rows : withContext(rows, context)
  return shown.map((row) => ('hidden' in row ? gap(row.hidden) : drawRow(row, name)))
}

const gap = (hidden: number) =>
  html`<tr class="gap"><td colspan="2">${t`… ${counted(hidden, 'line')} unchanged …`}</td></tr>`

const drawRow = ({ before, after, isEqual }: SynopsisRow, name: string) =>
  html`<tr class="${name} ${isEqual ? 'equal' : 'changed'}">${cell(before, 'before')}${cell(after, 'after')}</tr>`

const cell = (line: readonly TextPart[] | null, side: 'before' | 'after'): Markup =>
  line === null ? html`<td class="${side} none"></td>` : html`<td class="${side}" lang="de">${line.map(drawPart)}</td>`

const drawPart = ({ type, text }: TextPart): Child =>
  type === 'equal' ? text : type === 'deleted' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`

/** The differences apart from words, in sentences. */
function differenceNotes({ from, to, differs }: NormDifference): string[] {
  if (from === null && to === null) return []
  if (from === null) return [t`The norm was added.`]
  if (to === null) return [t`The norm was removed.`]
  const isMoved = from.norm !== to.norm
  const notes = [
    isMoved && t`Renumbered: ${nameOf(from.norm)} is now ${nameOf(to.norm)}.`,
    differs.includes('label') && !isMoved && t`Designation: ${from.label || t`none`} → ${to.label || t`none`}.`,
    differs.includes('status') && t`Status: ${wordsOf(from.status)} → ${wordsOf(to.status)}.`,
    differs.length > 0 && !differs.includes('text') && t`The text is the same.`,
  ]
  return notes.filter((note) => note !== false)
}

const nameOf = (norm: string) => nameOfNorm({ norm, label: '' })
