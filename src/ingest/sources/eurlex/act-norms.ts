/** Makes the norms of an act from its tree: preamble, recitals, articles, annexes. */
import { type PathElement, pathValue, STRUCTURE_KINDS, type StructureKind } from '../../../citation/norm-path.ts'
import { parseRoman } from '../../../citation/numerals.ts'
import type { SentenceLanguage } from '../../../citation/sentences.ts'
import type { LawHeading } from '../../../corpus/corpus.ts'
import { childElement, childElements, type XmlElement } from '../xml-tree.ts'
import { lineWithoutNotes, notesIn, withoutArticles } from './act-parts.ts'
import { annexNumber, annexTitle, articleNumber, headingNumber, headingTitle, isLetter } from './designations.ts'
import { ANNEXES } from './format.ts'
import { FormexText } from './formex-text.ts'
import { labelValue, readNumber } from './item-marks.ts'
import { type DraftNorm, NormCollector, type NormInput } from './norm-collector.ts'
import { NoteMarks } from './notes.ts'
import { headingKind, labelsOf } from './words.ts'

/** The norms of a document, or of several that make an act. */
export interface ActNorms {
  norms: DraftNorm[]
  structure: LawHeading[]
  /** The notes of the title. */
  notes: string
  /** Elements that were read as plain text, because the reader does not know them. */
  unknown: string[]
}

/** Elements that hold the text of an act, whatever their order. */
const HOLDERS: ReadonlySet<string> = new Set(['PREAMBLE', 'ENACTING.TERMS', 'CONS.DOC', 'ACT', 'CONTENTS.CORR'])
const ARTICLE_TITLES: ReadonlySet<string> = new Set(['TI.ART', 'STI.ART'])

export class ActReader {
  readonly #language: string
  readonly #sentences: SentenceLanguage
  readonly #norms = new NormCollector()
  readonly #structure: LawHeading[] = []
  #notes = ''
  #unnamed = 0
  #recitals = 0
  /** The last annex: the appendices after it are its own. */
  #annexAbove: PathElement | undefined
  /** True if the annexes of the act have letters: `C` is no number then. */
  #hasLetters = false

  /** @param language ISO 639-1 */
  constructor(language: string) {
    this.#language = language
    this.#sentences = language === 'de' ? 'de' : 'en'
  }

  /**
   * Adds the text of an act: that of its document, or the annexes in another file.
   * @throws SourceFormatError if a character is lost or added
   */
  add(root: XmlElement): void {
    this.#norms.context = { ...this.#norms.context, notes: new NoteMarks(root) }
    const document = childElement(root, 'CONS.DOC') ?? root
    const annexes = childElements(document, 'CONS.ANNEX').concat(ANNEXES.has(root.name) ? [root] : [])
    this.#hasLetters ||= annexes.some((annex) => isLetter(annexNumber(annexTitle(annex).label)))
    if (ANNEXES.has(root.name)) this.#annex(root)
    else this.#holder(document)
  }

