/** Footnotes as they are printed: each with its mark, if the source gives that apart from its words. */
import type { Mark } from '../corpus/norm-text.ts'

/** A part of the notes of a source. */
export interface SourceNote {
  text: string
  /** True for a note of the documentation, such as on where a norm applies; false for other words. */
  isDocumentation: boolean
}

/** Cuts notes of a source into those that it marks as its documentation, `(+++ … +++)`, without the marks, and the others. */
export function sourceNotes(notes: string): SourceNote[] {
  return notes.split(/(?=\(\+{3})/).flatMap((part) => {
    const isMarked = part.startsWith('(+++')
    const close = [...part.matchAll(/\+{2,}\)/g)].at(-1)
    // A note whose end is not marked ends with its paragraph.
    const end = close === undefined ? `${part}\n\n`.indexOf('\n\n') : close.index + close[0].length
    const [marked, others] = isMarked ? [part.slice(0, end), part.slice(end)] : ['', part]
    const parts = [
      { text: marked.replace(/\(?\+{2,}\)?/g, '').trim(), isDocumentation: true },
      { text: others.trim(), isDocumentation: false },
    ]
    return parts.filter(({ text }) => text !== '')
  })
}

/**
 * @param shown the part of the text that is shown, `[start, end)`: footnotes of which it has no reference are left out. Default: all.
 * @returns the footnotes with a mark before each note; a note that several references repeat stands there once
 */
export function printedFootnotes(
  { footnotes, marks }: { footnotes: string; marks: readonly Mark[] },
  shown = { start: 0, end: Number.POSITIVE_INFINITY },
): string {
  const places = marks.flatMap(({ mark, note, offset }) => {
    return note === undefined || mark === '' ? [] : [{ mark, offset, ...note }]
  })
  if (places.length === 0) return footnotes
  const isShown = ({ offset }: { offset: number }) => offset >= shown.start && offset <= shown.end
  const starts = new Set(places.filter(isShown).map(({ start }) => start))
  const printed: string[] = []
  let end = 0
  for (const { mark, start, end: next } of places.sort((a, b) => a.start - b.start)) {
    if (start < end) continue
    printed.push(footnotes.slice(end, start).trim(), starts.has(start) ? `${mark} ${footnotes.slice(start, next)}` : '')
    end = next
  }
  printed.push(footnotes.slice(end).trim())
  return [...new Set(printed.filter(Boolean))].join('\n')
}
