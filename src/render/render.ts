/** Renders answers in their formats. */

import { say, t } from '../i18n/texts.ts'
import type { AsOf } from '../layout/notes.ts'
import type { NestedPiece } from '../layout/pieces.ts'
import { bracketsOf } from '../layout/runs.ts'
import type { Corpus, Norm } from '../model/corpus.ts'
import type { PatternResult } from '../operations/grep.ts'
import { type AnswerInParts, assertCorpus, type Operation } from '../operations/operation.ts'
import { corpusOf } from '../resolve/as-of.ts'
import { argumentError, assertFields, assertString, isRecord, wrongArgument } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'
import { type DiffDocument, diffDocument } from './diff-document.ts'
import { diffHtml } from './diff-html.ts'
import { diffMarkdown, diffUnified } from './diff-text.ts'
import {
  type AnswerKind,
  answerKind,
  FORMATS,
  type Format,
  type FormatName,
  kindFor,
  type RenderedBy,
} from './formats.ts'
import { normHtml } from './html.ts'
import { type LawHead, lawHead, type NormOfLaw, normsOfLaw, publicationLine } from './law-document.ts'
import { lawMarkdown, normMarkdown, normOfLawMarkdown } from './markdown.ts'
import { joinParagraphs, lawName, type NormDocument, normDocument, piecesOf, placeOf } from './norm-document.ts'
import { outlineList } from './outline-list.ts'
import { bibLaTeX, cslJson, isReference, type Reference, referenceOf, ris, withLaw } from './references.ts'
import { addressOf, sourceOf } from './source-facts.ts'
import { columnsOf, csv, markdownTable, placeOfItems } from './tabular.ts'

type Items = readonly Readonly<Record<string, unknown>>[]
type RenderParts = (
  operation: Pick<Operation, 'name' | 'output' | 'list'>,
  answer: AnswerInParts,
  corpus: Corpus,
) => AsyncIterable<string>

/** A list with the lines before its items. */
interface RenderedList {
  head: string
  lines: string
}
type RenderList = (answer: unknown, operation: Pick<Operation, 'name' | 'output' | 'list'>) => RenderedList

interface Renderers {
  norm(answer: unknown): string
  difference(answer: unknown): string
  differences: RenderList | ((answer: unknown) => string)
  record(answer: unknown): string
  outline(answer: unknown): string
  list: RenderList | ((answer: unknown) => string)
  law: RenderParts
  matches: RenderParts
}

const itemLines: RenderList = (answer, { list }) => ({ head: '', lines: lines(itemsOf(answer, list)) })

const RENDERERS: { [Name in FormatName]: Pick<Renderers, RenderedBy<Name>> } = {
  json: {
    norm: json,
    record: json,
    list: json,
    law: jsonParts,
    matches: jsonParts,
    difference: json,
    differences: json,
  },
  ndjson: { list: itemLines, law: lineParts, matches: lineParts, differences: itemLines },
  csv: { list: csvList, matches: matchTable },
  md: {
    norm: documentRenderer(normMarkdown),
    list: markdownList,
    law: lawRenderer(lawMarkdown, normOfLawMarkdown),
    ...differenceRenderers(diffMarkdown),
  },
  text: {
    norm: documentRenderer(normPlainText),
    law: lawRenderer(lawPlainText, normOfLawPlainText),
    ...differenceRenderers(diffUnified),
  },
  html: { norm: documentRenderer(normHtml), ...differenceRenderers(diffHtml) },
  csl: referenceRenderers(cslJson),
  bibtex: referenceRenderers(bibLaTeX),
  ris: referenceRenderers(ris),
}

/** An arbitrary name. */
type OwnName = string & Record<never, never>

/** A format of a program. */
export interface OwnFormat extends Pick<Format, 'meaning' | 'mediaTypes'> {
  /** Returns the text of an answer, for each kind of answer that the format supports. */
  renders: Readonly<Partial<Record<Exclude<AnswerKind, 'law' | 'matches'>, (answer: never) => string>>>
}

/**
 * Adds a format of answers to those of the package, for the whole process, including `render`, `formatsOf`, and the routes and the
 * OpenAPI document of applications created afterwards.
 * @param name value of the parameter `format`
 * @throws LegalTextError `invalid_input` if the name is taken
 */
export function addFormat(name: string, format: OwnFormat): void {
  assertString('name', name)
  assertFields('format', format, { meaning: 'string', mediaTypes: 'object', renders: 'object' })
  const { meaning, mediaTypes, renders } = format
  if (name in FORMATS) throw argumentError('name', say`there is already a format ${name}`)
  const contentType = `${mediaTypes[0]}; charset=utf-8`
  Object.assign(RENDERERS, { [name]: renders })
  Object.assign(FORMATS, { [name]: { meaning, mediaTypes, contentType, renders: Object.keys(renders) } })
}

