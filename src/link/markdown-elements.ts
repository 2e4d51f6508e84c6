/** The elements of Markdown: CommonMark with the tables and footnotes of GitHub. */
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Element, Stretch } from './elements.ts'
import { elementsOfHtml } from './html-elements.ts'

const KEPT = new Set('link linkReference image imageReference inlineCode code definition'.split(' '))
const MARKS = new Set('emphasis strong'.split(' '))
const FRONT_MATTER = /^---[ \t]*\r?\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

export interface MarkdownElements {
  elements: Element[]
  /** Blocks of HTML, in which links are those of HTML. */
  html: Stretch[]
}

/** Returns the elements of a document. Its front matter, which is YAML, is kept as it is. */
export function elementsOfMarkdown(source: string): MarkdownElements {
  const front = FRONT_MATTER.exec(source)?.[0] ?? ''
  const root = fromMarkdown(blank(front) + source.slice(front.length), {
    extensions: [gfmTable(), gfmFootnote()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
  })
  const elements: Element[] = []
  const html: Stretch[] = []
  /** The source with all but tags of HTML blank. */
  let tags = ''
  if (front !== '') elements.push({ ...{ start: 0, from: 0 }, to: front.length, end: front.length, effect: 'keep' })
  const open: { node: Nodes; isInline: boolean }[] = [{ node: root, isInline: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isInline } = next
    const { start: { offset: start = 0 } = {}, end: { offset: end = 0 } = {} } = node.position ?? {}
    const whole = { start, from: start, to: end, end }
    if (KEPT.has(node.type)) elements.push({ ...whole, effect: 'keep' })
    else if (node.type === 'footnoteReference') elements.push({ ...whole, effect: 'part' })
    else if (node.type === 'html') {
      tags += blank(source.slice(tags.length, start)) + source.slice(start, end)
      if (!isInline) html.push({ start, end })
    } else if ('children' in node) {
      if (MARKS.has(node.type)) {
        const from = node.children[0]?.position?.start.offset ?? start
        elements.push({ start, from, to: node.children.at(-1)?.position?.end.offset ?? end, end })
      }
      const isLine = isInline || /^(?:paragraph|heading|tableCell)$/.test(node.type)
      for (const child of node.children.toReversed()) open.push({ node: child, isInline: isLine })
    }
  }
  return { elements: [...elements, ...elementsOfHtml(tags)], html }
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')
