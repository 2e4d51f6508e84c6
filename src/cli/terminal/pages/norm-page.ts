/** A norm: heading, place in the law, text, footnotes, source, further reading. */

import { counted, formatNumber } from '../../../i18n/readable.ts'
import { localDate, t } from '../../../i18n/texts.ts'
import { type AsOf, isNewest, spanWords, stateOfVersion } from '../../../layout/notes.ts'
import type { NestedPiece } from '../../../layout/pieces.ts'
import { placeReferences } from '../../../layout/references.ts'
import { bracketsOf } from '../../../layout/runs.ts'
import type { CitationCount, Corpus, Norm, NormSummary, VersionSpan } from '../../../model/corpus.ts'
import type { TextSpanKind } from '../../../model/norm-text.ts'
import type { Span } from '../../../model/subdivisions.ts'
import type { InForceSpan } from '../../../model/versions.ts'
import { type NormDocument, normDocument, piecesOf, piecesOfMark } from '../../../render/norm-document.ts'
import { addressOf } from '../../../render/source-facts.ts'
import { dayAfter, today } from '../../../util/iso-date.ts'
import { type Field, fieldLines, titleLines } from '../fields.ts'
import { sanitize } from '../sanitize.ts'
import { linked, proseScreen, type Screen, type Style, styled } from '../screen.ts'
import { displayWidth } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { wordingLines } from './norm-text.ts'
import { shellWord } from './paging.ts'
import { publishedLines } from './published.ts'

/**
 * @param answer of the operation `norm`; if a subdivision was requested, only its text is drawn
 * @param now for comparing days of effect with today
 */
export async function normPage(
  corpus: CitationSource,
  answer: unknown,
  screen: Screen,
  now = new Date(),
): Promise<string> {
  const norm = sanitizeDocument(normDocument(answer, today(now)))
  const prose = proseScreen(screen)
  const place = [norm.law.abbreviation, ...norm.place].filter(Boolean).join(' › ')
  const lines = [
    ...normTitleLines(norm, prose),
    ...wrapText(styled(screen, 'quiet', place), prose.width),
    ...publishedLines(norm.published, historyCommand(answer), prose),
    '',
    ...(await contentLines(corpus, norm, screen)),
    ...sourceLines(norm, prose),
    ...readingOnLines(answer, prose),
  ]
  return lines.join('\n')
}

function historyCommand(answer: unknown): string | null {
  const { code, norm, version } = answer as Pick<Norm, 'code' | 'norm' | 'version'>
  return isNewest({ version }) ? null : `legal-text history ${code} ${shellWord(norm)}`
}

/** A document without control characters. Its runs stay: they contain no text, and are compared by identity. */
export function sanitizeDocument({ runs, ...norm }: NormDocument): NormDocument {
  return { ...sanitize(norm), runs }
}

/** Designation and heading of a norm. */
export function normTitleLines({ label, title, heading }: NormDocument, screen: Screen): string[] {
  return titleLines(screen, label, label === '' ? title : heading)
}

/** Notes, text and footnotes of a norm, each with an empty line after it. */
export async function contentLines(corpus: CitationSource, norm: NormDocument, screen: Screen): Promise<string[]> {
  const { width } = proseScreen(screen)
  const quiet = (text: string) => wrapText(styled(screen, 'quiet', text), width)
  const hasText = norm.text !== '' || norm.insertions.length > 0
  const footnotes = norm.footnotes.length > 0
  return [
    norm.notes.length > 0 ? [...norm.notes.flatMap(quiet), ''] : [],
    linesOf(norm.leadIn).flatMap(quiet),
    hasText ? await textLines(corpus, norm, screen) : [],
    linesOf(norm.tail).flatMap(quiet),
    hasText ? [''] : [],
    footnotes ? [...quiet(t`Footnotes`), ...wrapText(norm.footnotes.join('\n'), width, '  '), ''] : [],
  ].flat()
}

const linesOf = (text: string) => (text === '' ? [] : text.replaceAll('\t', '  ').split(/[\n\u2028]/))

