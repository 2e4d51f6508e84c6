/** Makes HTML of pages. */

import type { Request } from 'polka'
import { argumentError } from '../../arguments.ts'
import type { Corpus } from '../../corpus/corpus.ts'
import { LegalTextError } from '../../errors.ts'
import { readDay } from '../../operations/operation.ts'
import type { PageContext } from '../../pages/page.ts'
import { documentOf, documentParts } from '../../pages/shell.ts'
import { startPage } from '../../pages/start-page.ts'
import type { Settings } from '../../settings.ts'
import { inLanguage, type Language } from '../../texts/texts.ts'
import type { RouteRequest, RouteResult } from '../adapter.ts'
import type { CorpusAccess } from '../corpus-access.ts'
import { variesBy } from '../cross-origin.ts'
import { BufferedRepresentation } from '../representation.ts'
import { entityTag } from '../representation-headers.ts'
import { corpusFacts } from './corpus-facts.ts'
import { HTML_TYPE, PAGE_SECURITY } from './html-headers.ts'
import { type DrawablePage, OPERATION_PAGES } from './operation-pages.ts'
import { keptLanguage, languageOf, NO_DAYS, pageContext } from './page-request.ts'

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
  params: RouteRequest['params'],
  url: string,
  language: Language,
): Promise<RouteResult> {
  const query = queryOf(url.slice(url.indexOf('?') + 1 || url.length))
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
  if (twice !== undefined) throw argumentError(twice, 'given more than once')
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

/** Answers `/`. */
export async function startAnswer(
  request: Request,
  access: CorpusAccess,
  { corsOrigin, authTokenFile }: Settings,
): Promise<BufferedRepresentation> {
  const facts = await factsOf(request, access)
  const language = languageOf(request)
  const context = pageContext(request.url, language, facts?.days ?? NO_DAYS)
  const body = inLanguage(language, () => documentOf(startPage(facts?.numbers, context), context))
  const kept = keptLanguage(request.url)
  return new BufferedRepresentation(body, {
    contentType: HTML_TYPE,
    tag: entityTag(language, body),
    vary: variesBy(corsOrigin, { isPage: true }),
    isPrivate: authTokenFile !== undefined || kept.length > 0,
    more: [...Object.entries(PAGE_SECURITY).flat(), ...kept],
  })
}

async function factsOf(request: Request, access: CorpusAccess) {
  try {
    return await corpusFacts(access.opened(request))
  } catch (error) {
    if (error instanceof LegalTextError && error.kind === 'not_ready') return undefined
    throw error
  }
}
