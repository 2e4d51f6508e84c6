/** Checks every citation of a text: the norm that it means, the reason if it means none, and unread remainders. */
import { endsLikeAbbreviation } from '../citation/laws/law-form.ts'
import { outOfScopeLaw } from '../citation/laws/out-of-scope.ts'
import type { FoundDesignation } from '../citation/text/find-designations.ts'
import { findUnparsed, type UnparsedCitation } from '../citation/text/unparsed.ts'
import type { Corpus } from '../model/corpus.ts'
import { plainTextOf, type TextFormat } from '../read-text/format.ts'
import { Positions } from '../read-text/plain-text.ts'
import { type Days, dayOf } from './as-of.ts'
import { type CitationClass, classOf, NO_NORM, withNote } from './citation.ts'
import { detachedParts, type FindingStatus, missingEnds, type TextFinding } from './complete-citations.ts'
import { withNotesOfDay } from './newer-text.ts'
import type { QuotationFinding, QuotationVerdict } from './quotations/check-quotations.ts'
import { readText } from './read-text.ts'
import { citationsOf, resolveNorms } from './resolve-citations.ts'
import { lawOutside, noSuchLaw } from './resolve-law.ts'

/** One citation of a text. `start` and `end` count UTF-16 code units of the source. */
export interface Finding extends TextFinding {
  /** From 1. */
  line: number
  /** From 1, in characters (code points). */
  column: number
  /** The quotation of the citation: the first one that is not exact, else the first; absent without one. */
  quotation?: PlacedQuotation
}

/** A quotation with its place in the source. */
export interface PlacedQuotation extends QuotationFinding {
  line: number
  column: number
}

export interface CheckedText {
  /** In the order of the text. */
  findings: Finding[]
  /** Quotations of laws, and words given as such, in the order of the text; empty if they are not checked. */
  quotations: PlacedQuotation[]
  /** Number of designations that do not cite a law: of contracts, by-laws, annexes without a law. */
  setAside: number
}

export interface CheckOptions {
  format?: TextFormat
  /** True to give the wording of cited norms. */
  wording?: boolean
  /** True to compare quotations with the cited wordings. Default: false. */
  quotations?: boolean
  /** ISO date on which laws are to be in force. Default: today. */
  today?: string
  /** The days of the corpus, if any are set: later changes are noted. */
  days?: Days
}

/** Checks a text in any of the formats. Takes time linear in its length. */
export async function checkText(
  corpus: Corpus,
  source: string,
  { format = 'plain', wording = false, quotations = false, days = {}, today = dayOf(days) }: CheckOptions = {},
): Promise<CheckedText> {
  const plain = await plainTextOf(source, format)
  const read = await readText(corpus, plain.text)
  const { tokens } = read
  const found = read.found.map(withLawOfCommentary)
  const options = { read: { tokens, found }, wording, versions: true, ...(today !== undefined && { today }) }
  const norms = await resolveNorms(corpus, plain.text, options)
  const citations = citationsOf(norms)
  const cited: TextFinding[] = norms.flatMap((each) => [...each.citations, ...missingEnds(each)])
  let setAside = 0
  const resolved = new Set(norms.map(({ designation }) => designation))
  for (const designation of found.filter((each) => !resolved.has(each))) {
    const finding = uncitedFinding(corpus, plain.text, designation)
    if (finding === undefined) setAside++
    else cited.push(finding)
  }
  const unread = withoutNested([
    ...(await confirmed(corpus, findUnparsed(plain.text, found, tokens))),
    ...detachedParts(tokens, citations),
  ])
  const noted = await withNotesOfDay(corpus, cited, days)
  const positions = new Positions(source)
  const placed = <Each extends { start: number; end: number }>(each: Each) => {
    const from = plain.sourceStart(each.start)
    return { ...each, ...positions.at(from), start: from, end: plain.sourceEnd(each.end) }
  }
  const all = merged(plain.text, inOrder(noted), unread)
  if (!quotations) return { findings: all.map(placed), quotations: [], setAside }
  const { checkQuotations, headingNote } = await import('./quotations/check-quotations.ts')
  const quoted = (await checkQuotations(corpus, plain.text, all)).map(({ citation, quotation }) => {
    return { citation, quotation: placed(quotation) }
  })
  const byCitation = Map.groupBy(quoted, ({ citation }) => citation)
  const findings = all.map((finding): Finding => {
    const note = headingNote(plain.text, finding)
    const noted = note === undefined ? finding : { ...finding, message: withNote(finding.message, note) }
    return withQuotations(placed(noted), byCitation.get(finding)?.map(({ quotation }) => quotation) ?? [])
  })
  return { findings, quotations: quoted.map(({ quotation }) => quotation), setAside }
}

/** A finding with its quotations: one that is not exact makes a right citation wrong. */
function withQuotations(finding: Finding, quotations: readonly PlacedQuotation[]): Finding {
  const [first] = quotations
  if (first === undefined) return finding
  const wrong = quotations.filter(({ verdict }) => verdict !== 'exact')
  const message = wrong.reduce(
    (said, each) => (each.message === null ? said : withNote(said, each.message)),
    finding.message,
  )
  const isWrong = wrong.length > 0 && finding.class === 'right'
  return { ...finding, ...(isWrong && { class: 'wrong' }), message, quotation: wrong[0] ?? first }
}

const inOrder = <Each extends { start: number }>(findings: readonly Each[]) =>
  findings.toSorted((a, b) => a.start - b.start)

