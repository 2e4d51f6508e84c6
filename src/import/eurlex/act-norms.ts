/** Makes the norms of an act from its tree: preamble, recitals, articles, annexes. */

import {
  type NormKind,
  type PathElement,
  pathValue,
  STRUCTURE_KINDS,
  type StructureKind,
} from '../../citation/norm-path.ts'
import { parseRoman } from '../../citation/numerals.ts'
import type { SentenceLanguage } from '../../citation/sentences.ts'
import { say } from '../../i18n/texts.ts'
import type { LawHeading, StructureElement } from '../../model/corpus.ts'
import type { NormRange, ParsedNorm } from '../../model/parsed-law.ts'
import type { PathDraft } from '../values.ts'
import { childElement, childElements, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { ANNEXES, BIBLIOGRAPHIC, LIMITS } from './format.ts'
import {
  type DocumentContext,
  type FormexContent,
  FormexText,
  holder,
  isWhole,
  labelValue,
  lineWithoutNotes,
  NoteMarks,
  notesIn,
  readNumber,
  subdivisionsOf,
  withoutArticles,
} from './formex-text.ts'

/** Norms of a document, or of the documents of an act. */
export interface ActNorms {
  norms: DraftNorm[]
  structure: LawHeading[]
  /** Notes on the title. */
  notes: string
  /** Unknown elements, which were read as plain text. */
  unknown: string[]
}

/** Elements that hold the text of an act, in any order. */
const HOLDERS: ReadonlySet<string> = new Set(['ENACTING.TERMS', 'CONS.DOC', 'ACT', 'CONS.ACT', 'CONTENTS.CORR'])
const ARTICLE_TITLES: ReadonlySet<string> = new Set(['TI.ART', 'STI.ART'])

export class ActReader {
  /** Readers of the parts of an act. */
  static readonly #READERS = new Map<string, (act: ActReader, element: XmlElement) => void>([
    ['PREAMBLE', (act, element) => act.#preamble(element)],
    ['ARTICLE', (act, element) => act.#article(element)],
    ['DIVISION', (act, element) => act.#division(element)],
    ['TOC', (act, element) => act.#contents(element)],
    ['FINAL', (act, element) => act.#norms.add(act.#formula('closing'), (text) => text.add(element), [element])],
    ['CONS.ANNEX', (act, element) => act.#annex(element)],
    ['ANNEX', (act, element) => act.#annex(element)],
  ])
  readonly #language: string
  readonly #sentences: SentenceLanguage
  readonly #norms = new NormCollector()
  readonly #structure: LawHeading[] = []
  #notes = ''
  /** Title of the act; other titles are text. */
  #ownTitle: XmlElement | undefined
  /** Number of visible characters outside norms: those of titles. */
  #visible = 0
  #unnamed = 0
  /** The last annex, to which the following appendices belong. */
  #annexAbove: PathElement | undefined
  /** True if the annexes of the act have letters: `C` is then not a number. */
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
    if (lost !== 0) throw new SourceFormatError(say`${Math.abs(lost)} visible characters are lost or read twice`, 0, 0)
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
    const read = ActReader.#READERS.get(element.name)
    if (element === this.#ownTitle) this.#title(element)
    else if (read !== undefined) read(this, element)
    else if (HOLDERS.has(element.name)) this.#holder(element)
    else this.#loose(element)
  }

  /** Reads the title, whose notes are those of the act. */
  #title(title: XmlElement): void {
    const text = new FormexText(this.#norms.context)
    text.notesOf(title)
    this.#notes = text.finish().footnotes
    this.#visible += countVisible(lineWithoutNotes(title)) + countVisible(this.#notes)
  }

  /** Keeps text outside the structure of an act as a norm without designation. */
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

  /** @param annex path element of the annex around it, and the index of that norm */
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

  /** Adds an annex as a norm; articles in it (of a protocol, a statute) are norms below it. */
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

type PreamblePart =
  | { kind: 'opening'; elements: XmlElement[] }
  | { kind: 'recital'; element: XmlElement }
  | { kind: 'formula'; element: XmlElement }

/** Returns the parts of a preamble in document order. */
function preambleParts(preamble: XmlElement): PreamblePart[] {
  const parts: PreamblePart[] = []
  const open = (node: XmlElement | string) => {
    if (typeof node === 'string' && node.trim() === '') return
    const element = typeof node === 'string' ? { name: 'P', attributes: {}, children: [node] } : node
    const last = parts.at(-1)
    if (last?.kind === 'opening') last.elements.push(element)
    else parts.push({ kind: 'opening', elements: [element] })
  }
  for (const child of preamble.children) {
    if (typeof child === 'string' || !/^(?:GR\.CONSID|PREAMBLE\.FINAL)$/.test(child.name)) open(child)
    else if (child.name === 'PREAMBLE.FINAL') parts.push({ kind: 'formula', element: child })
    else {
      for (const inner of child.children) {
        if (typeof inner === 'string' || inner.name !== 'CONSID') open(inner)
        else parts.push({ kind: 'recital', element: inner })
      }
    }
  }
  return parts
}

/** Returns the paragraph of a recital with the number before it. */
function numberedParagraph(recital: XmlElement): { paragraph?: XmlElement; number?: XmlElement } {
  const [paragraph] = childElements(recital, 'NP')
  const number = childElement(paragraph, 'NO.P')
  return { ...(paragraph && { paragraph }), ...(number && { number }) }
}

/** Number of a recital in its path. */
interface RecitalNumber {
  value: string
  /** True if the recital has this number itself. */
  isShown: boolean
}

/**
 * Numbers recitals by the number before each. A recital without one gets the number of its position, unless another has that:
 * then it follows the previous one, without a number to show.
 */
function recitalNumbers(recitals: readonly XmlElement[]): RecitalNumber[] {
  const own = recitals.map((recital) => readNumber(lineWithoutNotes(numberedParagraph(recital).number)))
  const taken = new Set(own)
  let before = '0'
  return own.map((number, index) => {
    const place = String(index + 1)
    const isShown = number !== undefined || !taken.has(place)
    if (isShown) before = number ?? place
    return { value: before, isShown }
  })
}

/** A norm before paths are assigned. */
interface DraftNorm extends Omit<ParsedNorm, 'path' | 'documentId' | 'htmlUrl'> {
  paths: PathDraft
}

/** A heading above the current position. */
interface OpenHeading {
  element: StructureElement
  path: PathElement<StructureKind> | undefined
}

/** Facts of a norm before its text is read. */
interface NormInput {
  kind: NormKind
  own: PathElement[]
  /** Prefix if two norms would share a path; default: the elements of the headings. */
  above?: PathElement[]
  label: string
  heading: string
  /** True if the label is in the source. */
  isNamed?: boolean
  ranges?: NormRange[]
  container?: number | undefined
}

class NormCollector {
  readonly list: DraftNorm[] = []
  /** Of the document being read. */
  context: DocumentContext = { notes: new NoteMarks(), unknown: new Set() }
  /** Number of visible characters of the source in norms, as counted by `countVisible`. */
  visible = 0
  #open: OpenHeading[] = []
  #above: StructureElement[] = []

  /** Number of headings above the current position. */
  get depth(): number {
    return this.#open.length
  }

  /** Reads the content below a heading. */
  within(heading: OpenHeading, read: () => void): void {
    const [open, above] = [this.#open, this.#above]
    this.#open = [...open, heading]
    this.#above = this.#open.map(({ element }) => element)
    read()
    this.#open = open
    this.#above = above
  }

  /**
   * Adds a norm, unless it is empty.
   * @param source of the text; all its characters must be in it
   * @param language of its sentences; `undefined` for lists and tables
   * @param isKept true to add it even if it is empty
   * @throws SourceFormatError if a character is lost or added
   */
  add(
    { kind, own, above, label, heading, isNamed = false, ranges = [], container }: NormInput,
    write: (text: FormexText) => void,
    source: readonly XmlElement[],
    language?: SentenceLanguage,
    isKept = false,
  ): boolean {
    for (const [text, most] of [
      [label, LIMITS.designation],
      [heading, LIMITS.title],
    ] as const) {
      if (text.length > most) throw new SourceFormatError(say`a heading has more than ${most} characters`, 0, 0)
    }
    const reader = new FormexText(this.context)
    write(reader)
    if (reader.isEmpty && !isKept) return false
    const content = reader.finish()
    if (!isWhole(content, source)) {
      throw new SourceFormatError(
        say`the text of ${label || own.map(({ value }) => value).join(' ')} could not be read without loss`,
        0,
        0,
      )
    }
    const { whole, ...texts } = content
    for (const read of [isNamed ? label : '', heading, texts.text, texts.footnotes]) this.visible += countVisible(read)
    this.list.push({
      kind,
      label,
      heading,
      status: isDeleted(kind, heading, texts) ? 'repealed' : 'in_force',
      ...texts,
      structure: this.#above,
      subdivisions: subdivisionsOf(texts.text, whole, language),
      ranges,
      container,
      paths: { own, above: above ?? this.#open.flatMap(({ path }) => path ?? []) },
    })
    return true
  }
}

/** Placeholder of a deleted article in consolidations. */
const DELETED = /^[\s_–—−.-]*$/
const DELETED_HEADING = /^\(?(?:deleted|gestrichen|aufgehoben|supprimé|repealed|weggefallen)\)?$/i

/** True for a deleted article; one with only an image or a note is not deleted. */
function isDeleted(
  kind: string,
  heading: string,
  { text, footnotes, attachments }: Pick<FormexContent, 'text' | 'footnotes' | 'attachments'>,
): boolean {
  if (kind !== 'art') return false
  const hasOther = text === '' && (footnotes !== '' || attachments.length > 0)
  return DELETED_HEADING.test(heading) || (DELETED.test(text) && heading === '' && !hasOther)
}

/** `Article 6` -> `6`, `Article 14 bis` -> `14a`, `Sole Article` -> `1`, `Articles 3 to 5` -> `3-5` with its range */
function articleNumber(label: string): { value: string | undefined; ranges: NormRange[] } {
  const [first = '', ...rest] = label.split(' ')
  const [, from, to] = /(\d+[a-z]?) ?(?:to|bis|à|-|–|and|und|et) ?(\d+[a-z]?)$/i.exec(label) ?? []
  if (from !== undefined && to !== undefined) {
    const [low, high] = [from.toLowerCase(), to.toLowerCase()]
    return { value: `${low}-${high}`, ranges: [{ kind: 'art', from: low, to: high }] }
  }
  const value = readNumber(rest.join(' ')) ?? readNumber(first) ?? readNumber(/-?\d+[a-z]*/i.exec(label)?.[0] ?? '')
  return { value, ranges: [] }
}

/** Returns the designation and the words of a heading: `CHAPTER I`, `General provisions`. */
function headingTitle(title: XmlElement | undefined): { label: string; title: string } {
  const [first = '', ...more] = titleLines(title)
  const [, designation = first, words = ''] = /^(\p{L}[\p{L}-]* [^\s:–—]+) ?[:–—] ?(.+)$/u.exec(first) ?? []
  const label = headingKind(first) === 'heading' ? first : designation
  const parts = [headingKind(first) === 'heading' ? '' : words, ...more]
  return { label, title: parts.filter(Boolean).join(' ') }
}

/** Returns the lines of a `TITLE`: titles, then subtitles and any other content. */
function titleLines(title: XmlElement | undefined): string[] {
  const titles = childElements(title, 'TI').flatMap(linesOf)
  const others = (title?.children ?? []).filter((child) => typeof child === 'string' || child.name !== 'TI')
  const lines = others.map((child) => (typeof child === 'string' ? child.trim() : lineWithoutNotes(child)))
  return [...titles, ...lines.filter(Boolean)]
}

/** Returns the lines of a `TI`: its paragraphs, with their numbers separate. */
function linesOf(title: XmlElement): string[] {
  const lines = title.children.flatMap((child) => {
    if (typeof child === 'string') return [child.trim()]
    if (child.name !== 'NP') return [lineWithoutNotes(child)]
    const number = childElement(child, 'NO.P')
    const words = child.children.filter((each) => each !== number)
    return [lineWithoutNotes(number), lineWithoutNotes({ ...child, children: words })]
  })
  return lines.filter(Boolean)
}

/** `CHAPTER III` -> `III`, `TITRE PREMIER` -> `1` */
function headingNumber(label: string): string {
  const number = label.split(' ').slice(1).join(' ')
  return /^premier$|^première$/i.test(number) ? '1' : number
}

/** `ANNEX`, `ANHANG`, `ANNEXE`, and the words of the other languages. */
const ANNEX =
  /^(?:annexe?|anhang|anexo|allegato|bijlage|załącznik|anexa|bilaga|bilag|liite|příloha|príloha|melléklet|pielikums|priedas|prilog|priloga|παράρτημα|приложение|lisa)(?![\p{L}])[ .]*(-?(?:[ivxl]+[a-h]?|\d+[a-z]?|[a-z]))?(?![\p{L}\d])/iu

/** Returns the number of an annex; empty for `ANNEX`; `undefined` under any other name. */
function annexNumber(label: string): string | undefined {
  const found = ANNEX.exec(label.replace(/[–−]/g, '-'))
  return found === null ? undefined : (found[1] ?? '').toLowerCase()
}

/** True for a letter other than a Roman numeral: `a`, `b`. */
const isLetter = (number: string | undefined) =>
  number !== undefined && /^[a-z]$/.test(number) && (parseRoman(number) ?? 100) > 11

/** Returns the designation and the title of an annex. */
function annexTitle(annex: XmlElement): { label: string; title: string } {
  const [first = '', ...more] = titleLines(childElement(annex, 'TITLE'))
  const designation = ANNEX.exec(first.replace(/[–−]/g, '-'))?.[0]
  const label = designation === undefined ? first : first.slice(0, designation.length).trim()
  const rest = first.slice(label.length).replace(/^[\s:.–—-]+/, '')
  return {
    label,
    title: [rest, ...more].filter(Boolean).join(' '),
  }
}

/** Returns the value of an annex in a path. @param hasLetters true if the annexes of the act have letters: `C` is then not a number */
function annexValue(label: string, hasLetters: boolean): string {
  const number = annexNumber(label)
  if (number === undefined) return labelValue(label) || '1'
  if (number === '') return '1'
  const [, sign = '', roman = '', letter = ''] = /^(-?)([ivxl]+)([a-h]?)$/.exec(number) ?? []
  const value = hasLetters && isLetter(number) ? undefined : parseRoman(roman)
  return value === undefined ? pathValue(number) : `${sign}${value}${letter}`
}

const UNKNOWN = 2
/** Count of each UTF-16 code unit, 1 or 0, filled on demand. */
const counts = new Uint8Array(0x10000).fill(UNKNOWN)

/** White space, and separators of designation and title, which are read separately; also raised and lowered. */
const SEPARATOR = /^(?:[\s.:\u2212]|\p{Pd})/u
const isSeparator = (code: number) => SEPARATOR.test(String.fromCharCode(code).normalize('NFKC'))

/** Counts the UTF-16 code units of a text other than white space, dashes, dots and colons. */
function countVisible(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (counts[code] === UNKNOWN) counts[code] = Number(!isSeparator(code))
    // A branch would be mispredicted at every space.
    count += counts[code] as number
  }
  return count
}

/**
 * As {@link countVisible}, for the text below an element, without bibliographic data.
 * @param onNote called with each note (`NOTE`) in it and the name of the element around the note
 */
function countVisibleIn({ name, children }: XmlElement, onNote: (note: XmlElement, above: string) => void): number {
  if (BIBLIOGRAPHIC.has(name)) return 0
  let count = 0
  for (const child of children) {
    if (typeof child === 'string') {
      count += countVisible(child)
      continue
    }
    if (child.name === 'NOTE') onNote(child, name)
    count += countVisibleIn(child, onNote)
  }
  return count
}

/** Words of acts by language: first words of headings, and labels that the source lacks. */

/** Kinds of headings by the first word, folded; more specific ones first. */
const HEADING_WORDS: [pattern: RegExp, kind: string][] = [
  [
    /^(?:sub-?section|unterabschnitt|sous-section|subsección|sottosezione|onderafdeling|subsecção|pododdział)\b/,
    'subsection',
  ],
  [/^(?:subchapter|unterkapitel|sous-chapitre)\b/, 'subchapter'],
  [/^(?:section|abschnitt|sección|sezione|afdeling|secção|sekcja|oddział|avsnitt|afsnit)(?![\p{L}])/u, 'section'],
  [/^(?:chapter|kapitel|chapitre|capítulo|capo|hoofdstuk|rozdział|kapitola|capitolul|luku)(?![\p{L}])/u, 'chapter'],
  [/^(?:title|titel|titre|título|titolo|tytuł|avdelning|afsnit)(?![\p{L}])/u, 'title'],
  [/^(?:part|teil|partie|parte|deel|część|del)(?![\p{L}])/u, 'part'],
  [/^(?:book|buch|livre|libro|boek)(?![\p{L}])/u, 'book'],
]

/** Returns the kind of a heading by its designation: `CHAPTER I` -> `chapter`; `heading` for words. */
function headingKind(label: string): string {
  const folded = label.toLowerCase().trim()
  return HEADING_WORDS.find(([pattern]) => pattern.test(folded))?.[1] ?? 'heading'
}

interface Labels {
  recital: string
  preamble: string
  entry: string
  closing: string
  contents: string
}

const LABELS: Record<string, Labels> = {
  de: {
    recital: 'Erwägungsgrund',
    preamble: 'Präambel',
    entry: 'Eingangsformel',
    closing: 'Schlussformel',
    contents: 'Inhaltsverzeichnis',
  },
  en: {
    recital: 'Recital',
    preamble: 'Preamble',
    entry: 'Enacting formula',
    closing: 'Closing formula',
    contents: 'Table of contents',
  },
  fr: {
    recital: 'Considérant',
    preamble: 'Préambule',
    entry: 'Formule d’adoption',
    closing: 'Formule finale',
    contents: 'Table des matières',
  },
}

/** Returns labels that the source lacks, in English for other languages. */
function labelsOf(language: string): Labels {
  return (Object.hasOwn(LABELS, language) ? LABELS[language] : LABELS.en) as Labels
}
