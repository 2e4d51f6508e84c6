/** The notes of a document: their printed marks, and what each norm has of them. */
import type { XmlElement } from '../xml-tree.ts'

/**
 * Gives notes their marks. Formex numbers notes by their order in the document, each way of numbering for itself: `(1)`,
 * `(*1)`, `(a)`; a reference (`NOTE.REF`) repeats the mark of a note.
 */
export class NoteMarks {
  readonly #counts = new Map<string, number>()
  readonly #marks = new Map<string, string>()
  readonly #listed = new Set<string>()
  readonly #referenced = new Set<string>()

  /** Takes note of a note before the text is read. @param above the name of the element that it is in */
  announce({ attributes: { 'NOTE.ID': id, 'NOTE.REF': reference } }: XmlElement, above: string): void {
    if (above === 'GR.NOTES' && id !== undefined) this.#listed.add(id)
    if (reference !== undefined) this.#referenced.add(reference)
  }

  /** True for a note whose marks are elsewhere: it is in the list before a table (`GR.NOTES`), and cells refer to it. */
  isMarkedElsewhere({ attributes: { 'NOTE.ID': id = '' } }: XmlElement): boolean {
    return this.#listed.has(id) && this.#referenced.has(id)
  }

  /** @param note a note, or a reference to one */
  markOf(note: XmlElement): string {
    const { 'NOTE.ID': id, 'NOTE.REF': reference, NUMBERING: numbering = 'ARAB', 'NUMBER.ORG': own } = note.attributes
    if (reference !== undefined) return this.#marks.get(reference) ?? ''
    const count = (this.#counts.get(numbering) ?? 0) + 1
    this.#counts.set(numbering, count)
    const mark = own?.trim() || written(numbering, count)
    if (id !== undefined) this.#marks.set(id, mark)
    return mark
  }
}

function written(numbering: string, count: number): string {
  switch (numbering) {
    case 'STAR':
      return `(*${count})`
    case 'alpha':
      return `(${letters(count)})`
    case 'ALPHA':
      return `(${letters(count).toUpperCase()})`
    default:
      return `(${count})`
  }
}

/** 1 -> `a`, 27 -> `aa` */
function letters(count: number): string {
  const rest = Math.floor((count - 1) / 26)
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(97 + ((count - 1) % 26))
}