/** A citation of a commentary names a norm of the law that the commentary is on. */
function withLawOfCommentary(designation: FoundDesignation): FoundDesignation {
  const { commentaryOn } = designation
  return commentaryOn === undefined ? designation : { ...designation, namesBefore: commentaryOn }
}

/**
 * The finding of a designation whose law is unknown; `undefined` if it does not cite a law. An annex followed by a name unlike
 * a law's may be of any document: `Anlage 4 ASt`.
 */
function uncitedFinding(
  corpus: Corpus,
  text: string,
  { start, abbreviation }: FoundDesignation,
): TextFinding | undefined {
  if (abbreviation === undefined || abbreviation.start < start || !endsLikeAbbreviation(abbreviation.text)) {
    return undefined
  }
  const where = outOfScopeLaw(abbreviation.text)
  const message = where ? lawOutside(corpus, abbreviation.text, where) : noSuchLaw(corpus, abbreviation.text)
  const finding = newFinding(text, start, abbreviation.end, 'unknown_law', message)
  return where ? { ...finding, class: 'outside' } : finding
}

/** Keeps citations that need no law name, or name a law of the corpus. */
async function confirmed(corpus: Corpus, unread: UnparsedCitation[]): Promise<UnparsedCitation[]> {
  const isLaw = new Map<string, boolean>()
  for (const name of new Set(unread.flatMap(({ names = [] }) => names))) {
    isLaw.set(name, (await corpus.findLaws(name)).length > 0)
  }
  return unread.filter(({ names }) => names === undefined || names.some((name) => isLaw.get(name)))
}

/** Both in the order of the text. A citation with an unread remainder is unread, whatever its first part means. */
function merged(text: string, cited: TextFinding[], unread: UnparsedCitation[]): TextFinding[] {
  const merged: TextFinding[] = []
  let next = 0
  for (const { start, end, reason } of unread) {
    for (; next < cited.length && (cited[next] as TextFinding).end <= start; next++)
      merged.push(cited[next] as TextFinding)
    const finding = newFinding(text, start, end, 'unread', reason)
    for (; next < cited.length && (cited[next] as TextFinding).start < end; next++) {
      const part = cited[next] as TextFinding
      finding.start = Math.min(finding.start, part.start)
      finding.end = Math.max(finding.end, part.end)
      finding.code ??= part.code
      finding.abbreviation ??= part.abbreviation
      finding.edition ??= part.edition
      if (part.class === 'outside') finding.class = 'outside'
      if (part.class === 'wrong' && part.status === 'not_found') {
        // The norm does not exist, whatever the unread remainder says.
        finding.class = 'wrong'
        finding.message = withNote(part.message, reason)
      }
    }
    finding.text = text.slice(finding.start, finding.end)
    merged.push(finding)
  }
  return inOrder([...merged, ...cited.slice(next)])
}

function newFinding(text: string, start: number, end: number, status: FindingStatus, message: string): TextFinding {
  return { text: text.slice(start, end), start, end, status, class: classOf(status), ...NO_NORM, message }
}

/** In the order of the text, without nested ones: a part after one law can look like one before the next. */
function withoutNested(unread: UnparsedCitation[]): UnparsedCitation[] {
  let end = 0
  return inOrder(unread).filter((each) => {
    const isApart = each.start >= end
    if (isApart) end = each.end
    return isApart
  })
}

/** Number of citations checked, by result. */
export interface CheckSummary {
  files: number
  citations: number
  /** The `right` ones: they lead to a norm in force. */
  verified: number
  unverified: number
  /** Verified ones with a message, for example on a part that was not checked. */
  with_note: number
  /** Designations that do not cite a law and are not counted as citations. */
  set_aside: number
  by_status: Record<FindingStatus, number>
  by_class: Record<CitationClass, number>
  /** Citations that are wrong only because of their quotations. */
  misquoted: number
  /** Quotations of laws, and words given as such. */
  quotations: Record<QuotationVerdict, number>
}

export function emptySummary(): CheckSummary {
  return {
    files: 0,
    citations: 0,
    verified: 0,
    unverified: 0,
    with_note: 0,
    set_aside: 0,
    by_status: {
      resolved: 0,
      repealed: 0,
      not_found: 0,
      out_of_range: 0,
      ambiguous: 0,
      unknown_law: 0,
      unread: 0,
    },
    by_class: { right: 0, wrong: 0, uncertain: 0, outside: 0 },
    misquoted: 0,
    quotations: { exact: 0, altered: 0, elsewhere: 0, not_found: 0 },
  }
}

/** True if the citation leads to a norm in force. Other citations may have a norm, too. */
export const isVerified = (finding: Pick<Finding, 'class'>) => finding.class === 'right'

/** True for a citation of a norm with words other than those quoted. */
export const isMisquoted = ({ class: verdict, status, quotation }: Finding): boolean =>
  verdict === 'wrong' && status === 'resolved' && (quotation?.verdict ?? 'exact') !== 'exact'

/** Adds the findings of one text. */
export function addToSummary(summary: CheckSummary, { findings, quotations, setAside }: CheckedText): void {
  summary.files++
  summary.set_aside += setAside
  summary.citations += findings.length
  for (const { verdict } of quotations) summary.quotations[verdict]++
  for (const finding of findings) {
    summary.by_status[finding.status]++
    summary.by_class[finding.class]++
    if (isMisquoted(finding)) summary.misquoted++
    if (!isVerified(finding)) summary.unverified++
    else summary.verified++
    if (isVerified(finding) && finding.message !== null) summary.with_note++
  }
}
