/** A norm as a document for people, before it has a form: what every form of it shows, in order. */
import type { Corpus, LawSummary, Norm } from '../corpus/corpus.ts'
import { type Block, layOut } from '../layout/blocks.ts'
import { headingFootnotes } from '../layout/heading-footnotes.ts'
import { cutLine, type Piece, type Point } from '../layout/pieces.ts'
import type { Span } from '../layout/span.ts'
import { type PlacedSubdivision, placeSubdivisions } from '../layout/subdivisions.ts'

export interface NormDocument {
  code: string
  norm: string
  /** Designation and heading, each of which may be empty, and both as one: `§ 433 Vertragstypische Pflichten`. */
  label: string
  heading: string
  title: string
  /** The law, by its title and by its abbreviation. */
  law: { title: string; abbreviation: string }
  /** The headings above the norm, outermost first. */
  place: string[]
  /** What is to be known before the text is read; empty where nothing is. */
  notes: string[]
  /** The text that is shown, and where it begins in the text of the norm. */
  text: string
  start: number
  blocks: Block[]
  /** What stands in the text and is no part of it, words in brackets, in the order of the text. */
  insertions: Point<string>[]
  footnotes: string[]
  /** Paths of the norms before it and behind it in the law. */
  previous: string | null
  next: string | null
  /** Address of the official page, `null` if it is not known. */
  page: string | null
  /** What is known of the state of the text. */
  state: string
  /** When the source was fetched (ISO 8601), `null` where that is not known. */
  fetched: string | null
}

type NormAnswer = Norm & { resolution: { by: 'short_form' | 'range' | 'approximation'; message: string } | null }

/** @param output what the operation `norm` has answered. Of a subdivision that was asked for only its text is shown. */
export async function normDocument(corpus: Pick<Corpus, 'findLaws'>, output: unknown): Promise<NormDocument> {
  const norm = output as NormAnswer
  const [law] = await corpus.findLaws(norm.code)
  const { text, subdivisions, start } = shownText(norm)
  return {
    code: norm.code,
    norm: norm.norm,
    label: norm.label,
    heading: norm.heading,
    title: joined(norm.label, norm.heading) || norm.norm,
    law: { title: law?.title || norm.code, abbreviation: law?.abbreviation || norm.code },
    place: norm.structure.map(({ label, title }) => joined(label, title)),
    notes: notesOf(norm),
    text,
    start,
    blocks: layOut(text, subdivisions),
    insertions: insertionsOf(norm, { start, end: start + text.length }),
    footnotes: [norm.footnotes, ...norm.structure.map(headingFootnotes)].filter(Boolean),
    previous: norm.previous,
    next: norm.next,
    page: norm.provenance.html_url,
    state: stateOf(norm, law),
    fetched: norm.provenance.fetch_timestamp,
  }
}

/** The parts of a text with an empty line between; those that are empty are left out. */
export const document = (parts: readonly string[]) => `${parts.filter(Boolean).join('\n\n')}\n`

/** Whether a page is one that is linked; what else calls itself an address is text. */
export const isAddress = (url: string | null): url is string => url !== null && /^https?:/i.test(url)

/** Words of a line, parted by blanks, without those that are empty. */
const joined = (...words: string[]) => words.filter(Boolean).join(' ')

/** Where the norm stands: its law, and the headings above it. */
export function placeOf({ law, place }: NormDocument): string[] {
  return [lawName(law), ...place]
}

/** A law by its title and its abbreviation. */
export function lawName({ title, abbreviation }: NormDocument['law']): string {
  return abbreviation === title ? title : `${title} (${abbreviation})`
}

/** Of when the text is, and when it was fetched. */
export function sourceOf({ state, fetched }: Pick<NormDocument, 'state' | 'fetched'>): string {
  return [state, fetched && `fetched ${fetched}`].filter(Boolean).join('; ')
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
function insertionsOf({ text, attachments, marks }: Norm, { start, end }: Span): Point<string>[] {
  const described = attachments.map(({ kind, name, offset, description }) => ({
    offset,
    what: ` [${kind} ${name}${description && `: ${description}`}] `.replace(/\s+/g, ' '),
  }))
  const printed = marks
    .filter(({ mark }) => mark !== '')
    .map(({ mark, offset }) => {
      // In front of what it marks, as of a footnote itself, it stands apart; else behind the word before it.
      const isInFront = /^(?:|[\n\t])$/.test(text.charAt(offset - 1)) && /\S/.test(text.charAt(offset))
      return { offset, what: `[${mark.replace(/\s+/g, ' ')}]${isInFront ? ' ' : ''}` }
    })
  return [...described, ...printed]
    .filter(({ offset }) => offset >= start && offset <= end)
    .map(({ offset, what }) => ({ offset: offset - start, what }))
    .sort((a, b) => a.offset - b.offset)
}

function notesOf({ selection, resolution, text, status, attachments, provenance }: NormAnswer): string[] {
  const elsewhere = provenance.html_url === null ? '' : '; see the official page'
  return [
    // Of a short form only the reader of JSON wants to know where it led.
    resolution && resolution.by !== 'short_form' ? resolution.message : '',
    selection === null ? '' : `Only ${selection.path} of this norm.`,
    text !== '' ? '' : status === 'repealed' ? 'This norm is repealed and has no text.' : 'This norm has no text.',
    attachments.length > 0 ? `Images and files are not shown here${elsewhere}.` : '',
  ].filter(Boolean)
}

function stateOf({ status }: Norm, law: LawSummary | undefined): string {
  const date = law?.status_date
  return [status === 'repealed' ? 'repealed' : '', date ? `law as amended up to ${date}` : 'the source names no date']
    .filter(Boolean)
    .join('; ')
}

/** The pieces of a stretch of the text: its words, references among them, and what is inserted between them. */
export function piecesOf<Reference extends Span = never>(
  { insertions }: NormDocument,
  span: Span,
  from = span.start,
  references: readonly Reference[] = [],
): Piece<string, Reference>[] {
  return cutLine(span, from, { references, points: insertions, raised: [], selection: null })
}

/** A stretch of the text with what is inserted in it. */
export function wordsOf(norm: NormDocument, span: Span, from = span.start): string {
  return piecesOf(norm, span, from)
    .map((piece) => (piece.kind === 'point' ? piece.what : norm.text.slice(piece.start, piece.end)))
    .join('')
}
