/** The contents of a law: nested lists that open and close. */
import type { Law, NormSummary } from '../corpus/corpus.ts'
import { effectMark, uncertainMark } from '../layout/notes.ts'
import { buildToc, isHeading, type TocEntry, type TocHeading } from '../layout/table-of-contents.ts'
import { t } from '../texts/texts.ts'
import type { Links } from './links.ts'
import { element, type Markup } from './markup.ts'
import { designationOf, readableDate } from './words.ts'

/** The list of all norms of a law, each with its norm path as its id. */
export function contentsOf(law: Pick<Law, 'code' | 'norms' | 'structure' | 'language'>, links: Links): Markup {
  const { entries } = buildToc(law)
  const draw = (each: readonly TocEntry[], isOnly = false): Markup[] =>
    each.map((entry) => (isHeading(entry) ? heading(entry, isOnly) : element('li', {}, normLink(entry))))
  const heading = ({ heading: { label, title }, norm, range, entries: inner }: TocHeading, isOpen: boolean): Markup =>
    element(
      'li',
      {},
      element(
        'details',
        { open: isOpen },
        element(
          'summary',
          { lang: law.language },
          label && element('span', { class: 'designation' }, label),
          label && title ? ' ' : null,
          title,
          range && element('span', { class: 'range' }, ' ', range),
        ),
        element('ul', { role: 'list' }, norm !== null && element('li', {}, ownNorm(norm)), ...draw(inner)),
      ),
    )
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
  return element('ul', { class: 'contents', role: 'list' }, ...draw(entries, entries.length === 1))
}
