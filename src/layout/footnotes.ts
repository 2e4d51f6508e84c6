/** Footnotes in their printed form: each with its mark, if the source separates that from its words. */
import type { Mark } from '../model/norm-text.ts'

/** Splits notes of a source into its documentation, marked `(+++ … +++)`, without the marks, and other notes. */
export function sourceNotes(notes: string): { text: string; isDocumentation: boolean }[] {
  return notes.split(/(?=\(\+{3})/).flatMap((part) => {
    // A note without an end mark ends with its paragraph.
    const [marked = ''] = /^\(\+{3}(?:[\s\S]*\+{2,}\)|[\s\S]*?(?=\n\n|$))/.exec(part) ?? []
    return [
      { text: marked.replace(/\(?\+{2,}\)?/g, '').trim(), isDocumentation: true },
      { text: part.slice(marked.length).trim(), isDocumentation: false },
    ].filter(({ text }) => text !== '')
  })
}

/**
 * @param shown the visible part of the text, `[start, end)`: footnotes without a reference in it are left out. Default: all.
 * @returns the footnotes with a mark before each note; a note with several references appears once
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
