/** A law: its facts, its table of contents, and the notes of the source. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import type { NormStatus, PartialOutline, PartOfLaw, StructureElement } from '../../corpus/corpus.ts'
import { addressOf, sourceFacts } from '../../formats/source-facts.ts'
import { today } from '../../iso-date.ts'
import { type AsOf, isNewest, noteType, publishedIn, publishedNote } from '../../layout/notes.ts'
import { stateNotes } from '../../layout/state-notes.ts'
import { rangeOfExtent } from '../../layout/table-of-contents.ts'
import { ownTexts } from '../../resolve/law-part.ts'
import { formatNumber } from '../../texts/readable.ts'
import { t } from '../../texts/texts.ts'
import { type Field, fieldLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { contentsTree, uniqueDesignations } from './contents-tree.ts'
import { shellWord } from './paging.ts'
import { publishedLines } from './published.ts'

/**
 * Draws a law. The notes, which can be long, come last; an outline that leaves norms out does without them.
 * @param day ISO date of today
 */
export function lawPage(law: PartialOutline & AsOf, screen: Screen, day = today()): string {
  const contents = contentsTree(law, screen)
  return [
    ...wrapText(law.title, screen.width).map((line) => styled(screen, 'heading', line)),
    ...publishedLines(publishedNote(law), isNewest(law) ? null : `legal-text history ${law.code}`, screen),
    ...stateNotes(law, day).flatMap((note) => wrapText(styled(screen, 'quiet', note), screen.width)),
    '',
    ...fieldLines(screen, law.part ? partFields(law, law.part) : lawFields(law)),
    ...(contents.length === 0 ? [] : ['', ...contents]),
    ...notesOf(law, screen),
  ].join('\n')
}

function notesOf({ notes, depth, part }: PartialOutline, screen: Screen): string[] {
  if (notes === '' || depth !== undefined || part !== undefined) return []
  return ['', styled(screen, 'quiet', t`Notes`), ...wrapText(notes, screen.width, '  ')]
}

function lawFields(law: PartialOutline): Field[] {
  const names = law.aliases.filter((alias) => alias !== law.title && alias !== nameOfLaw(law))
  const facts = sourceFacts(law, '')
  return [
    [t`Code`, law.code],
    [t`Abbreviation`, nameOfLaw(law)],
    [t`Also`, names.join(', ')],
    [t`Promulgated`, law.promulgated_on],
    [t`Published`, publishedIn(law.promulgation)],
    [t`Amended up to`, law.status_date ?? t`not dated by the source`],
    [t`Documented up to`, law.documented_to === law.status_date ? null : law.documented_to],
    ...law.status_notes.map(({ type, text }): Field => [noteType(type), text]),
    [t`Jurisdiction`, law.jurisdiction],
    [t`Act`, facts.act],
    [t`Source`, addressOf(facts)],
    [t`Fetched`, facts.fetched],
    [t`Version`, facts.version],
    [t`Norms`, law.depth === undefined ? counts(law) : formatNumber(law.norm_count)],
    ...commandFields(law),
  ]
}

function partFields(law: PartialOutline, { place, extent }: PartOfLaw): Field[] {
  const titles = place.map(({ label, title }) => [label, title].filter(Boolean).join(' '))
  const range = rangeOfExtent(extent)
  return [
    [t`Code`, law.code],
    [t`Part`, [titles.join(' › '), range && `(${range})`].filter(Boolean).join(' ')],
    [t`Amended up to`, law.status_date ?? t`not dated by the source`],
    [t`Source`, addressOf(sourceFacts(law, ''))],
    [t`Norms`, t`${formatNumber(extent.norm_count)} of ${formatNumber(law.norm_count)}`],
    ...commandFields(law),
  ]
}

/** Laws with more norms show how to list less. */
const LONG = 100

function commandFields(law: PartialOutline): Field[] {
  const { code, norms, structure, depth, part } = law
  const isLong = norms.length > LONG && depth === undefined && structure.length > 0
  const opened = structure.find((heading) => {
    const { start, end, extent } = heading
    return extent !== undefined && extent.norm_count > end - start + ownTexts(norms, heading)
  })
  const named = (place: readonly StructureElement[]) => place.map(({ label, title }) => label || title).join(' ')
  const command = `legal-text law ${code}`
  return [
    [t`To read one`, opened ? null : exampleCommand(law)],
    [t`To list less`, isLong ? `${command}${part ? ` --part ${shellWord(named(part.place))}` : ''} --depth 1` : null],
    [t`To open a part`, opened ? `${command} --part ${shellWord(named([...(part?.place ?? []), opened]))}` : null],
  ]
}

function counts({ norms, norm_count }: PartialOutline): string {
  const count = (wanted: NormStatus) => norms.filter(({ status }) => status === wanted).length
  const [repealed, later] = [count('repealed'), count('not_yet_in_force')]
  const some = [
    repealed > 0 ? t`${formatNumber(repealed)} of them repealed` : '',
    later === 0
      ? ''
      : repealed > 0
        ? t`${formatNumber(later)} not yet in force`
        : t`${formatNumber(later)} of them not yet in force`,
  ]
  return [formatNumber(norm_count), ...some].filter(Boolean).join(', ')
}

/** The command for the first norm with a number, else for the first one; without norms none. */
function exampleCommand({ code, norms }: PartialOutline): string | null {
  const unique = uniqueDesignations(norms)
  const norm = norms.find(({ norm, label }) => unique.has(norm) && /\d/.test(label)) ?? norms[0]
  if (norm === undefined) return null
  return `legal-text norm ${code} ${unique.has(norm.norm) ? `"${norm.label}"` : norm.norm}`
}
