/** A norm as a document for people: the common content of all formats, in order. */

import { nameOfNorm } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { t, translated } from '../i18n/texts.ts'
import { type Block, layOut } from '../layout/blocks.ts'
import { printedFootnotes } from '../layout/footnotes.ts'
import { type AsOf, effectMark, effectNotes, publishedNote } from '../layout/notes.ts'
import { cutLine, type NestedPiece, nestPieces, type Point } from '../layout/pieces.ts'
import { type StyledRun, styledRuns } from '../layout/runs.ts'
import { type Stated, stateNotes } from '../layout/state-notes.ts'
import { visiblePart } from '../layout/subdivisions.ts'
import type { Norm, StructureElement } from '../model/corpus.ts'
import type { Span } from '../model/subdivisions.ts'
import { quotedCarriers } from '../model/subdivisions.ts'
import { type SourceFacts, sourceFacts } from './source-facts.ts'

export interface NormDocument extends SourceFacts {
  code: string
  norm: string
  /** Designation and heading, each of which may be empty, and both as one: `§ 433 Vertragstypische Pflichten`. */
  label: string
  heading: string
  title: string
  /** Language of the text (ISO 639-1). */
  language: string
  /** The law, by its title and by its abbreviation. */
  law: { title: string; abbreviation: string }
  /** The headings above the norm, outermost first. */
  place: string[]
  /** The requested day in words; empty if none was requested. */
  published: string
  /** Sentences to read before the text, such as that the norm is repealed. */
  notes: string[]
  /** The text of the norm or of the selected subdivision, and its offset in the text of the norm. */
  text: string
  start: number
  /** The words that carry a selected part, with signs for omissions; empty without any. */
  leadIn: string
  tail: string
  blocks: Block[]
  /** Words in brackets that are not part of the text, such as names of images, in the order of the text. */
  insertions: Point<string>[]
  /** The styled runs of the text. */
  runs: StyledRun[]
  footnotes: string[]
  /** Paths of the norms before and after it in the law. */
  previous: string | null
  next: string | null
}

type NormAnswer = Norm &
  AsOf &
  Pick<Stated, 'corpus_date'> & {
    resolution: { by: 'short_form' | 'range' | 'approximation'; message: string } | null
    successors?: { label: string }[]
  }

/**
 * @param output answer of the operation `norm`; if a subdivision was requested, the document has only its text
 * @param today ISO date, unless the document is stored
 */
export function normDocument(output: unknown, today?: string): NormDocument {
  const norm = output as NormAnswer
  const { text, subdivisions, spans, tables, start } = visiblePart(norm)
  const shown = { start, end: start + text.length }
  const carriers = quotedCarriers(norm)
  return {
    code: norm.code,
    norm: norm.norm,
    label: norm.label,
    heading: norm.heading,
    title: joined(norm.label, norm.heading) || norm.norm,
    language: norm.language,
    law: { title: norm.title || norm.code, abbreviation: nameOfLaw(norm) },
    place: norm.structure.map(({ label, title }) => joined(label, title)),
    published: publishedNote(norm),
    notes: notesOf(norm, today),
    text,
    start,
    leadIn: carriers.before,
    tail: carriers.after,
    blocks: layOut(text, subdivisions, tables),
    insertions: insertionsOf(norm, shown),
    runs: styledRuns(text, spans),
    footnotes: [printedFootnotes(norm, shown), ...norm.structure.map(headingFootnotes)].filter(Boolean),
    previous: norm.previous,
    next: norm.next,
    ...sourceFacts(norm, stateOf(norm)),
  }
}

/** Non-empty parts, separated by an empty line. */
export const joinParagraphs = (parts: readonly string[]) => `${parts.filter(Boolean).join('\n\n')}\n`

/** True if a page can be linked; other addresses are text. */
export const isAddress = (url: string | null): url is string => url !== null && /^https?:/i.test(url)

/** Non-empty words, separated by spaces. */
const joined = (...words: string[]) => words.filter(Boolean).join(' ')

/** Place of the norm: its law, and the headings above it. */
export function placeOf({ law, place }: NormDocument): string[] {
  return [lawName(law), ...place]
}

