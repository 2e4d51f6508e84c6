/** A law on one page, norm by norm, for printing. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { printedFootnotes } from '../../layout/footnotes.ts'
import { effectNotes } from '../../layout/notes.ts'
import type { Law, Norm, Relationship } from '../../model/corpus.ts'
import { lawHead } from './law-page.ts'
import { html } from './markup.ts'
import { normText } from './norm-text.ts'
import type { Page, PageContext } from './page.ts'
import { drawNotes, sourceLine } from './source-line.ts'
import { designationOf, readableDate } from './words.ts'

/** The head of the page, whose article the norms follow. @param today ISO date */
export function fullLawPage(law: Law, { links }: PageContext, today: string): Page {
  const content = html`
    <article class="law full">
      ${lawHead(law, today)}
      <p class="tools">
        <a href="${links.law(law.code)}">${t`Contents`}</a>
        <button type="button" hidden class="print">${t`Print`}</button>
        <span class="quiet">${counted(law.norm_count, 'norm')}</span>
      </p>
      ${sourceLine(law, links.day)}`
  const canonical = links.law(law.code, { day: null, view: 'full' })
  return { title: nameOfLaw(law), view: 'full', content, end: '</article>', subtitles: [law.title], canonical }
}

/**
 * A norm of the page, with the headings that begin with it.
 * @param headings level 0 is the outermost
 * @param depth number of headings above the norm
 * @param norm `null` after the last one
 * @param cited its relationships of type `cites`
 * @param today ISO date
 */
export function normOfFullLaw(
  headings: readonly { level: number; text: string }[],
  depth: number,
  norm: Norm | null,
  cited: readonly Relationship[],
  { links }: PageContext,
  today: string,
): string {
  const tag = (level: number) => `h${Math.min(level + 2, 6)}`
  const above = headings.map(({ level, text }) => html`<${tag(level)} class="part" lang="de">${text}</${tag(level)}>`)
  if (norm === null) return html`${above}`.html
  const footnotes = printedFootnotes(norm)
  const title = norm.heading && html` <span class="title">${norm.heading}</span>`
  return html`${above}
    <section class="norm" id="${norm.norm}">
      <${tag(depth)} lang="${norm.language}">
        <a href="${links.norm(norm.code, norm.norm)}"><span class="designation">${designationOf(norm)}</span>${title}</a>
      </${tag(depth)}>
      ${effectNotes(norm, today, readableDate).map((note) => html`<p class="badge">${note}</p>`)}
      ${normText(norm, cited, links, `${norm.norm}/`)}
      ${footnotes && html`<p class="footnotes" lang="${norm.language}">${drawNotes(footnotes)}</p>`}
    </section>`.html
}
