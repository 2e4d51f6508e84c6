/** Differences as a document for people: the common content of all formats, in order. */

import { nameOfNorm } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { wordsOf } from '../i18n/readable.ts'
import { t, translated } from '../i18n/texts.ts'
import { stateOfVersion } from '../layout/notes.ts'
import { type SynopsisRow, synopsisRows, withContext } from '../layout/synopsis.ts'
import type { TextPart } from '../model/corpus.ts'
import type { lawDiff } from '../operations/law-diff.ts'
import type { normDiff } from '../operations/norm-diff.ts'
import type { AnswerOf } from '../operations/operation.ts'
import type { ComparedNorm } from '../operations/schemas.ts'
import { lawName } from './norm-document.ts'

export type NormDiffAnswer = AnswerOf<typeof normDiff>
export type LawDiffAnswer = AnswerOf<typeof lawDiff>

export interface DiffDocument {
  title: string
  /** The law, by title and abbreviation; empty in the document of a law. */
  law: string
  /** The two sides: `As published on 2024-06-30`. */
  before: string
  after: string
  /** Sentences on the whole difference. */
  notes: string[]
  norms: NormDiffDocument[]
}

/** The difference of one norm. */
export interface NormDiffDocument {
  code: string
  /** Designation and heading, as they are now or were last; empty in a document of one norm. */
  title: string
  /** Differences apart from words. */
  notes: string[]
  heading: TextPart[] | null
  /** All lines of the text. */
  rows: SynopsisRow[]
  /** Number of context lines around a change, `null` for all. */
  context: number | null
  footnotes: SynopsisRow[] | null
}

/** Context lines in the differences of a law. */
const CONTEXT = 1

/** @param answer of the operation `normDiff` or `lawDiff` */
export function diffDocument(answer: unknown): DiffDocument {
  return 'norms' in (answer as object) ? lawDocument(answer as LawDiffAnswer) : normDocument(answer as NormDiffAnswer)
}

function normDocument(answer: NormDiffAnswer): DiffDocument {
  const { code, title, norm, from, to, newest_state, resolution } = answer
  const shown = to ?? from
  const name = shown === null ? norm : joined(shown.label, shown.heading) || norm
  const isSame = answer.differs.length === 0
  const notes = [
    resolution !== null && resolution.by !== 'short_form' ? translated(resolution.message) : '',
    isSame ? t`There is no difference.` : '',
    to?.moved_from && from?.norm === norm ? t`Its text was that of ${nameOf(to.moved_from)} before.` : '',
  ]
  return {
    title: name,
    law: lawName({ title, abbreviation: nameOfLaw(answer) }),
    before: sideOf(from, from?.as_of ?? null, newest_state),
    after: sideOf(to, to?.as_of ?? null, newest_state),
    notes: notes.filter(Boolean),
    norms: [{ ...normDifference(code, '', answer), rows: synopsisRows(answer.parts), context: null }],
  }
}

function lawDocument(answer: LawDiffAnswer): DiffDocument {
  const { code, title, from, to, newest_state, from_version, to_version, norms } = answer
  const areDated = norms.some((norm) => [norm.from, norm.to].some((each) => each !== null && isDated(each)))
  const side = (version: unknown, day: string) =>
    version === null ? t`Not published on ${day}` : areDated ? t`As in force on ${day}` : publishedOn(day, newest_state)
  return {
    title,
    law: '',
    before: side(from_version, from),
    after: side(to_version, to),
    notes: norms.length === 0 ? [t`There is no difference.`] : [],
    norms: norms.map((norm) => {
      const difference = normDifference(code, joined(norm.label, norm.heading) || norm.norm, norm)
      const isWhole = norm.from === null || norm.to === null
      return { ...difference, rows: synopsisRows(norm.parts), context: isWhole ? null : CONTEXT }
    }),
  }
}

/** The lines to show; a number stands for omitted lines. A text without changes is omitted as a whole. */
export function shownRows({ rows, context }: NormDiffDocument): (SynopsisRow | { hidden: number })[] {
  if (context === null) return rows
  return rows.every(({ isEqual }) => isEqual) ? [] : withContext(rows, context)
}

type Difference = Pick<NormDiffAnswer, 'differs' | 'heading_parts' | 'footnote_parts'> & {
  from: ComparedNorm | null
  to: ComparedNorm | null
}

function normDifference(
  code: string,
  title: string,
  difference: Difference,
): Omit<NormDiffDocument, 'rows' | 'context'> {
  const { from, to, differs, heading_parts, footnote_parts } = difference
  const isCompared = from !== null && to !== null
  return {
    code,
    title,
    notes: title === '' && isCompared && differs.length === 0 ? [] : notesOf(difference),
    heading: isCompared && differs.includes('heading') ? heading_parts : null,
    footnotes: differs.includes('footnotes') ? synopsisRows(footnote_parts) : null,
  }
}

function notesOf({ from, to, differs }: Difference): string[] {
  if (from === null) return [t`Added.`]
  if (to === null) return [t`Removed.`]
  const isMoved = from.norm !== to.norm
  const notes = [
    isMoved ? t`Renumbered: ${nameOf(from.norm)} is now ${nameOf(to.norm)}.` : '',
    differs.includes('label') && !isMoved ? t`Designation: ${from.label || t`none`} → ${to.label || t`none`}.` : '',
    differs.includes('status') ? t`Status: ${wordsOf(from.status)} → ${wordsOf(to.status)}.` : '',
    differs.every((field) => field !== 'text') ? t`The text is the same.` : '',
  ]
  return notes.filter(Boolean)
}

/** `As published from 2024-01-01 to 2025-01-01`; with the requested day, if any. */
function sideOf(side: ComparedNorm | null, asked: string | null, newest: string): string {
  if (side === null) return asked === null ? t`Not published` : t`Not published on ${asked}`
  const { observed_from, observed_to } = side.version
  const span = observed_to === null ? t`since ${observed_from}` : t`from ${observed_from} to ${observed_to}`
  if (asked !== null && isDated(side)) return t`As in force on ${asked}`
  if (asked !== null) return `${publishedOn(asked, newest)}${asked === observed_from ? '' : ` (${span})`}`
  const when = observed_from === observed_to ? t`on ${observed_from}` : span
  return stateOfVersion(side.version) === 'valid' ? t`As valid ${when}` : t`As published ${when}`
}

/** True for a wording whose source names its days of effect. */
const isDated = ({ version }: ComparedNorm) =>
  version.valid_from !== null && version.valid_from === version.observed_from

/** `As published on 2024-06-30`; for a day after the newest state, its text. */
const publishedOn = (day: string, newest: string) =>
  day > newest ? t`Newest text, as published on ${newest}` : t`As published on ${day}`

const nameOf = (norm: string) => nameOfNorm({ norm, label: '' })
const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')
