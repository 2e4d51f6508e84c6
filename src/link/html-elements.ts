/** The elements of HTML. */
import { nextMatch } from '../read-text/plain-text.ts'
import type { Element } from './elements.ts'
import { tagsOf } from './tags.ts'

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements whose content is text without markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'template'])
/** Elements that are links, or that cannot or should not contain any. */
const KEPT = new Set([...RAW, ...['a', 'code', 'kbd', 'samp', 'button', 'option', 'select', 'svg', 'math', 'head']])
/** Maximum nesting depth; deeper elements are not distinguished. */
const DEEPEST = 1000

/** Returns the elements of a document. An unclosed one ends with its parent. */
export function elementsOfHtml(source: string): Element[] {
  const elements: Element[] = []
  const open: { name: string; start: number; from: number }[] = []
  const close = (to: number, end: number) => {
    const { name, start, from } = open.pop() as (typeof open)[number]
    elements.push({ start, from, to, end, ...(KEPT.has(name) && { effect: 'keep' as const }) })
  }
  const closings = new Map(Array.from(RAW, (name) => [name, nextMatch(source, new RegExp(`</${name}\\b`, 'gi'))]))
  const afterContent = ({ name, isClosing, end }: { name: string; isClosing: boolean; end: number }) => {
    const found = isClosing ? -1 : (closings.get(name.toLowerCase())?.(end) ?? -1)
    return found < 0 ? undefined : found
  }
  for (const { name: written, start, end, isClosing, isEmpty } of tagsOf(source, afterContent)) {
    const name = written.toLowerCase()
    if (VOID.has(name) || isEmpty || !/^[a-z]/.test(name)) continue
    if (!isClosing) {
      if (open.length < DEEPEST) open.push({ name, start, from: end })
    } else if (open.some((each) => each.name === name)) {
      while (open.at(-1)?.name !== name) close(start, start)
      close(start, end)
    }
  }
  while (open.length > 0) close(source.length, source.length)
  return elements
}
