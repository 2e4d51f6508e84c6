/** Norms and laws as plain text: the lines of the text as they are, under their headings. */
import type { LawHead, NormOfLaw } from './law-document.ts'
import { document, lawName, type NormDocument, placeOf, sourceOf, wordsOf } from './norm-document.ts'

export function normPlainText(norm: NormDocument): string {
  const place = placeOf(norm).join(' > ')
  return document([`${norm.title}\n${place}`, ...content(norm), source(norm)])
}

/** The beginning of a law: its title, its official page, and of when it is. */
export function lawPlainText(law: LawHead): string {
  return document([lawName(law), source(law)])
}

/** A norm within its law, under the headings that begin there. */
export function normOfLawPlainText({ headings, norm }: NormOfLaw): string {
  return document([...headings.map(({ text }) => text), norm.title, ...content(norm)])
}

/** The official page, if it is known, and of when the text is. */
function source(text: NormDocument | LawHead): string {
  return [text.page, sourceOf(text)].filter(Boolean).join('\n')
}

/** Notes, wording and footnotes. */
function content(norm: NormDocument): string[] {
  const { notes, text, footnotes } = norm
  const wording = wordsOf(norm, { start: 0, end: text.length })
  return [notes.join('\n'), wording, footnotes.length > 0 ? `Footnotes\n${footnotes.join('\n')}` : '']
}