async function textLines(corpus: CitationSource, norm: NormDocument, screen: Screen): Promise<string[]> {
  const references = await normReferences(corpus, norm, screen)
  const lines = await wordingLines(screen, {
    ...norm,
    mark: (span) => drawPieces(piecesOfMark(norm, span), norm.text, screen),
    words: (span, from, isHead = false) =>
      drawPieces(piecesOf(norm, span, from, references), norm.text, screen, isHead ? ['bold'] : []),
  })
  return lines[0] === '' ? lines.slice(1) : lines
}

function sourceLines(document: NormDocument, screen: Screen): string[] {
  const { code, norm, law, state, fetched, version, act } = document
  const address = addressOf(document)
  return fieldLines(screen, [
    [t`Law`, law.title],
    [t`Norm`, `${code} ${norm}`],
    [t`Status`, state],
    [t`Text`, act],
    [t`Source`, linked(screen, address, address, 'source')],
    [t`Fetched`, fetched],
    [t`Version`, version],
  ])
}

/** The fields of the operation `norm` for further reading. Norms of a whole law lack them. */
interface NormAnswer extends AsOf, InForceSpan {
  code: string
  norm: string
  version?: VersionSpan
  previous_norm?: NormSummary | null
  next_norm?: NormSummary | null
  citation_counts?: Record<'cites' | 'cited_by', CitationCount>
}

/** Columns of the labels, without the gap of two after them. */
const labelWidth = () =>
  Math.max(...[t`Citations`, t`Wording`, t`To come`, t`Previous`, t`Next`].map(({ length }) => length))

/** @param answer of the operation `norm` @returns lines after an empty one */
function readingOnLines(answer: unknown, screen: Screen): string[] {
  const { citation_counts, as_of, in_force_on, version, ...named } = answer as NormAnswer
  if (citation_counts === undefined) return []
  // Omits the text, which may be long and is already sanitized.
  const { code, norm, previous_norm, next_norm } = sanitize(placeOf(named))
  const neighbour = (label: string, summary: NormSummary | null | undefined): Field => {
    return [label.padEnd(labelWidth()), summary && oneLine(titleOf(summary), screen.width - labelWidth() - 2)]
  }
  const { cites, cited_by } = citation_counts
  const place = `${code} ${shellWord(norm)}`
  const isOfToday = as_of === undefined && in_force_on === undefined
  const published = isOfToday && version && wordingSince(named, version)
  // Another wording follows if this one ends while the norm continues.
  const isFollowed = isOfToday && named.in_force_from && !named.in_force_to
  const coming = isFollowed && version?.valid_to ? dayAfter(version.valid_to) : undefined
  return [
    '',
    ...(published ? fieldWithCommand(t`Wording`, published, `legal-text history ${place}`, screen) : []),
    ...(coming === undefined
      ? []
      : fieldWithCommand(
          t`To come`,
          t`another wording from ${localDate(coming)}`,
          `legal-text norm ${place} --in-force-on ${coming}`,
          screen,
        )),
    ...fieldLines(screen, [neighbour(t`Previous`, previous_norm), neighbour(t`Next`, next_norm)]),
    ...fieldWithCommand(
      t`Citations`,
      t`cites ${normsOf(cites)}, cited by ${normsOf(cited_by)}`,
      cites.total + cited_by.total > 0 ? `legal-text related ${place}` : '',
      screen,
    ),
  ]
}

/** A field, and the command for more: on the same line if it fits. */
function fieldWithCommand(label: string, words: string, command: string, screen: Screen): string[] {
  const width = labelWidth()
  const isOneLine = displayWidth(`${words}: ${command}`) <= screen.width - width - 2
  const quiet = command && styled(screen, 'quiet', command)
  return [
    ...fieldLines(screen, [[label.padEnd(width), quiet && isOneLine ? `${words}: ${quiet}` : words]]),
    ...(quiet && !isOneLine ? wrapText(quiet, screen.width, ' '.repeat(width + 2)) : []),
  ]
}

function wordingSince({ in_force_from, in_force_to }: InForceSpan, version: VersionSpan): string {
  const span = spanWords({ in_force_from, in_force_to: in_force_to ?? version.valid_to })
  if (in_force_from) return t`in force ${span}`
  return stateOfVersion(version) === 'valid'
    ? t`valid since ${version.observed_from}`
    : t`published since ${version.observed_from}`
}

