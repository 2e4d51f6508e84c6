/** Draws answers in the formats that they can be had in. */
import type { Corpus } from '../corpus/corpus.ts'
import type { AnswerInParts, Operation } from '../operations/operation.ts'
import type { FormatName } from './formats.ts'
import { normHtml } from './html.ts'
import { lawHead, normsOfLaw } from './law-document.ts'
import { lawMarkdown, normMarkdown, normOfLawMarkdown } from './markdown.ts'
import { type NormDocument, normDocument } from './norm-document.ts'
import { lawPlainText, normOfLawPlainText, normPlainText } from './plain-text.ts'
import { columnsOf, csv, markdownTable } from './tabular.ts'

/** What draws a norm in a format for people. */
const NORM_PAGES = { md: normMarkdown, text: normPlainText, html: normHtml } satisfies Partial<
  Record<FormatName, (norm: NormDocument) => string>
>

const isNormPage = (format: FormatName): format is keyof typeof NORM_PAGES => format in NORM_PAGES

/**
 * An answer in one of the formats of its operation.
 * @param output what the operation has answered
 */
export async function render(
  operation: Pick<Operation, 'name' | 'output' | 'list'>,
  format: FormatName,
  output: unknown,
): Promise<string> {
  if (operation.name === 'norm' && isNormPage(format)) return NORM_PAGES[format](normDocument(output))
  if (format === 'json') return JSON.stringify(output)
  const items = (output as Record<string, readonly Record<string, unknown>[]>)[operation.list ?? ''] ?? []
  if (format === 'ndjson') return lines(items)
  if (format === 'csv') return csv(columnsOf(operation, 'all'), items)
  return markdownTable(columnsOf(operation, 'scalars'), items)
}

/** The same of the norms of a law, which come in parts; as Markdown and text they are the law as one document. */
export async function* renderParts(
  { list = '' }: Pick<Operation, 'list'>,
  format: FormatName,
  corpus: Corpus,
  { head, parts }: AnswerInParts,
): AsyncGenerator<string> {
  if (format === 'json') {
    yield* jsonParts(list, head, parts)
    return
  }
  if (format === 'ndjson') {
    for await (const items of parts) yield lines(items)
    return
  }
  const draw = format === 'md' ? LAW_AS_MARKDOWN : LAW_AS_TEXT
  yield draw.head(await lawHead(corpus, String(head.code)))
  for await (const norm of normsOfLaw(corpus, String(head.code), parts)) yield `\n${draw.norm(norm)}`
}

const LAW_AS_MARKDOWN = { head: lawMarkdown, norm: normOfLawMarkdown }
const LAW_AS_TEXT = { head: lawPlainText, norm: normOfLawPlainText }

async function* jsonParts(list: string, head: AnswerInParts['head'], parts: AnswerInParts['parts']) {
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
