/** Headings with raised and lowered runs. */
import { toForm } from '../raised-forms.ts'
import { lineOfText, type XmlElement } from '../xml-tree.ts'

/** Returns all text below an element as one line, with raised and lowered runs in such characters. */
export function lineWithForms(element: XmlElement | undefined): string {
  return lineOfText(element && withForms(element))
}

function withForms(element: XmlElement): XmlElement {
  const kind = element.name === 'SUP' ? 'raised' : element.name === 'SUB' ? 'lowered' : undefined
  const children = element.children.map((child) => {
    if (typeof child !== 'string') return withForms(child)
    return kind === undefined ? child : toForm(child, kind)
  })
  return { ...element, children }
}
