/** The parts of a norm: paragraphs, subparagraphs, sentences, points and indents. */

import { formatElements, type PathElement, type SubdivisionKind } from '../../citation/norm-path.ts'
import { type SentenceLanguage, splitSentences } from '../../citation/sentences.ts'
import type { SubdivisionSpan } from '../../model/parsed-law.ts'
import { firstIndex } from '../../util/binary-search.ts'
import type { Span } from '../text-writer.ts'

/** A part of a text, as the elements of the source nest. */
export interface Part extends Span {
  /** `undefined` for a container that is not cited: the whole norm, a list item with words for a mark. */
  kind: Exclude<SubdivisionKind, 'satz'> | undefined
  value: string
  /** Its mark as the source writes it: `1.`, `(a)`; for a subparagraph its number. */
  label: string
  /** Where its words begin, after the mark. */
  words: number
  parts: Part[]
}

/** Returns a part that begins at a place. */
export function openPart(kind: Part['kind'], value: string, label: string, start: number): Part {
  return { kind, value, label, start, end: start, words: start, parts: [] }
}

type Path = PathElement<SubdivisionKind>[]

/**
 * Lists the parts of a norm with their paths.
 * @param language of the text; `undefined` for lists and tables, which are not split into sentences
 * @returns in the order of the text, outer ones before inner ones, each path once: a second list with the same marks in one
 *   sentence is not listed
 */
export function subdivisionsOf(text: string, norm: Part, language: SentenceLanguage | undefined): SubdivisionSpan[] {
  const found = new Map<string, SubdivisionSpan>()
  const add = (path: Path, label: string, { start, end }: Span): boolean => {
    const key = formatElements(path)
    if (found.has(key)) return false
    found.set(key, { path: key, label, start, end: start + text.slice(start, end).trimEnd().length })
    return true
  }
  const addItem = (item: Part, above: Path): void => {
    const path: Path = item.kind === undefined ? above : [...above, { kind: item.kind, value: item.value }]
    if (item.kind !== undefined && !add(path, item.label, item)) return
    for (const inner of item.parts) addItem(inner, path)
  }
  const addScope = (scope: Part, path: Path): void => {
    const sentences = language === undefined ? [] : sentencesOf(text, scope, language)
    for (const [index, sentence] of sentences.entries()) {
      const value = String(index + 1)
      add([...path, { kind: 'satz', value }], value, sentence)
    }
    for (const item of scope.parts) {
      const at = firstIndex(sentences.length, (index) => item.start < (sentences[index] as Span).end)
      addItem(item, at < sentences.length ? [...path, { kind: 'satz', value: String(at + 1) }] : path)
    }
  }
  const addPart = (part: Part, above: Path): void => {
    const path: Path = part.kind === undefined ? above : [...above, { kind: part.kind, value: part.value }]
    if (part.kind !== undefined && !add(path, part.label, part)) return
    if (!part.parts.some(isParagraph)) addScope(part, path)
    else for (const inner of part.parts) isParagraph(inner) ? addPart(inner, path) : addItem(inner, path)
  }
  addPart(norm, [])
  return [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
}

const isParagraph = ({ kind }: Part) => kind === 'abs' || kind === 'uabs'

/**
 * Splits a paragraph into sentences. A list is part of the sentence around it: its characters are masked, except the end of its
 * last item, so that only the end of the list can end the sentence.
 */
function sentencesOf(whole: string, scope: Part, language: SentenceLanguage): Span[] {
  const { words, end } = scope
  let masked = ''
  let position = words
  for (const item of scope.parts) {
    const [from, to] = [Math.max(item.start, position), Math.max(item.end, position)]
    masked += whole.slice(position, from).replace(/\n/g, ' ')
    masked += 'x'.repeat(Math.max(to - from - 1, 0)) + whole.slice(Math.max(to - 1, from), to)
    position = to
  }
  masked += whole.slice(position, end).replace(/\n/g, ' ')
  return splitSentences(masked, language).flatMap(([from, to]) => {
    const visible = masked.slice(from, to)
    const start = from + visible.length - visible.trimStart().length
    const stop = from + visible.trimEnd().length
    return stop > start ? [{ start: words + start, end: words + stop }] : []
  })
}
