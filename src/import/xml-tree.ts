/** Trees of XML elements, and decoding of their bytes. Source families share it. */
import { say } from '../i18n/texts.ts'
import { tried } from '../util/tried.ts'
import { type XmlHandler, type XmlLimits, xmlParser } from '../util/xml.ts'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

/** Thrown if a document is not in the format. `line` and `column` count from 1; 0 if unknown. */
export class SourceFormatError extends Error {
  readonly line: number
  readonly column: number

  constructor(message: string, line = 0, column = 0) {
    super(message)
    this.name = 'SourceFormatError'
    this.line = line
    this.column = column
  }
}

/** Returns the first child element with this name. */
export function childElement(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name)
}

/** Returns all child elements with this name. */
export function childElements(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  )
}

/** Returns all text below an element unchanged, with `lineBreak` for `BR`. */
export function rawText(element: XmlElement | undefined, lineBreak = ''): string {
  const parts: string[] = []
  const collect = (node: XmlElement | string) => {
    if (typeof node === 'string') parts.push(node)
    else if (node.name === 'BR') parts.push(lineBreak)
    else node.children.forEach(collect)
  }
  if (element !== undefined) collect(element)
  return parts.join('')
}

/** Returns all text below an element as one line: runs of white space become one space. */
export function lineOfText(element: XmlElement | undefined): string {
  return rawText(element, ' ')
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '')
}

type Fail = (message: string) => never

/** Callbacks of a source family for elements as they are parsed. `above` are the open ones, outermost first. */
interface ElementReader {
  onOpen(element: XmlElement, above: readonly XmlElement[], fail: Fail): void
  onText?(text: string, above: readonly XmlElement[], fail: Fail): void
  onClose(element: XmlElement, above: readonly XmlElement[]): void
}

/**
 * Parses a document into a tree.
 * @param bytes the raw file, in UTF-8 or in the encoding of its XML declaration
 * @param limits `prolog` is the number of characters within which the document element must begin
 * @throws SourceFormatError if the document is not well-formed, not in its encoding, or exceeds the limits
 */
export function readTree(
  bytes: Uint8Array,
  limits: XmlLimits & { prolog?: number },
  reader: ElementReader,
): XmlElement {
  const above: XmlElement[] = []
  let root: XmlElement | undefined
  function fail(message: string): never {
    throw new SourceFormatError(message.replace(/^\d+:\d+: /, ''), parser.line, parser.columnIndex + 1)
  }
  const handler: XmlHandler = {
    open(name, attributes) {
      const element: XmlElement = { name, attributes, children: [] }
      reader.onOpen(element, above, fail)
      above.at(-1)?.children.push(element)
      root ??= element
      above.push(element)
    },
    text(text) {
      reader.onText?.(text, above, fail)
      above.at(-1)?.children.push(text)
    },
    close() {
      const element = above.pop()
      if (element !== undefined) reader.onClose(element, above)
    },
  }
  const parser = xmlParser(handler, limits, fail)
  for (const chunk of decode(bytes, fail)) {
    parser.write(chunk)
    if (root === undefined && limits.prolog !== undefined && parser.position > limits.prolog)
      fail(say`no document element begins within ${limits.prolog} characters`)
  }
  parser.close()
  return root ?? fail(say`the document is empty`)
}

const CHUNK_BYTES = 64 * 1024

/** Decodes a document in chunks. Calls `fail` for bytes that are invalid in the document's encoding. */
export function* decode(bytes: Uint8Array, fail: Fail): Generator<string> {
  const encoding = encodingOf(bytes)
  const decoder = createDecoder(encoding) ?? fail(say`the encoding ${JSON.stringify(encoding)} is not known`)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = bytes.subarray(start, start + CHUNK_BYTES)
    try {
      yield decoder.decode(chunk, { stream: start + CHUNK_BYTES < bytes.length })
    } catch (error) {
      if (error instanceof SourceFormatError) throw error
      fail(say`the file holds bytes that are not ${encoding}`)
    }
  }
}

/** Detects the encoding of a document: byte order mark, else XML declaration, else UTF-8. */
export function encodingOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200))
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const declaration = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head.toString('latin1'))
  return declaration?.[1] ?? 'utf-8'
}

/** Returns a decoder that throws for bytes not in the encoding; `undefined` if the encoding is unknown. */
export function createDecoder(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  return tried(() => new TextDecoder(encoding, { fatal: true }), undefined)
}

/** Thrown by a handler of {@link readBeginning} to end the reading. */
export const ENOUGH = Symbol('enough')

/** The decoder throws for a whole piece: text before a bad byte is read only if pieces are small. */
const PIECE_BYTES = 4096

/**
 * Parses the beginning of a document, in time linear in the length of `bytes`.
 * @param bytes the document, or its first bytes
 * @returns true if further bytes would change nothing: the handler threw {@link ENOUGH}, or there is a fault
 */
export function readBeginning(bytes: Uint8Array, handler: XmlHandler): boolean {
  const decoder = createDecoder(encodingOf(bytes))
  const parser = xmlParser(handler, {}, () => {
    throw ENOUGH
  })
  try {
    for (let start = 0; decoder !== undefined && start < bytes.length; start += PIECE_BYTES) {
      // As a stream, since the last character may be cut off.
      parser.write(decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true }))
    }
    return false
  } catch (error) {
    const isMalformed = (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    if (error !== ENOUGH && !isMalformed) throw error
    return true
  }
}
