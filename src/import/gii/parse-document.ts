/** Parses the documents of one law. */

import { hash } from 'node:crypto'
import { contentHash } from '../../files/content-hash.ts'
import { say } from '../../i18n/texts.ts'
import type { ParsedLaw } from '../../model/parsed-law.ts'
import type { DocumentParser, ParsedDocument, SourceDocument } from '../source.ts'
import { encodingOf, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { LIMITS, NORM } from './format.ts'
import { LawReader } from './law-reader.ts'
import { readDocument, TextReader } from './norm-element.ts'

/** Parses one document. */
export const parseDocument: DocumentParser = (document, read) => parsed(document, () => parseLaw(document, read()))

/** Returns a parser for several documents of one law, which parses shared content once. */
export function repeatedParser(): DocumentParser {
  const known = new KnownNorms()
  const texts = new TextReader()
  return (document, read) => {
    const bytes = read()
    try {
      return { law: parseLaw(document, bytes, known.read.bind(known), texts) }
    } catch {
      // Parsed alone, it may be readable after all; if not, the error has its true position.
      return parsed(document, () => parseLaw(document, bytes))
    }
  }
}

/** Turns a document that is not a law in this format into a reason, with line and column. */
function parsed(document: SourceDocument, parse: () => ParsedLaw): ParsedDocument {
  try {
    return { law: parse() }
  } catch (error) {
    const { message } = error as Error
    const place =
      error instanceof SourceFormatError && error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    return { reason: say`${document.path}: ${message}${place}` }
  }
}

/** @throws SourceFormatError if the document is not a law in this format */
export function parseLaw(
  document: SourceDocument,
  bytes: Uint8Array,
  readNorms: KnownNorms['read'] = readDocument,
  texts = new TextReader(),
): ParsedLaw {
  if (bytes.length > LIMITS.bytes) {
    throw new SourceFormatError(say`the document has ${bytes.length} bytes, at most ${LIMITS.bytes} are read`, 0, 0)
  }
  const reader = new LawReader(document, texts)
  readNorms(
    bytes,
    (norm) => reader.element(norm),
    ({ builddate = '', doknr = '' }) => {
      reader.version = builddate
      reader.number = doknr
    },
  )
  return reader.finish(contentHash(bytes))
}

/** Numbers bounded by {@link LIMITS}. */
interface Size {
  elements: number
  characters: number
}

/** Shared content of elements that differ only in their start tags. */
interface KnownElement extends Size {
  children: XmlElement['children']
}

/** An element of a document. */
interface FoundElement {
  attributes: Record<string, string>
  /** Hash of the bytes between its tags. */
  content: string
  /** `undefined` if it is left to the parser. */
  known: KnownElement | undefined
}

const START = Buffer.from('<norm')
const END = Buffer.from('</norm>')
/** Start tag of an element that can be cut out. */
const START_TAG = /^<norm((?: [a-z]+="[^"<>&\t\r\n]*")+) *>$/
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g
const LONGEST_START_TAG = 300

/** Markup that can hide a tag, or change its meaning. */
const HIDING = ['<!--', '<![CDATA[', '<!ENTITY', '<?'].map((text) => Buffer.from(text))

/**
 * Caches the `norm` elements of the documents of one law. Most elements of a document repeat an earlier one, apart from the
 * attributes of their start tags: they are cut out before the rest is parsed.
 */
class KnownNorms {
  readonly #known = new Map<string, KnownElement>()

  /**
   * Parses a document, with the parameters of {@link readDocument}.
   * @throws SourceFormatError as `readDocument`, but with a position in the rest of the document
   */
  read(
    bytes: Uint8Array,
    onNorm: (norm: XmlElement) => void,
    onDocument: (attributes: Record<string, string>) => void,
  ): void {
    const { found, rest } = this.#split(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const total = { elements: 0, characters: 0 }
    for (const { known } of found) addSize(total, known)
    let next = 0
    const passKnown = () => {
      for (let element = found[next]; element?.known !== undefined; element = found[++next]) {
        const { attributes, known } = element
        onNorm({ name: NORM, attributes, children: known.children })
      }
    }
    const onNew = (norm: XmlElement) => {
      passKnown()
      const { content } = found[next++] as FoundElement
      const known = { children: norm.children, ...sizeOf(norm) }
      addSize(total, known)
      this.#known.set(content, known)
      onNorm(norm)
    }
    readDocument(rest, onNew, onDocument)
    passKnown()
  }

  /** Finds the elements of a document, and cuts out the known ones. */
  #split(bytes: Buffer): { found: FoundElement[]; rest: Uint8Array } {
    const found: FoundElement[] = []
    const kept: Buffer[] = []
    let from = 0
    for (let start = bytes.indexOf(START); start >= 0; ) {
      const end = bytes.indexOf(END, start)
      const bodyStart = bytes.indexOf('>', start) + 1
      const next = bytes.indexOf(START, bodyStart)
      const attributes = attributesOf(bytes.toString('latin1', start, Math.min(bodyStart, start + LONGEST_START_TAG)))
      if (end < bodyStart || bodyStart === 0 || (next >= 0 && next < end) || attributes === undefined) {
        throw new SourceFormatError(say`its elements cannot be told apart`, 0, 0)
      }
      const content = hash('sha256', bytes.subarray(bodyStart, end), 'base64')
      const known = this.#known.get(content)
      found.push({ attributes, content, known })
      if (known !== undefined) {
        kept.push(bytes.subarray(from, start))
        from = end + END.length
      }
      start = next
    }
    kept.push(bytes.subarray(from))
    const rest = Buffer.concat(kept)
    // The XML declaration is the only processing instruction.
    const isPlain = encodingOf(rest).toLowerCase() === 'utf-8' && !HIDING.some((text) => rest.indexOf(text, 2) >= 0)
    if (!isPlain) throw new SourceFormatError(say`its elements cannot be told apart`, 0, 0)
    return { found, rest }
  }
}

/** Reads the attributes of a start tag; `undefined` if only the parser can read it. */
function attributesOf(tag: string): Record<string, string> | undefined {
  const written = START_TAG.exec(tag)?.[1]
  if (written === undefined) return undefined
  const pairs = [...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value])
  const attributes = Object.fromEntries(pairs) as Record<string, string>
  return Object.keys(attributes).length === pairs.length ? attributes : undefined
}

function sizeOf({ children }: XmlElement): Size {
  let elements = 1
  let characters = 0
  for (const child of children) {
    const own = typeof child === 'string' ? { elements: 0, characters: child.length } : sizeOf(child)
    elements += own.elements
    characters += own.characters
  }
  return { elements, characters }
}

/** @throws SourceFormatError if a document has more than {@link LIMITS} allow */
function addSize(total: Size, { elements, characters }: Size = { elements: 0, characters: 0 }): void {
  total.elements += elements
  total.characters += characters
  if (total.elements > LIMITS.elements || total.characters > LIMITS.documentCharacters) {
    throw new SourceFormatError(say`the document is too large`, 0, 0)
  }
}
