/**
 * Divides a document into its norms and the headings above them. A heading is classified by its designation, not by its level:
 * levels only order headings of one kind.
 */
import type { Heading, List, Paragraph, PhrasingContent, RootContent } from 'mdast'
import { parseLabel } from '../../citation/grammar/official-labels.ts'
import { compareValues, type NormKind, pathValue } from '../../citation/norm-path.ts'
import { say } from '../../i18n/texts.ts'
import { type Meaning, make } from '../gii/write-elements.ts'
import { lineOfText } from '../xml-tree.ts'
import { DESIGNATIONS, type DesignationKind, LEVEL_WORD } from './format.ts'
import { type MarkdownTree, marksOf, type Node } from './markdown-tree.ts'
import { divided, TextElements } from './text-elements.ts'

/** A heading with the content up to the next one; the first section precedes all headings. */
export interface Section {
  /** `text` belongs to no heading: the beginning of a document, and the text after a table of contents. */
  kind: 'text' | 'part' | 'norm'
  label: string
  /** Characters between the designation and the title, excluded from both. */
  separator: string
  title: Node[]
  meaning?: Meaning | undefined
  /** Number of headings above it; for a heading itself from 1. */
  depth: number
  /** Level of its heading; 7 for a paragraph used as one. */
  level: number
  /** Nodes of its heading. */
  heading: PhrasingContent[]
  /** Rest of its first paragraph, if that begins with the designation, and the marks of notes before it. */
  begin?: Node[]
  before?: string
  nodes: RootContent[]
  line: number
}

/** Sections of a document, and doubts about them. */
export interface Outline {
  sections: Section[]
  /** Title in its first heading; empty if absent. */
  title: string
  doubts: { line: number; reason: string }[]
}

/** A designation at the beginning of words. */
interface Designation {
  kind: DesignationKind | 'fixed'
  /** As in {@link Section}. */
  label: string
  separator: string
  meaning?: Meaning | undefined
  /** Length of both in the line, if different. */
  length?: number
}

/** Characters between a designation and a title. */
const SEPARATOR = /^\s*(?:[\p{Pd}:.|•]\s*)*/u
/** Words after a cited designation, as opposed to that of a heading: `§ 5 Abs. 2 gilt`. */
const CITED = /^\s*(?:Abs(?:atz|\.)|Satz|S\.|Nr\.|Nummer|Buchst|Unterabs|und|oder|bis|,|;|\()(?![\p{L}\d])/u
/** Paragraphs rank below all headings. */
const LEVEL_OF_PARAGRAPHS = 7
/** Maximum length of a heading, in characters. */
const LONGEST_HEADING = 200

/** Returns the designation at the beginning of a line. Stray asterisks are ignored: `**Art. ****5** Zweck`. */
function designationOf(line: string): Designation | undefined {
  if (!line.includes('*')) return plainDesignation(line)
  const found = plainDesignation(line.replaceAll('*', ''))
  if (found === undefined) return undefined
  let left = found.label.length + found.separator.length
  const end = Array.from(line).findIndex((character) => character !== '*' && left-- === 0)
  return { ...found, length: end < 0 ? line.length : end }
}

function plainDesignation(line: string): Designation | undefined {
  const whole = line.replace(/[:.]$/, '')
  const fixed = parseLabel(whole)
  if (fixed.value !== undefined && ['toc', 'preamble', 'formula'].includes(fixed.kind))
    return { kind: 'fixed', label: whole, separator: line.slice(whole.length) }
  for (const [kind, pattern] of Object.entries(DESIGNATIONS) as [DesignationKind, RegExp][]) {
    const found = pattern.exec(line)?.[0]
    if (found === undefined) continue
    const label = kind === 'item' || kind === 'mark' ? found.replace(/:$/, '') : found.trimEnd()
    const separator = SEPARATOR.exec(line.slice(label.length))?.[0] ?? ''
    return { kind, label, separator, meaning: meaningOf(kind, label) }
  }
  return undefined
}

const numberOf = ({ label, meaning }: Designation): string => meaning?.value ?? parseLabel(label).value ?? ''

/** Splits off raised numbers at the beginning of words. */
function withoutMarks(words: readonly Node[]): [marks: string, rest: Node[]] {
  const first = words.findIndex((each) => (typeof each === 'string' ? /\S/.test(each) : each.name !== 'SUP'))
  const at = first < 0 ? words.length : first
  return [lineOfText(make('', words.slice(0, at))), words.slice(at)]
}

/** Returns the beginning of a line up to the title. */
const named = (line: string, { label, separator, length = label.length + separator.length }: Designation) =>
  line.slice(0, length)

/** Returns the meaning of a label outside the official XML: `§ 39 a`, `Art. 1a bis`, `5.2`. */
function meaningOf(kind: DesignationKind, label: string): Meaning | undefined {
  const number = label.replace(/^\D+?(?=\d)/, '')
  switch (kind) {
    case 'par':
    case 'art':
      return /\d\s?[a-z]|\d\.\d/.test(number) && !/\d\s*(?:bis|und|u\.|,|\p{Pd})\s*\d/u.test(number)
        ? { kind, value: pathValue(number.replace(/\s/g, '')) }
        : undefined
    case 'item': {
      const word = /^(R|H|Prod)/.exec(label)?.[0].toLowerCase()
      return {
        kind: 'item',
        value: `${word === undefined ? '' : `${word}_`}${pathValue(number.replace(/[.)]+$/, ''))}`,
      }
    }
    case 'mark':
      return { kind: 'item', value: pathValue(label.replace(/[.)]+$/, '')) }
  }
  return undefined
}

