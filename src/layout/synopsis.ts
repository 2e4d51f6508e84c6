/** Two compared texts side by side: rows of lines, the old one on the left, the new one on the right. */
import type { TextPart } from '../model/corpus.ts'

/** A line of the old and of the new text; `null` without a counterpart. */
export interface SynopsisRow {
  before: TextPart[] | null
  after: TextPart[] | null
  /** True if both lines are equal. */
  isEqual: boolean
}

/** Rows of all lines of both texts, in order. */
export function synopsisRows(parts: readonly TextPart[]): SynopsisRow[] {
  const rows: SynopsisRow[] = []
  let olds: TextPart[][] = [[]]
  let news: TextPart[][] = [[]]
  /** Ends the current lines of both texts. */
  const flush = () => {
    const [before, after] = [olds.filter(isStarted), news.filter(isStarted)]
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      const [old, present] = [before[index] ?? null, after[index] ?? null]
      const isEqual = old !== null && present !== null && [...old, ...present].every(isShared)
      rows.push({ before: old, after: present, isEqual: isEqual && lineText(old) === lineText(present) })
    }
    olds = [[]]
    news = [[]]
  }
  for (const [place, { type, text }] of parts.entries()) {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) {
        if (type === 'equal') {
          begin(olds)
          begin(news)
          flush()
        } else {
          const own = type === 'deleted' ? olds : news
          begin(own)
          own.push([])
        }
      }
      if (line === '') continue
      if (type !== 'inserted') olds.at(-1)?.push({ type, text: line })
      if (type !== 'deleted') news.at(-1)?.push({ type, text: line })
    }
    // After whole lines of only one text, a line begins at the same place in both; new lines are beside old ones.
    if (parts[place + 1]?.type === 'equal' && isAtLineStart(olds) && isAtLineStart(news)) flush()
  }
  flush()
  return rows
}

/** An empty line counts if it is ended. */
const begin = (lines: TextPart[][]) => {
  const last = lines.at(-1)
  if (last?.length === 0) last.push({ type: 'equal', text: '' })
}

const isStarted = (line: readonly TextPart[]) => line.length > 0
const isShared = ({ type }: TextPart) => type === 'equal'
const isAtLineStart = (lines: readonly TextPart[][]) => lines.at(-1)?.length === 0

/** The changed rows with `context` rows around them; omitted rows as their number. */
export function withContext(rows: readonly SynopsisRow[], context: number): (SynopsisRow | { hidden: number })[] {
  const shown = new Set<number>()
  for (const [index, { isEqual }] of rows.entries()) {
    if (isEqual) continue
    for (let near = index - context; near <= index + context; near++) shown.add(near)
  }
  const cut: (SynopsisRow | { hidden: number })[] = []
  for (const [index, row] of rows.entries()) {
    const last = cut.at(-1)
    if (shown.has(index)) cut.push(row)
    else if (last !== undefined && 'hidden' in last) last.hidden++
    else cut.push({ hidden: 1 })
  }
  return cut
}

/** The text of a line. */
export const lineText = (line: readonly TextPart[]) => line.map(({ text }) => text).join('')
