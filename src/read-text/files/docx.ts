/** Reads Word documents (DOCX). */

import { posix } from 'node:path'
import { say } from '../../i18n/texts.ts'
import { toSuperscriptDigits } from '../../util/superscripts.ts'
import { DocumentText, type Piece, plainCharacters, type ReadDocument, UnreadableDocument } from './document.ts'
import { copiesAt, Paragraph, writeParagraphs } from './paragraphs.ts'
import { readXml, type XmlHandler } from './xml-events.ts'
import type { ZipParts } from './zip-parts.ts'

interface Relationship {
  /** Last word of the type's address: `footnotes`, `header`. */
  type: string
  target: string
}

/**
 * @param repeats true to read all headers with the same text
 * @throws UnreadableDocument if it is damaged, encrypted or too large
 */
export async function readDocx(parts: ZipParts, repeats = false): Promise<ReadDocument> {
  const main = (await relationships(parts, '')).find(({ type }) => type === 'officeDocument')?.target
  const name = main ?? 'word/document.xml'
  const related = await relationships(parts, name)
  const named = (type: string) => {
    const targets = related.filter((each) => each.type === type && parts.has(each.target)).map(({ target }) => target)
    return [...new Set(targets)]
  }
  let hidden = 0
  const read = async (part: string, options: PartOptions = {}) => {
    const handler = new DocxPart(part, options)
    readXml(await parts.text(part), `part ${JSON.stringify(part)}`, handler)
    handler.end()
    hidden += handler.hidden
    return handler
  }
  const notesOf = async (type: string): Promise<NotesById> => {
    const [part] = named(type)
    return part === undefined ? new Map() : (await read(part)).notes
  }
  const [footnotes, endnotes] = [await notesOf('footnotes'), await notesOf('endnotes')]
  const [styles] = named('styles')
  const { headings, quotations } = readStyles(
    styles === undefined ? '<styles/>' : await parts.text(styles),
    styles ?? '',
  )
  const body = await read(name, { footnotes, endnotes, headings, quotations })
  if (!body.hasBody) throw new UnreadableDocument(say`it is damaged: it has no body`)
  const out = new DocumentText()
  writeParagraphs(out, body.paragraphs)
  for (const part of ['header', 'footer'] as const) {
    const texts: (readonly Paragraph[])[] = []
    for (const target of named(part)) texts.push((await read(target, { part })).paragraphs)
    for (const paragraphs of repeats ? texts : distinct(texts)) writeParagraphs(out, paragraphs)
  }
  return out.finish(hidden > 0 ? [say`${hidden} characters of hidden text are left out`] : [])
}

/** Ids of the styles of headings (named `heading 1` or with an outline level) and of block quotations. */
function readStyles(xml: string, part: string): { headings: Set<string>; quotations: Set<string> } {
  const headings = new Set<string>()
  const quotations = new Set<string>()
  const bases = new Map<string, string>()
  let style = ''
  readXml(xml, `part ${JSON.stringify(part)}`, {
    open(name, { val = '', styleId = '' }) {
      if (name === 'style') style = styleId
      else if (name === 'basedOn') bases.set(style, val)
      else if (isHeadingMark(name, val) || (name === 'name' && /^heading \d/i.test(val))) headings.add(style)
      else if (name === 'name' && /\b(?:block ?)?quot(?:e|ations?)\b|zitat\b/i.test(val)) quotations.add(style)
    },
    close() {},
    text() {},
  })
  for (const id of bases.keys()) {
    const chain = new Set<string>()
    for (let at: string | undefined = id; at !== undefined && !chain.has(at); at = bases.get(at)) chain.add(at)
    for (const found of [headings, quotations]) if ([...chain].some((each) => found.has(each))) found.add(id)
  }
  return { headings, quotations }
}

/** Drops headers with the same text, which first and even pages often have. */
export function distinct(texts: readonly (readonly Paragraph[])[]): (readonly Paragraph[])[] {
  return [...new Map(texts.map((each) => [each.map(({ text }) => text).join('\n'), each])).values()]
}

/** Returns the relationships of a part; of the whole package for an empty name. */
async function relationships(parts: ZipParts, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part)
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!parts.has(name)) return []
  const found: Relationship[] = []
  readXml(await parts.text(name), `part ${JSON.stringify(name)}`, {
    open(element, { Type = '', Target = '', TargetMode = '' }) {
      if (element !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      found.push({ type: posix.basename(Type), target })
    },
    close() {},
    text() {},
  })
  return found
}

