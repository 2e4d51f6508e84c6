/** The elements of HTML, and of XML. */
import type { Element } from './elements.ts'

/** Comments, CDATA sections, declarations and tags, whose attributes may contain `>` in quotation marks. */
export const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<(?<slash>\/?)(?<name>[a-zA-Z][^\s/<>]*)(?:"[^"]*"|'[^']*'|[^<>"'])*>/g

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements whose content is text without markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'template'])
/** Elements that are links, or in which there can or should be none. */
const KEPT = new Set([...RAW, ...'a code kbd samp button option select svg math head'.split(' ')])

/**
 * Returns the elements of a document. One that is never closed ends with the one around it.
 * @param source of which all but tags may be blank
 */
export function elementsOfHtml(source: string): Element[] {
  const elements: Element[] = []
  const open: { name: string; start: number; from: number }[] = []
  const close = (to: number, end: number) => {
    const { name, start, from } = open.pop() as (typeof open)[number]
    elements.push({ start, from, to, end, ...(KEPT.has(name) && { effect: 'keep' as const }) })
  }
  const tags = new RegExp(MARKUP)
  for (let match = tags.exec(source); match !== null; match = tags.exec(source)) {
    const { index: start, 0: tag, groups } = match
    const name = groups?.name?.toLowerCase()
    const end = start + tag.length
    if (name === undefined || VOID.has(name)) continue
    if (groups?.slash !== '/') {
      if (tag.endsWith('/>')) continue
      open.push({ name, start, from: end })
      if (RAW.has(name)) {
        const closing = new RegExp(`</${name}\\b`, 'gi')
        closing.lastIndex = end
        tags.lastIndex = closing.exec(source)?.index ?? source.length
      }
    } else if (open.some((each) => each.name === name)) {
      while (open.at(-1)?.name !== name) close(start, start)
      close(start, end)
    }
  }
  while (open.length > 0) close(source.length, source.length)
  return elements
}
