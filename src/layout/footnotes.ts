/** Footnotes as they are printed: each with its mark, if the source gives that apart from its words. */
import type { Mark } from '../corpus/norm-text.ts'

/** @returns the footnotes with a mark before each note; a note that several references repeat stands there once */
export function printedFootnotes({ footnotes, marks }: { footnotes: string; marks: readonly Mark[] }): string {
  const places = marks.flatMap(({ mark, note }) => (note === undefined || mark === '' ? [] : [{ mark, ...note }]))
  if (places.length === 0) return footnotes
  const printed: string[] = []
  let end = 0
  for (const { mark, start, end: next } of places.sort((a, b) => a.start - b.start)) {
    if (start < end) continue
    printed.push(footnotes.slice(end, start).trim(), `${mark} ${footnotes.slice(start, next)}`)
    end = next
  }
  printed.push(footnotes.slice(end).trim())
  return [...new Set(printed.filter(Boolean))].join('\n')
}