/** An open heading. */
interface Open {
  level: number
  /** Headings of one style are siblings: the word of a part, the form of a number; empty for words alone. */
  style: string
  number: string
}

/** Divides a document. @param title in its front matter; empty if absent */
export function outlineOf(tree: MarkdownTree, source: string, firstLine: number, title: string): Outline {
  const divider = new Divider(tree, source, firstLine, title)
  for (const at of tree.root.children.keys()) divider.add(at)
  return divider.finish()
}

class Divider {
  readonly #sections: Section[] = []
  readonly #doubts: Outline['doubts'] = []
  readonly #texts: TextElements
  readonly #firstLine: number
  readonly #nodes: readonly RootContent[]
  readonly #source: string
  /** Next section or article among the headings after each node. */
  readonly #next: (Designation | undefined)[] = []
  readonly #hasSections: boolean
  /** True for a document without headings, except a title: the items of its lists are clauses. */
  readonly #isPlain: boolean
  #title: string
  #ownTitle = ''
  #open: Open[] = []
  /** Last designation so far of sections, articles and clauses. */
  readonly #last = new Map<NormKind | DesignationKind, string>()

  constructor(tree: MarkdownTree, source: string, firstLine: number, title: string) {
    this.#texts = new TextElements(tree, source, new Set())
    this.#firstLine = firstLine
    this.#title = title
    this.#nodes = tree.root.children
    this.#source = source
    let next: Designation | undefined
    for (const node of this.#nodes.toReversed()) {
      this.#next.push(next)
      const found = node.type === 'heading' ? designationOf(this.#line(node.children)) : undefined
      if (found?.kind === 'par' || found?.kind === 'art') next = found
    }
    this.#next.reverse()
    this.#hasSections = next !== undefined
    const headings = this.#nodes.filter(({ type }) => type === 'heading')
    const hasTitle = headings.length === 1 && this.#nodes[0] === headings[0] && !this.#hasSections
    this.#isPlain = headings.length === 0 || hasTitle
    this.#sections.push(this.#section('text', 1, 0))
  }

  /** @param at index of a node of the document */
  add(at: number): void {
    const node = this.#nodes[at] as RootContent
    if (node.type === 'heading') this.#heading(node, at)
    else if (node.type === 'list' && this.#isPlain && node.ordered === true) this.#clauses(node)
    else if (node.type !== 'paragraph' || !this.#headingParagraph(node, at)) this.#current.nodes.push(node)
  }

  finish(): Outline {
    const sections = this.#sections.flatMap((section, index) => {
      const next = this.#sections[index + 1]
      if (section.kind === 'norm' && isAbove(section, next)) section.kind = 'part'
      return isContents(section.label) ? this.#afterContents(section) : [section]
    })
    this.#place(sections)
    return { sections, title: this.#ownTitle, doubts: this.#doubts }
  }

  get #current(): Section {
    return this.#sections.at(-1) as Section
  }

  #line(nodes: readonly PhrasingContent[]): string {
    return lineOfText(make('', this.#texts.inline(nodes)))
  }

  #section(kind: Section['kind'], line: number, level: number): Section {
    const empty = { label: '', separator: '', title: [], heading: [], nodes: [] }
    return { kind, ...empty, depth: 0, level, line: this.#firstLine + line - 1 }
  }

  /** Adds the items of a list as norms. */
  #clauses(list: List): void {
    for (const [at, mark] of marksOf(list, this.#source).entries()) {
      const item = list.children[at]
      const section = this.#section('norm', item?.position?.start.line ?? 1, LEVEL_OF_PARAGRAPHS)
      section.label = mark
      section.meaning = { kind: 'item', value: mark.slice(0, -1) }
      section.heading = [{ type: 'text', value: mark }]
      section.nodes = item?.children ?? []
      this.#sections.push(section)
    }
  }

  #heading(node: Heading, at: number): void {
    const words = this.#texts.inline(node.children)
    const line = lineOfText(make('', words))
    const place = node.position?.start.line ?? 1
    if (this.#isTitle(line, node.depth)) {
      this.#ownTitle ||= line
      this.#title ||= line
      return
    }
    const found = designationOf(line)
    if (this.#isContent(found, node, this.#nodes[at + 1])) {
      this.#current.nodes.push(node)
      return
    }
    const isNorm = found !== undefined && found.kind !== 'part'
    const section = this.#section(isNorm ? 'norm' : 'part', place, node.depth)
    section.heading = node.children
    this.#name(section, words, found)
    this.#sections.push(section)
  }

  /** True if the first heading is the title: without a designation, and matching the front matter. */
  #isTitle(line: string, level: number): boolean {
    if (this.#sections.length > 1 || this.#ownTitle !== '') return false
    if (this.#title !== '') return folded(line) === folded(this.#title)
    return level === 1 && designationOf(line) === undefined
  }

  /** True for headings within an annex, and for those below a norm without a designation of their own. */
  #isContent(found: Designation | undefined, { depth }: Heading, next: RootContent | undefined): boolean {
    const { kind, level, label } = this.#current
    if (kind !== 'norm' || isContents(label)) return false
    const isOuter = found === undefined || found.kind === 'item' || found.kind === 'mark'
    if (parseLabel(label).kind === 'annex') return depth > level || (depth === level && isOuter)
    const ofItem = this.#current.meaning?.kind === 'item'
    if (found === undefined) return depth > level && !(next !== undefined && isNote(next))
    return depth > level && !ofItem && isOuter
  }

  #name(section: Section, words: Node[], found: Designation | undefined): void {
    const line = lineOfText(make('', words))
    section.label = found?.label ?? ''
    section.separator = found?.separator ?? ''
    section.meaning = found?.meaning
    section.title = found === undefined ? words : divided(words, named(line, found))[1]
    if (found === undefined || (found.kind !== 'par' && found.kind !== 'art')) return
    const value = numberOf(found)
    const before = this.#last.get(found.kind)
    if (value === before) this.#doubts.push({ line: section.line, reason: say`${found.label} is there twice` })
    this.#last.set(found.kind, value.split('-').at(-1) ?? value)
  }

