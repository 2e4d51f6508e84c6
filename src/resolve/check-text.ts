/** Checks every citation of a text: the norm that it means, why it means none, and what could not be read. */
import { Tokens } from '../citation/grammar/tokens.ts'
import { endsLikeAbbreviation } from '../citation/laws/law-form.ts'
import { outOfScopeLaw } from '../citation/laws/out-of-scope.ts'
import { noSuchLawNote } from '../citation/notes.ts'
import { type FoundDesignation, findDesignations } from '../citation/text/find-designations.ts'
import { findUnparsed, type UnparsedCitation } from '../citation/text/unparsed.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { plainTextOf, type TextFormat } from '../plain-text/format.ts'
import { Positions } from '../plain-text/positions.ts'
import { type CitationClass, classOf, NO_NORM, withNote } from './citation.ts'
import { CompletenessCheck, detachedParts, type FindingStatus, type TextFinding } from './complete-citations.ts'
import { citationsOf, type ResolvedNorm, resolveNorms } from './resolve-citations.ts'

/** One citation of a text. `start` and `end` count UTF-16 code units of the source. */
export interface Finding extends TextFinding {
  /** From 1. */
  line: number
  /** From 1, in characters (code points). */
  column: number
}

export interface CheckedText {
  /** In the order of the text. */
  findings: Finding[]
  /** Number of designations that cite no law: of contracts, by-laws, annexes without a law. */
  setAside: number
}

export interface CheckOptions {
  format?: TextFormat
  /** True to give the wording of what is cited. */
  wording?: boolean
  /** ISO date on which laws are to be in force. Default: today. */
  today?: string
}

/** Checks a text in any of the formats, in time proportional to its length. */
export async function checkText(
  corpus: Corpus,
  source: string,
  { format = 'plain', wording = false, today }: CheckOptions = {},
): Promise<CheckedText> {
  const plain = plainTextOf(source, format)
  const tokens = new Tokens(plain.text)
  const found = findDesignations(plain.text, tokens).map(withLawOfCommentary)
  const options = { read: { tokens, found }, wording, ...(today !== undefined && { today }) }
  const norms = await resolveNorms(corpus, plain.text, options)
  const citations = citationsOf(norms)
  const check = new Check(corpus, plain.text)
  const cited = await check.withDesignations(found, norms)
  const unread = await check.confirmed(findUnparsed(plain.text, found, tokens))
  const findings = check.merged(cited, withoutNested([...unread, ...detachedParts(tokens, citations)]))
  const positions = new Positions(source)
  return {
    findings: findings.map(({ start, end, ...finding }): Finding => {
      const from = plain.sourceStart(start)
      return { ...finding, ...positions.at(from), start: from, end: plain.sourceEnd(end) }
    }),
    setAside: check.setAside,
  }
}

/** A citation of a commentary names a norm of the law that the commentary is on. */
function withLawOfCommentary(designation: FoundDesignation): FoundDesignation {
  const { commentaryOn } = designation
  return commentaryOn === undefined ? designation : { ...designation, namesBefore: commentaryOn }
}

class Check {
  setAside = 0
  readonly #corpus: Corpus
  readonly #text: string
  readonly #rest: CompletenessCheck
  readonly #isLaw = new Map<string, boolean>()

  constructor(corpus: Corpus, text: string) {
    this.#corpus = corpus
    this.#text = text
    this.#rest = new CompletenessCheck(corpus)
  }

