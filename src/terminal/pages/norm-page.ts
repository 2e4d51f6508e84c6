/** A norm: heading, place in the law, text, footnotes, source, where to read on. */

import type { Norm } from '../../corpus/corpus.ts'
import { type NormDocument, normDocument, piecesOf, piecesOfMark } from '../../formats/norm-document.ts'
import { addressOf } from '../../formats/source-facts.ts'
import { today } from '../../iso-date.ts'
import { isNewest } from '../../layout/notes.ts'
import { t } from '../../texts/texts.ts'
import { fieldLines, titleLines } from '../fields.ts'
import { sanitize } from '../sanitize.ts'
import { linked, proseScreen, type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { type CitationSource, drawPieces, normReferences } from './inline-text.ts'
import { wordingLines } from './norm-text.ts'
import { shellWord } from './paging.ts'
import { publishedLines } from './published.ts'
import { readingOnLines } from './reading-on.ts'

/**
 * @param answer of the operation `norm`; if a subdivision was asked for, only its text is drawn
 * @param now tells whether a day on which the norm takes effect has passed
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

/** A document without control characters. Its runs are kept: they have no text, and are compared by identity. */
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
    [t`Act`, act],
    [t`Source`, linked(screen, address, address, 'source')],
    [t`Fetched`, fetched],
    [t`Version`, version],
  ])
}
