/** The forms that an answer can be had in. JSON is always one, and what is meant where none is asked for. */
import type { Corpus } from '../corpus/corpus.ts'
import type { AnswerInParts, Operation } from '../operations/operation.ts'
import { normHtml } from './html.ts'
import { normMarkdown } from './markdown.ts'
import { type NormDocument, normDocument } from './norm-document.ts'
import { normPlainText } from './plain-text.ts'

export interface Format {
  /** Value of the header `Content-Type`. */
  contentType: string
  /** Media types that ask for it. */
  mediaTypes: readonly string[]
  meaning: string
}

export const FORMATS = {
  json: { contentType: 'application/json; charset=utf-8', mediaTypes: ['application/json'], meaning: 'JSON' },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    meaning: 'one item of the list a line, as JSON',
  },
  md: { contentType: 'text/markdown; charset=utf-8', mediaTypes: ['text/markdown'], meaning: 'Markdown' },
  text: { contentType: 'text/plain; charset=utf-8', mediaTypes: ['text/plain'], meaning: 'plain text' },
  html: { contentType: 'text/html; charset=utf-8', mediaTypes: ['text/html'], meaning: 'a page' },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

/** What draws a norm in a format for people. */
const NORM_PAGES = { md: normMarkdown, text: normPlainText, html: normHtml } satisfies Partial<
  Record<FormatName, (norm: NormDocument) => string>
>

const isNormPage = (format: FormatName): format is keyof typeof NORM_PAGES => format in NORM_PAGES

/** The formats of an operation's answer, JSON first. */
export function formatsOf({ name, list }: Pick<Operation, 'name' | 'list'>): FormatName[] {
  if (name === 'norm') return ['json', ...(Object.keys(NORM_PAGES) as FormatName[])]
  return list === undefined ? ['json'] : ['json', 'ndjson']
}

/**
 * An answer in one of the formats of its operation.
 * @param output what the operation has answered from this corpus
 */
export async function render(
  { list = '' }: Pick<Operation, 'list'>,
  format: FormatName,
  corpus: Corpus,
  output: unknown,
): Promise<string> {
  if (isNormPage(format)) return NORM_PAGES[format](await normDocument(corpus, output))
  if (format === 'ndjson') return lines((output as Record<string, readonly unknown[]>)[list] ?? [])
  return JSON.stringify(output)
}

/** The same of an answer that comes in parts, as JSON or NDJSON. */
export async function* renderParts(
  { list = '' }: Pick<Operation, 'list'>,
  format: FormatName,
  { head, parts }: AnswerInParts,
): AsyncGenerator<string> {
  if (format === 'ndjson') {
    for await (const items of parts) yield lines(items)
    return
  }
  let before = `${JSON.stringify({ ...head, [list]: [] }).slice(0, -2)}`
  for await (const items of parts) {
    yield before + items.map((item) => JSON.stringify(item)).join(',')
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}

function lines(items: readonly unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('')
}