  /**
   * Treats a paragraph as a heading if it is a designation in bold, or alone in a document without such headings; the number of a
   * clause below that of its heading; or, after the marks of notes, the next article, whose heading the conversion lost.
   * @returns false for any other
   */
  #headingParagraph(node: Paragraph, at: number): boolean {
    const [first] = node.children
    if (parseLabel(this.#current.label).kind === 'annex' || isContents(this.#current.label)) return false
    const all = this.#texts.inline(node.children)
    const [marks, words] = withoutMarks(all)
    const line = lineOfText(make('', words))
    const found = designationOf(line)
    if (found === undefined || found.kind === 'part' || found.kind === 'fixed' || found.kind === 'mark') return false
    const rest = line.slice(found.label.length)
    const isShort = line.length <= LONGEST_HEADING && marks === ''
    const isBold =
      first?.type === 'strong' && node.children.every(({ type }) => type === 'strong' || type === 'footnoteReference')
    const isAlone = !/[.,;:]$/.test(line) && !this.#hasSections
    const isSection = found.kind === 'par' || found.kind === 'art'
    const isCitation = CITED.test(rest) || !isSection
    const isHeading = isShort && (isBold || isAlone) && (found.kind === 'annex' || (!isCitation && this.#rises(found)))
    const isLost = marks !== '' && !isCitation && this.#rises(found) && this.#precedes(found, this.#next[at])
    const isClause = found.kind === 'item' && marks === '' && this.#continues(found.meaning?.value ?? '')
    if (!isHeading && !isLost && !isClause) return false
    const section = this.#section('norm', node.position?.start.line ?? 1, LEVEL_OF_PARAGRAPHS)
    if (isHeading || (isClause && isShort && isBold)) {
      section.heading = node.children
      this.#name(section, words, found)
    } else {
      this.#name(section, [], found)
      section.separator = ''
      section.before = marks
      section.begin = divided(words, found.label)[1]
      section.nodes = [node]
    }
    if (!isClause && !isBold)
      this.#doubts.push({ line: section.line, reason: say`${found.label} begins a paragraph, and is read as a norm` })
    this.#sections.push(section)
    return true
  }

  /** True for the number of a clause of the open heading: `5.2` below `5`. */
  #continues(value: string): boolean {
    const { meaning } = this.#current
    if (meaning?.kind !== 'item' || !value.includes('.')) return false
    const [before, own] = [meaning.value.split('.'), value.split('.')]
    return before[0] === own[0] && compareValues(value.replaceAll('.', ' '), meaning.value.replaceAll('.', ' ')) > 0
  }

  #rises(found: Designation): boolean {
    const before = this.#last.get(found.kind as DesignationKind)
    return before === undefined ? /^1/.test(numberOf(found)) : compareValues(numberOf(found), before) > 0
  }

  #precedes(found: Designation, next: Designation | undefined): boolean {
    return next === undefined || (next.kind === found.kind && compareValues(numberOf(found), numberOf(next)) < 0)
  }

