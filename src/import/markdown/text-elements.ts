/**
 * Converts Markdown blocks into elements of the official XML (`P`, `DL`, `table`): lists by indentation and label, paragraphs
 * with the number of their Absatz.
 */
import type { BlockContent, DefinitionContent, List, PhrasingContent, Table } from 'mdast'
import { make, tableOf } from '../gii/write-elements.ts'
import { lineOfText, type XmlElement } from '../xml-tree.ts'
import { type MarkdownTree, marksOf, type Node, TagTree } from './markdown-tree.ts'

export type Block = BlockContent | DefinitionContent

/** HTML elements for runs of text. */
const RUNS: Readonly<Record<string, string>> = {
  sup: 'SUP',
  sub: 'SUB',
  b: 'B',
  strong: 'B',
  i: 'I',
  em: 'I',
  u: 'U',
  ins: 'U',
  small: 'small',
}
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header html legend li main nav ol p pre section summary td th thead tbody tfoot tr ul'
  ).split(' '),
)

/** Number of an Absatz as in Swiss laws, raised. */
const RAISED = /^\s*(\d{1,3}(?:\s?[a-z]|\s?(?:bis|ter|quater|quinquies|sexies|septies|octies|novies|decies))?)\s*$/
const RAISED_CHARACTERS = /^([⁰¹²³⁴-⁹]{1,3}(?:ᵇⁱˢ|ᵗᵉʳ|[ᵃ-ᵖ])?)(?=\s)/

/** Number of an Absatz in brackets. */
const NUMBERED = /^\((\d{1,3})([a-z]{0,2})\)(?=\s)/
/** Marks a block that begins an Absatz in the middle of a paragraph: it does not belong to the preceding item. */
const BEGINS = { begins: 'Absatz' }
const beginsAbsatz = ({ attributes }: XmlElement) => attributes.begins !== undefined

/** Translates the texts of one norm, and tracks its Absätze and lists. */
export class TextElements {
  readonly #tree: MarkdownTree
  readonly #source: string
  /** Identifiers of the referenced notes, in order. */
  readonly #notes = new Set<string>()
  /** Last label of each kind of list in the paragraphs so far. */
  readonly #last = new Map<string, string>()
  readonly #hasAbsaetze: boolean
  #absatz = 0
  /** Number of the last Absatz in brackets. */
  #numbered = 0
  #isQuoted = false
  /** Names of HTML elements whose content is omitted. */
  readonly skipped: Set<string>

  /** @param hasAbsaetze true for a norm, whose raised numbers may be those of its Absätze */
  constructor(tree: MarkdownTree, source: string, skipped: Set<string>, hasAbsaetze = false) {
    this.#hasAbsaetze = hasAbsaetze
    this.#tree = tree
    this.#source = source
    this.skipped = skipped
  }

