/** Makes HTML of pages, and finds the pages of answers. */
import type { Request } from 'polka'
import { pagePath } from '../../citation/page-address.ts'
import { inLanguage, type Language } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { catalogue } from '../../operations/catalogue.ts'
import { routedOf } from '../../operations/operation.ts'
import type { Settings } from '../../program/settings.ts'
import { LegalTextError } from '../../util/errors.ts'
import { Links } from '../../web/pages/links.ts'
import type { PageContext } from '../../web/pages/page.ts'
import { documentOf, documentParts } from '../../web/pages/shell.ts'
import { startPage } from '../../web/pages/start-page.ts'
import { FORMAT, type Route, type RouteResult } from '../adapter.ts'
import { prefersHtml } from '../content-negotiation.ts'
import type { CorpusAccess } from '../corpus-access.ts'
import { variesBy } from '../cross-origin.ts'
import { entityTag, Representation } from '../representation.ts'
import { corpusFacts } from './corpus-facts.ts'
import { type DrawablePage, loadPage, PAGE_PARAMETERS, type PageRequest } from './operation-pages.ts'
import { HTML_TYPE, isReserved, keptLanguage, languageOf, NO_DAYS, PAGE_SECURITY, pageContext } from './page-request.ts'

/** The addresses of the pages that show the answers of operations; `norm` may be a designation. */
const PAGES_OF: Readonly<
  Record<string, (links: Links, path: Readonly<Record<string, string>>, query: object) => string>
> = {
  laws: (links, _, query) => links.laws({ ...query }),
  law: (links, { code = '' }, query) => links.law(code, { ...query }),
  norms: (links, { code = '' }, query) => links.law(code, { view: 'full', ...query }),
  norm: (links, { code = '', norm = '' }, query) => links.norm(code, norm, null, links.day, { ...query }),
  relationships: (links, { code = '', norm = '' }) => `${links.norm(code, norm)}#cited-by`,
  normVersions: (links, { code = '', norm = '' }) => links.norm(code, norm),
  lawVersions: (links, { code = '' }) => links.law(code),
  normDiff: (links, { code = '', norm = '' }, query) => links.difference(code, norm, { ...query }),
  lawDiff: (links, { code = '' }, query) => links.difference(code, null, { ...query }),
  search: (links, _, query) => links.search({ ...query }),
  changes: (links, _, query) => links.changes({ ...query }),
}

/** True if a page shows the answers of an operation. */
export const hasPage = (operation: string): boolean => Object.hasOwn(PAGES_OF, operation)

/** The address of the page for the answer of an operation, relative to its own; `undefined` if it has none. */
export function pageOfAnswer(operation: string | undefined, { path, params, search }: Request): string | undefined {
  if (operation === undefined || !hasPage(operation)) return undefined
  const {
    [FORMAT]: _,
    limit: __,
    as_of: day = null,
    in_force_on: effective = null,
    ...query
  } = Object.fromEntries(new URLSearchParams(search))
  return PAGES_OF[operation]?.(new Links(path, day, isReserved, effective), params, query)
}

/**
 * The page for a browser that requests data with parameters of pages, as at addresses of earlier versions: `/laws/bgb?view=full`.
 * `undefined` for every valid request for data.
 */
export function formerPage({ operation, parameters }: Route, request: Request): string | undefined {
  if (request.search === '' || !prefersHtml(request.headers.accept)) return undefined
  const asked = [...new URLSearchParams(request.search).keys()]
  const isFormer = asked.some((name) => PAGE_PARAMETERS.includes(name) && !parameters.includes(name))
  return isFormer && !asked.includes(FORMAT) ? pageOfAnswer(operation, request) : undefined
}

/** The requested page. @throws LegalTextError of its operations */
export async function pageAnswer(asked: PageRequest, corpus: Corpus, language: Language): Promise<RouteResult> {
  const { days } = await corpusFacts(corpus)
  const context = pageContext(asked.url, language, days)
  const loaded = await loadPage(corpus, asked)
  const result = { contentType: HTML_TYPE, isPage: true }
  if ('addressOf' in loaded) return { ...result, body: '', location: loaded.addressOf(context.links) }
  const { parts } = loaded
  const body =
    parts === undefined
      ? inLanguage(language, () => documentOf(loaded.draw(context), context))
      : () => inParts(loaded, parts(context), context)
  return { ...result, body }
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
): Promise<Representation> {
  const facts = await factsOf(request, access)
  const language = languageOf(request)
  const context = pageContext(request.url, language, facts?.days ?? NO_DAYS)
  const body = inLanguage(language, () => documentOf(startPage(facts?.numbers, context), context))
  const kept = keptLanguage(request.url)
  return new Representation(body, {
    contentType: HTML_TYPE,
    tag: entityTag(language, body),
    vary: variesBy(corsOrigin, { isPage: true }),
    isPrivate: authTokenFile !== undefined || kept.length > 0,
    more: [...Object.entries(PAGE_SECURITY).flat(), ...kept],
  })
}

/** Answers `/robots.txt`: search engines read pages, not data, results or comparisons. */
export function robotsAnswer(request: Request): Representation {
  const data = [...new Set(routedOf(catalogue).map(({ path }) => `/${path.split('/')[1]}`))].sort()
  const rules = [
    '/*?*q=',
    '/*?*view=diff',
    '/*?*as_of=',
    '/*?*in_force_on=',
    '/*?*lang=',
    ...data.flatMap((path) => [`${path}/`, `${path}?`]),
  ]
  const lines = [
    'User-agent: *',
    ...rules.map((rule) => `Disallow: ${rule}`),
    `Sitemap: ${originOf(request)}/sitemap.xml`,
  ]
  return new Representation(`${lines.join('\n')}\n`, { contentType: 'text/plain; charset=utf-8' })
}

/** Answers `/sitemap.xml` (sitemaps.org) with the pages of all laws, from which those of norms are linked. */
export async function sitemapAnswer(request: Request, access: CorpusAccess): Promise<Representation> {
  const origin = originOf(request)
  const pages = await pagesOfLaws(access.opened(request))
  const urls = pages.map((page) => `<url><loc>${origin}/${page}</url>`)
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const body = `${[head, ...urls].join('\n')}\n</urlset>\n`
  return new Representation(body, { contentType: 'application/xml; charset=utf-8' })
}

const lawPages = new WeakMap<Corpus, readonly string[]>()

/** The path of the page of each law with its last change, for the sitemap. Computed once, as they never change. */
async function pagesOfLaws(corpus: Corpus): Promise<readonly string[]> {
  const made = lawPages.get(corpus)
  if (made !== undefined) return made
  const { items } = await corpus.laws({})
  const pages = items.map(({ code, status_date }) => {
    const path = pagePath(code, null, isReserved).replaceAll('&', '&amp;').replaceAll("'", '&apos;')
    return `${path}</loc>${status_date === null ? '' : `<lastmod>${status_date}</lastmod>`}`
  })
  lawPages.set(corpus, pages)
  return pages
}

/** The address at which a client reaches the service; a proxy reports whether that is encrypted. */
function originOf({ headers }: Request): string {
  const host = /^[\w.:[\]-]+$/.exec(headers.host ?? '')?.[0] ?? 'localhost'
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`
}

async function factsOf(request: Request, access: CorpusAccess) {
  try {
    return await corpusFacts(access.opened(request))
  } catch (error) {
    if (error instanceof LegalTextError && error.kind === 'not_ready') return undefined
    throw error
  }
}
