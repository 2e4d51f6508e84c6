/** A norm as plain text: the lines of its text as they are, between heading and source. */
import { type NormDocument, piecesOf } from './norm-document.ts'

export function normPlainText(norm: NormDocument): string {
  const { title, place, notes, text, footnotes, page, source } = norm
  const wording = piecesOf(norm, { start: 0, end: text.length }).flat().join('')
  const parts = [`${title}\n${place.join(' > ')}`, notes.join('\n'), wording]
  if (footnotes.length > 0) parts.push(`Footnotes\n${footnotes.join('\n')}`)
  return `${[...parts, `${page}\n${source}`].filter(Boolean).join('\n\n')}\n`
}
