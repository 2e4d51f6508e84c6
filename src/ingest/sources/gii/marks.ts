/** Marks that the source gives by attributes: references to footnotes, the footnotes themselves, notes on forms. */
import type { Mark } from '../../../corpus/norm-text.ts'
import { rawText, type XmlElement } from './xml-reader.ts'

/** Collects the marks of a text. Places are offsets into it. */
export class Marks {
  readonly #marks: Mark[] = []
  /** References to footnotes by the footnote's id, and the marks of the footnotes. */
  readonly #references = new Map<string, Mark[]>()
  readonly #ofFootnotes = new Map<string, string>()

  get count(): number {
    return this.#marks.length
  }

  /** A number in a box (`F` with a value and no text) refers to the notes on a form. */
  note(element: XmlElement, offset: number): void {
    const mark = element.attributes.Value?.trim() ?? ''
    if (mark !== '' && rawText(element) === '') this.#marks.push({ kind: 'note', mark, offset })
  }

  /** A reference (`FnR`), whose mark its footnote tells. */
  reference(element: XmlElement, offset: number): void {
    const reference: Mark = { kind: 'footnote', mark: '', offset }
    const id = element.attributes.ID ?? ''
    this.#marks.push(reference)
    const others = this.#references.get(id)
    if (others === undefined) this.#references.set(id, [reference])
    else others.push(reference)
  }

  /** A footnote (`Footnote`) that begins at a place. */
  footnote(element: XmlElement, offset: number): void {
    const { ID: id = '', FnZ: number = '', Postfix: postfix = '' } = element.attributes
    this.#ofFootnotes.set(id, number + postfix)
    this.#marks.push({ kind: 'footnote', mark: number + postfix, offset })
  }

  /** Moves the marks from the one at `first` on to another place. */
  move(first: number, offset: number): void {
    for (const mark of this.#marks.slice(first)) mark.offset = offset
  }

  /** The marks in the order of the text. @param length of the text, which has no white space at its end any more */
  finish(length: number): Mark[] {
    for (const [id, references] of this.#references) {
      for (const reference of references) reference.mark = this.#ofFootnotes.get(id) ?? ''
    }
    for (const mark of this.#marks) mark.offset = Math.min(mark.offset, length)
    return this.#marks
  }
}