const placeOf = ({ code, norm, previous_norm, next_norm }: NormAnswer) => ({ code, norm, previous_norm, next_norm })

const titleOf = ({ norm, label, heading }: NormSummary) => [label, heading].filter(Boolean).join(' ') || norm

/** `3 norms`, `2 norms (5 times)`. */
function normsOf({ total, norms }: CitationCount): string {
  if (norms === 0) return t`none`
  return counted(norms, 'norm') + (total > norms ? t` (${formatNumber(total)} times)` : '')
}

/** The text, cut to one line. */
function oneLine(text: string, width: number): string {
  const [first = '', ...rest] = wrapText(text, width)
  return rest.length === 0 ? first : `${wrapText(text, width - ' …'.length)[0]} …`
}

/** The styles of runs; letter-spaced words are emphasised like italics. */
const RUN_STYLES: Partial<Record<TextSpanKind, Style>> = {
  bold: 'bold',
  italic: 'italic',
  spaced: 'italic',
  underlined: 'underlined',
}

/** @param styles of the runs around the pieces; each piece begins and ends them itself, so that it ends no other's */
function drawPieces(
  pieces: readonly NestedPiece<string, LinkedReference>[],
  text: string,
  screen: Screen,
  styles: readonly Style[] = [],
): string {
  let drawn = ''
  for (const piece of pieces) {
    if (piece.kind === 'point') drawn += styled(screen, 'quiet', piece.what)
    else if (piece.kind === 'text') {
      const { start, end, reference } = piece
      // The lines of a cell are wrapped individually: styles and links end with each.
      const lines = text
        .slice(start, end)
        .split('\n')
        .map((line) => {
          if (reference === null) return inStyles(line, styles, screen)
          return linked(screen, reference.url, inStyles(line, withoutUnderline(styles), screen), reference.start)
        })
      drawn += lines.join('\n')
    } else {
      const { kind, isUnicode } = piece.span
      const style = RUN_STYLES[kind]
      const inner = style === undefined || styles.includes(style) ? styles : [...styles, style]
      const [before, after] = bracketsOf(kind, isUnicode)
      drawn += inStyles(before, inner, screen) + drawPieces(piece.pieces, text, screen, inner)
      drawn += inStyles(after, inner, screen)
    }
  }
  return drawn
}

const inStyles = (words: string, styles: readonly Style[], screen: Screen) =>
  styles.reduce((inner, style) => styled(screen, style, inner), words)

/** A link is underlined by itself. */
const withoutUnderline = (styles: readonly Style[]) => styles.filter((style) => style !== 'underlined')

/** The part of a corpus that provides cited norms. */
type CitationSource = Pick<Corpus, 'norm' | 'relationships'>

interface LinkedReference extends Span {
  /** The official page, if it is known and the screen has links. */
  url: string | undefined
}

/** The references to norms of the corpus, with their official pages; empty if the screen cannot show them. */
async function normReferences(corpus: CitationSource, norm: NormDocument, screen: Screen): Promise<LinkedReference[]> {
  if (!screen.colour && !screen.links) return []
  const options = { type: 'cites', limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const
  const { items } = await corpus.relationships(norm.code, norm.norm, options)
  const shift = norm.start
  const moved = items.flatMap((each) =>
    each.start === null || each.end === null || each.start < shift || each.end > shift + norm.text.length
      ? []
      : [{ ...each, start: each.start - shift, end: each.end - shift }],
  )
  const pages = new Map<string, string | undefined>()
  const pageOf = async (code: string, path: string) => {
    const key = `${code} ${path}`
    if (!pages.has(key)) pages.set(key, (await corpus.norm(code, path))?.provenance.html_url ?? undefined)
    return pages.get(key)
  }
  const references: LinkedReference[] = []
  for (const { start, end, cited } of placeReferences(norm.text, moved)) {
    const { code, norm: path, resolved } = cited
    if (!resolved || code === null || path === null) continue
    references.push({ start, end, url: screen.links ? await pageOf(code, path) : undefined })
  }
  return references
}
