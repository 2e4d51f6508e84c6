/** Detects the format of a text, and takes its markup away. */
import { plainTextOfHtml } from './html.ts'
import { plainTextOfLatex } from './latex.ts'
import { plainTextOfMarkdown } from './markdown.ts'
import { type PlainText, withoutMarkup } from './plain-text.ts'

/** Formats that are text themselves. */
export const TEXT_FORMATS = ['plain', 'markdown', 'html', 'latex'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]
/** Formats that must be unpacked or converted. */
export const DOCUMENT_FORMATS = ['docx', 'odt', 'pdf'] as const
export type InputFormat = TextFormat | (typeof DOCUMENT_FORMATS)[number]
export const INPUT_FORMATS: readonly InputFormat[] = [...TEXT_FORMATS, ...DOCUMENT_FORMATS]

const EXTENSIONS: Record<string, TextFormat> = {
  txt: 'plain',
  text: 'plain',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  tex: 'latex',
  ltx: 'latex',
  latex: 'latex',
}
/** Extensions of all files that are read where a folder is named. */
export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ...Object.keys(EXTENSIONS),
  ...['docx', 'docm', 'dotx', 'odt', 'ott', 'fodt', 'pdf'],
])

/** How HTML begins, after an XML declaration and comments. */
const HTML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,500}?-->\s*){0,3}<(?:!doctype\s+html|html)\b/i
/** How LaTeX begins, after comments and settings of its own. */
const LATEX =
  /^(?:\s|%.*(?:\n|$)|\\(?:RequirePackage|PassOptionsToPackage|NeedsTeXFormat)\b.*\n)*\\(?:documentclass|documentstyle|begin\{document\})/
const BEGINNING = 4000

/** Returns the format that a text begins as; if it tells nothing, the one that the extension of its name stands for. */
export function formatOf(name: string, text: string): TextFormat {
  const beginning = text.slice(0, BEGINNING)
  if (HTML.test(beginning)) return 'html'
  if (LATEX.test(beginning)) return 'latex'
  return EXTENSIONS[/\.([^./\\]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'plain'
}

/** Returns the text of a source without its markup. */
export function plainTextOf(source: string, format: TextFormat): PlainText {
  if (format === 'html') return plainTextOfHtml(source)
  if (format === 'latex') return plainTextOfLatex(source)
  return format === 'markdown' ? plainTextOfMarkdown(source) : withoutMarkup(source)
}
