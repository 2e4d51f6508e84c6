/** Parses CommonMark with GitHub's tables and footnotes, and embedded HTML, into a tree. */
import { decodeHTML } from 'entities'
import type { FootnoteDefinition, List, Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { say } from '../../i18n/texts.ts'
import { make } from '../gii/write-elements.ts'
import { SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { LIMITS } from './format.ts'

export type Node = XmlElement | string

/** A document, and its footnotes by identifier. */
export interface MarkdownTree {
  root: Root
  notes: ReadonlyMap<string, FootnoteDefinition>
  /** Unreferenced footnotes, which are text in place. */
  orphans: ReadonlySet<FootnoteDefinition>
  /** Addresses of links and images, by reference name. */
  addresses: ReadonlyMap<string, string>
}

/** Marks of quotations and items at the beginning of a line: each is a level. */
const NESTED = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t>]|$)){100}/m

/** @throws SourceFormatError if its blocks are nested too deeply */
export function readMarkdown(text: string): MarkdownTree {
  const fail = () => {
    throw new SourceFormatError(say`its quotations and lists have more than ${LIMITS.depth} levels`)
  }
  if (NESTED.test(text)) fail()
  assertFewMarks(text)
  const root = fromMarkdown(text, {
    extensions: [gfmTable(), gfmFootnote()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
  })
  const notes = new Map<string, FootnoteDefinition>()
  const addresses = new Map<string, string>()
  const all: FootnoteDefinition[] = []
  const referred = new Set<string>()
  const open: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next
    // Emphasis in emphasis counts, too.
    if (depth > 2 * LIMITS.depth) fail()
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url)
    if (node.type === 'footnoteReference') referred.add(node.identifier)
    if (node.type === 'footnoteDefinition') {
      all.push(node)
      if (!notes.has(node.identifier)) notes.set(node.identifier, node)
    }
    if ('children' in node) for (const child of node.children.toReversed()) open.push({ node: child, depth: depth + 1 })
  }
  const orphans = all.filter((note) => notes.get(note.identifier) !== note || !referred.has(note.identifier))
  return { root, notes, orphans: new Set(orphans), addresses }
}

/** @throws SourceFormatError if a paragraph has too many marks of emphasis and links */
function assertFewMarks(text: string): void {
  let line = 1
  for (const block of text.split(/(?<=\n)[ \t]*\n/)) {
    const marks = block.match(/[*_[]+/g)?.length ?? 0
    if (marks > LIMITS.marks)
      throw new SourceFormatError(
        say`a paragraph has ${marks} marks of emphasis and links, at most ${LIMITS.marks} are read`,
        line,
        1,
      )
    line += block.split('\n').length
  }
}

/**
 * Returns the marks of the items of a list: its numbers as written, or counted if all are the same; empty for bullets.
 * @param source the parsed text
 */
export function marksOf(list: List, source: string): string[] {
  if (list.ordered !== true) return list.children.map(() => '')
  const written = list.children.map(({ position }) => {
    const start = position?.start.offset ?? 0
    return /^(\d+)([.)])/.exec(source.slice(start, start + 12)) ?? []
  })
  const [, , sign = '.'] = written[0] ?? []
  const numbers = written.map(([, number]) => Number(number))
  const isCounted = numbers.every((number) => number === numbers[0])
  return numbers.map((number, at) => `${isCounted ? (list.start ?? 1) + at : number}${sign}`)
}

