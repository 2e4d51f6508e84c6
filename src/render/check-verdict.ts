/** Words on the verdict of a citation, shared by all formats. */

import { wordsOf } from '../i18n/readable.ts'
import { say, t, translated } from '../i18n/texts.ts'
import type { PartNews } from '../operations/cited-parts.ts'
import type { Place } from '../read-text/files/document.ts'
import type { Finding, PlacedQuotation } from '../resolve/check-text.ts'
import type { CitationClass } from '../resolve/citation.ts'
import type { QuotationVerdict } from '../resolve/quotations/check-quotations.ts'
import { newsText } from './part-news.ts'

/** A finding of a file. */
export interface ReportedFinding {
  /** As given; `-` for standard input. */
  file: string
  finding: Finding
  /** Place in a document without lines, or with lines only within pages. */
  place: Place | undefined
  /** True if it is in the baseline. */
  isKnown: boolean
  /** News of the cited part since the baseline. */
  news?: PartNews | undefined
}

/** A quotation of a file that its finding does not report: without a citation, or one of several of a citation. */
export interface ReportedQuotation extends Pick<ReportedFinding, 'file' | 'place'> {
  quotation: PlacedQuotation
}

/** The words of a citation, its target, and news of that. */
export const findingText = (finding: Finding, news: PartNews | undefined): string =>
  [citedText(finding), findingDetails(finding), news && newsText(news)].filter(Boolean).join(' — ')

/** A place for readers: `II. Begründung, footnote 3, “nach § 99 MSGB”`, `header, “§ 99 MSGB”`, `page 3:14`. */
export function placeText({ page, part, paragraph, heading, excerpt, footnote, endnote, line }: Place): string {
  if (page !== undefined) return line === undefined ? t`page ${page}` : t`page ${page}:${line}`
  const isTold = heading !== undefined || excerpt !== undefined
  return [
    part === 'header' && t`header`,
    part === 'footer' && t`footer`,
    heading,
    paragraph !== undefined && !isTold && `¶${paragraph}`,
    footnote !== undefined && t`footnote ${footnote}`,
    endnote !== undefined && t`endnote ${endnote}`,
    excerpt !== undefined && t`“${excerpt}”`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const STANDARD_INPUT_NAME = '<stdin>'
/** Maximum number of named suggestions. */
const MOST_NAMED = 3

export const CLASS_MEANINGS: Readonly<Record<CitationClass, string>> = {
  right: say`The citation leads to a norm in force.`,
  wrong: say`There is no such law, norm or part, it is not in force, or it does not have the quoted words.`,
  uncertain: say`The citation is ambiguous, names an edition, or cannot be read.`,
  outside: say`The citation is of a law outside the corpus.`,
}

const QUOTATION_WORDS: Readonly<Record<QuotationVerdict, (() => string) | undefined>> = {
  exact: undefined,
  altered: () => t`quotation altered`,
  elsewhere: () => t`quotation from elsewhere`,
  not_found: () => t`quotation not found`,
}

/** `right`, `wrong (not found)`, `wrong (not yet in force)`, `wrong (quotation altered)`, `uncertain (edition)`, `outside`. */
export function verdictOf({ class: verdict, status, edition, quotation }: Finding): string {
  // A resolved citation is wrong only if the quoted words differ, or its norm takes effect later.
  const ofWrong = QUOTATION_WORDS[quotation?.verdict ?? 'exact']?.() ?? t`not yet in force`
  const ofFound = verdict === 'wrong' ? ofWrong : edition !== null ? t`edition` : ''
  const reason = status === 'resolved' ? ofFound : wordsOf(status)
  return verdict === 'right' || verdict === 'outside' || reason === ''
    ? wordsOf(verdict)
    : `${wordsOf(verdict)} (${reason})`
}

/** The words of the citation, on one line. */
export const citedText = ({ text }: Finding) => text.replace(/\s+/g, ' ')

/** The norm of a citation, its faults, and suggestions. */
export function findingDetails(finding: Finding): string {
  const { cite_as, heading, message } = finding
  const norm = [cite_as, heading].filter(Boolean).join(' ')
  // The citation or the message already names the norm.
  const isNamed = cite_as === null || cite_as === citedText(finding) || message?.includes(cite_as)
  return [message === null ? norm : isNamed ? '' : cite_as, findingMessage(finding)].filter(Boolean).join('; ')
}

/** Faults of a citation, remarks and suggestions; empty without any. */
export function findingMessage({ code, message, edition, candidates, suggestions, successors }: Finding): string {
  const similar =
    suggestions?.filter(({ observed_on, in_force_on }) => (observed_on ?? in_force_on) === undefined) ?? []
  const named = (code === null && successors === undefined ? similar : [])
    .filter(({ label }) => !message?.includes(label))
    .slice(0, MOST_NAMED)
    .map((law) => `${law.label} (${law.code})`)
  const hint = named.length > 0 && candidates === undefined ? t`did you mean ${named.join(', ')}?` : ''
  const ofEdition = edition === null || message?.includes(edition) ? '' : t`the text names an edition: ${edition}`
  return [message && translated(message), ofEdition, hint].filter(Boolean).join('; ')
}