  /** Separates a table of contents from the text after it: its entries are lists, and lines that are headings of the document. */
  #afterContents(section: Section): Section[] {
    const headings = new Set(this.#sections.map(({ heading }) => folded(this.#line(heading))))
    const isEntry = (node: RootContent) => {
      if (node.type === 'list') return true
      if (node.type !== 'paragraph') return node.type === 'table'
      const lines = this.#line(node.children)
      const [line = ''] = lines.split('\n')
      return headings.has(folded(line)) || (lines.length <= LONGEST_HEADING && isPartName(line))
    }
    const last = section.nodes.findLastIndex(isEntry)
    const rest = section.nodes.slice(last + 1)
    if (rest.every((node) => node.type === 'thematicBreak' || isNote(node))) return [section]
    const line = rest[0]?.position?.start.line ?? 1
    const after = { ...this.#section('text', line, section.level), nodes: rest }
    return [{ ...section, nodes: section.nodes.slice(0, last + 1) }, after]
  }

  /** Sets the depth of each section. */
  #place(sections: readonly Section[]): void {
    for (const section of sections) {
      if (section.kind !== 'part') {
        const isApart = isContents(section.label) || section.kind === 'text'
        if (!isApart) this.#close(section)
        section.depth = isApart ? 0 : this.#open.length
        continue
      }
      this.#close(section)
      this.#open.push({ level: section.level, style: styleOf(section), number: section.meaning?.value ?? '' })
      section.depth = this.#open.length
    }
  }

  /** Closes headings that are not above a section. */
  #close(section: Section): void {
    const style = section.kind === 'part' ? styleOf(section) : undefined
    const number = section.meaning?.kind === 'item' ? section.meaning.value : ''
    const like = this.#open.findLastIndex(
      (open) => open.style === style && open.level === section.level && style !== undefined,
    )
    if (like >= 0 && !/^\d/.test(number)) this.#open.length = like
    const isInner = section.kind === 'norm' && !/^(?:annex|formula|preamble)$/.test(parseLabel(section.label).kind)
    while (this.#open.length > 0) {
      const top = this.#open.at(-1) as Open
      const isPrefix = top.number !== '' && number.startsWith(`${top.number}.`)
      const isNumber = /^\d/.test(top.number) && /^\d/.test(number)
      const isBeside =
        top.level > section.level ||
        (top.level === section.level && (top.style === '' || style === '')) ||
        (isNumber && !isPrefix) ||
        (section.kind === 'norm' && !isInner && top.level === section.level)
      const staysAbove = isInner && number === '' && top.style !== '' && !/^\d/.test(top.number)
      if (isPrefix || !isBeside || (staysAbove && top.level >= section.level)) return
      this.#open.pop()
    }
  }
}

const isNote = (node: RootContent) => node.type === 'footnoteDefinition' || node.type === 'definition'

const isContents = (label: string) => label !== '' && parseLabel(label).kind === 'toc'

const isPartName = (line: string) => {
  const found = designationOf(line)
  return found !== undefined && found.kind !== 'item' && !CITED.test(line.slice(found.label.length))
}

/** True if a clause has subclauses, which are deeper or continue its number: `5.2` after `5`. */
function isAbove({ meaning, level }: Section, next: Section | undefined): boolean {
  if (meaning?.kind !== 'item' || next === undefined || next.kind === 'text') return false
  const isBelow = next.meaning?.kind === 'item' && next.meaning.value.startsWith(`${meaning.value}.`)
  return (
    isBelow ||
    (next.level > level && next.level < LEVEL_OF_PARAGRAPHS) ||
    (!/^\d/.test(meaning.value) && next.level >= level && next.meaning?.kind !== 'item' && next.kind === 'norm')
  )
}

function styleOf({ label, meaning }: Section): string {
  if (meaning === undefined) return LEVEL_WORD.exec(label)?.[0].toLowerCase() ?? ''
  if (/^\d/.test(meaning.value)) return `number${meaning.value.split('.').length}`
  return /^[IVXLC]+[.)]/.test(label) ? 'roman' : 'letter'
}

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}§]+/gu, '')
    .toLowerCase()
