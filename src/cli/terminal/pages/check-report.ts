/** The result of checking a text: one line per citation, which editors and terminals can follow, and a summary. */

import { counted, formatNumber, wordsOf } from '../../../i18n/readable.ts'
import { t, translated } from '../../../i18n/texts.ts'
import { type AsOf, publishedNote } from '../../../layout/notes.ts'
import type { Place } from '../../../read-text/files/document.ts'
import {
  findingText,
  placeText,
  type ReportedFinding,
  type ReportedQuotation,
  verdictOf,
} from '../../../render/check-verdict.ts'
import type { CheckSummary, Finding } from '../../../resolve/check-text.ts'
import type { CitationClass } from '../../../resolve/citation.ts'
import { type Screen, type Style, styled } from '../screen.ts'
import { displayWidth } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { normTextLines } from './norm-text.ts'

const INDENT = '  '
const STYLES: Readonly<Record<CitationClass, Style>> = {
  right: 'good',
  wrong: 'bad',
  uncertain: 'unsure',
  outside: 'quiet',
}

/**
 * `file:line:column: wrong (not found): citation — details`, in the form of compiler errors. A location longer than half of the
 * screen gets its own line, unbroken.
 * @param place of a finding in a document without lines
 * @param isKnown true if it is in the baseline
 * @param news of the cited part since the baseline
 */
export function findingLines(
  file: string,
  finding: Finding,
  screen: Screen,
  { place, isKnown = false, news }: Partial<Pick<ReportedFinding, 'place' | 'isKnown' | 'news'>> = {},
): string[] {
  const location = `${placeOf(file, finding, place)}:`
  const verdict = verdictOf(finding) + (isKnown ? t`, in the baseline` : '')
  const style = STYLES[news?.change && finding.class === 'right' ? 'uncertain' : finding.class]
  const said = `${verdict}: ${findingText(finding, news)}`
  return reportLines(location, { word: translated(finding.class), style }, said, screen)
}

/** `file:line:column: quotation: „…“ — these words are § 1 MSGB` */
export function quotationLines({ file, quotation, place }: ReportedQuotation, screen: Screen): string[] {
  const word = t`quotation`
  const words = quotation.text.replace(/\s+/g, ' ')
  const shown = words.length > LONGEST_QUOTED ? `${words.slice(0, LONGEST_QUOTED)} …` : words
  const said = [t`“${shown}”`, quotation.message === null ? quotation.found_in?.cite_as : translated(quotation.message)]
    .filter(Boolean)
    .join(' — ')
  const style = quotation.verdict === 'exact' ? 'good' : 'bad'
  return reportLines(`${placeOf(file, quotation, place)}:`, { word, style }, `${word}: ${said}`, screen)
}

/** Maximum length of a shown quotation; longer ones are cut. */
const LONGEST_QUOTED = 80

/** A location and its report, which begins with a styled word. */
function reportLines(
  location: string,
  { word, style }: { word: string; style: Style },
  said: string,
  screen: Screen,
): string[] {
  const beside = displayWidth(location) <= screen.width / 2
  const lead = beside ? `${location} ` : INDENT
  const [first = '', ...rest] = wrapText(said, screen.width, lead, INDENT)
  const mark = styled(screen, style, word)
  const line = mark + first.slice(lead.length + word.length)
  const styledLocation = styled(screen, 'label', location)
  return beside ? [`${styledLocation} ${line}`, ...rest] : [styledLocation, INDENT + line, ...rest]
}

/** `letter.md:3:14`, `letter.pdf:page 3:14`, `letter.docx:II. Begründung, “nach § 99 MSGB”` */
const placeOf = (
  file: string,
  { line, column }: Pick<Finding, 'line' | 'column'>,
  place: Place | undefined,
): string => {
  const name = file.replace(/\s/g, ' ')
  return place === undefined ? `${name}:${line}:${column}` : t`${name}:${placeText(place)}`
}

/** The wording of the cited norm, indented, and an empty line. */
export async function wordingLines({ wording }: Finding, screen: Screen): Promise<string[]> {
  if (wording === null || wording === '') return ['']
  const lines = await normTextLines({ ...screen, width: screen.width - 2 * INDENT.length }, wording)
  const start = lines[0] === '' ? 1 : 0
  return ['', ...lines.slice(start).map((line) => (line === '' ? '' : INDENT + INDENT + line)), '']
}

export interface CheckTotals extends CheckSummary, AsOf {
  /** Ignored citations: single ones, or those of ignored laws. Not counted in `citations`. */
  ignored: number
  /** Lines that are not documents, if each line should be one. */
  unreadable?: number
  /** Citations that are not right but in the baseline. Counted in `citations`; they do not fail the check. */
  known: number
  /** Citations of parts whose wording has changed since the baseline. */
  changed?: number
}

/**
 * Numbers of citations by class, and by status for those that are not right.
 * @param listsRight true if right citations are listed above, with their notes
 */
export function checkSummary(totals: CheckTotals, screen: Screen, listsRight = false): string[] {
  const {
    files,
    citations,
    with_note,
    set_aside,
    by_status,
    by_class,
    misquoted,
    quotations,
    ignored,
    known,
    changed = 0,
  } = totals
  const { resolved, ...others } = by_status
  const total = t`${counted(citations, 'citation')} in ${counted(files, 'file')}`
  const result = by_class.right === citations ? t`all right` : countsOf(by_class)
  const reasons = [
    countsOf(others),
    misquoted > 0 ? t`${formatNumber(misquoted)} with other words quoted` : '',
    resolvedButNotRight(resolved - by_class.right - misquoted),
  ]
    .filter(Boolean)
    .join(', ')
  const nothing = files === 0 ? t`No document was read.` : t`No citation found.`
  const lines = [
    publishedNote(totals),
    citations === 0 ? nothing : `${total}: ${result}${reasons === '' ? '' : ` (${reasons})`}`,
    countsOf(quotations) === '' ? '' : t`Quotations: ${countsOf(quotations)}`,
    known > 0 ? t`${counted(known, 'citation')} in the baseline` : '',
    changed > 0 ? t`${counted(changed, 'citation')} of a wording that has changed since the baseline` : '',
    ignored > 0 ? t`${counted(ignored, 'citation')} ignored` : '',
    with_note > 0 ? t`${counted(with_note, 'right citation')} with a note${listsRight ? '' : t`; --all shows it`}` : '',
    set_aside > 0 ? t`${counted(set_aside, 'designation')} of contracts, by-laws or annexes set aside` : '',
  ]
  return lines.filter(Boolean).flatMap((line) => wrapText(line, screen.width, '', INDENT))
}

/** Limits of a check. */
export const notCheckedLines = (screen: Screen, checksQuotations: boolean): string[] => {
  const text = checksQuotations
    ? t`Decisions and literature are not checked.`
    : t`Decisions, literature and the wording of quotations are not checked.`
  return wrapText(text, screen.width, '', INDENT)
}

/** Citations that lead to a norm but are not right. */
const resolvedButNotRight = (count: number) =>
  count > 0 ? t`${formatNumber(count)} of an edition, not yet in force, or of a text that lacks an amendment` : ''

/** `2 wrong, 1 uncertain`: the counts above 0. */
function countsOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatNumber(count)} ${wordsOf(name)}`)
    .join(', ')
}