  /** Returns `textdaten` of a norm. @param heading nodes of its heading, whose notes belong to the norm */
  textData(blocks: readonly Block[], begin: readonly Node[] = [], heading: readonly Node[] = []): XmlElement[] {
    const ofHeading = references(heading).flatMap((id) => this.#note(id))
    this.#notes.clear()
    for (const id of references(begin)) this.#notes.add(id)
    const written = this.blocks(blocks, begin).map((block) => this.#withAbsatz(block))
    const beside = ofHeading.length === 0 ? [] : [make('fussnoten', ofHeading)]
    const content = make('Content', [...withLists(written), ...this.#footnotes()])
    return [make('textdaten', [make('text', [content]), ...beside])]
  }

  #footnotes(): XmlElement[] {
    const notes: XmlElement[] = []
    // Notes may refer to other notes.
    for (const ID of this.#notes) {
      const [first, ...rest] = this.blocks(this.#tree.notes.get(ID)?.children ?? [])
      const children = first?.name === 'P' ? [...first.children, ...rest] : [first ?? '', ...rest]
      notes.push(make('Footnote', children, { ID, FnZ: this.#tree.notes.get(ID)?.label ?? ID }))
    }
    return notes.length === 0 ? [] : [make('Footnotes', notes)]
  }

  #note(id: string): XmlElement[] {
    const note = this.#tree.notes.get(id)
    return note === undefined ? [] : [make('P', this.blocks(note.children))]
  }

  inline(nodes: readonly PhrasingContent[]): Node[] {
    const tree = new TagTree()
    for (const node of nodes) this.#addInline(tree, node)
    return this.#lowered(tree)
  }

  #addInline(tree: TagTree, node: PhrasingContent): void {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
        tree.add(node.value)
        return
      case 'html':
        tree.html(node.value)
        return
      case 'break':
        tree.add(make('BR', []))
        return
      case 'strong':
      case 'emphasis':
        tree.add(make(node.type === 'strong' ? 'B' : 'I', this.inline(node.children)))
        return
      case 'image':
        tree.add(make('IMG', [], { SRC: node.url, alt: node.alt ?? '' }))
        return
      case 'imageReference':
        tree.add(make('IMG', [], { SRC: this.#tree.addresses.get(node.identifier) ?? '', alt: node.alt ?? '' }))
        return
      case 'footnoteReference':
        this.#notes.add(node.identifier)
        tree.add(make('FnR', [], { ID: node.identifier }))
        return
    }
    for (const child of node.children) this.#addInline(tree, child)
  }

  /** @param begin words at the beginning of the first block */
  blocks(nodes: readonly Block[], begin: readonly Node[] = []): XmlElement[] {
    const tree = new TagTree()
    if (begin.length > 0) tree.add(...this.#paragraph(begin))
    for (const node of nodes) {
      if (node.type === 'html') tree.html(node.value)
      else tree.add(...this.#block(node))
    }
    return asBlocks(this.#lowered(tree))
  }

  #block(node: Exclude<Block, { type: 'html' }>): XmlElement[] {
    switch (node.type) {
      case 'paragraph':
        return this.#paragraph(this.inline(node.children))
      case 'heading':
        return [make('P', [make('B', this.inline(node.children))])]
      case 'blockquote':
        return [this.#quotation(node.children)]
      case 'list':
        return this.#list(node)
      case 'code':
        return this.#code(node.value, node.position?.start.offset ?? 0)
      case 'table':
        return [this.#table(node)]
      case 'footnoteDefinition':
        return this.#tree.orphans.has(node) ? [this.#quotation(node.children)] : []
    }
    return []
  }

  /** Translates blocks whose numbers do not belong to the norm. */
  #quotation(nodes: readonly Block[]): XmlElement {
    const isOuter = !this.#isQuoted
    this.#isQuoted = true
    const [first, ...rest] = this.blocks(nodes)
    if (isOuter) this.#isQuoted = false
    return make('P', first?.name === 'P' ? [...first.children, ...rest] : [first ?? '', ...rest])
  }

  /** Translates code: verbatim if fenced; lines that are only indented are a paragraph. */
  #code(value: string, start: number): XmlElement[] {
    if (/^[`~]{3}/.test(this.#source.slice(start, start + 3))) return [make('P', [make('pre', [value])])]
    return value.split(/\n\s*\n/).flatMap((lines) => this.#paragraph([lines.replace(/^[ \t]+/gm, '')]))
  }

  /** Translates a GitHub table, whose first row is the head. */
  #table({ children }: Table): XmlElement {
    const rows = children.map((row, index) =>
      make(
        'tr',
        row.children.map((cell) => make(index === 0 ? 'th' : 'td', [make('P', this.inline(cell.children))])),
      ),
    )
    return tableOf(make('table', [], { border: '1' }), rows, (cell) => cell.children)
  }

  #list(list: List): XmlElement[] {
    const marks = marksOf(list, this.#source)
    const written: XmlElement[] = []
    let items: XmlElement[][] = []
    const add = (mark: readonly Node[], blocks: readonly XmlElement[]) => {
      const [inside, after] = splitAt(blocks, beginsAbsatz)
      items.push(itemOf(mark, inside))
      if (after.length === 0) return
      written.push(...this.#listOf(items), ...after)
      items = []
    }
    for (const [at, item] of list.children.entries()) {
      const mark = marks[at] ?? ''
      const [first, ...rest] = item.children
      if (first?.type !== 'paragraph') {
        add([mark], this.blocks(item.children))
        continue
      }
      const words = this.inline(first.children)
      const own = mark === '' ? labelOf(lineOfText(make('', words))) : undefined
      if (own !== undefined) this.#last.set(kindOf(own), own)
      const [label, text] = own === undefined ? [[mark], words] : divided(words, own)
      this.#count(own ?? '', true)
      add(label, [...this.#paragraph(text, true), ...this.blocks(rest)])
    }
    return [...written, ...this.#listOf(items)]
  }

  #listOf(items: readonly XmlElement[][]): XmlElement[] {
    if (items.length === 0) return []
    // A list of Absätze is not a list: `- (1) …`.
    const isAbsaetze = items.every(([label]) => /^\(\d+[a-z]?\)$/.test(lineOfText(label)))
    if (isAbsaetze && !this.#isQuoted)
      return items.flatMap(([label, text]) => lead([...(label?.children ?? []), ' '], text?.children ?? []))
    return [make('DL', items.filter((item) => item.some((each) => each.children.length > 0)).flat())]
  }

  /**
   * Translates a paragraph, whose lines may begin with labels that the source does not mark as a list.
   * @param isItem true for the words of an item, whose label is known
   */
  #paragraph(nodes: readonly Node[], isItem = false): XmlElement[] {
    const written: XmlElement[] = []
    for (const [index, line] of linesOf(nodes).entries()) {
      const isOfItem = isItem && index === 0
      const words = lineOfText(make('', line))
      const label = isOfItem ? undefined : this.#listLabel(words)
      const last = written.at(-1)
      const isNext = !isOfItem && this.#count(words, index === 0)
      if (isNext && (isItem || last !== undefined)) written.push(make('P', line, BEGINS))
      else if (label !== undefined) {
        const [mark, text] = divided(line, label)
        written.push(make('DL', itemOf(mark, [make('P', text)])))
      } else if (last === undefined) written.push(make('P', line))
      else append(last, ['\n', ...line])
    }
    return written
  }

  /** Returns the label at the beginning of a line, if it begins or continues a list. */
  #listLabel(line: string): string | undefined {
    const label = labelOf(line)
    if (label === undefined || /^\(\d/.test(label)) return undefined
    const kind = kindOf(label)
    const before = this.#last.get(kind)
    if (!/^[\p{Pd}•·]/u.test(label) && !/^(?:1|a|aa|aaa|A|I|i|α)$/.test(bare(label)) && !follows(before, label))
      return undefined
    this.#last.set(kind, label)
    return label
  }

  /**
   * Counts the Absatz whose number a line begins with.
   * @param isFirst true for the first line of a paragraph, whose number always counts
   * @returns true if it follows the previous one
   */
  #count(line: string, isFirst: boolean): boolean {
    const [, digits, letter] = NUMBERED.exec(`${line} `) ?? []
    if (digits === undefined || !this.#hasAbsaetze || this.#isQuoted) return false
    const number = Number(digits)
    const isNext = letter === '' ? number === this.#numbered + 1 : number === this.#numbered
    if (isNext || isFirst) this.#numbered = number
    return isNext
  }

  /** Marks the raised number of an Absatz if it follows the previous one. */
  #withAbsatz(block: XmlElement): XmlElement {
    if (block.name !== 'P' || !this.#hasAbsaetze) return block
    const [first, ...rest] = block.children
    if (first === undefined) return block
    const [, raised] = typeof first === 'string' ? (RAISED_CHARACTERS.exec(first) ?? []) : []
    const number = typeof first !== 'string' && first.name === 'SUP' ? RAISED.exec(lineOfText(first))?.[1] : raised
    const value = Number.parseInt(number?.normalize('NFKC') ?? '', 10)
    const isNext =
      value === this.#absatz + 1 || (value === this.#absatz && !/^\d+$/.test(number?.normalize('NFKC') ?? ''))
    if (number === undefined || !isNext) return block
    this.#absatz = value
    const mark = make('SUP', typeof first === 'string' ? [number] : first.children, { class: 'Abs' })
    return { ...block, children: [mark, ...(typeof first === 'string' ? [first.slice(number.length)] : []), ...rest] }
  }

  #lowered(tree: TagTree): Node[] {
    const nodes = tree.finish().flatMap((each) => this.#ofHtml(each))
    for (const name of tree.skipped) this.skipped.add(name)
    return nodes
  }

  /** Translates elements of HTML. */
  #ofHtml(node: Node): Node[] {
    if (typeof node === 'string' || !node.name.startsWith('html:')) return [node]
    const name = node.name.slice('html:'.length)
    if (name === 'table') {
      const rows = elementsNamed(node, 'html:tr').map((row) => plainNamed(row))
      const caption = node.children.filter((each) => typeof each !== 'string' && each.name === 'html:caption')
      const table = make(
        'table',
        caption.map((each) => (typeof each === 'string' ? each : plainNamed(each))),
        { border: '1' },
      )
      return [tableOf(table, rows, (cell) => cell.children.flatMap((each) => this.#ofHtml(each)))]
    }
    const children = node.children.flatMap((each) => this.#ofHtml(each))
    const run = Object.hasOwn(RUNS, name) ? RUNS[name] : undefined
    if (run !== undefined) return [make(run, children)]
    if (name === 'br') return [make('BR', [])]
    if (name === 'img') return [make('IMG', [], { SRC: node.attributes.src ?? '', alt: node.attributes.alt ?? '' })]
    return BLOCKS.has(name) ? [make('P', children)] : children
  }
}

/** Converts rows and cells of HTML into those of a table. */
const plainNamed = (element: XmlElement): XmlElement => ({
  ...element,
  name: element.name.slice('html:'.length),
  children: element.children.map((each) =>
    typeof each !== 'string' && /^html:t[dh]$/.test(each.name) ? plainNamed(each) : each,
  ),
})

/** Returns elements by name, except those nested in others of the kind. */
function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((each) => {
    if (typeof each === 'string' || each.name === 'html:table') return []
    return each.name === name ? [each] : elementsNamed(each, name)
  })
}

/** Splits a list before the first matching element. */
function splitAt<Each>(all: readonly Each[], isOne: (each: Each) => boolean): [before: Each[], after: Each[]] {
  const place = all.findIndex(isOne)
  return place < 0 ? [[...all], []] : [all.slice(0, place), all.slice(place)]
}

/** Returns the mark and the text of an item; both are empty for an empty one. */
const itemOf = (mark: readonly Node[], blocks: readonly XmlElement[]): XmlElement[] => [
  make(
    'DT',
    mark.filter((each) => each !== ''),
  ),
  make(
    'DD',
    withLists(blocks).map((each) => (each.name === 'P' ? { ...each, name: 'LA' } : each)),
  ),
]

/** Inserts words before the first block. */
function lead(words: readonly Node[], blocks: readonly Node[]): XmlElement[] {
  const [first, ...rest] = blocks.filter((each) => typeof each !== 'string')
  return [
    make('P', [...words, ...(first?.children ?? [])]),
    ...rest.map((each) => ({ ...each, name: each.name === 'LA' ? 'P' : each.name })),
  ]
}

/** Appends words to the last line of a block. */
function append(block: XmlElement, words: readonly Node[]): void {
  const last = block.children.at(-1)
  if (block.name !== 'P' && block.name !== 'LA' && last !== undefined && typeof last !== 'string') append(last, words)
  else block.children.push(...words)
}

/** Turns words beside blocks into blocks. */
function asBlocks(nodes: readonly Node[]): XmlElement[] {
  const blocks: XmlElement[] = []
  let run: Node[] = []
  const flush = () => {
    if (run.some((each) => typeof each !== 'string' || /\S/.test(each))) blocks.push(make('P', run))
    run = []
  }
  for (const node of nodes) {
    if (typeof node !== 'string' && /^(?:P|LA|DL|table)$/.test(node.name)) {
      flush()
      blocks.push(node)
    } else run.push(node)
  }
  flush()
  return blocks
}

/** Joins adjacent lists, nests them by label, and moves them into the preceding paragraph. */
function withLists(blocks: readonly XmlElement[]): XmlElement[] {
  const written: XmlElement[] = []
  let items: XmlElement[] = []
  const flush = () => {
    if (items.length === 0) return
    const list = nested(items)
    const last = written.at(-1)
    if (last?.name === 'P') last.children.push(list)
    else written.push(make('P', [list]))
    items = []
  }
  for (const block of blocks) {
    if (block.name === 'DL') items.push(...(block.children as XmlElement[]))
    else {
      flush()
      written.push(block.name === 'P' ? { ...block, children: [...block.children] } : block)
    }
  }
  flush()
  return written
}

/**
 * Nests the items of a list. A label of another kind, or a number that restarts, begins a list within the preceding item, until
 * one continues an outer list.
 */
function nested(items: readonly XmlElement[]): XmlElement {
  const outer = make('DL', [])
  const open: { kind: string; label: string; list: XmlElement }[] = []
  for (let at = 0; at < items.length; at += 2) {
    const [mark, text] = items.slice(at, at + 2) as [XmlElement, XmlElement]
    const label = lineOfText(mark)
    const own = labelOf(label) === undefined ? '' : kindOf(label)
    const kind =
      own === 'roman' && follows(open.findLast((each) => each.kind === 'letter')?.label, label) ? 'letter' : own
    const next = open.findLastIndex((each) => each.kind === kind && follows(each.label, label))
    const isNew = next < 0 && kind.startsWith('number') && bare(label) === '1'
    const place = next >= 0 || isNew ? next : open.findLastIndex((each) => each.kind === kind)
    if (place >= 0) open.length = place + 1
    else {
      const within = open.at(-1)?.list.children.at(-1)
      const list = within === undefined || typeof within === 'string' ? outer : make('DL', [])
      if (list !== outer) (within as XmlElement).children.push(list)
      open.push({ kind, label, list })
    }
    const level = open.at(-1) as (typeof open)[number]
    level.label = label
    level.list.children.push(mark, text)
  }
  return outer
}

const LABEL =
  /^(?:\(?(?:\d{1,3}(?:\.\d{1,3})*[a-z]{0,2}|[a-z]{1,3}|[ivx]{1,5})\)|(?:\d{1,3}(?:\.\d{1,3})*[a-z]?|[a-z]{1,2}|[A-Z]|[IVX]{1,5})\.(?!\s?\p{L}\.)|[\p{Pd}•·])(?=\s|$)/u

/** Returns the label at the beginning of a line: `a)`, `1.`, `(i)`, `–`. */
const labelOf = (line: string): string | undefined => LABEL.exec(line.slice(0, 24))?.[0]

const bare = (label: string) => label.replace(/[().]/g, '')

/** Returns the kind of a label; labels of one kind form a list. */
function kindOf(label: string): string {
  const value = bare(label)
  if (/^\d/.test(value)) return `number${label.split('.').length}${label.startsWith('(') ? '(' : ''}`
  if (/^[\p{Pd}•·]/u.test(value)) return 'dash'
  if (/^[IVX]+$/.test(value)) return 'ROMAN'
  if (/^[A-Z]$/.test(value)) return 'LETTER'
  if (/^(?:i|ii|iii|iv|v|vi+|ix|x[ivx]*)$/.test(value)) return 'roman'
  return value.length === 1 ? 'letter' : `letters${value.length}`
}

/** True if a label is the next one: `b)` after `a)`, `bb)` after `aa)`, `2a.` after `2.`. */
function follows(before: string | undefined, label: string): boolean {
  if (before === undefined) return false
  const [last, next] = [bare(before), bare(label)]
  const [from, to] = [Number.parseInt(last, 10), Number.parseInt(next, 10)]
  if (!Number.isNaN(to)) return to === from + 1 || (to === from && next > last)
  const step = (next.codePointAt(0) ?? 0) - (last.codePointAt(0) ?? 0)
  return (
    (step === 1 && next.length === last.length) ||
    (/^[ivxIVX]+$/.test(next) && /^[ivxIVX]+$/.test(last) && next !== last)
  )
}

/** Returns the lines of running text: nodes between the line feeds of the source and after breaks. */
function linesOf(nodes: readonly Node[]): Node[][] {
  const lines: Node[][] = [[]]
  for (const node of nodes) {
    const pieces = typeof node === 'string' ? node.split('\n') : [node]
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) lines.push([])
      lines.at(-1)?.push(piece)
    }
  }
  return lines
}

/** Splits words after their first visible characters. @param label these, as in {@link lineOfText} */
export function divided(nodes: readonly Node[], label: string): [Node[], Node[]] {
  let left = label.replace(/\s/g, '').length
  const cut = (node: Node): [Node[], Node[]] => {
    if (left === 0) return [[], [node]]
    if (typeof node !== 'string') {
      const parts = node.children.map(cut)
      const [before, after] = [parts.flatMap(([each]) => each), parts.flatMap(([, each]) => each)]
      if (node.children.length === 0) return [[node], []]
      const rest = after.length === 0 ? [] : [{ ...node, children: after }]
      return [before.length === 0 ? [] : [{ ...node, children: before }], rest]
    }
    let at = 0
    for (; at < node.length && left > 0; at++) if (/\S/.test(node.charAt(at))) left--
    const rest = node.slice(at)
    return [[node.slice(0, at)], rest === '' ? [] : [rest]]
  }
  const parts = nodes.map(cut)
  const [label_, rest] = [parts.flatMap(([each]) => each), parts.flatMap(([, each]) => each)]
  const [first, ...others] = rest
  return [label_, typeof first === 'string' ? [first.trimStart(), ...others] : rest]
}

/** Returns the identifiers of the notes to which words refer. */
export function references(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return node.name === 'FnR' ? [node.attributes.ID ?? ''] : references(node.children)
  })
}

/** Returns words without the marks of their notes. */
export function withoutReferences(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node]
    return node.name === 'FnR' ? [] : [{ ...node, children: withoutReferences(node.children) }]
  })
}
