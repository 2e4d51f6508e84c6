/** Norms as quotations for a brief: the exact wording, then the citation with its day and source. */
import { quotationOf } from '../layout/quotation.ts'
import type { NormAnswer } from '../operations/norm-answers.ts'
import { escapedXml } from '../util/escape.ts'
import { escapedMarkdown } from './markdown-text.ts'

export const QUOTATION_FORMATS = ['text', 'md', 'html'] as const

export type QuotationFormat = (typeof QUOTATION_FORMATS)[number]

/** Draws a norm, or the requested part of it. */
export function quotation(answer: NormAnswer, format: QuotationFormat): string {
  const { wording, source } = quotationOf(answer)
  return DRAWERS[format](wording, source, answer.language)
}

/** Separates the cells of a row: at the start of a line a tab is code in Markdown, and HTML shows it as a space. */
const withCells = (line: string) => line.replaceAll('\t', '&emsp;')

type Drawer = (lines: readonly string[], source: readonly string[], language: string) => string

const DRAWERS: Record<QuotationFormat, Drawer> = {
  text: (lines, source) =>
    `${lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')}\n\n${source.join('\n')}\n`,
  md: (lines, source) =>
    `${lines.map((line) => `> ${withCells(escapedMarkdown(line))}`.trimEnd()).join('\n>\n')}\n\n${source.join('\n\n')}\n`,
  html: (lines, source, language) =>
    `<blockquote lang="${language}">${lines.map((line) => `<p>${withCells(escapedXml(line))}</p>`).join('')}</blockquote>\n${source.map((line) => `<p>${escapedXml(line)}</p>`).join('\n')}\n`,
}
