/**
 * Reads a document in the official XML format (gii-norm DTD 1.01) as a stream: one small tree for each `norm` element,
 * so that memory is bounded by the largest norm and not by the largest law.
 *
 * Entities are the five of XML and numeric references, nothing else; a DOCTYPE is allowed and ignored, an external DTD
 * is never fetched.
 */
import { SaxesParser } from 'saxes'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

/** Attributes of the document element. */
export interface DocumentHead {
  /** Document number, `BJNR001950896`. */
  documentId: string
  /** `YYYYMMDDhhmmss` of the source's own build, empty where it has none. */
  buildDate: string
}

/** A document that is not what the format says. `line` and `column` count from 1. */
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

/** Deeper nesting than this is refused; the real data has 60. */
const MAXIMUM_DEPTH = 500

/**
 * Parses a whole document.
 * @param bytes the raw file, in UTF-8 or in the encoding that its XML declaration names
 * @param onNorm called for each `norm` element in document order
 * @returns the attributes of the document element
 * @throws SourceFormatError where the document is not well-formed, not in its encoding, or of another format
 */
export function readDocument(bytes: Uint8Array, onNorm: (norm: XmlElement) => void): DocumentHead {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const open: XmlElement[] = []
  let head: DocumentHead | undefined

  const fail = (message: string): never => {
    throw new SourceFormatError(message, parser.line, parser.columnIndex + 1)
  }
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('opentag', ({ name, attributes }) => {
    if (head === undefined) {
      if (name !== 'dokumente') fail(`the document element is <${name}>, expected <dokumente>`)
      head = { documentId: attributes.doknr ?? '', buildDate: attributes.builddate ?? '' }
      return
    }
    if (open.length === 0 && name !== 'norm') fail(`<${name}> stands where only <norm> may stand`)
    if (open.length > MAXIMUM_DEPTH) fail(`elements are nested more than ${MAXIMUM_DEPTH} deep`)
    const element: XmlElement = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    open.at(-1)?.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element !== undefined && open.length === 0) onNorm(element)
  })

  for (const chunk of decode(bytes, fail)) parser.write(chunk)
  parser.close()
  return head ?? fail('the document is empty')
}

const CHUNK_BYTES = 64 * 1024

/** Decodes in chunks. @throws through `fail` where bytes are not in the document's encoding. */
function* decode(bytes: Uint8Array, fail: (message: string) => never): Generator<string> {
  const declaration = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1').replace(/^ï»¿/, ''),
  )
  const encoding = declaration?.[1] ?? 'utf-8'
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

function createDecoder(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    return undefined
  }
}

/** The first child element with this name. */
export function childElement(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name)
}

/** All child elements with this name. */
export function childElements(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  )
}

/** All text below an element as it stands in the source; `lineBreak` stands for `BR`. */
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

/** All text below an element as one line: white space runs, line breaks among them, become one space. */
export function lineOfText(element: XmlElement | undefined): string {
  return rawText(element, ' ')
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '')
}