/**
 * Renders an answer in one of the formats of its operation. References have the answer's facts about its law; {@link renderOf} adds
 * the rest.
 * @throws LegalTextError `invalid_input` if the operation does not have the format, or the answer is that of another one
 */
export function render(
  operation: Pick<Operation, 'name' | 'output' | 'list'>,
  format: FormatName | OwnName,
  answer: unknown,
): string {
  const kind = kindFor(format as FormatName, operation) ?? answerKind(operation)
  if (kind === 'law' || kind === 'matches') {
    throw new LegalTextError('invalid_input', say`operation: renderParts() renders the answers of ${operation.name}`)
  }
  const name = format as FormatName
  const renderer = rendererOf(name, kind)
  if (!isAnswer(kind, answer, operation)) throw wrongArgument('answer', say`an answer of ${operation.name}`, answer)
  const listed = kind === 'list' && format !== 'json' ? outlineList(answer) : undefined
  const drawn = listed ? rendererOf(name, 'list')(listed.answer, listed) : renderer(answer, operation)
  return typeof drawn === 'string' ? drawn : drawn.head + drawn.lines
}

/** As {@link render}, with the facts of the law for a reference to a norm. */
export async function renderOf(
  corpus: Corpus,
  operation: Pick<Operation, 'name' | 'output' | 'list'>,
  format: FormatName | OwnName,
  answer: unknown,
): Promise<string> {
  return render(operation, format, isReference(format) ? await withLaw(corpus, answer as Norm & AsOf) : answer)
}

/**
 * Renders the pages of a list as one list, with one head.
 * @param format that concatenates items: `ndjson`, `csv` or `md`
 */
export async function* renderPages(
  operation: Pick<Operation, 'name' | 'output' | 'list'>,
  format: Exclude<FormatName, 'json'>,
  pages: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  const renderer = rendererOf(format, 'list')
  let isFirst = true
  for await (const page of pages) {
    const drawn = renderer(page, operation)
    if (typeof drawn === 'string') yield drawn
    else {
      if (isFirst) yield drawn.head
      yield drawn.lines
    }
    isFirst = false
  }
}

/** True if an answer has the fields for its renderers. */
function isAnswer(kind: AnswerKind, answer: unknown, { list = '' }: Pick<Operation, 'list'>): boolean {
  if (!isRecord(answer)) return false
  if (kind === 'norm') return typeof answer.text === 'string' && Array.isArray(answer.subdivisions)
  if (kind === 'difference') return Array.isArray(answer.parts)
  return kind === 'record' || kind === 'outline' || Array.isArray(answer[list])
}

/**
 * Renders an answer in parts: the norms of a law, or the matching ones. Markdown and text are the law as one document.
 * @throws LegalTextError as `render`
 */
export function renderParts(
  operation: Pick<Operation, 'name' | 'output' | 'list' | 'stream'>,
  format: FormatName,
  corpus: Corpus,
  answer: AnswerInParts,
): AsyncIterable<string> {
  const kind = answerKind(operation)
  if (kind !== 'law' && kind !== 'matches') {
    throw new LegalTextError('invalid_input', say`operation: render() renders the answers of ${operation.name}`)
  }
  const renderer = rendererOf(format, kind)
  assertCorpus(corpus)
  if (!isRecord(answer) || !isRecord(answer.head) || !isRecord(answer.parts)) {
    throw wrongArgument('answer', say`an answer in parts, as ${operation.name}.stream() returns it`, answer)
  }
  return renderer(operation, answer, corpus)
}

function rendererOf<Kind extends AnswerKind>(format: FormatName, kind: Kind): Renderers[Kind] {
  const renderer = (RENDERERS[format] as Partial<Renderers> | undefined)?.[kind]
  if (renderer !== undefined) return renderer as Renderers[Kind]
  const formats = (Object.keys(FORMATS) as FormatName[]).filter((name) => FORMATS[name].renders.includes(kind))
  throw new LegalTextError('invalid_input', say`format: must be one of ${formats.join(', ')}`)
}

function documentRenderer(draw: (norm: NormDocument) => string): Renderers['norm'] {
  return (answer) => draw(normDocument(answer, today()))
}

function referenceRenderers(draw: (reference: Reference) => string) {
  const drawAnswer = (answer: unknown) => draw(referenceOf(answer))
  return { norm: drawAnswer, outline: drawAnswer }
}

function differenceRenderers(draw: (difference: DiffDocument) => string) {
  const drawAnswer = (answer: unknown) => draw(diffDocument(answer))
  return { difference: drawAnswer, differences: drawAnswer }
}

