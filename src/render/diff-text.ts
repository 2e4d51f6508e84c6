/** Differences as Markdown, and in the unified format of `diff -u`. */

import { t } from '../i18n/texts.ts'
import { lineText, type SynopsisRow } from '../layout/synopsis.ts'
import type { TextPart } from '../model/corpus.ts'
import { type DiffDocument, type NormDiffDocument, shownRows } from './diff-document.ts'
import { escapedMarkdown } from './markdown-text.ts'
import { joinParagraphs } from './norm-document.ts'

type Row = ReturnType<typeof shownRows>[number]

/** Deleted words are struck out, inserted ones are bold. */
export function diffMarkdown({ title, law, before, after, notes, norms }: DiffDocument): string {
  return joinParagraphs([
    `# ${escapedMarkdown(title)}`,
    escapedMarkdown(law),
    `<del>${escapedMarkdown(before)}</del> <ins>${escapedMarkdown(after)}</ins>`,
    ...notes.map((note) => `*${escapedMarkdown(note)}*`),
    ...norms.flatMap(normMarkdown),
  ])
}

function normMarkdown(norm: NormDiffDocument): string[] {
  const { title, notes, heading, footnotes } = norm
  return [
    title && `## ${escapedMarkdown(title)}`,
    ...notes.map((note) => `*${escapedMarkdown(note)}*`),
    heading === null ? '' : t`Heading: ${inlineMarkdown(heading)}`,
    ...shownRows(norm).flatMap(rowMarkdown),
    ...(footnotes === null ? [] : [`**${t`Footnotes`}**`, ...footnotes.flatMap(rowMarkdown)]),
  ]
}

/** A reworded line of both texts is one paragraph. */
function rowMarkdown(row: Row): string[] {
  if ('hidden' in row) return ['…']
  const { before, after, isEqual } = row
  if (isEqual) return [inlineMarkdown(before ?? [])]
  if (before === null || after === null) return [inlineMarkdown(before ?? after ?? [])]
  return [inlineMarkdown(mergedLine(before, after))]
}

const ELEMENTS = { equal: undefined, deleted: 'del', inserted: 'ins' } as const

/** Compared words on one line, with `del` and `ins` around changes. */
export function inlineMarkdown(line: readonly TextPart[]): string {
  const drawn = line.map(({ type, text }) => {
    const words = escapedMarkdown(text.replace(/\s+/g, ' '))
    const element = ELEMENTS[type]
    return element === undefined ? words : `<${element}>${words}</${element}>`
  })
  return drawn.join('').trim()
}

/** Both forms of a line merged, deletions before insertions. If the common words may belong to another line, one form follows the other. */
export function mergedLine(before: readonly TextPart[], after: readonly TextPart[]): TextPart[] {
  const merged: TextPart[] = []
  let next = 0
  for (const part of before) {
    if (part.type === 'equal') {
      while (after[next]?.type === 'inserted') merged.push(after[next++] as TextPart)
      if (after[next]?.text !== part.text) return apart(before, after)
      next++
    }
    merged.push(part)
  }
  const rest = after.slice(next)
  return rest.some(({ type }) => type === 'equal') ? apart(before, after) : [...merged, ...rest]
}

function apart(before: readonly TextPart[], after: readonly TextPart[]): TextPart[] {
  return [
    { type: 'deleted', text: lineText(before) },
    { type: 'inserted', text: lineText(after) },
  ]
}

/** Context lines. */
const CONTEXT = 3

/**
 * Each norm as a file in the unified format: its heading, the lines of its text, those of its footnotes. The words before a file
 * are for readers; tools skip them.
 */
export function diffUnified({ title, law, before, after, notes, norms }: DiffDocument): string {
  const head = [title, law, ...notes].filter(Boolean)
  return [...head, ...norms.flatMap((norm) => normUnified(norm, { title, before, after }))].join('\n').concat('\n')
}

function normUnified(
  norm: NormDiffDocument,
  { title, before, after }: Pick<DiffDocument, 'title' | 'before' | 'after'>,
) {
  const { notes, heading, rows, footnotes } = norm
  const name = norm.title || title
  const lines = [
    ...(heading === null ? [] : headingLines(heading)),
    ...unifiedLines(rows),
    ...unifiedLines(footnotes ?? []),
  ]
  const hunks = hunksOf(lines)
  const intro = [norm.title, ...notes].filter(Boolean)
  if (hunks.length === 0) return intro.length === 0 ? [] : ['', ...intro]
  return ['', ...intro, `--- ${name}\t${before}`, `+++ ${name}\t${after}`, ...hunks]
}

interface UnifiedLine {
  sign: ' ' | '-' | '+'
  text: string
}

const headingLines = (heading: readonly TextPart[]): UnifiedLine[] => [
  { sign: '-', text: lineText(heading.filter(({ type }) => type !== 'inserted')) },
  { sign: '+', text: lineText(heading.filter(({ type }) => type !== 'deleted')) },
]

/** The old lines of a change come before the new ones. */
function unifiedLines(rows: readonly SynopsisRow[]): UnifiedLine[] {
  const lines: UnifiedLine[] = []
  let added: UnifiedLine[] = []
  const endChange = () => {
    for (const line of added) lines.push(line)
    added = []
  }
  for (const { before, after, isEqual } of rows) {
    if (isEqual) {
      endChange()
      lines.push({ sign: ' ', text: lineText(before ?? []) })
      continue
    }
    if (before !== null) lines.push({ sign: '-', text: lineText(before) })
    if (after !== null) added.push({ sign: '+', text: lineText(after) })
  }
  endChange()
  return lines
}

/** The changed lines with their context, each run of lines after its line numbers. */
function hunksOf(lines: readonly UnifiedLine[]): string[] {
  const changes = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]))
  const runs: { start: number; end: number }[] = []
  for (const index of changes) {
    const last = runs.at(-1)
    const start = Math.max(0, index - CONTEXT)
    const end = Math.min(lines.length, index + CONTEXT + 1)
    if (last !== undefined && start <= last.end) last.end = end
    else runs.push({ start, end })
  }
  const count = (some: readonly UnifiedLine[], without: '-' | '+') => some.filter(({ sign }) => sign !== without).length
  const range = (before: number, length: number) => `${length === 0 ? before : before + 1},${length}`
  return runs.flatMap(({ start, end }) => {
    const [above, own] = [lines.slice(0, start), lines.slice(start, end)]
    const old = range(count(above, '+'), count(own, '+'))
    const present = range(count(above, '-'), count(own, '-'))
    return [`@@ -${old} +${present} @@`, ...own.map(({ sign, text }) => sign + text)]
  })
}
