/**
 * Converts a law in LegalDocML.de into elements of the official XML, its predecessor (`norm`, `P`, `DL`, `tgroup`), from which
 * the reader of that format makes norms: paths, labels, headings, subdivisions and tables are the same from both sources.
 */
import { ElementList, make, tableOf } from '../gii/write-elements.ts'
import { childElement, lineOfText, type XmlElement } from '../xml-tree.ts'
import { descendants, quotationMarks } from './akn-tree.ts'
import { ANNEX, HOLDERS, LEVELS, QUOTED, RUNS } from './format.ts'
import { withoutNotes } from './metadata.ts'

type Node = XmlElement | string

/** Documents of a law: its text, and annexes in separate files. */
export interface Documents {
  main: XmlElement
  annexes: readonly XmlElement[]
}

/** Elements of a law, without its header, and their origins by `doknr`. */
export interface NormElements {
  elements: XmlElement[]
  sources: Map<string, XmlElement>
}

/** Returns the elements of a law in document order. @param documents the text and its annexes */
export function normElements({ main, annexes }: Documents): NormElements {
  const writer = new ElementWriter()
  writer.preamble(childElement(main, 'preamble'))
  writer.level(childElement(main, 'body'), 0)
  writer.norm(childElement(main, 'conclusions'), 'Schlussformel', 0)
  for (const annex of annexes) writer.annex(annex)
  return writer
}

class ElementWriter implements NormElements {
  readonly #list = new ElementList()
  readonly elements = this.#list.elements
  readonly sources = new Map<string, XmlElement>()

  preamble(preamble: XmlElement | undefined): void {
    for (const part of preamble?.children ?? []) {
      if (typeof part === 'string') continue
      const { refersTo } = part.attributes
      if (part.name === 'formula') this.norm(part, refersTo === 'schlussformel' ? 'Schlussformel' : 'Eingangsformel', 0)
      else if (refersTo === 'inhaltsuebersicht') this.norm(part, 'Inhaltsübersicht', 0)
      else this.norm(part, part.name === 'recitals' ? 'Präambel' : part.name === 'citations' ? 'Eingangsformel' : '', 0)
    }
  }

  /** Adds the content of a part of the structure. @param depth number of headings above it */
  level(part: XmlElement | undefined, depth: number): void {
    const own: Node[] = []
    for (const each of part?.children ?? []) {
      if (typeof each === 'string') own.push(each)
      else if (LEVELS.has(each.name)) {
        this.#heading(each, depth + 1)
        this.level(each, depth + 1)
      } else if (each.name === 'article') this.norm(each, labelOf(each), depth)
      else if (each.name !== 'num' && each.name !== 'heading') own.push(each)
    }
    const text = make('', own)
    if (part !== undefined && /\S/.test(lineOfText(text))) this.#textOfLevel(text, part, depth)
  }

  /** Adds text beside the articles of a part: it belongs to the heading, or is a norm without designation. */
  #textOfLevel(text: XmlElement, part: XmlElement, depth: number): void {
    const [id] = [...this.sources].find(([, source]) => source === part) ?? []
    const heading = this.elements.find(({ attributes }) => attributes.doknr === id)
    if (heading === undefined) this.norm(text, '', depth)
    else heading.children = [heading.children[0] as XmlElement, textData(text)]
  }

  #heading(part: XmlElement, depth: number): void {
    const { title, notes } = titleOf(childElement(part, 'heading'))
    const texts = notes.length === 0 ? [] : [textData(undefined, notes)]
    this.#tell(part)
    this.#list.heading({ label: lineOfText(childElement(part, 'num')), title, depth, texts })
  }

  /** Adds a norm. @param depth number of headings above it */
  norm(part: XmlElement | undefined, label: string, depth: number): void {
    if (part === undefined || isEmpty(part)) return
    const { title, notes } = titleOf(childElement(part, 'heading'))
    const isHeadingLabel = officialLabel(lineOfText(make('', title))) === label
    this.#tell(part)
    this.#list.norm({ label, title: isHeadingLabel ? [] : title, depth, texts: [textData(part, notes)] })
  }

  /** Adds an annex in a document of its own. */
  annex(document: XmlElement): void {
    const preface = childElement(document, 'preface')
    const words = lineOfText(withoutNotes(descendants(preface, 'docTitle')[0]))
    const [, label = 'Anlage', title = ''] = ANNEX.exec(words) ?? [words, undefined, words]
    const body = childElement(document, 'mainBody') ?? make('mainBody', [])
    const notes = descendants(preface, 'authorialNote')
    this.#tell(body)
    this.#list.norm({ label, title: [title.trim()], depth: 0, texts: [textData(body, notes)] }, true)
  }

  /** Records the origin of the next element. */
  #tell(part: XmlElement): void {
    this.sources.set(String(this.elements.length), part)
  }
}