  finish(): ActNorms {
    return {
      norms: this.#norms.list,
      structure: this.#structure,
      notes: this.#notes,
      unknown: [...this.#norms.context.unknown],
    }
  }

  #holder(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#loose(child)
      else this.#part(child)
    }
  }

  #part(element: XmlElement): void {
    switch (element.name) {
      case 'BIB.INSTANCE':
      case 'FAM.COMP':
        return
      case 'TITLE':
        this.#title(element)
        return
      case 'PREAMBLE':
        this.#preamble(element)
        return
      case 'ARTICLE':
        this.#article(element)
        return
      case 'DIVISION':
        this.#division(element)
        return
      case 'TOC':
        this.#contents(element)
        return
      case 'FINAL':
        this.#norms.add(this.#formula('closing'), (text) => text.add(element), [element])
        return
      case 'CONS.ANNEX':
      case 'ANNEX':
        this.#annex(element)
        return
    }
    if (HOLDERS.has(element.name)) this.#holder(element)
    else this.#loose(element)
  }

  /** The notes of the title are those of the act. */
  #title(title: XmlElement): void {
    const text = new FormexText(this.#norms.context)
    text.notesOf(title)
    this.#notes = text.finish().footnotes
  }

  /** Text that has no place in an act: it is kept as a norm without designation. */
  #loose(node: XmlElement | string): void {
    if (typeof node === 'string' && node.trim() === '') return
    const own = [{ kind: 'text', value: String(this.#unnamed + 1) } as const]
    const element: XmlElement = typeof node === 'string' ? { name: 'P', attributes: {}, children: [node] } : node
    if (this.#norms.add({ kind: 'text', own, label: '', heading: '' }, (text) => text.add(element), [element]))
      this.#unnamed++
  }

  /** Words before the recitals, the recitals, and the formula after them. */
  #preamble(preamble: XmlElement): void {
    const { preamble: label } = labelsOf(this.#language)
    const opening: XmlElement[] = []
    const flush = () => {
      const own = [{ kind: 'preamble', value: '1' } as const]
      this.#norms.add(
        { kind: 'preamble', own, label, heading: '' },
        (text) => {
          for (const each of opening) text.add(each)
        },
        opening,
      )
      opening.length = 0
    }
    for (const child of preamble.children) {
      if (typeof child === 'string') {
        if (child.trim() !== '') opening.push({ name: 'P', attributes: {}, children: [child] })
      } else if (child.name === 'GR.CONSID') {
        for (const inner of child.children) {
          if (typeof inner !== 'string' && inner.name === 'CONSID') {
            flush()
            this.#recital(inner)
          } else if (typeof inner !== 'string') opening.push(inner)
          else if (inner.trim() !== '') opening.push({ name: 'P', attributes: {}, children: [inner] })
        }
      } else if (child.name === 'PREAMBLE.FINAL') {
        flush()
        this.#norms.add(this.#formula('entry'), (text) => text.add(child), [child])
      } else opening.push(child)
    }
    flush()
  }

  #formula(value: 'entry' | 'closing'): NormInput {
    return { kind: 'formula', own: [{ kind: 'formula', value }], label: labelsOf(this.#language)[value], heading: '' }
  }

  /** A recital has the number in front of it; where acts number none, that of its place. */
  #recital(element: XmlElement): void {
    this.#recitals++
    const [paragraph] = childElements(element, 'NP')
    const number = paragraph && childElement(paragraph, 'NO.P')
    const value = readNumber(lineWithoutNotes(number)) ?? String(this.#recitals)
    const input: NormInput = {
      kind: 'recital',
      own: [{ kind: 'recital', value }],
      label: `${labelsOf(this.#language).recital} ${value}`,
      heading: '',
    }
    const write = (text: FormexText) => {
      for (const child of element.children) {
        if (child !== paragraph) text.add(child)
        else {
          for (const part of paragraph.children) {
            text.add(part)
            if (part === number) text.endOwnMark()
          }
        }
      }
    }
    this.#norms.add(input, write, [element], this.#sentences)
  }

  #division(element: XmlElement): void {
    const title = childElement(element, 'TITLE')
    const { label, title: words } = headingTitle(title)
    const kind = headingKind(label)
    const number = kind === 'heading' ? '' : headingNumber(label)
    const notes = new FormexText(this.#norms.context)
    notes.notesOf(title)
    const heading = {
      kind,
      number,
      title: words,
      label: kind === 'heading' ? '' : label,
      footnotes: notes.finish().footnotes,
    }
    if (kind === 'heading') heading.title = [label, words].filter(Boolean).join(' ')
    const value = pathValue(number)
    const isPathKind = (STRUCTURE_KINDS as readonly string[]).includes(kind) && value !== ''
    const listed: LawHeading = {
      ...heading,
      level: this.#norms.depth,
      start: this.#norms.list.length,
      end: this.#norms.list.length,
    }
    this.#structure.push(listed)
    this.#norms.within(
      { element: heading, path: isPathKind ? { kind: kind as StructureKind, value } : undefined },
      () => {
        for (const child of element.children) {
          if (child === title) continue
          if (typeof child === 'string') this.#loose(child)
          else this.#part(child)
        }
      },
    )
    listed.end = this.#norms.list.length
  }

  /** @param annex the path element of the annex that it is in, and the index of that norm */
  #article(element: XmlElement, annex?: { element: PathElement; index: number | undefined }): void {
    const title = childElement(element, 'TI.ART')
    const label = lineWithoutNotes(title)
    const titles = element.children
      .filter((child) => typeof child !== 'string')
      .filter(({ name }) => ARTICLE_TITLES.has(name))
    const { value, ranges } = articleNumber(label)
    const own: PathElement = { kind: 'art', value: value ?? (labelValue(label) || '1') }
    const input: NormInput = {
      kind: 'art',
      own: annex === undefined ? [own] : [annex.element, own],
      label,
      heading: childElements(element, 'STI.ART').map(lineWithoutNotes).join(' '),
      ranges: annex === undefined ? ranges : [],
      container: annex?.index,
    }
    const write = (text: FormexText) => {
      for (const each of titles) text.notesOf(each)
      text.paragraphsOf(element, ARTICLE_TITLES)
    }
    const body = element.children.filter((child) => typeof child === 'string' || !ARTICLE_TITLES.has(child.name))
    this.#norms.add(input, write, [...titles.flatMap(notesIn), { ...element, children: body }], this.#sentences, true)
  }

  #contents(element: XmlElement): void {
    const title = childElement(element, 'TITLE')
    const label = lineWithoutNotes(title) || labelsOf(this.#language).contents
    const body = { ...element, children: element.children.filter((child) => child !== title) }
    this.#norms.add({ kind: 'toc', own: [{ kind: 'toc', value: '1' }], label, heading: '' }, (text) => text.add(body), [
      body,
    ])
  }

  /** An annex is a norm; articles in it (of a protocol, a statute) are norms below it. */
  #annex(element: XmlElement): void {
    const title = childElement(element, 'TITLE')
    const { label, title: heading } = annexTitle(element)
    const own: PathElement = { kind: 'annex', value: this.#annexValue(label) }
    const isAppendix = annexNumber(label) === undefined
    if (!isAppendix) this.#annexAbove = own
    const body = element.children.filter(
      (child) =>
        typeof child === 'string' || (child !== title && child.name !== 'BIB.INSTANCE' && !ANNEXES.has(child.name)),
    )
    const articles: XmlElement[] = []
    const rest = withoutArticles({ ...element, children: body }, articles)
    const write = (text: FormexText) => {
      text.notesOf(title)
      text.children(rest)
    }
    const index = this.#norms.list.length
    const above = isAppendix && this.#annexAbove !== undefined ? [this.#annexAbove] : []
    const input: NormInput = { kind: 'annex', own: [own], above, label, heading }
    const isAdded = this.#norms.add(input, write, [...notesIn(title), rest], undefined, true)
    for (const article of articles) this.#article(article, { element: own, index: isAdded ? index : undefined })
    for (const inner of element.children) {
      if (typeof inner !== 'string' && ANNEXES.has(inner.name)) this.#annex(inner)
    }
  }

  #annexValue(label: string): string {
    const number = annexNumber(label)
    if (number === undefined) return labelValue(label) || '1'
    if (number === '') return '1'
    const [, sign = '', roman = '', letter = ''] = /^(-?)([ivxl]+)([a-h]?)$/.exec(number) ?? []
    const value = this.#hasLetters && isLetter(number) ? undefined : parseRoman(roman)
    return value === undefined ? pathValue(number) : `${sign}${value}${letter}`
  }
}
