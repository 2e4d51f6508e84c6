/**
 * Reads OpenDocument texts (OASIS ODF 1.3), packed (ODT) or as one XML file (FODT).
 *
 * Deleted text (in `tracked-changes`), comments and hidden text are left out.
 */

import { say } from '../../i18n/texts.ts'
import { toSuperscriptDigits } from '../../util/superscripts.ts'
import { DocumentText, type Piece, plainCharacters, type ReadDocument, UnreadableDocument } from './document.ts'
import { distinct } from './docx.ts'
import { Paragraph, writeParagraphs } from './paragraphs.ts'
import { readXml, type XmlHandler } from './xml-events.ts'
import type { ZipParts } from './zip-parts.ts'

const MANIFEST = 'META-INF/manifest.xml'

/**
 * @param repeats true to read all headers with the same text
 * @throws UnreadableDocument if it is damaged, encrypted or too large
 */
export async function readOdt(parts: ZipParts, repeats = false): Promise<ReadDocument> {
  if (
    parts.has('encrypted-package') ||
    (parts.has(MANIFEST) && (await parts.text(MANIFEST)).includes('encryption-data'))
  ) {
    throw new UnreadableDocument(say`it is encrypted; save it without a password`)
  }
  const part = new OdtPart()
  // Styles come first: they define hidden text.
  for (const name of ['styles.xml', 'content.xml']) {
    part.begin(name)
    if (name === 'content.xml' || parts.has(name)) readXml(await parts.text(name), `part ${JSON.stringify(name)}`, part)
  }
  return documentOf(part, repeats)
}

/** @throws UnreadableDocument if it is not well-formed */
export function readFlatOdt(xml: string, repeats = false): ReadDocument {
  const part = new OdtPart()
  readXml(xml, 'XML', part)
  return documentOf(part, repeats)
}

function documentOf(part: OdtPart, repeats: boolean): ReadDocument {
  if (!part.hasBody) throw new UnreadableDocument(say`it is damaged: it has no text`)
  const out = new DocumentText()
  writeParagraphs(out, part.body)
  const inMargins = repeats
    ? [...part.headers, ...part.footers]
    : [...distinct(part.headers), ...distinct(part.footers)]
  for (const paragraphs of inMargins) writeParagraphs(out, paragraphs)
  return out.finish(part.hidden > 0 ? [say`${part.hidden} characters of hidden text are left out`] : [])
}

/** Elements omitted with their content. */
const LEFT_OUT = new Set(
  'tracked-changes annotation note-citation ruby-text forms desc settings scripts font-face-decls'.split(' '),
)
const PARAGRAPHS = new Set(['p', 'h'])
/** Elements in which `title` is the document's title as a field; in others it is a picture's title. */
const HOLDS_FIELDS = new Set(['p', 'h', 'span', 'a'])
const MOST_SPACES = 1000

interface Span {
  isHidden: boolean
  isRaised: boolean
}

export class OdtPart implements XmlHandler {
  readonly body: Paragraph[] = []
  readonly headers: Paragraph[][] = []
  readonly footers: Paragraph[][] = []
  hidden = 0
  hasBody = false
  readonly #names: string[] = []
  #leftOut: number | undefined
  /** Names of styles that hide or raise text. */
  readonly #hiding = new Set<string>()
  readonly #raising = new Set<string>()
  /** Names of styles of block quotations. */
  readonly #quoting = new Set(['Quotations'])
  #style = ''
  readonly #open: { paragraph: Paragraph; endsInSpace: boolean }[] = []
  readonly #spans: Span[] = []
  /** Open notes, the outermost first: the place of each, and the number of paragraphs between that and the note. */
  readonly #notes: { place: Paragraph['place']; preceding: number }[] = []
  #number = 0
  #footnotes = 0
  #endnotes = 0
  #region: 'header' | 'footer' | undefined
  #paragraphs: Paragraph[] | undefined
  #name = ''
  /** Number of tags before the current position. */
  #tags = 0

