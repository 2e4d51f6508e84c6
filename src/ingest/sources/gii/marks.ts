/** The marks of a content. */
import type { Mark } from '../../../corpus/norm-text.ts'
import { rawText, type XmlElement } from '../xml-tree.ts'

/**
 * Collects the marks that the source gives by attributes: references to footnotes, the footnotes themselves, notes on forms.
 */
export class Marks {
  readonly #marks: Mark[] = []
  /** References to footnotes, and the marks of the footnotes, by the footnote's id. */
  readonly #references: [id: string, mark: Mark][] = []
  readonly #ofFootnotes = new Map<string, string>()

  get count(): number {
    return this.#marks.length
  }

  /** Adds a number in a box (`F` with a value and no text), which refers to the notes on a form. */
  note(element: XmlElement, offset: number): void {
    const mark = element.attributes.Value?.trim() ?? ''
    if (mark !== '' && rawText(element) === '') this.#marks.push({ kind: 'note', mark, offset })
  }

  /** Adds a reference (`FnR`), whose mark is that of its footnote. */
  reference(element: XmlElement, offset: number): void {
    const reference: Mark = { kind: 'footnote', mark: '', offset }
    const id = element.attributes.ID ?? ''
    this.#marks.push(reference)
    this.#references.push([id, reference])
  }

  /** Adds a footnote (`Footnote`) that begins at `offset`. */
  footnote(element: XmlElement, offset: number): void {
    const { ID: id = '', FnZ: number = '', Postfix: postfix = '' } = element.attributes
    this.#ofFootnotes.set(id, number + postfix)
    this.#marks.push({ kind: 'footnote', mark: number + postfix, offset })
  }

  /** Moves the marks from index `first` on to `offset`. */
  move(first: number, offset: number): void {
    for (const mark of this.#marks.slice(first)) mark.offset = offset
  }

  /** Returns the marks in the order of the text. @param length of the trimmed text */
  finish(length: number): Mark[] {
    for (const [id, reference] of this.#references) reference.mark = this.#ofFootnotes.get(id) ?? ''
    for (const mark of this.#marks) mark.offset = Math.min(mark.offset, length)
    return this.#marks
  }
}