/** A law by its title and its abbreviation, unless the title begins with it, as with numbers of acts. */
export function lawName({ title, abbreviation }: NormDocument['law']): string {
  return `${title} `.startsWith(`${abbreviation} `) ? title : `${title} (${abbreviation})`
}

/** Images and files, and the marks that the source separates from the text. */
function insertionsOf({ text, attachments, marks }: Norm, { start, end }: Span): Point<string>[] {
  const described = attachments.map(({ kind, name, offset, description }) => ({
    offset,
    what: ` [${kind} ${name}${description && `: ${description}`}] `.replace(/\s+/g, ' '),
  }))
  const printed = marks
    .filter(({ mark }) => mark !== '')
    .map(({ kind, mark, offset }) => {
      // Before marked text, as in a footnote itself, it is separate; else directly after the preceding word.
      const isBefore = /^(?:|[\n\t])$/.test(text.charAt(offset - 1)) && /\S/.test(text.charAt(offset))
      const written = mark.replace(/\s+/g, ' ')
      return { offset, what: `${kind === 'sign' ? written : `[${written}]`}${isBefore ? ' ' : ''}` }
    })
  return [...described, ...printed]
    .filter(({ offset }) => offset >= start && offset <= end)
    .map(({ offset, what }) => ({ offset: offset - start, what }))
    .sort((a, b) => a.offset - b.offset)
}

function notesOf(norm: NormAnswer, today: string | undefined): string[] {
  const { selection, resolution, text, status, attachments, provenance, successors = [] } = norm
  const hasPage = provenance.html_url !== null
  return [
    ...effectNotes(norm, today),
    ...stateNotes(norm, today),
    // The resolution of a short form is of interest only in JSON.
    resolution && resolution.by !== 'short_form' ? translated(resolution.message) : '',
    selection === null ? '' : t`Only ${nameOfNorm(norm, selection.path)}.`,
    ...(selection?.context ?? []),
    selection?.status === 'repealed' && status !== 'repealed'
      ? t`${nameOfNorm(norm, selection.path)} is repealed.`
      : '',
    missingTextNote(text, status === 'repealed'),
    successors.length > 0 ? t`Successors: ${successors.map(({ label }) => label).join(', ')}.` : '',
    attachments.length === 0
      ? ''
      : hasPage
        ? t`Images and files are not shown here; see the source.`
        : t`Images and files are not shown here.`,
  ].filter(Boolean)
}

/** A sentence on a missing text, or one that is only a dash. */
function missingTextNote(text: string, isRepealed: boolean): string {
  if (text === '') return isRepealed ? t`This norm is repealed and has no text.` : t`This norm has no text.`
  if (!/^\s*\p{Pd}[\s\p{Pd}]*$/u.test(text)) return ''
  return isRepealed
    ? t`This norm is repealed (weggefallen); the source has only a dash as its text.`
    : t`The source has only a dash as the text of this norm.`
}

function stateOf(norm: Norm): string {
  const date = norm.status_date
  const status = norm.status === 'repealed' ? t`repealed` : effectMark(norm)
  return [status, date ? t`law as amended up to ${date}` : t`the source gives no date of amendment`]
    .filter(Boolean)
    .join('; ')
}

/** The pieces of a span of the text: its words, references among them, and the insertions between them. */
export function piecesOf<Reference extends Span = never>(
  { insertions, runs }: NormDocument,
  span: Span,
  from = span.start,
  references: readonly Reference[] = [],
): NestedPiece<string, Reference>[] {
  return nestPieces(cutLine(span, from, { references, points: insertions, runs, selection: null }))
}

/** The mark of a paragraph or an item; insertions there belong to the line next to it. */
export function piecesOfMark({ runs }: NormDocument, mark: Span): NestedPiece<string, never>[] {
  return nestPieces(cutLine(mark, mark.start, { references: [], points: [], runs, selection: null }))
}

/** Footnotes of a heading above the norm, with the heading; empty without any. */
function headingFootnotes({ label, title, footnotes }: StructureElement): string {
  return footnotes && `${label || title}: ${footnotes}`
}