/** `Artikel 3` -> `Art 3`, `§1` -> `§ 1`, as in the official XML. In an amending law, the heading of an article may be its designation. */
function labelOf(article: XmlElement): string {
  const [number, heading] = ['num', 'heading'].map((name) => lineOfText(withoutNotes(childElement(article, name))))
  return officialLabel(number || (/^(?:Artikel|§) ?\d+[a-z]?$/.test(heading ?? '') ? heading : '') || '')
}

const officialLabel = (words: string) =>
  words.replace(/^Artikel\s+|^Art\.\s*/, 'Art ').replace(/^(§+)(?=[^\s§])/, '$1 ')

const isEmpty = (part: XmlElement): boolean =>
  part.children.every((each) => (typeof each === 'string' ? !/\S/.test(each) : each.name !== 'num' && isEmpty(each)))

/** Returns the title of a norm or heading, and the notes in it, which become footnotes. */
function titleOf(heading: XmlElement | undefined): { title: Node[]; notes: XmlElement[] } {
  const inline = new TextTranslator()
  return { title: inline.inline(withoutNotes(heading)?.children ?? []), notes: descendants(heading, 'authorialNote') }
}

function textData(part: XmlElement | undefined, notes: readonly XmlElement[] = []): XmlElement {
  const texts = new TextTranslator()
  const blocks = part === undefined ? [] : texts.blocks(part.children.filter((each) => !isName(each)))
  const content = make('Content', [...blocks, ...texts.footnotes()])
  const beside = notes.map((note) =>
    make('P', [`${note.attributes.marker ?? ''} `, ...new TextTranslator().words(note)]),
  )
  return make('textdaten', [make('text', [content]), ...(beside.length === 0 ? [] : [make('fussnoten', beside)])])
}

/** True for the number and the heading of a norm. */
export const isName = (each: Node) => typeof each !== 'string' && (each.name === 'num' || each.name === 'heading')

class TextTranslator {
  readonly #notes: XmlElement[] = []
  /** True in a quotation: its lists and paragraphs do not belong to the norm. */
  #isQuoted = false

  /** Returns the notes of a text, which follow it. */
  footnotes(): XmlElement[] {
    if (this.#notes.length === 0) return []
    const notes = this.#notes.map((note, index) =>
      make('Footnote', [make('P', this.words(note))], { ID: String(index), FnZ: note.attributes.marker ?? '' }),
    )
    return [make('Footnotes', notes)]
  }

  /** Returns the words of an element as one run of inline elements. */
  words(element: XmlElement): Node[] {
    return this.inline(
      element.children.flatMap((each): Node[] =>
        typeof each !== 'string' && each.name === 'p' ? [...each.children, make('br', [])] : [each],
      ),
    ).filter((each, index, all) => index < all.length - 1 || typeof each === 'string' || each.name !== 'BR')
  }