/** Elements omitted with their content. `*Change` contains the previous properties. */
const LEFT_OUT = new Set(
  (
    'del moveFrom delText instrText delInstrText Fallback rt sdtPr rPrChange pPrChange sectPrChange tblPrChange ' +
    'trPrChange tcPrChange numberingChange'
  ).split(' '),
)
/** Element for the text of a run, a formula or a drawing. */
const TEXT = 't'
const NOTES = new Set(['footnote', 'endnote'])
/** Elements for another file within the text. */
const EMBEDDED = new Set(['altChunk', 'subDoc'])
const OFF = new Set(['0', 'false', 'off', 'none'])
/** Symbol fonts, in which no code means a letter. */
const PICTURE_FONT = /symbol|wingdings|webdings|dingbats/i
const WINDOWS_1252 = new TextDecoder('windows-1252')

type NotesById = ReadonlyMap<string, readonly Paragraph[]>

interface PartOptions {
  part?: 'header' | 'footer'
  footnotes?: NotesById
  endnotes?: NotesById
  /** Ids of the styles of headings. */
  headings?: ReadonlySet<string>
  /** Ids of the styles of block quotations. */
  quotations?: ReadonlySet<string>
}

interface Run {
  isHidden: boolean
  isRaised: boolean
}

export class DocxPart implements XmlHandler {
  /** Paragraphs outside notes, in order. */
  readonly paragraphs: Paragraph[] = []
  /** Paragraphs of notes by the id of the note. */
  readonly notes = new Map<string, Paragraph[]>()
  /** Number of characters of hidden text. */
  hidden = 0
  hasBody = false
  readonly #name: string
  readonly #options: PartOptions
  /** Number of tags before the current position. */
  #tags = 0
  readonly #names: string[] = []
  /** Depth of the omitted element; `undefined` outside one. */
  #leftOut: number | undefined
  readonly #open: Paragraph[] = []
  readonly #runs: Run[] = []
  /** Open fields: whether their code or their result is being read. */
  #fields: ('code' | 'result')[] = []
  /** Number of open fields in their code. */
  #codes = 0
  #note: string | undefined
  #number = 0
  #footnotes = 0
  #endnotes = 0
  /** Notes whose text already follows a paragraph. */
  readonly #placed = new Set<readonly Paragraph[]>()
  /** True if the mark at the end of the open paragraph is deleted, so that it continues in the next one. */
  #isJoined = false
  #joined: Paragraph | undefined

  constructor(name = '', options: PartOptions = {}) {
    this.#name = name
    this.#options = options
  }

