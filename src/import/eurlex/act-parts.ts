/** Takes an act apart: its notes, the articles of its annexes; and tells whether a text has all of an element. */
import { hasAllCharacters } from '../same-characters.ts'
import type { XmlElement } from '../xml-tree.ts'
import { ANNEXES } from './format.ts'
import { FormexText } from './formex-text.ts'
import type { FormexContent } from './formex-writer.ts'
import { NoteMarks } from './notes.ts'

/** True if text and footnotes together have exactly the characters of the elements; notes stand within the text there. */
export function isWhole({ text, footnotes }: FormexContent, source: readonly XmlElement[]): boolean {
  const notes: XmlElement[] = []
  const body = source.map((element) => (hasNotes(element) ? withoutNotes(element, notes) : element))
  return hasAllCharacters(text, holder(body)) && hasAllCharacters(footnotes, holder(notes))
}

/** Returns an element without a name around others. */
export const holder = (children: XmlElement[]): XmlElement => ({ name: '', attributes: {}, children })

const hasNotes = ({ name, children }: XmlElement): boolean =>
  name === 'NOTE' || children.some((child) => typeof child !== 'string' && hasNotes(child))

/** Returns an element without its notes, which are collected in document order. */
function withoutNotes(element: XmlElement, notes: XmlElement[]): XmlElement {
  if (element.name === 'NOTE') {
    notes.push(element)
    return holder([])
  }
  const children = element.children.map((child) => (typeof child === 'string' ? child : withoutNotes(child, notes)))
  return { ...element, children }
}

/** Returns the outermost notes in an element. */
export function notesIn(element: XmlElement | undefined): XmlElement[] {
  const notes: XmlElement[] = []
  if (element !== undefined) withoutNotes(element, notes)
  return notes
}

/** Elements of an annex that articles stand in, if they are its own and not quoted. */
const ARTICLE_HOLDERS: ReadonlySet<string> = new Set(['CONTENTS', 'GR.SEQ', ...ANNEXES, 'DIVISION', 'ENACTING.TERMS'])

/** Returns an element without its articles, which are collected in document order. */
export function withoutArticles(element: XmlElement, articles: XmlElement[]): XmlElement {
  const children = element.children.flatMap((child) => {
    if (typeof child === 'string' || (child.name !== 'ARTICLE' && !ARTICLE_HOLDERS.has(child.name))) return [child]
    if (child.name !== 'ARTICLE') return [withoutArticles(child, articles)]
    articles.push(child)
    return []
  })
  return { ...element, children }
}

/** Returns the text of an element on one line, without its notes. */
export function lineWithoutNotes(element: XmlElement | undefined): string {
  if (element === undefined || element.name === 'NOTE') return ''
  const text = new FormexText({ notes: new NoteMarks(), unknown: new Set() })
  text.children(element)
  return text.finish().text.replace(/[\s\u00a0]+/g, ' ')
}
