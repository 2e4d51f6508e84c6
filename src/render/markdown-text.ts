/**
 * Text and its styled runs in Markdown. A run gets asterisks if CommonMark certainly reads them as emphasis, else HTML elements,
 * which Markdown passes through.
 */

import type { NestedPiece } from '../layout/pieces.ts'
import { ordinaryForm, RUN_ELEMENTS } from '../layout/runs.ts'
import type { TextSpanKind } from '../model/norm-text.ts'
import type { Span } from '../model/subdivisions.ts'

/** Escapes all characters that could be markup. */
export function escapedMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&|~]/g, '\\$&')
    .replace(/\r/g, ' ')
    .replace(/^(\s*)([#+\-=])/, '$1\\$2')
    .replace(/(?<!\\)#(?=#*\s*$)/g, '\\#')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

const SIGNS: Partial<Record<TextSpanKind, string>> = { bold: '**', italic: '*' }

/**
 * The Markdown of a line or a cell; `<br>` separates the lines of a cell.
 * @param around the text next to the pieces
 * @param isRaised true within `sup` or `sub`, where Unicode superscripts would be raised twice
 */
export function markdownPieces(
  pieces: readonly NestedPiece<string, never>[],
  text: string,
  around: Surroundings = { before: '', after: '' },
  isRaised = false,
): string {
  let drawn = ''
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'point') drawn += escapedMarkdown(piece.what)
    else if (piece.kind === 'text') drawn += escapedWords(text, piece, isRaised)
    else {
      const { kind, isUnicode } = piece.span
      const inner = markdownPieces(piece.pieces, text, INSIDE, isRaised || isUnicode)
      const after = index === pieces.length - 1 ? around.after : firstCharacter(pieces[index + 1], text)
      drawn += emphasised(kind, inner, { before: drawn || around.before, after })
    }
  }
  return drawn
}

function escapedWords(text: string, { start, end }: Span, isRaised: boolean): string {
  const words = text.slice(start, end)
  return escapedMarkdown(isRaised ? ordinaryForm(words) : words).replaceAll('\u2028', '<br>')
}

/** The character after a run. Another run may begin with an asterisk. */
function firstCharacter(piece: NestedPiece<string, never> | undefined, text: string): string {
  if (piece?.kind === 'point') return piece.what.slice(0, 2)
  return piece?.kind === 'text' ? text.slice(piece.start, piece.start + 2) : '*'
}

/** Inside a run, its words may be next to its own asterisks. */
const INSIDE: Surroundings = { before: '*', after: '*' }

/** Context of a run: the Markdown before it, and the text after it. */
export interface Surroundings {
  before: string
  after: string
}

/**
 * The Markdown of a run.
 * @param inner its words in Markdown
 */
export function emphasised(kind: TextSpanKind, inner: string, { before, after }: Surroundings): string {
  const words = inner.trim()
  if (words === '') return inner
  const start = inner.length - inner.trimStart().length
  const [lead, end] = [inner.slice(0, start), inner.slice(start + words.length)]
  const sign = SIGNS[kind]
  const [open, close] =
    sign !== undefined && isRead(words, lead || before, end || after)
      ? [sign, sign]
      : [`<${RUN_ELEMENTS[kind]}>`, `</${RUN_ELEMENTS[kind]}>`]
  return lead + open + words + close + end
}

/**
 * True if asterisks around the words are left- and right-flanking delimiter runs (CommonMark 0.31, section 6.2). Next to other
 * asterisks they could be merged with these.
 */
function isRead(words: string, before: string, after: string): boolean {
  const [first, last] = [firstOf(words), lastOf(words)]
  const [previous, next] = [lastOf(before), firstOf(after)]
  if ([first, last, previous, next].includes('*')) return false
  return (!isPunctuation(first) || !isWord(previous)) && (!isPunctuation(last) || !isWord(next))
}

const isPunctuation = (character: string) => /^[\p{P}\p{S}]/u.test(character)
const isWord = (character: string) => character !== '' && !/^[\s\p{P}\p{S}]/u.test(character)

const firstOf = (text: string) => [...text.slice(0, 2)][0] ?? ''
const lastOf = (text: string) => [...text.slice(-2)].at(-1) ?? ''