  /** Begins a part of the package. */
  begin(name: string): void {
    this.#name = name
    this.#tags = 0
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#names.push(name)
    this.#tags++
    if (this.#leftOut !== undefined) return
    const isPictureTitle = name === 'title' && !HOLDS_FIELDS.has(this.#names.at(-2) ?? '')
    if (LEFT_OUT.has(name) || isPictureTitle) this.#leftOut = this.#names.length
    else if (name === 'style') this.#beginStyle(attributes)
    else if (name === 'text-properties') this.#learnStyle(attributes)
    else if (PARAGRAPHS.has(name)) this.#beginParagraph(attributes, name === 'h')
    else if (this.#open.length > 0) this.#readInline(name, attributes)
    else this.#readBlock(name)
  }

  close(name: string): void {
    this.#tags++
    if (this.#leftOut !== undefined && this.#names.length <= this.#leftOut) this.#leftOut = undefined
    this.#names.pop()
    if (this.#leftOut !== undefined) return
    if (PARAGRAPHS.has(name)) this.#endParagraph()
    else if (name === 'span') this.#spans.pop()
    else if (name === 'note') this.#endNote()
    else if (name === 'text' || (name.startsWith(this.#region ?? '-') && this.#open.length === 0)) this.#endBlock()
  }

  text(text: string): void {
    const open = this.#open.at(-1)
    if (this.#leftOut !== undefined || open === undefined) return
    // White space collapses into one space, and is dropped at the beginning (ODF 1.3 part 3, 6.1.2).
    const single = text.replace(/[\t\n\r ]+/g, ' ')
    this.#add(open.endsInSpace && single.startsWith(' ') ? single.slice(1) : single, {
      part: this.#name,
      tags: this.#tags,
    })
    if (single !== '') open.endsInSpace = single.endsWith(' ')
  }

  #beginStyle({ name = '', 'parent-style-name': parent = '' }: Record<string, string>): void {
    this.#style = name
    if (this.#quoting.has(parent) || /^(?:Quote|Zitat)$/i.test(name)) this.#quoting.add(name)
  }

  #learnStyle({ display, 'text-position': position = '' }: Record<string, string>): void {
    if (display === 'none') this.#hiding.add(this.#style)
    if (/^super|^[1-9]/.test(position)) this.#raising.add(this.#style)
  }

  #readBlock(name: string): void {
    if (name === 'text' && this.#names.at(-2) === 'body') {
      this.hasBody = true
      this.#number = 0
      this.#paragraphs = this.body
      return
    }
    const region = /^(header|footer)(?:-left|-first)?$/.exec(name)?.[1] as 'header' | 'footer' | undefined
    if (region === undefined || this.#paragraphs !== undefined) return
    this.#region = region
    this.#number = 0
    this.#paragraphs = []
    this[`${region}s`].push(this.#paragraphs)
  }

  #endBlock(): void {
    if (this.#open.length > 0) return
    this.#region = undefined
    this.#paragraphs = undefined
  }

  #readInline(name: string, attributes: Record<string, string>): void {
    if (name === 's') {
      const count = Number(attributes.c ?? 1)
      this.#add(' '.repeat(Number.isInteger(count) && count > 0 ? Math.min(count, MOST_SPACES) : 1))
    } else if (name === 'tab') this.#add('\t')
    else if (name === 'line-break') this.#add('\n')
    else if (name === 'span') this.#spans.push(this.#spanOf(attributes['style-name'] ?? ''))
    else if (name === 'note') this.#beginNote(attributes['note-class'])
    else if (name === 'hidden-text' && attributes['is-hidden'] !== 'false') this.#leftOut = this.#names.length
  }

  #spanOf(style: string): Span {
    const above = this.#spans.at(-1)
    return {
      isHidden: above?.isHidden === true || this.#hiding.has(style),
      isRaised: above?.isRaised === true || this.#raising.has(style),
    }
  }

  #beginNote(noteClass: string | undefined): void {
    const { place = {}, after = [] } = this.#open.at(-1)?.paragraph ?? {}
    const note = noteClass === 'endnote' ? { endnote: ++this.#endnotes } : { footnote: ++this.#footnotes }
    this.#notes.push({ place: { ...place, ...note }, preceding: after.length })
  }

  #endNote(): void {
    const paragraph = this.#open.at(-1)?.paragraph
    paragraph?.markNote(paragraph.after.slice(this.#notes.pop()?.preceding))
  }

  #beginParagraph(attributes: Record<string, string>, isHeading: boolean): void {
    const note = this.#notes.at(-1)?.place
    const part = this.#region
    const place = note ?? { ...(part && { part }), paragraph: ++this.#number }
    const paragraph = new Paragraph(place)
    paragraph.isHeading = isHeading
    paragraph.isQuotation = this.#quoting.has(attributes['style-name'] ?? '')
    this.#open.push({ paragraph, endsInSpace: true })
    this.#spans.push({ ...this.#spanOf(attributes['style-name'] ?? ''), isRaised: false })
  }

  #endParagraph(): void {
    this.#spans.pop()
    const ended = this.#open.pop()?.paragraph
    const above = this.#open.at(-1)?.paragraph
    if (ended !== undefined) (above?.after ?? this.#paragraphs)?.push(ended)
  }

  #add(text: string, source?: Pick<Piece, 'part' | 'tags'>): void {
    const open = this.#open.at(-1)
    const span = this.#spans.at(-1)
    if (open === undefined) return
    if (span?.isHidden) this.hidden += text.length
    else open.paragraph.add(span?.isRaised ? toSuperscriptDigits(text) : plainCharacters(text), source)
    open.endsInSpace = false
  }
}
