/** Norms as quotations for a brief: the exact wording, then the citation with its day and source. */
import { citationWithDay } from '../citation/citation-text.ts'
import type { NormAnswer } from '../operations/norm-answers.ts'
import { escapedHtml } from './html.ts'
import { escapedMarkdown } from './markdown-text.ts'

export const QUOTATION_FORMATS = ['text', 'md', 'html'] as const

export type QuotationFormat = (typeof QUOTATION_FORMATS)[number]

/** Draws a norm, or the part of it that was asked for. */
export function quotation(answer: NormAnswer, format: QuotationFormat): string {
  const { selection = null } = answer
  // Of a repealed norm there is only what stands in its place: `(weggefallen)`.
  const wording = (selection?.text ?? (answer.text || answer.heading || answer.label)).trim()
  return DRAWERS[format](wording.split(/[\n\u2028]/), citationWithDay(answer.cite_as, answer, answer), answer.language)
}

/** Keeps the cells of a row apart: at the start of a line a tab is code in Markdown, and HTML shows it as a space. */
const withCells = (line: string) => line.replaceAll('\t', '&emsp;')

type Drawer = (lines: readonly string[], source: string, language: string) => string

const DRAWERS: Record<QuotationFormat, Drawer> = {
  text: (lines, source) => `${lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')}\n\n${source}\n`,
  md: (lines, source) =>
    `${lines.map((line) => `> ${withCells(escapedMarkdown(line))}`.trimEnd()).join('\n>\n')}\n\n${source}\n`,
  html: (lines, source, language) =>
    `<blockquote lang="${language}">${lines.map((line) => `<p>${withCells(escapedHtml(line))}</p>`).join('')}</blockquote>\n<p>${escapedHtml(source)}</p>\n`,
}
