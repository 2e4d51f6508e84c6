/** Makes the norms of an act from its tree: preamble, recitals, articles, annexes. */
import { type PathElement, pathValue, STRUCTURE_KINDS, type StructureKind } from '../../../citation/norm-path.ts'
import type { SentenceLanguage } from '../../../citation/sentences.ts'
import type { LawHeading } from '../../../corpus/corpus.ts'
import { childElement, childElements, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { holder, lineWithoutNotes, notesIn, withoutArticles } from './act-parts.ts'
import {
  annexNumber,
  annexTitle,
  annexValue,
  articleNumber,
  headingNumber,
  headingTitle,
  isLetter,
} from './designations.ts'
import { ANNEXES, BIBLIOGRAPHIC } from './format.ts'
import { FormexText } from './formex-text.ts'
import { labelValue } from './item-marks.ts'
import { type DraftNorm, NormCollector, type NormInput } from './norm-collector.ts'
import { NoteMarks } from './notes.ts'
import { numberedParagraph, preambleParts, type RecitalNumber, recitalNumbers } from './preamble.ts'
import { countVisible, countVisibleIn } from './visible-count.ts'
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
const HOLDERS: ReadonlySet<string> = new Set(['ENACTING.TERMS', 'CONS.DOC', 'ACT', 'CONS.ACT', 'CONTENTS.CORR'])
const ARTICLE_TITLES: ReadonlySet<string> = new Set(['TI.ART', 'STI.ART'])

export class ActReader {
  readonly #language: string
  readonly #sentences: SentenceLanguage
  readonly #norms = new NormCollector()
  readonly #structure: LawHeading[] = []
  #notes = ''
  /** The title of the act; others are text. */
  #ownTitle: XmlElement | undefined
  /** Visible characters that are not in norms: those of titles. */
  #visible = 0
  #unnamed = 0
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
    const notes = new NoteMarks()
    const visible = countVisibleIn(root, (note, above) => notes.announce(note, above))
    this.#norms.context = { ...this.#norms.context, notes }
    const document = childElement(root, 'CONS.DOC') ?? root
    const annexes = [root, document].flatMap((above) => childElements(above, 'CONS.ANNEX'))
    if (ANNEXES.has(root.name)) annexes.push(root)
    this.#hasLetters ||= annexes.some((annex) => isLetter(annexNumber(annexTitle(annex).label)))
    this.#ownTitle ??= childElement(document, 'TITLE')
    const before = this.#visible + this.#norms.visible
    if (ANNEXES.has(root.name)) this.#annex(root)
    else this.#holder(root)
    const lost = visible - (this.#visible + this.#norms.visible - before)
    if (lost !== 0) throw new SourceFormatError(`${Math.abs(lost)} visible characters are lost or read twice`, 0, 0)
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
    if (BIBLIOGRAPHIC.has(element.name)) return
    if (element === this.#ownTitle) {
      this.#title(element)
      return
    }
    switch (element.name) {
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
    this.#visible += countVisible(lineWithoutNotes(title)) + countVisible(this.#notes)
  }

  /** Text that has no place in an act: it is kept as a norm without designation. */
  #loose(node: XmlElement | string): void {
    if (typeof node === 'string' && node.trim() === '') return
    const own = [{ kind: 'text', value: String(this.#unnamed + 1) } as const]
    const element: XmlElement = typeof node === 'string' ? { name: 'P', attributes: {}, children: [node] } : node
    if (this.#norms.add({ kind: 'text', own, label: '', heading: '' }, (text) => text.add(element), [element]))
      this.#unnamed++
  }

  #preamble(preamble: XmlElement): void {
    const parts = preambleParts(preamble)
    const recitals = parts.flatMap((part) => (part.kind === 'recital' ? [part.element] : []))
    const numbers = recitalNumbers(recitals).values()
    const { preamble: label } = labelsOf(this.#language)
    for (const part of parts) {
      if (part.kind === 'recital') this.#recital(part.element, numbers.next().value as RecitalNumber)
      else if (part.kind === 'formula')
        this.#norms.add(this.#formula('entry'), (text) => text.add(part.element), [part.element])
      else {
        const own = [{ kind: 'preamble', value: '1' } as const]
        const element = holder(part.elements)
        this.#norms.add({ kind: 'preamble', own, label, heading: '' }, (text) => text.children(element), [element])
      }
    }
  }

  #formula(value: 'entry' | 'closing'): NormInput {
    return { kind: 'formula', own: [{ kind: 'formula', value }], label: labelsOf(this.#language)[value], heading: '' }
  }

  #recital(element: XmlElement, { value, isShown }: RecitalNumber): void {
    const { paragraph, number } = numberedParagraph(element)
    const { recital: word } = labelsOf(this.#language)
    const input: NormInput = {
      kind: 'recital',
      own: [{ kind: 'recital', value }],
      label: isShown ? `${word} ${value}` : word,
      heading: '',
    }
    const write = (text: FormexText) => {
      for (const child of element.children) {
        if (paragraph === undefined || child !== paragraph) text.add(child)
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
    for (const read of [heading.label, heading.title, heading.footnotes]) this.#visible += countVisible(read)
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
      isNamed: true,
      heading: titles
        .filter((each) => each !== title)
        .map(lineWithoutNotes)
        .join(' '),
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
    const own = lineWithoutNotes(title)
    const label = own || labelsOf(this.#language).contents
    const body = { ...element, children: element.children.filter((child) => child !== title) }
    const write = (text: FormexText) => {
      text.notesOf(title)
      text.add(body)
    }
    this.#norms.add(
      { kind: 'toc', own: [{ kind: 'toc', value: '1' }], label, isNamed: own !== '', heading: '' },
      write,
      [...notesIn(title), body],
    )
  }

  /** An annex is a norm; articles in it (of a protocol, a statute) are norms below it. */
  #annex(element: XmlElement): void {
    const title = childElement(element, 'TITLE')
    const { label, title: heading } = annexTitle(element)
    const own: PathElement = { kind: 'annex', value: annexValue(label, this.#hasLetters) }
    const isAppendix = annexNumber(label) === undefined
    if (!isAppendix) this.#annexAbove = own
    const body = element.children.filter(
      (child) =>
        typeof child === 'string' || (child !== title && !BIBLIOGRAPHIC.has(child.name) && !ANNEXES.has(child.name)),
    )
    const articles: XmlElement[] = []
    const rest = withoutArticles({ ...element, children: body }, articles)
    const write = (text: FormexText) => {
      text.notesOf(title)
      text.children(rest)
    }
    const index = this.#norms.list.length
    const above = isAppendix && this.#annexAbove !== undefined ? [this.#annexAbove] : []
    const input: NormInput = { kind: 'annex', own: [own], above, label, isNamed: true, heading }
    const isAdded = this.#norms.add(input, write, [...notesIn(title), rest], undefined, true)
    for (const article of articles) this.#article(article, { element: own, index: isAdded ? index : undefined })
    for (const inner of element.children) {
      if (typeof inner !== 'string' && ANNEXES.has(inner.name)) this.#annex(inner)
    }
  }
}