  open(name: string, attributes: Record<string, string>): void {
    const parent = this.#names.at(-1)
    this.#names.push(name)
    this.#tags++
    if (this.#leftOut !== undefined) return
    if (EMBEDDED.has(name)) {
      throw new UnreadableDocument(
        say`it embeds another file in its text (${name}), which is not read; save it as one file`,
      )
    }
    if ((name === 'del' || name === 'moveFrom') && parent === 'rPr') this.#isJoined ||= this.#names.at(-3) === 'pPr'
    else if (name === 'del' && parent === 'trPr') this.#leaveOut(this.#names.lastIndexOf('tr') + 1)
    if (LEFT_OUT.has(name)) this.#leaveOut(this.#names.length)
    else this.#read(name, attributes, parent)
  }

  close(name: string): void {
    this.#tags++
    if (this.#leftOut !== undefined && this.#names.length <= this.#leftOut) this.#leftOut = undefined
    this.#names.pop()
    if (this.#leftOut !== undefined) return
    if (name === 'p') this.#endParagraph()
    else if (name === 'r') this.#runs.pop()
    else if (NOTES.has(name)) this.#note = undefined
  }

  text(text: string): void {
    if (this.#leftOut === undefined && this.#names.at(-1) === TEXT)
      this.#add(text, { part: this.#name, tags: this.#tags })
  }

  #leaveOut(depth: number): void {
    this.#leftOut ??= Math.max(depth, 1)
  }

  #read(name: string, attributes: Record<string, string>, parent: string | undefined): void {
    const { val = '' } = attributes
    const run = this.#runs.at(-1)
    const ofRun = parent === 'rPr' && this.#names.at(-3) === 'r' ? run : undefined
    if (name === 'p') this.#beginParagraph()
    else if (parent === 'pPr' && isHeadingMark(name, val, this.#options.headings)) this.#mark('isHeading')
    else if (parent === 'pPr' && name === 'pStyle' && this.#options.quotations?.has(val)) this.#mark('isQuotation')
    else if (name === 'r') this.#runs.push({ isHidden: false, isRaised: false })
    else if (name === 'tab' && parent === 'r') this.#add('\t')
    else if (name === 'ptab') this.#add('\t')
    else if (name === 'br' || name === 'cr') this.#add('\n')
    else if (name === 'noBreakHyphen') this.#add('-')
    else if (name === 'sym') this.#add(symbol(attributes))
    else if (name === 'fldChar') this.#field(attributes.fldCharType)
    else if (name === 'vanish' && ofRun !== undefined) ofRun.isHidden = !OFF.has(val)
    else if (name === 'vertAlign' && ofRun !== undefined) ofRun.isRaised = val === 'superscript'
    else if (name === 'footnoteReference' || name === 'endnoteReference') this.#refer(name, attributes)
    else if (NOTES.has(name)) this.#beginNote(attributes)
    else if (name === 'body' || name === 'hdr' || name === 'ftr') this.hasBody = true
  }

  #beginParagraph(): void {
    const isOutermost = this.#open.length === 0
    if (isOutermost && this.#joined !== undefined) {
      this.#open.push(this.#joined)
      this.#joined = undefined
      this.#number++
      return
    }
    const { part } = this.#options
    this.#open.push(new Paragraph({ ...(part && { part }), paragraph: ++this.#number }))
  }

  #mark(property: 'isHeading' | 'isQuotation'): void {
    const paragraph = this.#open.at(-1)
    if (paragraph !== undefined) paragraph[property] = true
  }

  #endParagraph(): void {
    const paragraph = this.#open.pop()
    const above = this.#open.at(-1)
    const isJoined = this.#isJoined && above === undefined
    this.#isJoined = false
    // A field whose code does not end with its paragraph is broken: it must not swallow the following text.
    if (above === undefined && this.#codes > 0) [this.#fields, this.#codes] = [[], 0]
    if (paragraph === undefined) return
    if (above !== undefined) above.after.push(paragraph)
    else if (isJoined) this.#joined = paragraph
    else this.#keep(paragraph)
  }

  #keep(paragraph: Paragraph): void {
    if (this.#note === undefined) this.paragraphs.push(paragraph)
    else this.notes.get(this.#note)?.push(paragraph)
  }

  /** Ends the part, and a last paragraph that still awaits its continuation. */
  end(): void {
    if (this.#joined !== undefined) this.#keep(this.#joined)
    this.#joined = undefined
  }

  #beginNote({ id, type = 'normal' }: Record<string, string>): void {
    this.#note = id
    if (id !== undefined) this.notes.set(id, [])
    // Other types of notes are the lines between text and notes.
    if (type !== 'normal') this.#leaveOut(this.#names.length)
  }

  #refer(name: string, { id = '' }: Record<string, string>): void {
    const paragraph = this.#open.at(-1)
    if (paragraph === undefined || this.#codes > 0) return
    const isFootnote = name === 'footnoteReference'
    const own = (isFootnote ? this.#options.footnotes : this.#options.endnotes)?.get(id)
    const note = isFootnote ? { footnote: ++this.#footnotes } : { endnote: ++this.#endnotes }
    // Further references repeat the number, not the text.
    if (own === undefined || this.#placed.has(own)) return
    this.#placed.add(own)
    const copies = copiesAt(own, { ...paragraph.place, ...note })
    paragraph.markNote(copies)
    for (const each of copies) paragraph.after.push(each)
  }

  #field(type: string | undefined): void {
    if (type === 'begin') {
      this.#fields.push('code')
      this.#codes++
    }
    if (type !== 'end' && type !== 'separate') return
    const ended = this.#fields.pop()
    if (ended === 'code') this.#codes--
    if (type === 'separate' && ended !== undefined) this.#fields.push('result')
  }

  #add(text: string, source?: Pick<Piece, 'part' | 'tags'>): void {
    const run = this.#runs.at(-1)
    if (this.#codes > 0) return
    if (run?.isHidden) this.hidden += text.length
    else this.#open.at(-1)?.add(run?.isRaised ? toSuperscriptDigits(text) : plainCharacters(text), source)
  }
}

/** True for a paragraph property that makes a heading: an outline level, or a style of the set. */
const isHeadingMark = (name: string, value: string, styles?: ReadonlySet<string>): boolean =>
  name === 'outlineLvl' ? OUTLINE_LEVEL.test(value) : name === 'pStyle' && styles?.has(value) === true

/** Level 9 is body text. */
const OUTLINE_LEVEL = /^[0-8]$/

/** Returns the character of a symbol's code: in letter fonts that is a windows-1252 code plus F000. */
function symbol({ font = '', char = '' }: Record<string, string>): string {
  const code = Number.parseInt(char, 16)
  if (PICTURE_FONT.test(font) || !(code > 0x20 && code <= 0xffff)) return ' '
  const isMoved = code >= 0xf000 && code <= 0xf0ff
  return isMoved ? WINDOWS_1252.decode(Uint8Array.of(code & 0xff)) : String.fromCharCode(code)
}
