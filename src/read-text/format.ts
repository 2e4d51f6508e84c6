/** Detects the format of a text, and removes its markup. */
import { type PlainText, withoutMarkup } from './plain-text.ts'

/** Text formats. */
export const TEXT_FORMATS = ['plain', 'markdown', 'html', 'latex', 'json', 'xml'] as const
/** The markup of a text. */
export type TextFormat = (typeof TEXT_FORMATS)[number]
/** Formats that must be unpacked or converted. */
const DOCUMENT_FORMATS = ['docx', 'odt', 'pdf'] as const
/** A format of documents. */
export type InputFormat = TextFormat | (typeof DOCUMENT_FORMATS)[number]
export const INPUT_FORMATS: readonly InputFormat[] = [...TEXT_FORMATS, ...DOCUMENT_FORMATS]

const EXTENSIONS: Record<TextFormat, string[]> = {
  plain: ['txt', 'text'],
  markdown: ['md', 'markdown'],
  html: ['html', 'htm', 'xhtml'],
  latex: ['tex', 'ltx', 'latex'],
  json: ['json', 'jsonl', 'ndjson'],
  xml: ['xml'],
}
/** Extensions of the files read in a folder. */
export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ...Object.values(EXTENSIONS).flat(),
  ...['docx', 'docm', 'dotx', 'odt', 'ott', 'fodt', 'pdf'],
])

/** The beginning of HTML, after an XML declaration and comments. */
const HTML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,500}?-->\s*){0,3}<(?:!doctype\s+html|html)\b/i
/** The beginning of LaTeX, after comments and its settings. */
const LATEX =
  /^(?:\s|%.*(?:\n|$)|\\(?:RequirePackage|PassOptionsToPackage|NeedsTeXFormat)\b.*\n)*\\(?:documentclass|documentstyle|begin\{document\})/
/** The beginning of a JSON object, of a list of objects, or of a list of strings. */
const JSON_BEGINNING = /^\s*(?:\[\s*)*(?:\{\s*(?:"(?:[^"\\]|\\.){0,200}"\s*:|\}\s*\])|"(?:[^"\\]|\\.){0,3000}"\s*[,\]])/
const XML = /^\s*<\?xml\b/
const BEGINNING = 4000

/** Detects the format of a text from its beginning, else from the extension of the file name. */
export function formatOf(name: string, text: string): TextFormat {
  const beginning = text.slice(0, BEGINNING)
  if (HTML.test(beginning)) return 'html'
  if (LATEX.test(beginning)) return 'latex'
  if (XML.test(beginning)) return 'xml'
  if (JSON_BEGINNING.test(beginning)) return 'json'
  const extension = extensionOf(name)
  return TEXT_FORMATS.find((format) => EXTENSIONS[format].includes(extension)) ?? 'plain'
}

/** Returns the extension of a file name in lower case, without its dot; empty without one. */
export const extensionOf = (name: string) => /\.([^./\\]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the text of a source without its markup. */
export async function plainTextOf(source: string, format: TextFormat): Promise<PlainText> {
  switch (format) {
    case 'html':
    case 'xml':
      return (await import('./html.ts')).plainTextOfHtml(source, format === 'xml')
    case 'json':
      return (await import('./json.ts')).plainTextOfJson(source)
    case 'latex':
      return (await import('./latex.ts')).plainTextOfLatex(source)
    case 'markdown':
      return (await import('./markdown.ts')).plainTextOfMarkdown(source)
    default:
      return withoutMarkup(source)
  }
}
