/** Takes a preamble apart: the words before the recitals, the recitals with their numbers, and the formula after them. */
import { childElement, childElements, type XmlElement } from '../xml-tree.ts'
import { lineWithoutNotes } from './act-parts.ts'
import { readNumber } from './item-marks.ts'

export type PreamblePart =
  | { kind: 'opening'; elements: XmlElement[] }
  | { kind: 'recital'; element: XmlElement }
  | { kind: 'formula'; element: XmlElement }

/** Returns the parts of a preamble in the order of the document. */
export function preambleParts(preamble: XmlElement): PreamblePart[] {
  const parts: PreamblePart[] = []
  const open = (node: XmlElement | string) => {
    if (typeof node === 'string' && node.trim() === '') return
    const element = typeof node === 'string' ? { name: 'P', attributes: {}, children: [node] } : node
    const last = parts.at(-1)
    if (last?.kind === 'opening') last.elements.push(element)
    else parts.push({ kind: 'opening', elements: [element] })
  }
  for (const child of preamble.children) {
    if (typeof child === 'string' || !/^(?:GR\.CONSID|PREAMBLE\.FINAL)$/.test(child.name)) open(child)
    else if (child.name === 'PREAMBLE.FINAL') parts.push({ kind: 'formula', element: child })
    else {
      for (const inner of child.children) {
        if (typeof inner === 'string' || inner.name !== 'CONSID') open(inner)
        else parts.push({ kind: 'recital', element: inner })
      }
    }
  }
  return parts
}

/** The paragraph of a recital with the number in front of it. */
export function numberedParagraph(recital: XmlElement): { paragraph?: XmlElement; number?: XmlElement } {
  const [paragraph] = childElements(recital, 'NP')
  const number = childElement(paragraph, 'NO.P')
  return { ...(paragraph && { paragraph }), ...(number && { number }) }
}

/** The number of a recital in its path. */
export interface RecitalNumber {
  value: string
  /** True if it is that of the recital. */
  isShown: boolean
}

/**
 * Numbers recitals: each has the number in front of it. One without a number has that of its place, unless another one has
 * that number: then it follows the one before it, and has no number to be shown.
 */
export function recitalNumbers(recitals: readonly XmlElement[]): RecitalNumber[] {
  const own = recitals.map((recital) => readNumber(lineWithoutNotes(numberedParagraph(recital).number)))
  const taken = new Set(own)
  let before = '0'
  return own.map((number, index) => {
    const place = String(index + 1)
    const isShown = number !== undefined || !taken.has(place)
    if (isShown) before = number ?? place
    return { value: before, isShown }
  })
}
