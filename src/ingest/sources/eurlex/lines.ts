/** Designations and titles, which are lines of text. */
import type { XmlElement } from '../xml-tree.ts'
import { FormexText } from './formex-text.ts'
import { NoteMarks } from './notes.ts'

/** Returns the text of an element on one line, without its notes. */
export function lineWithoutNotes(element: XmlElement | undefined): string {
  if (element === undefined) return ''
  const text = new FormexText({ notes: new NoteMarks(), unknown: new Set() })
  text.children(element)
  return text.finish().text.replace(/[\s\u00a0]+/g, ' ')
}
