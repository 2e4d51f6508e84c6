/** The answer of an operation on stdout, in the form that was asked for. */
import type { Corpus } from '../../corpus/corpus.ts'
import { LegalTextError } from '../../errors.ts'
import { FORMATS, type FormatName, formatsOf } from '../../formats/formats.ts'
import type { Operation } from '../../operations/operation.ts'
import type { Presenter } from '../../terminal/presenter.ts'
import type { FlagDescription } from './description.ts'
import { DATASET, NO_PAGER } from './flags.ts'
import type { Given } from './given.ts'
import { writeJson, writePage, writeRendered } from './output.ts'

/** How an answer is shown: in a format, or as a page where none was asked for. */
export type Form = FormatName | 'page'

/** Whether a form is JSON, of one document or of many lines. */
export const isJson = (form: Form) => form === 'json' || form === 'ndjson'

/** The formats that the command of an operation has: those of HTTP, and the page as text. */
export function formatsOfCommand(operation: Pick<Operation, 'name' | 'list' | 'stream'>): FormatName[] {
  return [...new Set([...formatsOf(operation), 'text' as const])]
}

/** Flags of every command that answers from a corpus. @param formats that it has */
export function answerFlags(formats: readonly FormatName[]): Record<string, FlagDescription> {
  return {
    dataset: DATASET,
    json: { description: 'Write the answer as one JSON document, the same as over HTTP; errors too.', common: true },
    format: {
      description: `Write the answer as ${formats.join(', ').replace(/, (\w+)$/, ' or $1')}. Errors are JSON where it is json or ndjson.`,
      value: 'FORMAT',
      options: formats,
      meanings: formats.map((format) => FORMATS[format].meaning),
      common: true,
    },
    'no-pager': NO_PAGER,
  }
}

/** @throws LegalTextError `invalid_input` where --json and --format ask for different forms */
export function formOf(given: Given): Form {
  const format = given.text('format') as FormatName | undefined
  if (!given.has('json')) return format ?? 'page'
  if (format === undefined || format === 'json') return 'json'
  const message = `--json and --format ${format} are two different forms; give one of them`
  throw new LegalTextError('invalid_input', message, { issues: [{ path: '--format', message }] })
}

interface Shown<Answer> {
  given: Given
  operation: Pick<Operation, 'name' | 'output' | 'list' | 'stream'>
  corpus: Corpus
  answer: Answer
  /** Loads the presenter; called only where the answer is shown as a page. */
  page(corpus: Corpus): Promise<Presenter<Answer>>
}

/** Writes an answer in the form that was asked for. */
export async function showAnswer<Answer>({ given, operation, corpus, answer, page }: Shown<Answer>): Promise<void> {
  const form = formOf(given)
  if (form === 'json') return writeJson(answer)
  if (form !== 'page' && formatsOf(operation).includes(form)) {
    const { render } = await import('../../formats/render.ts')
    return writeRendered([await render(operation, form, corpus, answer)], isJson(form))
  }
  await writePage(answer, await page(corpus), { plain: form === 'text', pager: !given.has('no-pager') })
}