  /** Translates the content of a block container; words between blocks become a block. */
  blocks(nodes: readonly Node[]): XmlElement[] {
    const found: XmlElement[] = []
    let run: Node[] = []
    const flush = () => {
      if (run.some((each) => typeof each !== 'string' || /\S/.test(each))) found.push(...this.#paragraph(run))
      run = []
    }
    for (const node of nodes) {
      const blocks = typeof node === 'string' ? undefined : this.#block(node)
      if (blocks === undefined) run.push(node)
      else {
        flush()
        found.push(...blocks)
      }
    }
    flush()
    return found
  }

  /** Translates a block; `undefined` for an inline element. */
  #block(element: XmlElement): XmlElement[] | undefined {
    const { name, children } = element
    if (HOLDERS.has(name)) return this.#withHeading(element)
    if (this.#isQuoted && QUOTED.has(name)) return this.#quotedPart(element)
    switch (name) {
      case 'p':
      case 'listIntroduction':
      case 'listWrapUp':
      case 'caption':
        return this.#paragraph(children)
      case 'paragraph':
        return [this.#numbered(element)]
      case 'point':
      case 'item':
        return this.#isQuoted ? [this.#numbered(element)] : [make('DL', this.#item(element))]
      case 'blockList':
        return this.blocks(children)
      case 'tocItem':
        return [make('P', spaced(this.inline(children)))]
      case 'toc':
        return this.#withHeading(element)
      case 'table':
        return [
          tableOf(element, descendants(element, 'tr'), ({ name, children }) =>
            name === 'caption' ? this.inline(children) : this.blocks(children),
          ),
        ]
      case 'foreign':
        return [make('P', this.inline(children))]
      case 'quotedStructure':
        return this.#quotation(element)
      case 'formula':
        return this.blocks(children)
    }
    return undefined
  }

  #withHeading({ children }: XmlElement): XmlElement[] {
    return this.blocks(
      children.map((each) => (typeof each !== 'string' && each.name === 'heading' ? { ...each, name: 'p' } : each)),
    )
  }

  /** Translates a heading or an article in a quotation: number and heading on one line, then its text. */
  #quotedPart(element: XmlElement): XmlElement[] {
    const names = element.children.filter(isName).flatMap((each) => (typeof each === 'string' ? [] : [each]))
    const line = names.map((each) => make('p', each.children)).flatMap((each) => [...each.children, ' '])
    const rest = element.children.filter((each) => !isName(each))
    return [...this.#paragraph(line), ...this.blocks(rest)]
  }

  /** Translates a paragraph with a number: the first block continues the line of the number. */
  #numbered(element: XmlElement): XmlElement {
    const number = lineOfText(childElement(element, 'num'))
    const [first, ...rest] = this.blocks(element.children.filter((each) => !isName(each)))
    const begin: Node[] = number === '' ? [] : [`${number} `]
    if (first === undefined) return make('P', begin)
    return make('P', first.name === 'P' ? [...begin, ...first.children, ...rest] : [...begin, first, ...rest])
  }

