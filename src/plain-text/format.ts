/** In which format a text is written, and the text without the marks of that format. */
import { plainTextOfHtml } from './html.ts'
import { plainTextOfMarkdown } from './markdown.ts'
import { type PlainText, withoutMarkup } from './plain-text.ts'

export const TEXT_FORMATS = ['plain', 'markdown', 'html'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

const ENDINGS: Record<string, TextFormat> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
}

/** The format that the ending of a file's name stands for; without one that is known, what the text begins with. */
export function formatOf(name: string, text: string): TextFormat {
  const ending = /\.([^./\\]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const beginning = text.slice(0, 1000).trimStart().toLowerCase()
  return ENDINGS[ending] ?? (/^<(?:!doctype html|html)\b/.test(beginning) ? 'html' : 'plain')
}

/** The text of a source without its markup. */
export function plainTextOf(source: string, format: TextFormat): PlainText {
  if (format === 'html') return plainTextOfHtml(source)
  return format === 'markdown' ? plainTextOfMarkdown(source) : withoutMarkup(source)
}