function lawRenderer(drawHead: (law: LawHead) => string, drawNorm: (norm: NormOfLaw) => string): RenderParts {
  return async function* (_operation, { head, parts, structure }, corpus) {
    const asOf = head as AsOf
    const law = await (await corpusOf(corpus, asOf)).law(String(head.code))
    if (law === undefined) throw new Error(`the corpus has no law ${head.code}`)
    yield drawHead(lawHead(law, asOf, today()))
    for await (const norm of normsOfLaw(structure ?? law.structure, parts)) yield `\n${drawNorm(norm)}`
  }
}

function json(answer: unknown): string {
  return JSON.stringify(answer)
}

/** Renders any answer in parts as one JSON document. */
export async function* jsonParts({ list = '' }: Pick<Operation, 'list'>, { head, parts, tail }: AnswerInParts) {
  let before = `${JSON.stringify({ ...head, [list]: [] }).slice(0, -2)}`
  for await (const items of parts) {
    yield before + items.map((item) => JSON.stringify(item)).join(',')
    before = ','
  }
  const after = JSON.stringify({ [list]: [], ...tail?.() }).slice(JSON.stringify({ [list]: [] }).length - 1)
  yield `${before === ',' ? '' : before}]${after}`
}

async function* lineParts(_operation: Pick<Operation, 'list'>, { parts }: AnswerInParts) {
  for await (const items of parts) yield lines(items)
}

/** Matching norms as CSV: one row per line, or one for a norm whose lines are only counted. */
async function* matchTable(
  operation: Pick<Operation, 'name' | 'output' | 'list'>,
  { parts }: AnswerInParts,
): AsyncGenerator<string> {
  const table = csv([...columnsOf(operation, 'scalars'), 'line', 'text'])
  yield table.head
  for await (const norms of parts as AsyncIterable<readonly PatternResult[]>) {
    const rows = norms.flatMap(({ lines = [{}], ...norm }) => lines.map((line: object) => ({ ...norm, ...line })))
    yield table.lines(rows)
  }
}

function csvList(answer: unknown, operation: Pick<Operation, 'name' | 'output' | 'list'>): RenderedList {
  const columns = columnsOf(operation, 'all')
  const place = placeOfItems(operation, columns, answer)
  const { head, lines } = csv([...Object.keys(place), ...columns])
  return { head, lines: lines(itemsOf(answer, operation.list).map((item) => ({ ...place, ...item }))) }
}

function markdownList(answer: unknown, operation: Pick<Operation, 'name' | 'output' | 'list'>): RenderedList {
  const { head, lines } = markdownTable(columnsOf(operation, 'scalars'))
  return { head, lines: lines(itemsOf(answer, operation.list)) }
}

const itemsOf = (answer: unknown, list = '') => (answer as Record<string, Items>)[list] ?? []

const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')

export function normPlainText(norm: NormDocument): string {
  const place = placeOf(norm).join(' > ')
  const head = [norm.title, place, norm.published].filter(Boolean).join('\n')
  return joinParagraphs([head, ...content(norm), `${addressOf(norm)}\n${sourceOf(norm)}`])
}

/** The head of a law: title, official page, place of publication, state. */
export function lawPlainText(law: LawHead): string {
  return joinParagraphs([
    [lawName(law), law.published, ...law.notes].filter(Boolean).join('\n'),
    [addressOf(law), publicationLine(law), sourceOf(law)].filter(Boolean).join('\n'),
  ])
}

/** A norm within its law, after the headings that begin with it. */
function normOfLawPlainText({ headings, norm }: NormOfLaw): string {
  const own = norm === null ? [] : [norm.title, ...content(norm)]
  return joinParagraphs([...headings.map(({ text }) => text), ...own])
}

/** Notes, text and footnotes. */
function content(norm: NormDocument): string[] {
  const { notes, text, footnotes } = norm
  const wording = drawPieces(norm.text, piecesOf(norm, { start: 0, end: text.length }))
  const shown = [norm.leadIn, wording, norm.tail].filter(Boolean).join('\n')
  return [notes.join('\n'), shown, footnotes.length > 0 ? `${t`Footnotes`}\n${footnotes.join('\n')}` : '']
}

/** Raised and lowered runs without a Unicode form get brackets; a row of a table stays one line. */
function drawPieces(text: string, pieces: readonly NestedPiece<string, never>[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'point') return piece.what
      if (piece.kind === 'text') return text.slice(piece.start, piece.end).replaceAll('\u2028', ' ')
      const [before, after] = bracketsOf(piece.span.kind, piece.span.isUnicode)
      return before + drawPieces(text, piece.pieces) + after
    })
    .join('')
}