  /** Returns `DT` and `DD` of a list item. */
  #item(element: XmlElement): XmlElement[] {
    const blocks = this.blocks(element.children.filter((each) => !isName(each)))
    const lines = blocks.map((each) => (each.name === 'P' ? { ...each, name: 'LA' } : each))
    return [make('DT', this.inline(childElement(element, 'num')?.children ?? [])), make('DD', lines)]
  }

  /** Translates words into a block. A quotation in them begins a new line, and the words after it continue its last line. */
  #paragraph(nodes: readonly Node[]): XmlElement[] {
    const found: XmlElement[] = []
    let run: Node[] = []
    for (const node of flattened(nodes)) {
      if (typeof node === 'string' || node.name !== 'quotedStructure') {
        const last = found.at(-1)
        if (run.length === 0 && last !== undefined && typeof node === 'string' && /^\s*[.,;:)]/.test(node))
          append(last, node.trimStart())
        else run.push(node)
        continue
      }
      if (run.some((each) => typeof each !== 'string' || /\S/.test(each))) found.push(make('P', this.inline(run)))
      run = []
      found.push(...this.#quotation(node))
    }
    if (found.length === 0 || run.some((each) => typeof each !== 'string' || /\S/.test(each)))
      found.push(make('P', this.inline(run)))
    return found
  }

  #quotation(element: XmlElement): XmlElement[] {
    const { start, end } = quotationMarks(element)
    const isOuter = !this.#isQuoted
    this.#isQuoted = true
    const blocks = this.blocks(element.children)
    if (isOuter) this.#isQuoted = false
    if (blocks.length === 0) return [make('P', [start, end])]
    const [first] = blocks
    if (first !== undefined) prepend(first, start)
    append(blocks.at(-1) as XmlElement, end)
    return blocks
  }

  inline(nodes: readonly Node[]): Node[] {
    return nodes.flatMap((node): Node[] => {
      if (typeof node === 'string') return [node]
      const { name, attributes, children } = node
      const run = RUNS[name]
      if (run !== undefined) return [make(run, this.inline(children))]
      switch (name) {
        case 'br':
        case 'eol':
          return [make('BR', [])]
        case 'quotedText': {
          const { start, end } = quotationMarks(node)
          return [start, ...this.inline(children), end]
        }
        case 'authorialNote':
          this.#notes.push(node)
          return [make('FnR', [], { ID: String(this.#notes.length - 1) })]
        case 'marker':
          return attributes.refersTo === 'satzende' ? [make('Satzende', [])] : []
        case 'img':
          return [make('IMG', [], { SRC: fileOf(attributes.src), alt: attributes.alt ?? '' })]
        case 'componentRef':
        case 'documentRef':
          return [make('FILE', [], { SRC: fileOf(attributes.src ?? attributes.href) })]
        case 'a':
          return isEmpty(node) ? [make('FILE', [], { SRC: fileOf(attributes.href) })] : this.inline(children)
        case 'foreign:msup':
        case 'foreign:msub':
          return this.#script(children, name === 'foreign:msup' ? 'SUP' : 'SUB')
        case 'signature':
          return [...spaced(this.inline(children)), make('BR', [])]
      }
      const blocks = this.#block(node)
      return blocks === undefined ? this.inline(children) : blocks.flatMap((each) => [...each.children, make('BR', [])])
    })
  }

  /** Returns base and exponent or index of a formula. */
  #script(children: readonly Node[], kind: 'SUP' | 'SUB'): Node[] {
    const [base, ...script] = children.filter((each) => typeof each !== 'string')
    return [...(base === undefined ? [] : this.inline([base])), make(kind, this.inline(script))]
  }
}

/** Returns the file name in an address. */
const fileOf = (address: string | undefined) => address?.split('/').at(-1) ?? ''

/** Removes the commands of amending laws (`mod`): the quotations in them are beside their words. */
function flattened(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((each) => (typeof each !== 'string' && each.name === 'mod' ? flattened(each.children) : [each]))
}

/** Separates elements side by side, such as the number and the title in a table of contents. */
function spaced(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((each) => [each, ' '])
}

/** Adds characters before the first ones of a block. */
function prepend(block: XmlElement, text: string): void {
  const [first] = block.children
  if (typeof first === 'string' || first === undefined || !/^(?:P|DL|DT|table)$/.test(first.name))
    block.children.unshift(text)
  else prepend(first, text)
  if (typeof first === 'string') block.children.splice(0, 2, text + first.trimStart())
}

/** Adds characters after the last ones of a block. */
function append(block: XmlElement, text: string): void {
  const last = block.children.at(-1)
  if (typeof last === 'string' && !/\S/.test(last) && block.children.length > 1) {
    block.children.pop()
    append(block, text)
  } else if (typeof last === 'string') block.children.splice(-1, 1, last.trimEnd() + text)
  else if (last !== undefined && /^(?:P|DL|DD|LA|table|tgroup|tbody|row|entry)$/.test(last.name)) append(last, text)
  else block.children.push(text)
}
