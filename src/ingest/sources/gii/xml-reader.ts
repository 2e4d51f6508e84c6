/**
 * Reads a document as a stream: one small tree for each `norm` element, so that the largest norm bounds the memory, not
 * the largest law.
 *
 * Only the five entities of XML and numeric references are known. A DOCTYPE is ignored, and no external DTD is fetched.
 */
import { SaxesParser } from 'saxes'
import { DOCUMENT, LIMITS, NORM } from './format.ts'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

/** The document is not in the format. `line` and `column` count from 1; 0 if they are not known. */
export class SourceFormatError extends Error {
  readonly line: number
  readonly column: number

  constructor(message: string, line: number, column: number) {
    super(message)
    this.name = 'SourceFormatError'
    this.line = line
    this.column = column
  }
}

/**
 * Parses a whole document.
 * @param bytes the raw file, in UTF-8 or in the encoding that its XML declaration names
 * @param onNorm called for each `norm` element in document order
 * @param onDocument called before with the attributes of the document element
 * @throws SourceFormatError if the document is not well-formed, not in its encoding, or of another format
 */
export function readDocument(
  bytes: Uint8Array,
  onNorm: (norm: XmlElement) => void,
  onDocument?: (attributes: Record<string, string>) => void,
): void {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const open: XmlElement[] = []
  let begun = false
  let elements = 0
  let attributeCount = 0
  let characters = 0
  let normCharacters = 0

  const fail = (message: string): never => {
    throw new SourceFormatError(message, parser.line, parser.columnIndex + 1)
  }
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('opentag', ({ name, attributes }) => {
    if (!begun) {
      if (name !== DOCUMENT) fail(`the document element is <${name}>, expected <${DOCUMENT}>`)
      begun = true
      onDocument?.(attributes)
      return
    }
    if (open.length === 0 && name !== NORM) fail(`<${name}> stands where only <${NORM}> may stand`)
    if (open.length > LIMITS.depth) fail(`elements are nested more than ${LIMITS.depth} deep`)
    if (++elements > LIMITS.elements) fail(`the document has more than ${LIMITS.elements} elements`)
    attributeCount = 0
    if (open.length === 0) normCharacters = 0
    const element: XmlElement = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('attribute', () => {
    if (++attributeCount > LIMITS.attributes) fail(`an element has more than ${LIMITS.attributes} attributes`)
  })
  const addText = (text: string) => {
    const above = open.at(-1)
    characters += text.length
    normCharacters += text.length
    if (normCharacters > LIMITS.normCharacters) fail(`a norm has more than ${LIMITS.normCharacters} characters`)
    if (characters > LIMITS.documentCharacters)
      fail(`the document has more than ${LIMITS.documentCharacters} characters`)
    if (above !== undefined) above.children.push(text)
    else if (/\S/.test(text)) fail('text stands where only <norm> may stand')
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element !== undefined && open.length === 0) onNorm(element)
  })

  for (const chunk of decode(bytes, fail)) {
    parser.write(chunk)
    if (!begun && parser.position > LIMITS.prolog) fail(`no document element begins within ${LIMITS.prolog} characters`)
  }
  parser.close()
  if (!begun) fail('the document is empty')
}

const CHUNK_BYTES = 64 * 1024

/** Decodes in chunks. Calls `fail` for bytes that are not in the document's encoding. */
function* decode(bytes: Uint8Array, fail: (message: string) => never): Generator<string> {
  const encoding = encodingOf(bytes)
  const decoder = createDecoder(encoding) ?? fail(`the encoding ${JSON.stringify(encoding)} is not known`)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = bytes.subarray(start, start + CHUNK_BYTES)
    try {
      yield decoder.decode(chunk, { stream: start + CHUNK_BYTES < bytes.length })
    } catch (error) {
      if (error instanceof SourceFormatError) throw error
      fail(`the file holds bytes that are not ${encoding}`)
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

/** Returns a decoder that throws for bytes not in the encoding; `undefined` if the encoding is not known. */
export function createDecoder(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    return undefined
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

/**
 * Checks that an element holds only the given elements, each at most once, and no text: anything else would be lost.
 * @param where the element is, for the message
 * @throws SourceFormatError that names the unexpected content
 */
export function assertHoldsOnly(element: XmlElement, names: readonly string[], where: string): void {
  const seen = new Set<string>()
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (/\S/.test(child)) throw new SourceFormatError(`text stands directly in <${element.name}> of ${where}`, 0, 0)
    } else if (!names.includes(child.name) || seen.has(child.name)) {
      const problem = seen.has(child.name) ? 'a second' : 'an unexpected'
      throw new SourceFormatError(`${problem} <${child.name}> stands in <${element.name}> of ${where}`, 0, 0)
    } else seen.add(child.name)
  }
}

/** Returns all text below an element as it is in the source, with `lineBreak` for `BR`. */
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