/** Elements of HTML whose content is not text. */
const SKIPPED = new Set(['script', 'style', 'template', 'head', 'title'])
const VOID = new Set(['br', 'hr', 'img', 'wbr', 'col', 'input', 'link', 'meta'])
/** Elements that implicitly end others of their kind, up to an enclosing element. */
const ENDS: Readonly<Record<string, { open: readonly string[]; within: readonly string[] }>> = {
  td: { open: ['td', 'th'], within: ['table'] },
  th: { open: ['td', 'th'], within: ['table'] },
  tr: { open: ['tr'], within: ['table'] },
  li: { open: ['li'], within: ['ul', 'ol'] },
  p: { open: ['p'], within: ['td', 'th', 'li', 'div', 'blockquote'] },
}
const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][^\s/<>]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>|<[!?][^<>]*>|[^<]+|</gi
const ATTRIBUTE = /([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi

/** Builds a tree from the HTML tags between parts of Markdown. Elements are named `html:` and their tag. */
export class TagTree {
  readonly #root = make('', [])
  readonly #open: XmlElement[] = [this.#root]
  /** Names of elements whose content was omitted. */
  readonly skipped = new Set<string>()

  add(...nodes: Node[]): void {
    this.#open.at(-1)?.children.push(...nodes)
  }

  /** Adds a piece of HTML: tags and text. */
  html(source: string): void {
    for (const [token, closing, name, attributes = ''] of source.matchAll(TOKEN)) {
      if (name === undefined) {
        if (!/^<[!?]/.test(token)) this.add(decodeHTML(token))
      } else if (closing === '/') this.#close(name.toLowerCase())
      else this.#start(name.toLowerCase(), attributes)
    }
  }

  #start(name: string, attributes: string): void {
    const { open, within } = ENDS[name] ?? { open: [], within: [] }
    const last = this.#last(open)
    if (last > this.#last(within)) this.#open.length = last
    const found = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', ...values]): [string, string] => [
      key.toLowerCase(),
      decodeHTML(values.find((value) => value !== undefined) ?? ''),
    ])
    const element = make(`html:${name}`, [], Object.fromEntries(found))
    this.add(element)
    const isOpen = !VOID.has(name) && !attributes.endsWith('/') && this.#open.length < LIMITS.depth
    if (isOpen) this.#open.push(element)
    if (SKIPPED.has(name)) this.skipped.add(name)
  }

  #close(name: string): void {
    const last = this.#last([name])
    if (last > 0) this.#open.length = last
  }

  #last(names: readonly string[]): number {
    return this.#open.findLastIndex((element) => names.includes(element.name.slice('html:'.length)))
  }

  /** Returns the nodes of the tree with text. */
  finish(): Node[] {
    return withoutSkipped(this.#root).children
  }
}

function withoutSkipped(element: XmlElement): XmlElement {
  const children = element.children.flatMap((child): Node[] => {
    if (typeof child === 'string') return [child]
    return SKIPPED.has(child.name.slice('html:'.length)) ? [] : [withoutSkipped(child)]
  })
  return { ...element, children }
}

/**
 * Returns the visible characters of nodes as rendered by CommonMark, derived from the tree alone: words, list numbers, and
 * referenced notes.
 */
export function visibleText(
  nodes: readonly Nodes[],
  { notes, orphans }: MarkdownTree,
  source: string,
): { words: string; notes: string } {
  const parts: string[] = []
  const referred = new Set<string>()
  let skipping = ''
  const collect = (node: Nodes, mark = '') => {
    if (node.type === 'html') {
      skipping = collectHtml(node.value, skipping, parts)
      return
    }
    if (skipping !== '') return
    parts.push(mark)
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') parts.push(node.value)
    else if (node.type === 'footnoteReference') referred.add(node.identifier)
    else if (node.type === 'list') {
      const marks = marksOf(node, source)
      for (const [at, each] of node.children.entries()) collect(each, marks[at])
    } else if (node.type === 'footnoteDefinition' && !orphans.has(node)) return
    else if ('children' in node) for (const child of node.children) collect(child)
  }
  for (const node of nodes) collect(node)
  const words = parts.splice(0).join('')
  // Notes may refer to other notes.
  for (const identifier of referred) for (const child of notes.get(identifier)?.children ?? []) collect(child)
  return { words, notes: parts.join('') }
}

/** @returns the element whose content is being omitted; empty if there is none */
function collectHtml(value: string, open: string, parts: string[]): string {
  let skipping = open
  for (const piece of value.replace(/<!--[\s\S]*?(?:-->|$)/g, '').split(/(<(?:"[^"]*"|'[^']*'|[^<>"'])*>)/)) {
    const tag = /^<\s*(\/?)([a-z][\w:-]*)[\s\S]*>$/i.exec(piece)
    const name = tag?.[2]?.toLowerCase() ?? ''
    if (tag === null && !/^<[!?][\s\S]*>$/.test(piece)) {
      if (skipping === '') parts.push(decodeHTML(piece))
    } else if (tag?.[1] === '/' && name === skipping) skipping = ''
    else if (tag?.[1] === '' && skipping === '' && SKIPPED.has(name)) skipping = name
  }
  return skipping
}