  /**
   * The citations, with findings for what the text names beyond them: parts that a path cannot express, ends of ranges that
   * do not exist, designations of unknown laws.
   */
  async withDesignations(found: FoundDesignation[], resolved: readonly ResolvedNorm[]): Promise<TextFinding[]> {
    const ofNorms = new Map(resolved.map(({ norm, citations }) => [norm, citations]))
    const findings: TextFinding[] = []
    for (const designation of found) {
      if (!designation.norms.some((norm) => ofNorms.has(norm))) findings.push(...this.#uncited(designation))
      for (const norm of designation.norms) {
        const own = ofNorms.get(norm)
        if (own === undefined) continue
        findings.push(...(await this.#rest.findings(norm, own)))
      }
    }
    const acts = ofNorms.get(undefined) ?? []
    return [...findings, ...acts].sort((a, b) => a.start - b.start)
  }

  /** An annex followed by a name unlike that of a law may be any document: `Anlage 4 ASt`. */
  #uncited({ start, abbreviation }: FoundDesignation): TextFinding[] {
    if (abbreviation === undefined || abbreviation.start < start || !endsLikeAbbreviation(abbreviation.text)) {
      this.setAside++
      return []
    }
    const where = outOfScopeLaw(abbreviation.text)
    if (where === undefined) {
      return [this.#finding(start, abbreviation.end, 'unknown_law', noSuchLawNote(abbreviation.text))]
    }
    const message = `${abbreviation.text} is ${where.what}`
    return [{ ...this.#finding(start, abbreviation.end, 'unknown_law', message), class: 'outside' }]
  }

  /** Those that need no name of a law, or name one that the corpus has. */
  async confirmed(unread: UnparsedCitation[]): Promise<UnparsedCitation[]> {
    const confirmed: UnparsedCitation[] = []
    for (const each of unread) {
      let isConfirmed = each.names === undefined
      for (const name of each.names ?? []) isConfirmed ||= await this.#knows(name)
      if (isConfirmed) confirmed.push(each)
    }
    return confirmed
  }

  async #knows(name: string): Promise<boolean> {
    const known = this.#isLaw.get(name) ?? (await this.#corpus.findLaws(name)).length > 0
    this.#isLaw.set(name, known)
    return known
  }

  /** Both in the order of the text. A citation that was not read to its end is unread, whatever its first part means. */
  merged(cited: TextFinding[], unread: UnparsedCitation[]): TextFinding[] {
    const merged: TextFinding[] = []
    let next = 0
    for (const { start, end, reason } of unread) {
      for (; next < cited.length && (cited[next] as TextFinding).end <= start; next++)
        merged.push(cited[next] as TextFinding)
      const finding = this.#finding(start, end, 'unread', reason)
      for (; next < cited.length && (cited[next] as TextFinding).start < end; next++) {
        const part = cited[next] as TextFinding
        finding.start = Math.min(finding.start, part.start)
        finding.end = Math.max(finding.end, part.end)
        finding.code ??= part.code
        finding.abbreviation ??= part.abbreviation
        finding.edition ??= part.edition
        if (part.class === 'outside') finding.class = 'outside'
        if (part.class === 'wrong' && part.status === 'not_found') {
          // The norm does not exist, whatever the unread part says.
          finding.class = 'wrong'
          finding.message = withNote(part.message, reason)
        }
      }
      finding.text = this.#text.slice(finding.start, finding.end)
      merged.push(finding)
    }
    return merged.concat(cited.slice(next)).sort((a, b) => a.start - b.start)
  }

  #finding(start: number, end: number, status: FindingStatus, message: string): TextFinding {
    return { text: this.#text.slice(start, end), start, end, status, class: classOf(status), ...NO_NORM, message }
  }
}

/** In the order of the text, without those that begin within another: a part after one law can look like one before the next. */
function withoutNested(unread: UnparsedCitation[]): UnparsedCitation[] {
  let end = 0
  return unread
    .toSorted((a, b) => a.start - b.start)
    .filter((each) => {
      const isApart = each.start >= end
      if (isApart) end = each.end
      return isApart
    })
}

/** How many citations were checked, and with what result. */
export interface CheckSummary {
  files: number
  citations: number
  /** The `right` ones: they lead to a norm in force. */
  verified: number
  unverified: number
  /** Verified ones with a message, for example on a part that was not checked. */
  with_note: number
  /** Designations that cite no law, which are not counted as citations. */
  set_aside: number
  by_status: Record<FindingStatus, number>
  by_class: Record<CitationClass, number>
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
  }
}

/** True if the citation leads to a norm in force. Others may have a norm, too. */
export const isVerified = (finding: Pick<Finding, 'class'>) => finding.class === 'right'

/** Adds the findings of one text. */
export function addToSummary(summary: CheckSummary, { findings, setAside }: CheckedText): void {
  summary.files++
  summary.set_aside += setAside
  summary.citations += findings.length
  for (const finding of findings) {
    summary.by_status[finding.status]++
    summary.by_class[finding.class]++
    if (!isVerified(finding)) summary.unverified++
    else summary.verified++
    if (isVerified(finding) && finding.message !== null) summary.with_note++
  }
}
