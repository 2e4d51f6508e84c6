/** A norm as a document for people, before it has a form: what every form of it shows, in order. */
import type { Corpus, LawSummary, Norm } from '../corpus/corpus.ts'
import { type Block, layOut } from '../layout/blocks.ts'
import { headingFootnotes } from '../layout/heading-footnotes.ts'
import type { Span } from '../layout/span.ts'
import { type PlacedSubdivision, placeSubdivisions } from '../layout/subdivisions.ts'

/** What stands at a place of the text and is no part of it: words in brackets. */
export interface Insertion {
  offset: number
  words: string
}

export interface NormDocument {
  /** Designation and heading: `§ 433 Vertragstypische Pflichten`. */
  title: string
  /** The law, and the headings above the norm, outermost first. */
  place: string[]
  /** What is to be known before the text is read; empty where nothing is. */
  notes: string[]
  text: string
  blocks: Block[]
  /** In the order of the text. */
  insertions: Insertion[]
  footnotes: string[]
  /** Paths of the norms before it and behind it in the law. */
  previous: string | null
  next: string | null
  /** Address of the official page. */
  page: string
  /** Where the text is from, and of when. */
  source: string
}

type NormAnswer = Norm & { resolution: { by: 'short_form' | 'range'; message: string } | null }

/** @param output what the operation `norm` has answered. Of a subdivision that was asked for only its text is shown. */
export async function normDocument(corpus: Corpus, output: unknown): Promise<NormDocument> {
  const norm = output as NormAnswer
  const [law] = await corpus.findLaws(norm.code)
  const { text, subdivisions, start } = shownText(norm)
  return {
    title: joined(norm.label, norm.heading) || norm.norm,
    place: [lawName(law, norm.code), ...norm.structure.map(({ label, title }) => joined(label, title))],
    notes: notesOf(norm),
    text,
    blocks: layOut(text, subdivisions),
    insertions: insertionsOf(norm, { start, end: start + text.length }),
    footnotes: [norm.footnotes, ...norm.structure.map(headingFootnotes)].filter(Boolean),
    previous: norm.previous,
    next: norm.next,
    page: norm.provenance.html_url,
    source: sourceOf(norm, law),
  }
}

/** Words of a line, parted by blanks, without those that are empty. */
const joined = (...words: string[]) => words.filter(Boolean).join(' ')

function lawName(law: LawSummary | undefined, code: string): string {
  if (law === undefined) return code
  return law.abbreviation === law.title ? law.title : `${law.title} (${law.abbreviation})`
}

/** The text that is shown, where it begins in that of the norm, and the subdivisions in it. */
function shownText({
  text,
  subdivisions,
  selection,
}: Norm): Span & { text: string; subdivisions: PlacedSubdivision[] } {
  const placed = placeSubdivisions(text, subdivisions)
  if (selection === null) return { text, subdivisions: placed, start: 0, end: text.length }
  const start = placed.find(({ path }) => path === selection.path)?.start ?? Math.max(text.indexOf(selection.text), 0)
  const end = start + selection.text.length
  const within = placed.filter((part) => part.start >= start && part.end <= end)
  const moved = within.map((part) => ({ ...part, start: part.start - start, end: part.end - start }))
  return { text: selection.text, subdivisions: moved, start, end }
}

/** Images and files, and the marks that the source does not have in its text. */
function insertionsOf({ attachments, marks }: Norm, { start, end }: Span): Insertion[] {
  const described = attachments.map(({ kind, name, offset, description }) => ({
    offset,
    words: ` [${kind} ${name}${description && `: ${description}`}] `.replace(/\s+/g, ' '),
  }))
  const printed = marks
    .filter(({ mark }) => mark !== '')
    .map(({ mark, offset }) => ({ offset, words: `[${mark.replace(/\s+/g, ' ')}]` }))
  return [...described, ...printed]
    .filter(({ offset }) => offset >= start && offset <= end)
    .map(({ offset, words }) => ({ offset: offset - start, words }))
    .sort((a, b) => a.offset - b.offset)
}

function notesOf({ selection, resolution, text, status, attachments }: NormAnswer): string[] {
  return [
    // Of a short form only the reader of JSON wants to know where it led.
    resolution?.by === 'range' ? resolution.message : '',
    selection === null ? '' : `Only ${selection.path} of this norm.`,
    text !== '' ? '' : status === 'repealed' ? 'This norm is repealed and has no text.' : 'This norm has no text.',
    attachments.length > 0 ? 'Images and files are not shown here; see the official page.' : '',
  ].filter(Boolean)
}

function sourceOf({ status, provenance }: Norm, law: LawSummary | undefined): string {
  const date = law?.status_date
  return [
    status === 'repealed' ? 'repealed' : '',
    date ? `law as amended up to ${date}` : 'the source names no date',
    provenance.fetch_timestamp ? `fetched ${provenance.fetch_timestamp}` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

/** The pieces of a stretch of the text: its words, and what is inserted between them. */
export function piecesOf({ text, insertions }: NormDocument, { start, end }: Span, from = start): string[][] {
  const pieces: string[][] = []
  let at = start
  for (const { offset, words } of insertions) {
    if (offset < from || offset > end) continue
    const place = Math.max(offset, at)
    pieces.push([text.slice(at, place), words])
    at = place
  }
  return [...pieces, [text.slice(at, end), '']]
}
