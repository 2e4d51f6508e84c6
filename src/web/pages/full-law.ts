/** A law on one page, norm by norm: what is printed. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { printedFootnotes } from '../../layout/footnotes.ts'
import { effectNote } from '../../layout/notes.ts'
import type { Law, Norm, Relationship } from '../../model/corpus.ts'
import { lawHead } from './law-page.ts'
import { element, toHtml } from './markup.ts'
import { normText } from './norm-text.ts'
import type { Page, PageContext } from './page.ts'
import { drawNotes, sourceLine } from './source-line.ts'
import { designationOf, readableDate } from './words.ts'

/** The head of the page, before the norms. @param today ISO date */
export function fullLawPage(law: Law, { links }: PageContext, today: string): Page {
  const content = element(
    'article',
    { class: 'law full' },
    ...lawHead(law, today),
    element(
      'p',
      { class: 'tools' },
      element('a', { href: links.law(law.code) }, t`Contents`),
      element('button', { type: 'button', hidden: true, class: 'print' }, t`Print`),
      element('span', { class: 'quiet' }, counted(law.norm_count, 'norm')),
    ),
    sourceLine(law, links.day),
  )
  const canonical = links.law(law.code, { day: null, view: 'full' })
  return { title: nameOfLaw(law), view: 'full', content, subtitles: [law.title], canonical }
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
  const above = headings.map(({ level, text }) =>
    element(`h${Math.min(level + 2, 6)}`, { class: 'part', lang: 'de' }, text),
  )
  if (norm === null) return toHtml(above)
  const effect = effectNote(norm, today, readableDate)
  const footnotes = printedFootnotes(norm)
  const body = element(
    'section',
    { class: 'norm', id: norm.norm },
    element(
      `h${Math.min(depth + 2, 6)}`,
      { lang: norm.language },
      element(
        'a',
        { href: links.norm(norm.code, norm.norm) },
        element('span', { class: 'designation' }, designationOf(norm)),
        norm.heading && [' ', element('span', { class: 'title' }, norm.heading)],
      ),
    ),
    effect !== '' && element('p', { class: 'badge' }, effect),
    normText(norm, cited, links, `${norm.norm}/`),
    footnotes && element('p', { class: 'footnotes', lang: norm.language }, ...drawNotes(footnotes)),
  )
  return toHtml([...above, body])
}
