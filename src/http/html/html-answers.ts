/** Makes HTML of pages. */
import type { Corpus } from '../../corpus/corpus.ts'
import { invalidInput, readDay } from '../../operations/operation.ts'
import type { PageContext } from '../../pages/page.ts'
import { documentOf, documentParts } from '../../pages/shell.ts'
import { inLanguage, type Language } from '../../texts/texts.ts'
import type { RouteRequest, RouteResult } from '../adapter.ts'
import { corpusFacts } from './corpus-facts.ts'
import { HTML_TYPE } from './html-headers.ts'
import { type DrawablePage, OPERATION_PAGES } from './operation-pages.ts'
import { pageContext } from './page-request.ts'

/** True if an operation has a page for browsers. */
export const hasPage = (name: string | undefined): boolean => name !== undefined && Object.hasOwn(OPERATION_PAGES, name)

/**
 * The page of an operation.
 * @param url of the request as received
 * @throws LegalTextError what the operation throws
 */
export async function pageAnswer(
  name: string,
  corpus: Corpus,
  { params, search }: RouteRequest,
  url: string,
  language: Language,
): Promise<RouteResult> {
  const query = queryOf(search)
  const { days } = await corpusFacts(corpus)
  const drawable = await OPERATION_PAGES[name]?.(corpus, { params, query })
  if (drawable === undefined) throw new Error(`the operation ${name} has no page`)
  const context = pageContext(url, language, days)
  const { parts } = drawable
  const body =
    parts === undefined
      ? inLanguage(language, () => documentOf(drawable.draw(context), context))
      : () => inParts(drawable, parts(context), context)
  return { contentType: HTML_TYPE, isPage: true, body, page: undefined }
}

/** The parameters that have a value. @throws LegalTextError `invalid_input` for one given twice, and for no day */
function queryOf(search: string): Record<string, string> {
  const parameters = [...new URLSearchParams(search)]
  const query = Object.fromEntries(parameters.filter(([, value]) => value.trim() !== ''))
  const names = parameters.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw invalidInput(new Map([[twice, 'given more than once']]), {})
  readDay(query.as_of)
  return query
}

async function* inParts(
  drawable: DrawablePage,
  parts: AsyncIterable<() => string>,
  context: PageContext,
): AsyncGenerator<string> {
  const { language } = context
  const [before, after] = inLanguage(language, () => documentParts(drawable.draw(context), context))
  yield before
  for await (const part of parts) yield inLanguage(language, part)
  yield after
}
