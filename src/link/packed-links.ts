/** Links in documents of word processors: DOCX and ODT. Only the parts with links are rewritten. */
import { replaceMembers } from '../archive/zip.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { type Piece, UnreadableDocument } from '../read-text/files/document.ts'
import type { OpenedDocument } from '../read-text/files/read-document.ts'
import type { PartLinks } from './link-writer.ts'
import { findLinks, type Link, type LinkedCitations, type LinkOptions } from './links.ts'
import type { XmlPart } from './xml-part.ts'

export interface LinkedDocument extends LinkedCitations {
  bytes: Buffer
  notes: string[]
}

/**
 * Links the citations of a document that was read with all its headers.
 * @param bytes the file
 * @param source its XML, if it is one file
 * @throws UnreadableDocument if a part cannot be read, or this kind of archive cannot be written
 */
export async function linkDocument(
  corpus: Corpus,
  { kind, text, pieces = [], parts, notes }: OpenedDocument,
  bytes: Buffer,
  options: LinkOptions,
): Promise<LinkedDocument> {
  const found = await findLinks(corpus, text, 'plain', options)
  const { readerOf } = kind === 'docx' ? await import('./docx-links.ts') : await import('./odt-links.ts')
  const open = new Map<string, PartLinks | undefined>()
  const readPart = await readerOf(parts, bytes)
  const ends = pieces.map(({ start, length }) => start + length)
  const done: Link[] = []
  let first = 0
  for (const link of found.links) {
    while (first < pieces.length && (ends[first] as number) <= link.start) first++
    const own: Piece[] = []
    for (let index = first; index < pieces.length && (pieces[index] as Piece).start < link.end; index++)
      own.push(pieces[index] as Piece)
    const [{ part = '' } = {}] = own
    if (own.some((each) => each.part !== part)) continue
    if (!open.has(part)) open.set(part, await readPart(part))
    const written = open.get(part)
    const stretches = written ? own.map((piece) => stretchOf(written.xml, piece, text, link, kind === 'odt')) : []
    const known = stretches.filter((each) => each !== undefined)
    if (known.length > 0 && known.length === stretches.length && written?.add({ link, stretches: known }))
      done.push(link)
  }
  const kept = found.kept + found.links.length - done.length
  const changes = [...open.values()].flatMap((written) => [...(written?.changes() ?? [])])
  const changed = new Map(changes.map(([name, xml]) => [name, declaredAsUtf8(xml)]))
  const signature = parts?.names.find((name) => /^_xmlsignatures\/.+\.xml$|documentsignatures\.xml$/.test(name))
  const signed = signature !== undefined && done.length > 0 ? [say`its digital signature no longer holds`] : []
  try {
    return {
      ...{ ...found, links: done, kept, notes: [...notes, ...signed] },
      bytes:
        done.length === 0 ? bytes : parts === undefined ? changedFile(changed) : await replaceMembers(bytes, changed),
    }
  } catch (error) {
    throw new UnreadableDocument((error as Error).message, { cause: error })
  }
}

/** A part that was in another encoding needs a new declaration. */
const declaredAsUtf8 = (xml: string) =>
  xml.replace(/^(<\?xml\s[^?]*?encoding\s*=\s*)(["'])(?!utf-8\2)[^"']*\2/i, '$1$2UTF-8$2')

const changedFile = (changed: ReadonlyMap<string, string>) => Buffer.from(changed.get('') ?? '')

function stretchOf(xml: XmlPart, piece: Piece, whole: string, { start, end }: Link, collapses: boolean) {
  const text = xml.textOf(piece)
  if (text === undefined) return undefined
  const read = whole.slice(piece.start, piece.start + piece.length)
  const from = xml.offsetOf(text, read, Math.max(start - piece.start, 0), collapses)
  const to = xml.offsetOf(text, read, Math.min(end - piece.start, piece.length), collapses)
  return from === undefined || to === undefined ? undefined : { text, start: from, end: to }
}
