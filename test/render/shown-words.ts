/** The words of a format that readers see. */
import assert from 'node:assert/strict'
import { type Node, Parser } from 'commonmark'

/** The visible characters of a text: no blanks and brackets, superscripts as ordinary characters, all dashes alike. */
export const visible = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s()^_]+/g, '')
    .replace(/[\p{Pd}−]/gu, '-')

const TABLE_TAGS = /^(?: *<\/?(?:table|tr|td(?: (?:col|row)span="\d+")*)>\n?)+$/

/** The words of Markdown, as read by CommonMark's own parser; tables are split at their bars. */
export function markdownWords(markdown: string): string {
  const bare = (row: string) => row.replace(/(?<!\\)\||---/g, ' ').trim()
  const rows = markdown.replace(/^( *)(\|[^\n]*\|)$/gm, (_, indent, row) => indent + bare(row))
  const walker = new Parser().parse(rows).walker()
  const numbers: number[] = []
  let words = ''
  for (let step = walker.next(); step; step = walker.next()) {
    const { literal, type, listType, listStart } = step.node as Node
    assert(!['code_block', 'code', 'image'].includes(type), `${type}: ${literal}`)
    if (type === 'html_block') assert.match(literal ?? '', TABLE_TAGS)
    // The number that a renderer shows for an item, not the one in the source.
    if (type === 'list' && step.entering) numbers.push(listStart ?? 0)
    if (type === 'list' && !step.entering) numbers.pop()
    if (type === 'item' && step.entering) {
      const number = numbers.pop() ?? 0
      if (listType === 'ordered') words += `${number}. `
      numbers.push(number + 1)
    }
    if (type === 'html_inline') assert.match(literal ?? '', /^<(?:\/?(?:sup|sub|b|i|u|small|em)|br)>$/)
    if (step.entering && type === 'text') words += literal
    if (type === 'softbreak') words += '\n'
  }
  return words
}
