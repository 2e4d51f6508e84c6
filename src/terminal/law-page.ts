/** A law: what is known about it, its table of contents, and the source's notes on it. */
import type { Law } from '../corpus/corpus.ts'
import { contentsTree } from './contents-tree.ts'
import { type Field, fieldLines, formatNumber } from './fields.ts'
import { type Screen, styled } from './screen.ts'
import { typedDesignations } from './typed-designations.ts'
import { wrapText } from './wrap.ts'

/** Draws a law. The notes, which can be long, stand last. */
export function lawPage(law: Law, screen: Screen): string {
  const names = law.aliases.filter((alias) => alias !== law.title && alias !== law.abbreviation)
  return [
    ...wrapText(law.title, screen.width).map((line) => styled(screen, 'heading', line)),
    '',
    ...fieldLines(screen, [
      ['Code', law.code],
      ['Abbreviation', law.abbreviation],
      ['Also', names.join(', ')],
      ['Promulgated', law.promulgated_on],
      ['Amended up to', law.status_date ?? 'the source names no date'],
      ...law.status_notes.map(({ type, text }): Field => [type, text]),
      ['Jurisdiction', law.jurisdiction],
      ['Source', law.provenance.html_url],
      ['Fetched', law.provenance.fetch_timestamp],
      ['Norms', counts(law)],
      ['To read one', howToRead(law)],
    ]),
    '',
    ...contentsTree(law, screen),
    ...(law.notes === '' ? [] : ['', styled(screen, 'quiet', 'Notes'), ...wrapText(law.notes, screen.width, '  ')]),
  ].join('\n')
}

function counts({ norms, norm_count }: Law): string {
  const repealed = norms.filter(({ status }) => status === 'repealed').length
  return formatNumber(norm_count) + (repealed === 0 ? '' : `, ${formatNumber(repealed)} of them repealed`)
}

/** The command for the first norm with a number, else for the first one. */
function howToRead({ code, norms }: Law): string | null {
  const typed = typedDesignations(norms)
  const norm = norms.find(({ norm, label }) => typed.has(norm) && /\d/.test(label)) ?? norms[0]
  if (norm === undefined) return null
  return `legal-text norm ${code} ${typed.has(norm.norm) ? `"${norm.label}"` : norm.norm}`
}
