/** Reads Word documents (DOCX). */
import { posix } from 'node:path'
import { DocumentText, type ReadDocument, UnreadableDocument } from './document.ts'
import { DocxPart, isHeadingMark, type NotesById, type PartOptions } from './docx-part.ts'
import { type Paragraph, writeParagraphs } from './paragraphs.ts'
import { readXml } from './xml-events.ts'
import type { ZipParts } from './zip-parts.ts'

interface Relationship {
  /** Last word of the type's address: `footnotes`, `header`. */
  type: string
  target: string
}

/** @throws UnreadableDocument if it is damaged, encrypted or too large */
export async function readDocx(parts: ZipParts): Promise<ReadDocument> {
  const main = (await relationships(parts, '')).find(({ type }) => type === 'officeDocument')?.target
  const name = main ?? 'word/document.xml'
  const related = await relationships(parts, name)
  const named = (type: string) => {
    const targets = related.filter((each) => each.type === type && parts.has(each.target)).map(({ target }) => target)
    return [...new Set(targets)]
  }
  let hidden = 0
  const read = async (part: string, options: PartOptions = {}) => {
    const handler = new DocxPart(options)
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
  const headings = styles === undefined ? new Set<string>() : headingStyles(await parts.text(styles), styles)
  const body = await read(name, { footnotes, endnotes, headings })
  if (!body.hasBody) throw new UnreadableDocument('it is damaged: it has no body')
  const out = new DocumentText()
  writeParagraphs(out, body.paragraphs)
  for (const part of ['header', 'footer'] as const) {
    const texts: (readonly Paragraph[])[] = []
    for (const target of named(part)) texts.push((await read(target, { part })).paragraphs)
    for (const paragraphs of distinct(texts)) writeParagraphs(out, paragraphs)
  }
  return out.finish(hidden > 0 ? [`${hidden} characters of hidden text are left out`] : [])
}

/** Ids of the styles of headings: those named `heading 1`, with a level in the outline, or based on such a style. */
function headingStyles(xml: string, part: string): Set<string> {
  const found = new Set<string>()
  const bases = new Map<string, string>()
  let style = ''
  readXml(xml, `part ${JSON.stringify(part)}`, {
    open(name, { val = '', styleId = '' }) {
      if (name === 'style') style = styleId
      else if (name === 'basedOn') bases.set(style, val)
      else if (isHeadingMark(name, val) || (name === 'name' && /^heading \d/i.test(val))) found.add(style)
    },
    close() {},
    text() {},
  })
  for (const id of bases.keys()) {
    const chain = new Set<string>()
    for (let at: string | undefined = id; at !== undefined && !chain.has(at); at = bases.get(at)) chain.add(at)
    if ([...chain].some((each) => found.has(each))) found.add(id)
  }
  return found
}

/** Drops headers with the same text, as first pages and even ones often have. */
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
