/** A law: its facts, its table of contents, and the notes of the source. */
import type { Law, NormStatus } from '../../corpus/corpus.ts'
import { addressOf, sourceFacts } from '../../formats/source-facts.ts'
import { noteType, publishedIn } from '../../layout/notes.ts'
import { type Field, fieldLines, formatNumber } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { contentsTree, uniqueDesignations } from './contents-tree.ts'

/** Draws a law. The notes, which can be long, come last. */
export function lawPage(law: Law, screen: Screen): string {
  const names = law.aliases.filter((alias) => alias !== law.title && alias !== law.abbreviation)
  const facts = sourceFacts(law.provenance, '')
  return [
    ...wrapText(law.title, screen.width).map((line) => styled(screen, 'heading', line)),
    '',
    ...fieldLines(screen, [
      ['Code', law.code],
      ['Abbreviation', law.abbreviation],
      ['Also', names.join(', ')],
      ['Promulgated', law.promulgated_on],
      ['Published', publishedIn(law.promulgation)],
      ['Amended up to', law.status_date ?? 'not dated by the source'],
      ...law.status_notes.map(({ type, text }): Field => [noteType(type), text]),
      ['Jurisdiction', law.jurisdiction],
      ['Source', addressOf(facts)],
      ['Fetched', facts.fetched],
      ['Version', facts.version],
      ['Norms', counts(law)],
      ['To read one', exampleCommand(law)],
    ]),
    '',
    ...contentsTree(law, screen),
    ...(law.notes === '' ? [] : ['', styled(screen, 'quiet', 'Notes'), ...wrapText(law.notes, screen.width, '  ')]),
  ].join('\n')
}

function counts({ norms, norm_count }: Law): string {
  const count = (wanted: NormStatus) => norms.filter(({ status }) => status === wanted).length
  const [repealed, later] = [count('repealed'), count('not_yet_in_force')]
  const some = [
    repealed > 0 ? `${formatNumber(repealed)} of them repealed` : '',
    later > 0 ? `${formatNumber(later)} ${repealed > 0 ? '' : 'of them '}not yet in force` : '',
  ]
  return [formatNumber(norm_count), ...some].filter(Boolean).join(', ')
}

/** The command for the first norm with a number, else for the first one. */
function exampleCommand({ code, norms }: Law): string | null {
  const unique = uniqueDesignations(norms)
  const norm = norms.find(({ norm, label }) => unique.has(norm) && /\d/.test(label)) ?? norms[0]
  if (norm === undefined) return null
  return `legal-text norm ${code} ${unique.has(norm.norm) ? `"${norm.label}"` : norm.norm}`
}
